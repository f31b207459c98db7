import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { stripControl } from '../lib/strip-control.ts';
import { systemCode } from './host-error.ts';
import { readNodeText, resolveOnNode } from './node-files.ts';

/** A value, and the file or flag that says so. */
export interface Told<T> {
  readonly value: T;
  readonly where: string;
}

const MAX_FILE_BYTES = 1024 * 1024;
/** A node has a handful; more is a folder of something else. */
const MAX_DROP_INS = 100;

const text = z.string().min(1).transform(stripControl).nullish().catch(null);
const port = z.number().int().nullish().catch(null);
const fileSchema = z.object({
  containerRuntimeEndpoint: text,
  staticPodPath: text,
  podLogsDir: text,
  cgroupDriver: text,
  port,
  healthzPort: port,
  readOnlyPort: port,
});
type FileValues = z.infer<typeof fileSchema>;

/** What the files say, each value with the file that has the last word on it. */
export interface KubeletFiles {
  /** The configuration file itself, null when there is none. */
  readonly path: string | null;
  readonly values: { readonly [K in keyof FileValues]-?: Told<NonNullable<FileValues[K]>> | null };
}

interface OneFile {
  readonly path: string;
  readonly values: FileValues;
}

async function readOne(hostRoot: string, path: string): Promise<OneFile | null> {
  const content = await readNodeText(hostRoot, path, MAX_FILE_BYTES);
  const parsed = fileSchema.safeParse(content === null ? null : parseLoosely(content));
  return parsed.success ? { path, values: parsed.data } : null;
}

function parseLoosely(content: string): unknown {
  try {
    return parseYaml(content, { logLevel: 'error' });
  } catch (error) {
    // A broken file of kubelet tells nothing; kubelet's own log says so.
    if (error instanceof Error) return null;
    throw error;
  }
}

async function dropInNames(hostRoot: string, dir: string): Promise<readonly string[]> {
  try {
    const names = await readdir(await resolveOnNode(hostRoot, dir));
    return names
      .filter((name) => name.endsWith('.conf'))
      .sort()
      .slice(0, MAX_DROP_INS);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return [];
  }
}

/**
 * kubelet's configuration: the first of `paths` that is one, and over it the *.conf files of its drop-in folder by their
 * names, as kubelet lays them. What cannot be read says nothing.
 */
export async function readKubeletFiles(
  hostRoot: string,
  places: { readonly paths: readonly string[]; readonly dropInDir: string | null },
): Promise<KubeletFiles> {
  let main: OneFile | null = null;
  for (const path of places.paths) main ??= await readOne(hostRoot, path);
  const files = main === null ? [] : [main];
  const { dropInDir } = places;
  for (const name of dropInDir === null ? [] : await dropInNames(hostRoot, dropInDir)) {
    const file = await readOne(hostRoot, join(dropInDir ?? '', name));
    if (file !== null) files.push(file);
  }
  const last = <K extends keyof FileValues>(key: K): Told<NonNullable<FileValues[K]>> | null => {
    for (const { path, values } of files.toReversed()) {
      const value = values[key];
      if (value !== null && value !== undefined) return { value, where: path };
    }
    return null;
  };
  return {
    path: main?.path ?? null,
    values: {
      containerRuntimeEndpoint: last('containerRuntimeEndpoint'),
      staticPodPath: last('staticPodPath'),
      podLogsDir: last('podLogsDir'),
      cgroupDriver: last('cgroupDriver'),
      port: last('port'),
      healthzPort: last('healthzPort'),
      readOnlyPort: last('readOnlyPort'),
    },
  };
}
