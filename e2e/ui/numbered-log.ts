import { appendFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { PodRow } from '../../server/contract/pod.ts';
import type { Sim } from '../sim/sim.ts';

/** Writes a container's log as a runtime does, each line with the next number. */
export class NumberedLog {
  readonly #folder: string;
  #attempt: number;
  #next = 0;

  constructor(sim: Sim, pod: PodRow, container: string) {
    const name = `${pod.namespace}_${pod.name}_${pod.uid ?? ''}`;
    this.#folder = join(sim.podLogs, name, container);
    this.#attempt = pod.containers.find((one) => one.name === container)?.attempt ?? 0;
  }

  /** How many lines were written so far. */
  get count(): number {
    return this.#next;
  }

  async write(lines: number, text: (number: number) => string = () => 'work'): Promise<void> {
    let written = '';
    for (const last = this.#next + lines; this.#next < last; this.#next++) {
      const time = new Date().toISOString().replace('Z', '000000Z');
      written += `${time} stdout F n=${this.#next} ${text(this.#next)}\n`;
    }
    await appendFile(this.#file(), written);
  }

  /** As kubelet does: the file gets another name, and a new one takes its place. */
  async rotate(): Promise<void> {
    await rename(this.#file(), `${this.#file()}.20260131-031204`);
    await appendFile(this.#file(), '');
  }

  /** The container starts again: its next attempt writes a file of its own. */
  restart(): void {
    this.#attempt += 1;
  }

  #file(): string {
    return join(this.#folder, `${this.#attempt}.log`);
  }
}
