import type { Cause } from '../cause.ts';
import { execNotFound } from './exec-image-content/exec-not-found.ts';
import { appExitNonzero } from './exit-run/app-exit-nonzero.ts';
import { imageNotFound } from './image-pull/image-not-found.ts';

/** Every cause, in order of precedence: the first that matches is the verdict's. */
export const CAUSES: readonly Cause[] = [imageNotFound, execNotFound, appExitNonzero];
