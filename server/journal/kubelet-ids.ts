import type { LogLine } from '../contract/journal.ts';

type Fields = Readonly<Record<string, string>>;

/** Ids of containers and sandboxes as every runtime makes them. */
const ID = '[0-9a-f]{64}';
/** "pod_namespace(uid)": the way kubelet writes a pod in the text of its errors. */
const POD_SUFFIX = /\b([a-z0-9][a-z0-9.-]*)_([a-z0-9][a-z0-9-]*)\(([0-9A-Za-z-]{8,64})\)/;
/** `pod "web" (UID: "…")` of volumes, `{volumeName:… podName:<uid> …}` of pending operations, and kubelet's folders. */
const UIDS = [
  /\(UID: \\*"?([0-9A-Za-z-]{8,64})/,
  /\bpodName:([0-9A-Za-z-]{8,64})\b/,
  /\/pods\/([0-9A-Za-z-]{8,64})\//,
  /orphaned pod \\*"([0-9A-Za-z-]{8,64})/,
  /for \\*"([0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32})\\*" with \w+/,
];
const SANDBOX_IN_TEXT = new RegExp(`[sS]andbox(?:ID)?[ =]\\\\*"?(${ID})`);
const CONTAINER_IN_TEXT = new RegExp(`[cC]ontainer(?:ID)?[ =:]+\\\\*"?(?:\\w[\\w-]*://)?(${ID})`);

/** "containerd://<id>", {"Type":"containerd","ID":"<id>"}, {Type:containerd ID:<id>}, or the id itself. */
function bareId(value: string | undefined): string | null {
  if (value === undefined) return null;
  const inObject = /"?ID"?:\s*"?([^"}\s,]+)/.exec(value)?.[1];
  const id = inObject ?? value.slice(value.indexOf('://') === -1 ? 0 : value.indexOf('://') + 3);
  return id === '' ? null : id;
}

/** {"name":"web","namespace":"shop"} of the JSON form as "shop/web", as the text form has it. */
function plainPod(value: string): string {
  if (!value.startsWith('{')) return value;
  const name = /"name":"([^"]*)"/.exec(value)?.[1];
  const namespace = /"namespace":"([^"]*)"/.exec(value)?.[1];
  return name === undefined ? value : `${namespace ?? ''}/${name}`;
}

/** The one pod of a list `["shop/web"]` or `[{"name":…}]`; null where there are several. */
function onlyPod(value: string | undefined): string | null {
  if (value === undefined || !value.startsWith('[')) return null;
  const inner = value.slice(1, -1);
  if (inner.startsWith('{')) return inner.includes('},{') ? null : plainPod(inner);
  const found = /^"([^"]+)"$/.exec(inner);
  return found?.[1] ?? null;
}

function podIn(fields: Fields, text: string): { pod: string | null; podUID: string | null } {
  const suffix = POD_SUFFIX.exec(text);
  const told = fields['pod'] === undefined ? onlyPod(fields['pods']) : plainPod(fields['pod']);
  // In the events of its own list kubelet calls the pod's uid "ID".
  const event = /^\W*"?ID"?:"?([0-9A-Za-z-]{8,64})"?[ ,]/.exec(fields['event'] ?? '')?.[1];
  const byField = fields['podUID'] ?? fields['podID'] ?? event;
  const bySuffix = suffix === null ? null : `${suffix[2]}/${suffix[1]}`;
  // Some lines give the bare name.
  const isSame = told === null || bySuffix === null || told === bySuffix || told === suffix?.[1];
  return {
    pod: isSame ? (bySuffix ?? told) : told,
    podUID: byField ?? (isSame ? (suffix?.[3] ?? uidIn(text)) : null),
  };
}

function uidIn(text: string): string | null {
  for (const pattern of UIDS) {
    const uid = pattern.exec(text)?.[1];
    if (uid !== undefined) return uid;
  }
  return null;
}

/**
 * The entry with what its line tells of pod, container and sandbox in fields of one form: `pod` "namespace/name", `podUID`,
 * `containerID` and `sandboxID` without a scheme. What no part of the line tells stays absent.
 */
export function withKubeletIds(line: LogLine): LogLine {
  const { fields, message } = line;
  const text = `${message} ${fields['err'] ?? ''}`;
  const { pod, podUID } = podIn(fields, text);
  const containerID =
    bareId(fields['containerID'] ?? fields['containerId'] ?? fields['containerStatusID']) ??
    CONTAINER_IN_TEXT.exec(text)?.[1];
  const sandboxID =
    bareId(fields['sandboxID'] ?? fields['podSandboxID'] ?? fields['podSandboxId']) ??
    SANDBOX_IN_TEXT.exec(text)?.[1];
  if (!pod && !podUID && !containerID && !sandboxID) return line;
  return {
    ...line,
    fields: {
      ...fields,
      ...(pod ? { pod } : {}),
      ...(podUID ? { podUID } : {}),
      ...(containerID ? { containerID } : {}),
      ...(sandboxID ? { sandboxID } : {}),
    },
  };
}
