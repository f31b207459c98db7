'use client';
import { useRememberedSwitch } from '../data/remembered.ts';

/** How lines look; kept by the browser, for every log. */
export interface LogSettings {
  readonly isWrapped: boolean;
  readonly setWrapped: (isOn: boolean) => void;
  readonly hasTimes: boolean;
  readonly setTimes: (isOn: boolean) => void;
  readonly isLifted: boolean;
  readonly setLifted: (isOn: boolean) => void;
}

export function useLogSettings(): LogSettings {
  const [isWrapped, setWrapped] = useRememberedSwitch('log-wrap', false);
  const [hasTimes, setTimes] = useRememberedSwitch('log-times', true);
  const [isLifted, setLifted] = useRememberedSwitch('log-lift', true);
  return { isWrapped, setWrapped, hasTimes, setTimes, isLifted, setLifted };
}
