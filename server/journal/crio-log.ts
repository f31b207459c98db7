import type { JournalCall, LogLine } from '../contract/journal.ts';
import { between, type CallStep, toAttempt } from './call-step.ts';
import { CRIO_WORDS, type Details, wordAfter } from './crio-words.ts';
import { parseLogrusLine } from './logrus-line.ts';

/** CRI-O's log as entries; line i stands at `where:i+1`. Never throws; empty lines are left out. */
export function parseCrioLog(lines: readonly string[], where: string): LogLine[] {
  const entries: LogLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (line !== '') entries.push(parseLogrusLine(line, `${where}:${index + 1}`));
  }
  return entries;
}

const CALLS: ReadonlySet<string> = new Set<JournalCall>([
  'RunPodSandbox',
  'StopPodSandbox',
  'RemovePodSandbox',
  'PullImage',
  'CreateContainer',
  'StartContainer',
  'StopContainer',
  'RemoveContainer',
]);

function isJournalCall(name: string): name is JournalCall {
  return CALLS.has(name);
}

/** The RPC a line was written for, from its field name=/runtime.v1.RuntimeService/<Call>. */
function callOf(line: LogLine): JournalCall | null {
  const name = line.fields['name'] ?? '';
  const call = name.slice(name.lastIndexOf('/') + 1);
  return isJournalCall(call) ? call : null;
}

/** k8s_<name>_<namespace>_<uid>_<attempt> of a sandbox, k8s_<container>_<name>_… of a container. */
function readReservedName(message: string): Details {
  const start = message.indexOf('k8s_');
  if (start === -1) return {};
  const parts = wordAfter(message.slice(start), '').split('_').slice(1);
  const [attempt, uid, namespace, name] = parts.reverse();
  if (!uid || !namespace || !name) return {};
  const container = parts[4];
  if (container === undefined) {
    return { pod: { namespace, name, uid, attempt: toAttempt(attempt) } };
  }
  return {
    pod: { namespace, name, uid, attempt: 0 },
    container: { name: container, attempt: toAttempt(attempt) },
  };
}

/** What names of a pod's network tell: `Got pod network &{Name:… Namespace:… ID:<sandbox> UID:… …`. */
function readPodNetwork(message: string): Details {
  const name = between(message, '{Name:', ' Namespace:');
  const namespace = between(message, ' Namespace:', ' ID:');
  const id = between(message, ' ID:', ' ');
  const uid = between(message, ' UID:', ' ');
  if (name === null || namespace === null || id === null) return {};
  return { pod: { namespace, name, uid: uid ?? '', attempt: 0 }, sandboxId: id };
}

const RESPONSE_ERROR = 'esponse error: ';

/** CRI-O says at level info what it undoes of a failed call; the error itself it says only at level debug. */
const UNDO_PREFIXES = [
  'runSandbox: ',
  'RunSandbox: ',
  'createCtr: ',
  'CreateCtr: ',
  'CreateCtrLinux: ',
];

/** The reason in what is undone: a caller that gave up is told there, nothing else. */
function undoReason(message: string): string | null {
  return message.includes('context was either canceled') ? message : null;
}

function isUndo(message: string): boolean {
  return UNDO_PREFIXES.some((prefix) => message.startsWith(prefix));
}

/** The network library's errors bear no request id: the pod joins them to its open call. */
const NETWORK_ERRORS = [
  { prefix: 'Error adding pod ', end: ' to CNI network ', call: 'RunPodSandbox' },
  { prefix: 'Error deleting pod ', end: ' from CNI network ', call: 'StopPodSandbox' },
] as const;

function readNetworkError(line: LogLine): CallStep | null {
  for (const { prefix, end, call } of NETWORK_ERRORS) {
    if (!line.message.startsWith(prefix)) continue;
    const [namespace, name] = (between(line.message, prefix, end) ?? '').split('_');
    if (!namespace || !name) return null;
    const error = line.message.slice(line.message.indexOf(': ') + 2);
    const pod = { namespace, name, uid: '', attempt: 0 };
    return { call, phase: 'failed', key: '', joinsByPod: true, pod, error, canBeCorrected: true };
  }
  return null;
}

/** What any other line of an open request adds; CRI-O tells failures in several ways. */
function readAside(line: LogLine, call: JournalCall, key: string): CallStep | null {
  const { message } = line;
  const failedStep = (error: string | null): CallStep => ({
    call,
    phase: 'failed',
    key,
    error,
    canBeCorrected: true,
  });
  const at = message.indexOf(RESPONSE_ERROR);
  if (at === 0 || at === 1) {
    return failedStep(message.slice(at + RESPONSE_ERROR.length));
  }
  if (isUndo(message)) return { ...failedStep(undoReason(message)), ...readReservedName(message) };
  if (line.level === 'error' || line.level === 'fatal') {
    return failedStep(line.fields['error'] ?? message);
  }
  if (message.startsWith('Got pod network ')) {
    return { call, phase: 'hint', key, ...readPodNetwork(message) };
  }
  return null;
}

function subjectOf({ pod, container, sandboxId, containerId, imageRef }: Details): string {
  if (pod) return `${pod.namespace}/${pod.name}/${container?.name ?? ''}`;
  return containerId ?? sandboxId ?? imageRef ?? '';
}

/** What a CRI-O line says about a CRI call; the request id joins its lines. Null for every other line. */
export function readCrioStep(line: LogLine): CallStep | null {
  const request = line.fields['id'];
  for (const words of CRIO_WORDS) {
    if (!line.message.startsWith(words.prefix)) continue;
    const details = words.details(line.message.slice(words.prefix.length), line);
    const subject = `${words.call} ${subjectOf(details)}`;
    const key = request === undefined ? subject : `request ${request}`;
    return { call: words.call, phase: words.phase, key, subject, ...details };
  }
  const call = callOf(line);
  if (call === null || request === undefined) return readNetworkError(line);
  return readAside(line, call, `request ${request}`);
}

/** True for the line that CRI-O writes when it starts: every call before it has ended with the old process. */
export function isCrioStart(line: LogLine): boolean {
  return line.message.startsWith('Starting CRI-O, version: ');
}
