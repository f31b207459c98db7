import type { Scenario } from '../model/scenario.ts';
import { runningPods } from './parts.ts';

/** The runtime stops answering once its lists have been read. */
export const runtimeHung: Scenario = {
  name: 'runtime-hung',
  incident: 'hang',
  pods: runningPods(),
};
