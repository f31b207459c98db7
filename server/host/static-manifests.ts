import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import type { StaticManifest } from '../contract/node-files.ts';
import { stripControl } from '../lib/strip-control.ts';
import { HostError, systemCode, toHostError } from './host-error.ts';
import { readNodeFile, resolveOnNode } from './node-files.ts';

/** A pod's manifest has some KiB; 1 MiB leaves room for everything sane. */
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_FILES = 500;

const name = z.string().min(1).transform(stripControl);
const container = z
  .object({
    name,
    image: z.string().transform(stripControl).catch(''),
    imagePullPolicy: z.string().transform(stripControl).optional().catch(undefined),
    readinessProbe: z.unknown().optional(),
  })
  .transform(({ imagePullPolicy, readinessProbe, ...named }) => ({
    ...named,
    ...(imagePullPolicy === undefined ? {} : { imagePullPolicy }),
    ...(readinessProbe ? { hasReadinessProbe: true as const } : {}),
  }));
const containers = z.array(container).nullish();
const podSchema = z.object({
  metadata: z.object({ name, namespace: name.nullish() }),
  spec: z.object({ containers: z.array(container).min(1), initContainers: containers }),
});

type Content = Pick<StaticManifest, 'namespace' | 'name' | 'containers' | 'error'>;

function unsound(error: string, known: Partial<Content> = {}): Content {
  return { namespace: null, name: null, containers: [], ...known, error: stripControl(error) };
}

/** The first fault of a parsed pod, by the path of its field. */
function faultOf(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'the pod is malformed';
  return `${issue.path.join('.')}: ${issue.message}`;
}

/** The pod in a manifest, or why there is none, with the line where the text itself is at fault. */
function parseStaticManifest(text: string): Content {
  // kubelet reads the first document of a file and no other.
  const [document] = parseAllDocuments(text, { logLevel: 'error' });
  if (document === undefined || !('contents' in document)) return unsound('the file is empty');
  const [fault] = document.errors;
  if (fault !== undefined) return unsound(fault.message.split('\n')[0] ?? 'not YAML');
  const json = toJson(document);
  if (typeof json !== 'object' || json === null) return unsound('the file holds no object');
  const kind = 'kind' in json ? json.kind : undefined;
  if (kind !== 'Pod') return unsound(`kind is ${JSON.stringify(kind) ?? 'missing'}, not Pod`);
  const parsed = podSchema.safeParse(json);
  if (!parsed.success) return unsound(faultOf(parsed.error), namesOf(json));
  const { metadata, spec } = parsed.data;
  const init = spec.initContainers ?? [];
  return {
    namespace: metadata.namespace ?? 'default',
    name: metadata.name,
    containers: [
      ...init.map((item) => ({ ...item, isInit: true })),
      ...spec.containers.map((item) => ({ ...item, isInit: false })),
    ],
    error: null,
  };
}

function toJson(document: { toJS(): unknown }): unknown {
  try {
    return document.toJS();
  } catch (error) {
    // The parser refuses documents that blow themselves up by aliases.
    if (error instanceof Error) return null;
    throw error;
  }
}

/** Name and namespace of a pod that is broken elsewhere. */
function namesOf(json: object): Partial<Content> {
  const read = z
    .object({ metadata: z.object({ name, namespace: name.nullish() }) })
    .safeParse(json);
  if (!read.success) return {};
  return { name: read.data.metadata.name, namespace: read.data.metadata.namespace ?? 'default' };
}

interface Cached {
  readonly stamp: string;
  readonly manifest: StaticManifest;
}

/** Reads kubelet's static pod directory; a file that has not changed is not parsed again. */
export class StaticManifestReader {
  readonly #hostRoot: string;
  #cache = new Map<string, Cached>();

  constructor(hostRoot: string) {
    this.#hostRoot = hostRoot;
  }

  /** The manifests of a directory. Throws HostError when it cannot be read; a bad file is told, not thrown. */
  async read(directory: string): Promise<readonly StaticManifest[]> {
    const names = await this.#list(directory);
    const manifests: StaticManifest[] = [];
    const seen = new Map<string, Cached>();
    for (const file of names) {
      const path = join(directory, file);
      const cached = await this.#readFile(path);
      if (cached === null) continue;
      seen.set(path, cached);
      manifests.push(cached.manifest);
    }
    this.#cache = seen;
    return manifests;
  }

  /** As kubelet does: every file whose name does not begin with a dot, whatever its ending. */
  async #list(directory: string): Promise<string[]> {
    try {
      const entries = await readdir(await resolveOnNode(this.#hostRoot, directory));
      const names = entries.filter((entry) => !entry.startsWith('.')).sort();
      if (names.length > MAX_FILES) {
        throw new HostError(`${directory} has more than ${MAX_FILES} files`);
      }
      return names;
    } catch (error) {
      throw toHostError(error, directory);
    }
  }

  async #readFile(path: string): Promise<Cached | null> {
    const info = await this.#stat(path);
    if (info === null) return null;
    const stamp = `${info.ino} ${info.size} ${info.mtimeMs}`;
    const cached = this.#cache.get(path);
    if (cached?.stamp === stamp) return cached;
    const content = await this.#parse(path);
    const modifiedAtMs = Math.trunc(info.mtimeMs);
    return { stamp, manifest: { path: stripControl(path), ...content, modifiedAtMs } };
  }

  /** Null for what is no file (kubelet passes it over) and for what has just gone. */
  async #stat(path: string): Promise<{ ino: number; size: number; mtimeMs: number } | null> {
    try {
      const info = await stat(await resolveOnNode(this.#hostRoot, path));
      return info.isFile() ? info : null;
    } catch (error) {
      if (systemCode(error) === null) throw error;
      return null;
    }
  }

  async #parse(path: string): Promise<Content> {
    try {
      const bytes = await readNodeFile(this.#hostRoot, path, MAX_FILE_BYTES);
      return parseStaticManifest(bytes.toString('utf8'));
    } catch (error) {
      if (error instanceof HostError) return unsound(error.message);
      throw error;
    }
  }
}
