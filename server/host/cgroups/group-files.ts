import type { Measured } from '../../contract/stats.ts';
import { readSmallText } from './small-file.ts';

/** Why a file that a figure is read from tells nothing. */
export const WHY = {
  noCpu: 'its control group counts no CPU time',
  noMemory: 'its control group counts no memory',
  noPids: 'its control group counts no processes',
  noOom: 'this kernel does not count OOM kills of a group',
  noPressure: 'this kernel keeps no pressure of control groups',
  pressureOff: 'pressure is switched off in this kernel',
  noPressureV1: 'control groups of version 1 keep no pressure',
  noCpuLimit: 'it has no CPU limit',
} as const;

/** Kernels with pressure built in but not switched on have the file and refuse to read it. */
const OFF = new Set(['EOPNOTSUPP', 'ENOTSUP']);

/** Reads the files of one group; what is not there is not asked for again. */
export class GroupFiles {
  readonly #absent = new Map<string, string>();

  /** The figure in a file, or `why` there is none. */
  figure(path: string, parse: (text: string) => number | null, why: string): Measured {
    const text = this.text(path);
    const value = text === null ? null : parse(text);
    return value ?? { missing: OFF.has(this.#absent.get(path) ?? '') ? WHY.pressureOff : why };
  }

  text(path: string): string | null {
    if (this.#absent.has(path)) return null;
    const { text, code } = readSmallText(path);
    if (code !== null) this.#absent.set(path, code);
    return text;
  }
}
