import type { Work } from '../engine/scheduler.ts';
import type { SimNode } from '../model/node.ts';
import type { SimContainer } from '../model/objects.ts';
import { exitContainer, removeContainer, stopContainer } from '../runtime/container-calls.ts';
import type { SimProcesses } from '../streaming/sim-process.ts';
import type { MainProcesses } from './main-processes.ts';

/** How long a program that heeds TERM takes to end. */
const TERM_TOOK_MS = 600;
/** What CRI-O gives a container where its caller names no deadline. */
const CRIO_GRACE_MS = 10_000;
/** CRI-O ends a container that does not heed TERM shortly before its caller would give up. */
const CRIO_SPARE_MS = 500;
const KILLED = 137;

/** The ways in which containers end by somebody's call. */
export class ContainerEnds {
  readonly #node: SimNode;
  readonly #mains: MainProcesses;
  readonly #processes: SimProcesses;

  constructor(node: SimNode, mains: MainProcesses, processes: SimProcesses) {
    this.#node = node;
    this.#mains = mains;
    this.#processes = processes;
  }

  /** StopContainer: TERM, and KILL when `graceMs` are over. */
  *stop(container: SimContainer, graceMs: number): Work {
    const isPolite = this.#mains.heedsTerm(container) && graceMs > TERM_TOOK_MS;
    if (container.state !== 'exited') {
      yield* stopContainer(this.#node, container, {
        graceSeconds: graceMs / 1_000,
        tookMs: isPolite ? TERM_TOOK_MS : graceMs,
        exitCode: isPolite ? 0 : KILLED,
      });
    }
    this.#endProcesses(container);
  }

  /** As StopPodSandbox ends it: containerd at once, CRI-O politely, for as long as its caller waits. */
  *withSandbox(container: SimContainer, deadlineAtMs: number): Work {
    if (this.#node.dress.name === 'crio') {
      yield* this.#politely(container, deadlineAtMs);
    } else if (container.state === 'running') {
      exitContainer(this.#node, container, { exitCode: KILLED });
    }
    this.#endProcesses(container);
  }

  /** RemoveContainer: one that runs is ended first, in the same way. */
  *remove(container: SimContainer, deadlineAtMs = Number.POSITIVE_INFINITY): Work {
    yield* this.withSandbox(container, deadlineAtMs);
    // Somebody else may have been there first.
    if (!this.#node.store.containers.has(container.id)) return;
    yield* removeContainer(this.#node, container, 'other');
  }

  *#politely(container: SimContainer, deadlineAtMs: number): Work {
    if (container.state === 'created') {
      // As recorded: what was never started ends with code 2.
      exitContainer(this.#node, container, { exitCode: 2 });
      return;
    }
    if (container.state !== 'running') return;
    const leftMs = deadlineAtMs - this.#node.clock.now() - CRIO_SPARE_MS;
    const graceMs = Number.isFinite(leftMs) ? Math.max(0, leftMs) : CRIO_GRACE_MS;
    const isPolite = this.#mains.heedsTerm(container);
    yield isPolite ? TERM_TOOK_MS : graceMs;
    if (container.state !== 'running') return;
    exitContainer(this.#node, container, { exitCode: isPolite ? 0 : KILLED });
  }

  #endProcesses(container: SimContainer): void {
    this.#mains.end(container);
    this.#processes.endOf(container.id);
  }
}
