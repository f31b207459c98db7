import type { Cause } from '../cause.ts';
import { CONTAINER_CAUSES } from './container-causes.ts';
import { END_CAUSES } from './end-causes.ts';
import { KUBELET_CAUSES } from './kubelet-causes.ts';
import { PULL_CAUSES } from './pull-causes.ts';
import { SANDBOX_CAUSES } from './sandbox-causes.ts';
import { TABLE_POD_CAUSES } from './table-pod-causes.ts';
import { CONDITION_CAUSES } from './table-status-causes.ts';

/** Every cause in order of precedence: the first that matches is the verdict's; the special before the general. */
export const CAUSES: readonly Cause[] = [
  ...KUBELET_CAUSES,
  ...TABLE_POD_CAUSES,
  ...SANDBOX_CAUSES,
  ...PULL_CAUSES,
  ...CONTAINER_CAUSES,
  ...END_CAUSES,
  ...CONDITION_CAUSES,
];
