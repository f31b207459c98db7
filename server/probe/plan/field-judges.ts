import type { JsonValue } from '../../contract/cri-config.ts';
import { isObject } from './config-edit.ts';
import { missingPaths } from './kernel-paths.ts';
import { resourceReach } from './limits.ts';

/**
 * What a value would let a probe do beyond its own walls, in words that follow "it"; null when nothing. The name is the
 * field's, or the entry's in a map.
 */
export type Judge = (value: JsonValue, name: string) => string | null;

/** Nothing, whatever it is. */
export const harmless: Judge = () => null;

/** Whatever was given, the probe has its own by the time it is judged. */
export const ours: Judge = () => null;

/** Too wide a value is one that only an admin may give. */
export const limited: Judge = (value, name) => resourceReach(name, value);

/** Each value that is set lets it do this. */
export function privilege(lets: string): Judge {
  return () => lets;
}

/** Only these values let it do nothing. */
export function privilegeUnless(safe: readonly JsonValue[], lets: string): Judge {
  return (value) => (safe.includes(value) ? null : lets);
}

/** How the runtime's own profile was called before it had a field. */
export const DEFAULT_PROFILES: readonly string[] = ['runtime/default', 'docker/default'];

/** The domain of our labels and annotations. */
export const OUR_DOMAIN = 'cri-triage.io/';

/** By these kubelet knows whose a sandbox or container is: a probe has its own. */
export const POD_LABELS = {
  podName: 'io.kubernetes.pod.name',
  podNamespace: 'io.kubernetes.pod.namespace',
  podUid: 'io.kubernetes.pod.uid',
  containerName: 'io.kubernetes.container.name',
} as const;
const POD_LABEL_KEYS: ReadonlySet<string> = new Set(Object.values(POD_LABELS));

/** Whether a label is one that the probe sets itself. */
export function isOwnLabel(key: string): boolean {
  return POD_LABEL_KEYS.has(key) || key.startsWith(OUR_DOMAIN);
}

/** Labels of a domain are read by kubelet, runtimes and their plugins; plain words by nobody. */
export const label: Judge = (_, key) =>
  isOwnLabel(key) || /^[\w-]{1,63}$/.test(key)
    ? null
    : 'can make kubelet or a plugin of the runtime act on it';

/** Runtimes and their plugins act on annotations, and nobody can list all that they know. */
export const annotation: Judge = (_, key) =>
  key.startsWith(OUR_DOMAIN)
    ? null
    : 'can make the runtime or one of its plugins change what the container may do';

/** Hooks of device vendors hand over what such a variable names. */
const VENDOR_VARIABLE = /^NVIDIA_|_VISIBLE_DEVICES$/i;

/** An environment's variable, by its name. */
export const variable: Judge = (value) =>
  typeof value === 'string' && VENDOR_VARIABLE.test(value)
    ? 'can make a hook of the runtime hand it devices of the node'
    : null;

/** A working directory that leads out: runc has let one through by /proc/self/fd. */
export const workingDirectory: Judge = (value) =>
  typeof value === 'string' && /^\/(?!(?:proc|dev|sys)(?:\/|$))/.test(value) && isStraight(value)
    ? null
    : 'can get out of the container where runc follows this folder';

function isStraight(path: string): boolean {
  return !path.slice(1).split('/').includes('..') && !path.startsWith('//');
}

/** A mount of neither a path nor an image: what a runtime makes of it nobody can say. */
export const mountSource: Judge = (value) =>
  isObject(value) && !('host_path' in value) && !('image' in value)
    ? 'mounts what is not said'
    : null;

/** A user namespace of its own comes with a choice of the node's users; the node's own is what every container has. */
export function userNamespace(nodeMode: number, lets: string): Judge {
  return (value) => (isObject(value) && value['mode'] === nodeMode ? null : lets);
}

/** A list that covers less of /proc and /sys than kubelet does. */
export function coveringPaths(wanted: readonly string[]): Judge {
  return (value) => {
    const missing = missingPaths(wanted, Array.isArray(value) ? value : []);
    return missing.length === 0
      ? null
      : `reaches what other containers cannot: ${missing.join(', ')}`;
  };
}
