import type { CallRecord, LogLine } from '../contract/journal.ts';
import { between, type CallStep, toAttempt } from './call-step.ts';
import { parseLogrusLine } from './logrus-line.ts';

/** containerd's log (logfmt or JSON) as entries; line i stands at `where:i+1`. Never throws; empty lines are left out. */
export function parseContainerdLog(lines: readonly string[], where: string): LogLine[] {
  const entries: LogLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (line !== '') entries.push(parseLogrusLine(line, `${where}:${index + 1}`));
  }
  return entries;
}

const CONTAINER_ID_CHARS = 64;

/** The sandbox named in an error ("… for sandbox \"<id>\": …"); null when it names none. */
function sandboxInError(error: string | undefined): string | null {
  const id = between(error ?? '', 'sandbox "', '"');
  return id !== null && id.length === CONTAINER_ID_CHARS ? id : null;
}

/** Pod metadata as Go prints it: `&PodSandboxMetadata{Name:…,}`, or `name:"…"  uid:"…"` with newer message code. */
function readPod(message: string): CallRecord['pod'] {
  if (message.includes('PodSandboxMetadata{')) {
    const name = between(message, '{Name:', ',Uid:');
    const uid = between(message, ',Uid:', ',Namespace:');
    const namespace = between(message, ',Namespace:', ',Attempt:');
    if (name === null || uid === null || namespace === null) return null;
    return { namespace, name, uid, attempt: toAttempt(between(message, ',Attempt:', ',')) };
  }
  const name = between(message, 'name:"', '"');
  const uid = between(message, 'uid:"', '"');
  const namespace = between(message, 'namespace:"', '"');
  if (name === null || uid === null || namespace === null) return null;
  return { namespace, name, uid, attempt: attemptAfter(message, 'namespace:"') };
}

/** The number after `attempt:` in protobuf's text form, where 0 is left out. */
function attemptAfter(message: string, marker: string): number {
  const from = message.indexOf('attempt:', message.indexOf(marker));
  return from === -1 ? 0 : Number.parseInt(message.slice(from + 'attempt:'.length), 10) || 0;
}

function readContainer(message: string): CallRecord['container'] {
  if (message.includes('ContainerMetadata{')) {
    const name = between(message, '{Name:', ',Attempt:');
    if (name === null) return null;
    return { name, attempt: toAttempt(between(message, ',Attempt:', ',')) };
  }
  const name = between(message, 'name:"', '"');
  return name === null ? null : { name, attempt: attemptAfter(message, 'name:"') };
}

type Phase = 'begin' | 'ok' | 'failed';

/** How the message ends tells the phase; `okMark` differs from call to call. */
function phaseOf(line: LogLine, okMark: string): Phase {
  if (line.message.includes(okMark)) return 'ok';
  const isFailure = line.message.endsWith(' failed') || line.message.endsWith(' failed, error');
  return isFailure ? 'failed' : 'begin';
}

/** A request for a name that an earlier one still holds is answered at once. */
function isRefusal(line: LogLine, phase: Phase): boolean {
  const error = line.fields['error'] ?? '';
  return (
    phase === 'failed' && /(?:^|desc = )failed to reserve (?:sandbox|container) name /.test(error)
  );
}

function errorOf(line: LogLine, phase: Phase): string | null {
  return phase === 'failed' ? (line.fields['error'] ?? null) : null;
}

function runPodSandboxStep(line: LogLine): CallStep | null {
  const pod = readPod(line.message);
  if (pod === null) return null;
  const phase = phaseOf(line, ' returns sandbox id "');
  const sandboxId =
    phase === 'ok'
      ? between(line.message, ' returns sandbox id "', '"')
      : sandboxInError(line.fields['error']);
  return {
    call: 'RunPodSandbox',
    phase,
    key: `RunPodSandbox ${pod.uid} ${pod.attempt}`,
    error: errorOf(line, phase),
    isRefusal: isRefusal(line, phase),
    pod,
    sandboxId,
  };
}

function pullImageStep(line: LogLine): CallStep | null {
  const imageRef = between(line.message, 'PullImage "', '"');
  if (imageRef === null) return null;
  const phase = phaseOf(line, ' returns image reference "');
  // `PullImage "x" with snapshotter …` and its like are details of a call that has begun already.
  if (phase === 'begin' && !line.message.endsWith(`"${imageRef}"`)) return null;
  return {
    call: 'PullImage',
    phase,
    key: `PullImage ${imageRef}`,
    error: errorOf(line, phase),
    imageRef,
  };
}

function createContainerStep(line: LogLine): CallStep | null {
  const sandboxId = between(line.message, 'within sandbox "', '"');
  const container = readContainer(line.message);
  if (sandboxId === null || container === null) return null;
  const phase = phaseOf(line, ' returns container id "');
  return {
    call: 'CreateContainer',
    phase,
    key: `CreateContainer ${sandboxId} ${container.name} ${container.attempt}`,
    error: errorOf(line, phase),
    isRefusal: isRefusal(line, phase),
    sandboxId,
    container,
    containerId: phase === 'ok' ? between(line.message, ' returns container id "', '"') : null,
  };
}

type CallById =
  | 'StartContainer'
  | 'StopContainer'
  | 'RemoveContainer'
  | 'StopPodSandbox'
  | 'RemovePodSandbox';

/** Calls that name nothing but an id: `<Call> for "<id>"`, in one version without "for". */
function callByIdStep(line: LogLine, call: CallById): CallStep | null {
  const id = between(line.message, '"', '"');
  if (id === null) return null;
  const phase = phaseOf(line, ' returns successfully');
  const isSandbox = call === 'StopPodSandbox' || call === 'RemovePodSandbox';
  return {
    call,
    phase,
    key: `${call} ${id}`,
    error: errorOf(line, phase),
    sandboxId: isSandbox ? id : null,
    containerId: isSandbox ? null : id,
  };
}

const CALLS_BY_ID: readonly CallById[] = [
  'StartContainer',
  'StopContainer',
  'RemoveContainer',
  'StopPodSandbox',
  'RemovePodSandbox',
];

/** What a containerd line says about a CRI call; null for every other line. Debug lines repeat the same calls and are skipped. */
export function readContainerdStep(line: LogLine): CallStep | null {
  const { message } = line;
  if (line.level === 'debug') return null;
  if (message.startsWith('RunPodSandbox for ') || message.startsWith('RunPodsandbox for ')) {
    return runPodSandboxStep(line);
  }
  if (message.startsWith('PullImage "')) return pullImageStep(line);
  if (message.startsWith('CreateContainer within sandbox "')) return createContainerStep(line);
  for (const call of CALLS_BY_ID) {
    if (message.startsWith(`${call} for "`) || message.startsWith(`${call} "`)) {
      return callByIdStep(line, call);
    }
  }
  return null;
}

/** True for the line that containerd writes when it starts: every call before it has ended with the old process. */
export function isContainerdStart(line: LogLine): boolean {
  return line.message === 'starting containerd';
}
