import { stripControl } from '../../lib/strip-control.ts';

/** Characters of a foreign key that are told; the longest field of CRI has 28. */
const MAX_KEY_CHARS = 64;

/** The path of a field: "container_config.log_path". */
export function fieldPath(parent: string, name: string): string {
  return /^[A-Za-z_]\w{0,63}$/u.test(name) ? `${parent}.${name}` : keyPath(parent, name);
}

/** The path of a map's entry: 'sandbox_config.labels["app"]'. */
export function keyPath(parent: string, key: string): string {
  return `${parent}[${quoted(key)}]`;
}

/** The path of a list's entry: "container_config.mounts[0]". */
export function indexPath(parent: string, index: number): string {
  return `${parent}[${index}]`;
}

/** A word of the person's own, safe and short enough to be told back. */
export function quoted(word: string): string {
  const safe = stripControl(word);
  return JSON.stringify(safe.length <= MAX_KEY_CHARS ? safe : `${safe.slice(0, MAX_KEY_CHARS)}…`);
}
