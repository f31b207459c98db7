import { setTimeout as wait } from 'node:timers/promises';
import type { Work } from '../engine/scheduler.ts';
import type { SimNode } from '../model/node.ts';
import type { SimContainer } from '../model/objects.ts';
import type { ContainerPlan } from '../model/scenario.ts';
import { exitContainer } from '../runtime/container-calls.ts';
import { type ProcessOutput, SimProcesses, shellsOf } from '../streaming/sim-process.ts';
import { isOwnProgram } from './asked-container.ts';

/** Output above this in one piece is held back a little: `yes` would fill the disk. */
const FAST_BYTES = 4_096;
const FAST_PAUSE_MS = 200;
const HEARTBEAT_MS = 15_000;

/** What a container that was made through the socket runs: a command of the toy shell, or what its image has. */
export class MainProcesses {
  readonly #node: SimNode;
  readonly #processes = new SimProcesses();
  readonly #kill = new Map<string, () => void>();

  constructor(node: SimNode) {
    this.#node = node;
  }

  /** Runs the container's command; an empty one is the image's own. */
  begin(container: SimContainer, command: readonly string[], hasInput: boolean): void {
    const shells = shellsOf(container.image.name);
    // An image for work by hand has no program but its shell, which ends with its input.
    const isShell = /\/(?:busybox|alpine|debian|ubuntu|fedora|bash)[:@]/u.test(
      container.image.name,
    );
    const own = isShell ? shells.slice(0, 1) : [];
    const args = command.length > 0 ? command : own;
    if (isOwnProgram(this.#node, args[0] ?? '', container.image.name)) {
      this.#node.clock.spawn(runImage(this.#node, container));
    } else this.#run(container, args, hasInput);
  }

  /** True where its own program heeds TERM; a command is the first process of its container, and those do not. */
  heedsTerm(container: SimContainer): boolean {
    return !this.#kill.has(container.id);
  }

  /** The container has ended: so does what runs in it. */
  end(container: SimContainer): void {
    this.#kill.get(container.id)?.();
    this.#kill.delete(container.id);
  }

  endAll(): void {
    this.#processes.endAll();
  }

  #run(container: SimContainer, command: readonly string[], hasInput: boolean): void {
    const out = this.#lines(container, 'stdout');
    const errors = this.#lines(container, 'stderr');
    const output: ProcessOutput = { stdout: out.take, stderr: errors.take };
    const process = this.#processes.start(
      container,
      { command, tty: container.hasTerminal },
      output,
    );
    if (!hasInput) process.endInput();
    this.#kill.set(container.id, process.kill);
    const ended = (exitCode: number): void => {
      this.#kill.delete(container.id);
      out.flush();
      errors.flush();
      if (container.state === 'running') exitContainer(this.#node, container, { exitCode });
    };
    // What cannot be run was refused before; 127 is what a shell says.
    process.exited.then(ended, () => ended(127));
  }

  #lines(container: SimContainer, stream: 'stdout' | 'stderr') {
    let held = '';
    const write = (line: string): void =>
      this.#node.podLogs.write(container, this.#node.clock.now(), stream, line);
    return {
      take: async (bytes: Buffer): Promise<void> => {
        const lines = `${held}${bytes.toString('utf8')}`.split('\n');
        held = lines.pop() ?? '';
        for (const line of lines) write(line);
        if (bytes.length > FAST_BYTES) await wait(FAST_PAUSE_MS);
      },
      flush: (): void => {
        if (held !== '') write(held);
        held = '';
      },
    };
  }
}

/** The image's own program: as a pod of this node shows it, or a server that listens. */
function* runImage(node: SimNode, container: SimContainer): Work {
  const { image } = container;
  if (/\/pause:/u.test(image.name)) return;
  const plan = planOf(node, image.name);
  const stream = plan?.isLogStderr === true ? 'stderr' : 'stdout';
  for (const line of plan?.log ?? [`${container.name} starting`, 'listening on :8080']) {
    if (container.state !== 'running') return;
    node.podLogs.write(container, node.clock.now(), stream, line);
    yield node.random.between(2, 40);
  }
  if (plan?.run?.kind === 'exits') {
    yield plan.run.afterMs;
    if (container.state === 'running') exitContainer(node, container, plan.run);
    return;
  }
  const beat = plan?.heartbeat ?? { line: 'level=info msg="alive"', everyMs: HEARTBEAT_MS };
  for (;;) {
    yield beat.everyMs;
    if (container.state !== 'running') return;
    node.podLogs.write(container, node.clock.now(), 'stdout', beat.line);
  }
}

function planOf(node: SimNode, image: string): ContainerPlan | undefined {
  const plans = [...node.pods.values()].flatMap((pod) => pod.plan.containers);
  return plans.find((plan) => plan.image === image);
}
