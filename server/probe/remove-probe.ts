import type { Probe, ProbeLeft } from '../contract/probe.ts';
import { shellWord } from '../contract/shell-word.ts';
import type { CallOptions } from '../cri/cri.ts';
import { CriError } from '../cri/cri-error.ts';
import { delay } from '../lib/abort.ts';
import type { RemovalLimits } from './limits.ts';
import { listOurs, type OurObjects } from './our-objects.ts';
import type { ProbeCri, ProbeFolders } from './probe-node.ts';
import { leftImage, type PulledImage, removePulledImage } from './remove-image.ts';

/** What belongs to one probe and has to go. */
export interface RemovalTarget {
  readonly id: string;
  /** Ids that its calls answered; the label finds the others. */
  readonly sandboxId: string | null;
  readonly containerId: string | null;
  /** Null where the image was here before, or is not ours to remove. */
  readonly image: PulledImage | null;
  /** Null where none was made. */
  readonly logFolder: string | null;
  /** A call was broken off: what it makes may come to be after the first look. */
  readonly mayComeToBe: boolean;
}

export interface Removal {
  readonly removed: readonly string[];
  readonly left: readonly ProbeLeft[];
  readonly note: string | null;
}

interface Parts {
  readonly cri: ProbeCri;
  readonly folders: ProbeFolders;
  readonly limits: RemovalLimits;
}

/**
 * Removes everything that bears the probe's label, its image and its folder of logs, and looks whether it is gone. Never
 * rejects: what could not be removed is told with the reason and a command. The signal ends it early.
 */
export function removeProbe(
  parts: Parts,
  target: RemovalTarget,
  signal: AbortSignal,
): Promise<Removal> {
  return new RemovalRun(parts, target, signal).run();
}

const STILL_THERE = 'it is still there, though the runtime refused nothing';

class RemovalRun {
  readonly #parts: Parts;
  readonly #target: RemovalTarget;
  readonly #signal: AbortSignal;
  readonly #removed: string[] = [];
  /** What a call refused, by the object's id: the reason why it is still there. */
  readonly #refusals = new Map<string, string>();
  readonly #notes = new Set<string>();
  #imageLeft: ProbeLeft | null = null;

  constructor(parts: Parts, target: RemovalTarget, signal: AbortSignal) {
    this.#parts = parts;
    this.#target = target;
    this.#signal = signal;
  }

  async run(): Promise<Removal> {
    const { limits } = this.#parts;
    let still = await this.#round();
    if (this.#target.mayComeToBe) {
      for (const waitMs of limits.lookAgainMs) {
        if (!(await this.#wait(waitMs))) break;
        still = await this.#round();
      }
    }
    const folderLeft = await this.#removeFolder();
    const left = [
      ...still,
      ...(this.#imageLeft === null ? [] : [this.#imageLeft]),
      ...(folderLeft === null ? [] : [folderLeft]),
    ];
    const note = this.#notes.size === 0 ? null : [...this.#notes].join(' ');
    return { removed: this.#removed, left, note };
  }

  get #options(): CallOptions {
    return { signal: this.#signal, deadlineMs: this.#parts.limits.callMs };
  }

  /** One pass over everything; what is still there after it. */
  async #round(): Promise<readonly ProbeLeft[]> {
    this.#notes.clear();
    this.#refusals.clear();
    const found = await this.#list();
    if (found === null) return this.#knownLeft();
    await this.#removeContainers(found);
    for (const { id } of found.sandboxes) await this.#stopSandbox(id);
    // Before its sandbox: that bears the note of it, for whoever cleans up should this server be killed here.
    await this.#removeImage();
    for (const { id } of found.sandboxes) {
      await this.#try(id, () => this.#parts.cri.changes.removePodSandbox(id, this.#options));
    }
    const after = found.sandboxes.length + found.containers.length > 0 ? await this.#list() : found;
    if (after === null) return this.#knownLeft(found);
    this.#tellRemoved(found, after);
    return this.#toLeft(after);
  }

  /** Null when the runtime does not answer. */
  async #list(): Promise<OurObjects | null> {
    try {
      return await listOurs(this.#parts.cri, this.#target.id, this.#options);
    } catch (error) {
      this.#notes.add(`The runtime could not be asked what is left: ${this.#reason(error)}.`);
      return null;
    }
  }

  async #removeContainers({ containers }: OurObjects): Promise<void> {
    const { cri, limits } = this.#parts;
    for (const { id, state } of containers) {
      if (state === 'running' || state === 'unknown') {
        await this.#try(id, () =>
          cri.changes.stopContainer(id, limits.graceSeconds, this.#options),
        );
      }
      await this.#try(id, () => cri.changes.removeContainer(id, this.#options));
    }
  }

  async #stopSandbox(id: string): Promise<void> {
    await this.#try(id, () => this.#parts.cri.changes.stopPodSandbox(id, this.#options));
  }

  async #removeImage(): Promise<void> {
    const { image } = this.#target;
    if (image === null) return;
    try {
      const removal = await removePulledImage(this.#parts.cri, image, this.#options);
      this.#imageLeft = null;
      if (removal.kind === 'removed') this.#removed.push(`image ${image.ref}`);
      if (removal.kind === 'kept') this.#notes.add(removal.note);
    } catch (error) {
      this.#imageLeft = leftImage(image.ref, this.#reason(error));
    }
  }

  async #removeFolder(): Promise<ProbeLeft | null> {
    const { logFolder } = this.#target;
    if (logFolder === null) return null;
    const refusal = await this.#parts.folders.remove(logFolder);
    if (refusal === null) return null;
    const { why, isReadOnly } = refusal;
    if (isReadOnly) {
      // kubelet's own rule for folders of pods that it does not know.
      this.#notes.add(`Its log folder stays until kubelet clears it away: ${why}.`);
      return null;
    }
    return { kind: 'log-folder', id: logFolder, why, command: `rm -r -- ${shellWord(logFolder)}` };
  }

  /** A refusal is kept and the next call is made all the same: it often helps, and costs nothing. */
  async #try(id: string, call: () => Promise<void>): Promise<void> {
    if (this.#signal.aborted) {
      this.#refusals.set(id, this.#reason(this.#signal.reason));
      return;
    }
    try {
      await call();
    } catch (error) {
      // The first refusal is the cause of the others.
      if (!this.#refusals.has(id)) this.#refusals.set(id, this.#reason(error));
    }
  }

  #tellRemoved(before: OurObjects, after: OurObjects): void {
    const gone = (here: readonly { id: string }[], id: string): boolean =>
      !here.some((one) => one.id === id);
    for (const { id } of before.containers) {
      if (gone(after.containers, id)) this.#removed.push(`container ${id.slice(0, 12)}`);
    }
    for (const { id } of before.sandboxes) {
      if (gone(after.sandboxes, id)) this.#removed.push(`sandbox ${id.slice(0, 12)}`);
    }
  }

  #toLeft({ containers, sandboxes }: OurObjects): readonly ProbeLeft[] {
    return [
      ...containers.map(({ id }) => this.#leftObject('container', id)),
      ...sandboxes.map(({ id }) => this.#leftObject('sandbox', id)),
    ];
  }

  /** Without an answer of the runtime: what its earlier answers named. */
  #knownLeft(found?: OurObjects): readonly ProbeLeft[] {
    if (found !== undefined) return this.#toLeft(found);
    const { sandboxId, containerId, image } = this.#target;
    const why = 'the runtime does not answer';
    this.#imageLeft = image === null ? null : leftImage(image.ref, why);
    return [
      ...(containerId === null ? [] : [this.#leftObject('container', containerId, why)]),
      ...(sandboxId === null ? [] : [this.#leftObject('sandbox', sandboxId, why)]),
    ];
  }

  #leftObject(kind: 'container' | 'sandbox', id: string, unsaid = STILL_THERE): ProbeLeft {
    const why = this.#refusals.get(id) ?? unsaid;
    const command = kind === 'container' ? `crictl rm -f ${id}` : `crictl rmp -f ${id}`;
    return { kind, id, why, command };
  }

  #reason(error: unknown): string {
    if (this.#signal.aborted) return 'cri-triage was stopped before it could be removed';
    if (!(error instanceof CriError)) return error instanceof Error ? error.message : String(error);
    return error.isDeadline
      ? `${error.rpc} was not answered within ${Math.round(this.#parts.limits.callMs / 1_000)} s`
      : `${error.rpc}: ${error.details}`;
  }

  /** False when there is no more time. */
  async #wait(waitMs: number): Promise<boolean> {
    try {
      await delay(waitMs, this.#signal);
      return true;
    } catch {
      // Only the signal ends a delay early, and whoever gave it knows why.
      return false;
    }
  }
}

/** What a removal says of the clean-up of a probe. */
export function toCleanup(removal: Removal, before: Probe['cleanup']): Probe['cleanup'] {
  return {
    ...before,
    state: removal.left.length === 0 ? 'done' : 'left',
    removed: [...before.removed, ...removal.removed],
    left: [...removal.left],
    note: removal.note,
  };
}
