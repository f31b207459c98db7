import type { Caller } from '../access/gate.ts';
import type { ActionKind, ActionPreview, ActionRequest, ActionResult } from '../contract/action.ts';
import type {
  Probe,
  ProbeCommands,
  ProbeList,
  ProbeOptions,
  ProbeRequest,
} from '../contract/probe.ts';
import type { AskOptions, PodRef } from '../runtime.ts';

/** Probes, as routes see them. Each refuses with AppError what the caller may not do. */
export interface Probes {
  options(
    caller: Caller,
    beside: { readonly pod: PodRef; readonly container: string | null } | null,
    options: AskOptions,
  ): Promise<ProbeOptions>;
  /** Resolves once its plan stands, before the first call is answered; the probe goes on by itself. */
  start(caller: Caller, request: ProbeRequest, options: AskOptions): Promise<Probe>;
  list(options: AskOptions): Promise<ProbeList>;
  /** Asking counts as looking at it. Null when no such probe is known. */
  get(id: string, options: AskOptions): Promise<Probe | null>;
  /** Makes the call that waits; a probe that does not wait is left as it is. */
  next(caller: Caller, id: string, options: AskOptions): Promise<Probe | null>;
  /** Cancels what runs and removes what is there; on one that ended, tries again what could not be removed. */
  cancel(caller: Caller, id: string, options: AskOptions): Promise<Probe | null>;
  commands(id: string): ProbeCommands | null;
  sweep(caller: Caller, options: AskOptions): Promise<ProbeList>;
}

/** What is done to objects that kubelet no longer looks after. */
export interface Actions {
  preview(
    target: { readonly kind: ActionKind; readonly id: string },
    options: AskOptions,
  ): Promise<ActionPreview>;
  /** Judges anew, acts, and tells the audit both what was refused and what was done. */
  act(caller: Caller, request: ActionRequest, options: AskOptions): Promise<ActionResult>;
}
