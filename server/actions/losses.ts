import { byteWords } from '../contract/byte-words.ts';
import type { Container, ContainerStatus } from '../contract/runtime-objects.ts';
import type { KubeletLife } from './kubelet-life.ts';
import { type Subject, shortId } from './subject.ts';

type ContainerSubject = Extract<Subject, { container: Container }>;
type SandboxSubject = Exclude<Subject, ContainerSubject | { kind: 'remove-image' }>;

/** What is gone afterwards, and what follows from it, one sentence or clause each. Pure and total. */
export function tellLosses(subject: Subject, life: KubeletLife): readonly string[] {
  if (subject.kind === 'remove-image') return ofImage(subject.image);
  const lost = 'container' in subject ? ofContainer(subject) : ofSandbox(subject);
  return [...lost, ...afterwards(subject, life)];
}

function ofContainer(subject: ContainerSubject): readonly string[] {
  const { container, kind } = subject;
  const running =
    container.state === 'running'
      ? ['The running process, what it has only in memory, and its open connections.']
      : [];
  if (kind === 'stop-container') return running;
  return [...running, layer(subject.writableLayerBytes), ...recordOf(container, subject.status)];
}

function layer(bytes: number | null): string {
  const size = bytes === null ? '' : `, ${byteWords(bytes)}`;
  return `Its writable layer${size}: every file that it wrote outside its volumes.`;
}

/** The record is evidence, the log file stays: runtimes leave that to kubelet. */
function recordOf(container: Container, status: ContainerStatus | null): readonly string[] {
  const lines: string[] = [];
  if (container.state === 'exited') {
    const end = status === null ? '' : `: ${tellEnd(status)}`;
    lines.push(`The runtime's record of how it ended${end}.`);
  }
  const path = status?.logPath ?? '';
  if (path !== '') {
    lines.push(
      `The way to its log: kubectl logs and crictl logs find it no more. The file ${path} itself stays until kubelet clears it away.`,
    );
  }
  return lines;
}

function tellEnd({ exitCode, reason, finishedAtMs }: ContainerStatus): string {
  const why = reason === '' ? '' : ` (${reason})`;
  const at = finishedAtMs === null ? '' : ` at ${new Date(finishedAtMs).toISOString()}`;
  return `exit code ${exitCode}${why}${at}`;
}

function ofSandbox(subject: SandboxSubject): readonly string[] {
  const { containers, kind, sandbox } = subject;
  const running = containers.filter(({ state }) => state === 'running').map(nameOf);
  const lost: string[] = [];
  if (running.length > 0) {
    lost.push(`What runs in it now, with all that is only in memory: ${running.join(', ')}.`);
  }
  if (sandbox.state === 'ready') lost.push(network(subject));
  if (kind === 'stop-sandbox') return lost;
  if (containers.length > 0) {
    const names = containers.map(nameOf).join(', ');
    lost.push(
      `All its containers with their writable layers and the record of how they ended: ${names}.`,
    );
  }
  return [...lost, "The runtime's record of the sandbox; the pod's log files stay on the disk."];
}

function network({ status }: SandboxSubject): string {
  if (status?.hostNetwork === true) {
    return "Its namespaces; its network is the node's own and stays.";
  }
  const ips = status === null ? [] : [status.ip, ...status.additionalIps].filter((ip) => ip);
  const address = ips.length === 0 ? '' : ` with the pod's address ${ips.join(', ')}`;
  return `Its network namespace${address}.`;
}

function nameOf({ name, id, attempt }: Container): string {
  return `${name || shortId(id)}${attempt > 0 ? ` (attempt ${attempt})` : ''}`;
}

function ofImage(image: Extract<Subject, { kind: 'remove-image' }>['image']): readonly string[] {
  const names = image.tags.length > 1 ? ` under all its names: ${image.tags.join(', ')}` : '';
  return [
    `The image${names}, ${byteWords(image.sizeBytes)} as the runtime counts it.`,
    'A pod that needs it has to pull it again; one with imagePullPolicy Never, or on a node that cannot reach the registry, does not start.',
    'kubelet removes unused images by itself once their disk is fuller than its limit.',
  ];
}

/** What comes next is part of the price. */
function afterwards(
  { owner, kind }: ContainerSubject | SandboxSubject,
  life: KubeletLife,
): readonly string[] {
  if (owner.by === 'nobody') return [owner.sentence];
  if (life.state !== 'dead') return [];
  return kind === 'stop-container' || kind === 'remove-container'
    ? [
        "Nothing starts it again until kubelet is back; then kubelet goes by the pod's restart policy.",
      ]
    : [
        "Nothing makes the pod a new sandbox until kubelet is back; then kubelet goes by the pod's restart policy.",
      ];
}
