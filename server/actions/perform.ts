import type { Container } from '../contract/runtime-objects.ts';
import type { Changes, Cri } from '../cri/cri.ts';
import { isCriError, toAppError } from './cri-failure.ts';
import { imageName, nameSubject, type Subject } from './subject.ts';

/** kubelet writes the pod's grace on each of its containers. */
const GRACE_ANNOTATION = 'io.kubernetes.pod.terminationGracePeriod';
/** 10 s: a person waits; whoever needs longer is ended by force, and that is said before. */
const MAX_GRACE_SECONDS = 10;
/** 10 s beyond the grace for the kernel and the shim to take it away. CRI-O uses all the time that it is given. */
const STOP_SLACK_MS = 10_000;
/** 60 s: a network plugin that asks a server far away. */
const CHANGE_MS = 60_000;

type Performer = Pick<Cri, 'containers'> & { readonly changes: Changes };

/** Does it, and says in a sentence what was done. Throws AppError with the runtime's words, and with what had been done by then. */
export async function perform(
  cri: Performer,
  subject: Subject,
  signal: AbortSignal,
): Promise<string> {
  const done: string[] = [];
  try {
    return await run(cri, subject, { done, signal });
  } catch (error) {
    if (!isCriError(error)) throw error;
    const before = done.length === 0 ? '' : `${done.join(' ')} `;
    const after =
      error.isUnavailable || error.isDeadline
        ? 'Whether it took effect is not known: look again before you try again.'
        : 'It was not done.';
    throw toAppError(error, `${before}${after}`);
  }
}

interface Progress {
  readonly done: string[];
  readonly signal: AbortSignal;
}

async function run(cri: Performer, subject: Subject, progress: Progress): Promise<string> {
  const { done, signal } = progress;
  const { changes } = cri;
  const options = { signal, deadlineMs: CHANGE_MS };
  const name = capital(nameSubject(subject));
  switch (subject.kind) {
    case 'remove-image':
      await changes.removeImage(subject.image.id, options);
      return `Image ${imageName(subject.image)} was removed.`;
    case 'stop-container':
      await stopAll(cri, [subject.container], progress);
      return `${name} was stopped${await tellExit(cri, subject.container.id, signal)}.`;
    case 'remove-container':
      await stopAll(cri, [subject.container], progress);
      await changes.removeContainer(subject.container.id, options);
      return `${name} was removed.`;
    case 'stop-sandbox':
    case 'remove-sandbox': {
      const { id } = subject.sandbox;
      await stopAll(cri, subject.containers, progress);
      await changes.stopPodSandbox(id, options);
      if (subject.kind === 'stop-sandbox') return `${name} was stopped, its network is taken down.`;
      done.push('The sandbox was stopped.');
      await changes.removePodSandbox(id, options);
      const { length } = subject.containers;
      const also =
        length === 0 ? '' : ` with its ${length === 1 ? 'container' : `${length} containers`}`;
      return `${name} was removed${also}.`;
    }
  }
}

/** Gives each its grace first: the calls that follow end what runs by force. */
async function stopAll(
  { changes }: Performer,
  containers: readonly Container[],
  { done, signal }: Progress,
): Promise<void> {
  const running = containers.filter(({ state }) => state !== 'exited' && state !== 'created');
  await Promise.all(
    running.map(async (container) => {
      const seconds = graceSeconds(container);
      const deadlineMs = seconds * 1_000 + STOP_SLACK_MS;
      await changes.stopContainer(container.id, seconds, { signal, deadlineMs });
      done.push(`Container ${container.name} was stopped.`);
    }),
  );
}

/** The pod's own grace, within what a person waits. */
function graceSeconds({ annotations }: Pick<Container, 'annotations'>): number {
  const told = Number(annotations[GRACE_ANNOTATION] ?? Number.NaN);
  return Number.isFinite(told) && told >= 0
    ? Math.min(Math.floor(told), MAX_GRACE_SECONDS)
    : MAX_GRACE_SECONDS;
}

async function tellExit(
  { containers }: Performer,
  id: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    const { state, exitCode } = await containers.status(id, { signal });
    return state === 'exited' ? ` (exit code ${exitCode})` : '';
  } catch (error) {
    // What was asked for is done; only the detail is missing.
    if (isCriError(error)) return '';
    throw error;
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
