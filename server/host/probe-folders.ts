import type { Dirent } from 'node:fs';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, normalize } from 'node:path';
import { readWrittenTail } from './container-log-tail.ts';
import { HostError, systemCode } from './host-error.ts';
import type { WrittenLine } from './log-line.ts';
import { resolveOnNode } from './node-files.ts';

/** NAMESPACE_NAME_UID of a probe's pod: nothing else below the pod log root is ours to touch. */
const OURS = /^cri-triage_probe-[0-9a-f]{8}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** As kubelet makes them. */
const FOLDER_MODE = 0o755;
const LOG = /^(\d{1,9})\.log$/;

export interface ProbeFoldersOptions {
  readonly hostRoot: string;
  /** The pod log root as it is called on the node, as of now. */
  readonly podLogs: () => Promise<string>;
}

/** Folders of logs that probes make below the node's pod log root; refusals are sentences, nothing rejects. */
export class NodeProbeFolders {
  readonly #options: ProbeFoldersOptions;

  constructor(options: ProbeFoldersOptions) {
    this.#options = options;
  }

  /** Makes it, where it is missing; null, or why not. CRI-O starts no container without it. */
  async make(path: string): Promise<string | null> {
    const refusal = await refusing(async () => {
      await mkdir(await this.#own(path), { mode: FOLDER_MODE }).catch((error: unknown) => {
        if (systemCode(error) !== 'EEXIST') throw error;
      });
    });
    return refusal?.why ?? null;
  }

  /** Takes it away with what is in it, following no link; null when it is no more, or why it is still there. */
  remove(path: string): Promise<FolderRefusal | null> {
    return refusing(async () => {
      const real = await this.#own(path);
      const info = await lstat(real).catch((error: unknown) => {
        if (systemCode(error) === 'ENOENT') return null;
        throw error;
      });
      if (info === null) return;
      if (!info.isDirectory()) throw new HostError(`${path} is no folder`);
      await rm(real, { recursive: true });
    });
  }

  /** All that are there; none where the root cannot be read. */
  async list(): Promise<readonly { readonly path: string; readonly changedAtMs: number }[]> {
    const shown = await this.#options.podLogs();
    const root = await resolveOnNode(this.#options.hostRoot, shown);
    const entries = await readdir(root, { withFileTypes: true }).catch((error: unknown) => {
      if (systemCode(error) === null) throw error;
      return [] as Dirent[];
    });
    const found: { path: string; changedAtMs: number }[] = [];
    for (const entry of entries) {
      if (!entry.isDirectory() || !OURS.test(entry.name)) continue;
      const info = await lstat(join(root, entry.name)).catch((error: unknown) => {
        if (systemCode(error) === null) throw error;
        return null;
      });
      if (info !== null) found.push({ path: join(shown, entry.name), changedAtMs: info.mtimeMs });
    }
    return found;
  }

  /** The last lines of FOLDER/CONTAINER/ATTEMPT.log; none while there is no such file. */
  async readTail(path: string, maxLines: number): Promise<WrittenLine[]> {
    try {
      const attempt = LOG.exec(basename(path))?.[1];
      const folder = dirname(dirname(path));
      const root = dirname(await this.#own(folder));
      const [namespace = '', podName = '', podUid = ''] = basename(folder).split('_');
      if (attempt === undefined) return [];
      const container = basename(dirname(path));
      const log = { namespace, podName, podUid, container, attempt: Number(attempt) };
      return [...(await readWrittenTail(root, log, maxLines))];
    } catch (error) {
      if (error instanceof HostError) return [];
      throw error;
    }
  }

  /** Where it really is; refuses what is not directly below the root or does not bear our name. */
  async #own(path: string): Promise<string> {
    const shown = normalize(await this.#options.podLogs()).replace(/\/+$/, '');
    const name = basename(path);
    if (dirname(normalize(path)) !== shown || !OURS.test(name)) {
      throw new HostError(`${path} is no log folder of a probe`);
    }
    return join(await resolveOnNode(this.#options.hostRoot, shown), name);
  }
}

const WRITE_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no pod log folder to make it in',
  EACCES: 'no permission to write into the pod log folder',
  EPERM: 'no permission to write into the pod log folder',
  EROFS: 'the pod log folder is mounted read-only here',
  ENOSPC: 'the disk of the pod log folder is full',
};

/** Codes of a place that is not ours to write. */
const READ_ONLY: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);

/** Why a folder stays as it is. */
export interface FolderRefusal {
  readonly why: string;
  /** True where nothing can be written at all: it is mounted read-only, or not ours. */
  readonly isReadOnly: boolean;
}

async function refusing(work: () => Promise<void>): Promise<FolderRefusal | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof HostError) return { why: error.message, isReadOnly: false };
    const code = systemCode(error);
    if (code === null) throw error;
    const why = WRITE_REASONS[code] ?? `the log folder cannot be written (${code})`;
    return { why, isReadOnly: READ_ONLY.has(code) };
  }
}
