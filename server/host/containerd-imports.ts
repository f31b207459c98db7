import { dirname, join } from 'node:path';
import { listOrNone, readNodeText } from './node-files.ts';

const CONFIG_PATH = '/etc/containerd/config.toml';
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_NAMES = 1_000;

/** The list `imports = ["…", …]` at the top level of containerd's configuration; empty when there is none. */
export function parseImports(toml: string): readonly string[] {
  const top = toml.split(/^\s*\[/m)[0] ?? '';
  const list = /^\s*imports\s*=\s*\[([^\]]*)\]/m.exec(top)?.[1] ?? '';
  return [...list.matchAll(/"([^"]+)"|'([^']+)'/g)].map((found) => found[1] ?? found[2] ?? '');
}

/** The top-level string `key = "…"`; null when it is not there. */
export function parseTopLevelString(toml: string, key: string): string | null {
  const top = toml.split(/^\s*\[/m)[0] ?? '';
  const found = new RegExp(`^\\s*${key}\\s*=\\s*(?:"([^"]+)"|'([^']+)')`, 'm').exec(top);
  return found?.[1] ?? found?.[2] ?? null;
}

/** The files that containerd's configuration imports; a pattern is taken for the last part of a path, as containerd does. */
export async function readImports(hostRoot: string): Promise<readonly string[]> {
  const toml = await readNodeText(hostRoot, CONFIG_PATH, MAX_FILE_BYTES);
  const paths: string[] = [];
  for (const pattern of parseImports(toml ?? '')) {
    const path = pattern.startsWith('/') ? pattern : join(dirname(CONFIG_PATH), pattern);
    const last = path.slice(path.lastIndexOf('/') + 1);
    if (!last.includes('*')) paths.push(path);
    else {
      const [start = '', end = ''] = last.split('*');
      const names = await listOrNone(hostRoot, dirname(path), MAX_NAMES);
      const isMeant = (name: string) => name.startsWith(start) && name.endsWith(end);
      paths.push(...names.filter(isMeant).map((name) => join(dirname(path), name)));
    }
  }
  return paths;
}
