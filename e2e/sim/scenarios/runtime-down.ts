import type { Scenario } from '../model/scenario.ts';
import { runningPods } from './parts.ts';

/** The runtime ends, and its socket is gone, once its lists have been read. */
export const runtimeDown: Scenario = {
  name: 'runtime-down',
  incident: 'down',
  pods: runningPods(),
};
