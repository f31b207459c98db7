import type { Evidence } from '../contract/evidence.ts';
import type { VolumeAttachment } from '../contract/kube-facts.ts';
import { quote } from './evidence.ts';
import { errorOfEvent, quoteError, type SyncError, syncErrors } from './kubelet-lines.ts';
import type { PodView } from './pod-view.ts';

/** A volume that kubelet could not make ready, or not yet. */
export interface VolumeTrouble {
  readonly name: string;
  /** "csi ebs.csi.example", "secret", "host-path"; null where nothing tells. */
  readonly plugin: string | null;
  /** False: it is only waited for. */
  readonly isFailed: boolean;
  readonly sinceMs: number | null;
  readonly lastAtMs: number | null;
  readonly text: string;
  readonly waitsFor: string | null;
  readonly evidence: readonly Evidence[];
}

const NAME = /\bfor volume \\*"([^"\\]+)/;
const UNIQUE_NAME = /UniqueName: \\*"([^"\\]+)/;
const UNMOUNTED = /unmounted volumes=\[([^\]]*)\]/;
const UNATTACHED = /unattached volumes=\[([^\]]*)\]/;

/** "kubernetes.io/csi/ebs.csi.example^vol-1" → "csi ebs.csi.example"; "kubernetes.io/secret/UID-name" → "secret". */
function pluginOf(uniqueName: string | undefined): string | null {
  const [, kind, driver] = /^kubernetes\.io\/([a-z-]+)\/([^^]*)/.exec(uniqueName ?? '') ?? [];
  if (kind === undefined) return null;
  return kind === 'csi' && driver ? `csi ${driver}` : kind;
}

const HELD_BY_NODE = /exclusively attached to (?:one node|node ["']?([\w.-]+))/i;
const USED_BY_PODS = /already used by (?:pod\(s\) ([\w., -]+?)(?: on|$)|(\d+ pod\(s\)))/i;
const NO_DRIVER = /driver name (\S+) not found in the list of registered CSI drivers/i;
const MISSING_OBJECT =
  /\b(secrets?|configmaps?|persistentvolumeclaims?) \\*"([^"\\]+)\\*" (?:not found|is forbidden)/i;
const NOT_SYNCED = /failed to sync (secret|configmap) cache/i;

function attachedElsewhere(
  attachments: readonly VolumeAttachment[] | null,
  nodeName: string,
  volume: string,
): VolumeAttachment | null {
  return (
    attachments?.find(
      (item) => item.persistentVolume === volume && item.nodeName !== nodeName && item.isAttached,
    ) ?? null
  );
}

function attachmentHere(
  attachments: readonly VolumeAttachment[] | null,
  nodeName: string,
  volume: string,
): VolumeAttachment | null {
  return (
    attachments?.find(
      (item) => item.persistentVolume === volume && item.nodeName === nodeName && !item.isAttached,
    ) ?? null
  );
}

interface Wait {
  readonly waitsFor: string | null;
  readonly evidence: readonly Evidence[];
}

function quoteAttachment(item: VolumeAttachment): Evidence {
  const state = item.isAttached ? 'attached' : 'not attached';
  const error = item.error === null ? '' : `: ${item.error}`;
  const where = `GET /apis/storage.k8s.io/v1/volumeattachments ${item.name}`;
  return quote('kube', where, item.createdAtMs, `${state} to node ${item.nodeName}${error}`);
}

/** What the error's own words, or the API server's attachments, say that the volume waits for. */
function waitOf(view: PodView, volume: string, text: string): Wait {
  const { nodeName, around } = view.node;
  const other = attachedElsewhere(around.volumeAttachments, nodeName, volume);
  if (other !== null) {
    const waitsFor = `node ${other.nodeName}, where it is still attached`;
    return { waitsFor, evidence: [quoteAttachment(other)] };
  }
  const held = HELD_BY_NODE.exec(text);
  if (held !== null) {
    return {
      waitsFor: `${held[1] ? `node ${held[1]}` : 'another node'}, where it is still attached`,
      evidence: [],
    };
  }
  const users = USED_BY_PODS.exec(text);
  if (users !== null) return { waitsFor: `${users[1] ?? users[2]}, still using it`, evidence: [] };
  const driver = NO_DRIVER.exec(text)?.[1];
  if (driver !== undefined) return { waitsFor: `CSI driver ${driver} on this node`, evidence: [] };
  const missing = MISSING_OBJECT.exec(text);
  if (missing !== null) {
    return {
      waitsFor: `${missing[1]?.toLowerCase().replace(/s$/, '')} ${missing[2]}`,
      evidence: [],
    };
  }
  if (NOT_SYNCED.test(text)) return { waitsFor: 'the API server', evidence: [] };
  const here = attachmentHere(around.volumeAttachments, nodeName, volume);
  if (here === null) return { waitsFor: null, evidence: [] };
  return { waitsFor: `its attachment (${here.name})`, evidence: [quoteAttachment(here)] };
}

function allErrors(view: PodView): readonly SyncError[] {
  const ofLines = view.kubeletLog.flatMap((line) => syncErrors(line));
  const ofEvents = view.facts.events.flatMap((event) => errorOfEvent(event) ?? []);
  return ofLines.length === 0 ? ofEvents : [...ofEvents, ...ofLines];
}

function mountedAtMs(view: PodView, volume: string): number {
  const line = view.kubeletLog.findLast(
    (item) =>
      item.message.startsWith('MountVolume.SetUp succeeded') &&
      NAME.exec(item.text)?.[1] === volume,
  );
  return line?.atMs ?? 0;
}

function failed(view: PodView, name: string, errors: readonly SyncError[]): VolumeTrouble | null {
  const last = errors.at(-1);
  if (last === undefined || mountedAtMs(view, name) >= (last.line.atMs ?? 0)) return null;
  const wait = waitOf(view, name, last.text);
  return {
    name,
    plugin: pluginOf(UNIQUE_NAME.exec(last.line.text)?.[1]),
    isFailed: true,
    sinceMs: errors[0]?.event?.firstAtMs ?? errors[0]?.line.atMs ?? null,
    lastAtMs: last.line.atMs,
    text: last.text,
    waitsFor: wait.waitsFor,
    evidence: [quoteError(last), ...wait.evidence],
  };
}

function namesIn(pattern: RegExp, text: string): readonly string[] {
  return (pattern.exec(text)?.[1] ?? '').split(/[ ,]+/).filter((item) => item !== '');
}

/** "unmounted volumes=[…]": kubelet gave up waiting, and says for which. */
function waitedFor(view: PodView, errors: readonly SyncError[]): VolumeTrouble[] {
  const last = errors.findLast((error) => UNMOUNTED.test(error.text));
  if (last === undefined) return [];
  const first = errors.find((error) => UNMOUNTED.test(error.text)) ?? last;
  const unattached = new Set(namesIn(UNATTACHED, last.text));
  return namesIn(UNMOUNTED, last.text).map((name) => {
    const wait = waitOf(view, name, '');
    return {
      name,
      plugin: null,
      isFailed: false,
      sinceMs: first.line.atMs,
      lastAtMs: last.line.atMs,
      text: last.text,
      waitsFor: wait.waitsFor ?? (unattached.has(name) ? 'being attached' : 'being mounted'),
      evidence: [quoteError(last), ...wait.evidence],
    };
  });
}

/** Volumes that failed or are waited for on the way up, by kubelet's log or the API server's events. */
export function volumeTroubles(view: PodView, fromMs: number): readonly VolumeTrouble[] {
  const errors = allErrors(view).filter((error) => error.stage === 'kubelet');
  const byVolume = new Map<string, SyncError[]>();
  for (const error of errors) {
    const name = error.reason === 'VolumeError' ? NAME.exec(error.text)?.[1] : undefined;
    if (name === undefined) continue;
    const list = byVolume.get(name);
    if (list === undefined) byVolume.set(name, [error]);
    else list.push(error);
  }
  const troubles: VolumeTrouble[] = [];
  for (const [name, list] of byVolume) {
    const trouble = failed(view, name, list);
    if (trouble !== null && (trouble.lastAtMs ?? fromMs) >= fromMs) troubles.push(trouble);
  }
  const known = new Set(troubles.map((item) => item.name));
  const waiting = waitedFor(view, errors).filter(
    (item) => !known.has(item.name) && (item.lastAtMs ?? fromMs) >= fromMs,
  );
  // The pod's own name of a volume and the persistent volume's differ: one failed volume is the one waited for.
  return troubles.length >= waiting.length && troubles.length > 0
    ? troubles
    : [...troubles, ...waiting];
}
