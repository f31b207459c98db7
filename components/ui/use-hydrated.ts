import { useSyncExternalStore } from 'react';

const subscribeNever = () => () => undefined;
const yes = () => true;
const no = () => false;

/** False until scripts run: what is clicked before would be lost. */
export const useHydrated = (): boolean => useSyncExternalStore(subscribeNever, yes, no);
