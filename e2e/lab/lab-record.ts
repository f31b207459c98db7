import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTicksOf } from './start-ticks.ts';

const PREFIX = 'cri-lab-';
const FILE = 'lab.json';

export interface RecordedProcess {
  readonly name: string;
  readonly pid: number;
  readonly startTicks: number | null;
}

interface Written {
  owner: RecordedProcess;
  bridge: string | null;
  cgroup: string;
  network: string;
  processes: RecordedProcess[];
}

/** What a lab made outside its own folder, written down at once so that a later run can clear it away. */
export class LabRecord {
  readonly dir: string;
  readonly #content: Written;

  private constructor(dir: string, content: Written) {
    this.dir = dir;
    this.#content = content;
  }

  /** A new folder with its record; the folder's name is short because socket paths must stay below 108 bytes. */
  static create(): LabRecord {
    const dir = mkdtempSync(join(tmpdir(), PREFIX));
    const id = dir.slice(dir.lastIndexOf('-') + 1).toLowerCase();
    const owner = { name: 'lab', pid: process.pid, startTicks: startTicksOf(process.pid) };
    const record = new LabRecord(dir, {
      owner,
      bridge: null,
      cgroup: `kubepods-lab-${id}`,
      network: `lab-${id}`,
      processes: [],
    });
    record.#write();
    return record;
  }

  /** Records of labs whose owner is gone. A folder that cannot be read belongs to nobody we know: it stays. */
  static abandoned(): readonly LabRecord[] {
    const found: LabRecord[] = [];
    for (const name of readdirSync(tmpdir())) {
      if (!name.startsWith(PREFIX)) continue;
      const dir = join(tmpdir(), name);
      const content = readJson<Written>(join(dir, FILE));
      if (content === null || isSame(content.owner)) continue;
      found.push(new LabRecord(dir, content));
    }
    return found;
  }

  get cgroup(): string {
    return this.#content.cgroup;
  }

  /** Name of the CNI network, unique to this lab. */
  get network(): string {
    return this.#content.network;
  }

  get bridge(): string | null {
    return this.#content.bridge;
  }

  set bridge(name: string) {
    this.#content.bridge = name;
    this.#write();
  }

  addProcess(name: string, pid: number): void {
    this.#content.processes.push({ name, pid, startTicks: startTicksOf(pid) });
    this.#write();
  }

  /** Takes an abandoned lab for removal; false while another process is at it. */
  claim(): boolean {
    if (!existsSync(this.dir)) return false;
    const path = join(this.dir, 'sweeper.json');
    const self = { name: 'sweeper', pid: process.pid, startTicks: startTicksOf(process.pid) };
    try {
      writeFileSync(path, JSON.stringify(self), { flag: 'wx' });
      return true;
    } catch {
      // Somebody was here before: go on in their place only if they are gone.
    }
    const other = readJson<RecordedProcess>(path);
    if (other !== null && isSame(other)) return false;
    rmSync(path, { force: true });
    return this.claim();
  }

  allProcesses(): readonly RecordedProcess[] {
    return this.#content.processes;
  }

  /** The recorded processes that are still the ones we started. */
  liveProcesses(): readonly RecordedProcess[] {
    return this.#content.processes.filter(isSame);
  }

  #write(): void {
    const path = join(this.dir, FILE);
    writeFileSync(`${path}.new`, JSON.stringify(this.#content, null, 1));
    renameSync(`${path}.new`, path);
  }
}

function isSame(process: RecordedProcess): boolean {
  const ticks = startTicksOf(process.pid);
  return ticks !== null && ticks === process.startTicks;
}

function readJson<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    // Not written yet, or not ours.
    return null;
  }
}
