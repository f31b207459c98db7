import type { ProbeLeft } from '../contract/probe.ts';
import type { ProbeRun } from './run-probe.ts';
import type { SweepResult } from './sweep.ts';

/** Ended probes that are kept to be read again. */
const MAX_ENDED = 20;
/** Of those that left something, which are kept beyond: more would be a node that never lets go of anything. */
const MAX_LEFT = 100;

/** The probe that runs, those that ended, and what is left of probes of other servers. */
export class ProbeStore {
  #current: ProbeRun | null = null;
  /** Newest first. */
  #ended: readonly ProbeRun[] = [];
  /** By the probe's id; of servers before this one. */
  #foreign: ReadonlyMap<string, readonly ProbeLeft[]> = new Map();

  get current(): ProbeRun | null {
    return this.#current;
  }

  /** Newest first, the one that runs before all. */
  get all(): readonly ProbeRun[] {
    return this.#current === null ? this.#ended : [this.#current, ...this.#ended];
  }

  begin(run: ProbeRun): void {
    this.#current = run;
  }

  /** It has ended; those that left something are kept until that is gone. */
  end(run: ProbeRun): void {
    if (this.#current === run) this.#current = null;
    const ended = [run, ...this.#ended.filter((other) => other !== run)];
    this.#ended = ended
      .filter((each, index) => index < MAX_ENDED || each.record.cleanup.left.length > 0)
      .slice(0, MAX_LEFT);
  }

  find(id: string): ProbeRun | null {
    return this.all.find(({ record }) => record.start.id === id) ?? null;
  }

  /** Those that ended here and are not gone yet. */
  withLeft(): readonly ProbeRun[] {
    return this.#ended.filter(({ record }) => record.cleanup.left.length > 0);
  }

  /** What a sweep found of others. */
  setForeign(swept: SweepResult): void {
    const own = new Set(this.all.map(({ record }) => record.start.id));
    this.#foreign = new Map(
      [...swept].filter(([id, left]) => !own.has(id) && left.length > 0).slice(0, MAX_LEFT),
    );
  }

  left(): readonly ProbeLeft[] {
    return [
      ...this.#ended.flatMap(({ record }) => record.cleanup.left),
      ...[...this.#foreign.values()].flat(),
    ];
  }
}
