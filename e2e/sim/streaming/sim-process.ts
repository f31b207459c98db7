import type { SimContainer } from '../model/objects.ts';
import { NoSuchProgram, type ProgramIo, runProgram, type Surroundings } from './program.ts';
import { InputLines } from './terminal.ts';

/** A process that an exec started, as `ps` would show it. */
export interface SimProcess {
  readonly pid: number;
  readonly containerId: string;
  readonly command: readonly string[];
  readonly tty: boolean;
}

/** Where a process writes; resolves when there is room for more. */
export interface ProcessOutput {
  stdout(bytes: Buffer): Promise<void>;
  stderr(bytes: Buffer): Promise<void>;
}

export interface RunningProcess {
  readonly about: SimProcess;
  input(bytes: Buffer): void;
  endInput(): void;
  resize(size: { readonly rows: number; readonly columns: number }): void;
  /** KILL. */
  kill(): void;
  /** The exit code; rejects with NoSuchProgram. */
  readonly exited: Promise<number>;
}

/** First number of processes by exec: above those of the containers. */
const FIRST_PID = 40_000;
const KILL_CODE = 137;

/** Images by name: some have no shell, some have bash. */
function surroundingsOf(container: SimContainer): Surroundings {
  const hostname = container.labels['io.kubernetes.pod.name'] ?? container.name;
  return { hostname, shells: shellsOf(container.image.name) };
}

/** The shells of an image; one without has no program at all but its own. */
export function shellsOf(imageName: string): readonly string[] {
  if (/distroless|\/static|scratch|\/pause\b/.test(imageName)) return [];
  return /debian|ubuntu|fedora|bash/.test(imageName) ? ['bash', 'sh'] : ['sh'];
}

/** Processes that were started by exec and have not ended. */
export class SimProcesses {
  readonly #running = new Map<number, RunningProcess>();
  #nextPid = FIRST_PID;

  list(): readonly SimProcess[] {
    return [...this.#running.values()].map(({ about }) => about);
  }

  /** Ends what runs in a container that ends. */
  endOf(containerId: string): void {
    for (const process of this.#running.values()) {
      if (process.about.containerId === containerId) process.kill();
    }
  }

  endAll(): void {
    for (const process of this.#running.values()) process.kill();
  }

  start(
    container: SimContainer,
    asked: { readonly command: readonly string[]; readonly tty: boolean },
    output: ProcessOutput,
  ): RunningProcess {
    const about = { ...asked, pid: this.#nextPid, containerId: container.id };
    this.#nextPid += 1;
    const process = run(about, surroundingsOf(container), output);
    this.#running.set(about.pid, process);
    const forget = (): boolean => this.#running.delete(about.pid);
    process.exited.then(forget, forget);
    return process;
  }
}

function run(about: SimProcess, surroundings: Surroundings, output: ProcessOutput): RunningProcess {
  const killed = new AbortController();
  let interrupt = new AbortController();
  let size = { rows: 0, columns: 0 };
  const toBytes = (text: string): Buffer =>
    Buffer.from(about.tty ? text.replaceAll('\n', '\r\n') : text);
  const lines = new InputLines({
    isTerminal: about.tty,
    echo: (text) => void output.stdout(Buffer.from(text)),
    onInterrupt: () => {
      const before = interrupt;
      interrupt = new AbortController();
      before.abort();
    },
  });
  const io: ProgramIo = {
    write: (text) => output.stdout(toBytes(text)),
    writeError: (text) => (about.tty ? output.stdout : output.stderr)(toBytes(text)),
    readLine: () => lines.next(),
    size: () => size,
    isTerminal: about.tty,
  };
  const { signal } = killed;
  const ended = runProgram(about.command, io, {
    ...surroundings,
    signal,
    interrupted: () => interrupt.signal,
  });
  const kill = new Promise<number>((resolve) => {
    signal.addEventListener('abort', () => resolve(KILL_CODE), { once: true });
  });
  return {
    about,
    input: (bytes) => lines.take(bytes),
    endInput: () => lines.end(),
    resize(next) {
      size = next;
    },
    kill: () => killed.abort(),
    exited: Promise.race([ended, kill]),
  };
}

/** True for the error of a program that the image does not have. */
export function isMissing(error: unknown): error is NoSuchProgram {
  return error instanceof NoSuchProgram;
}
