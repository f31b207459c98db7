import type { CallRecord, JournalCall, LogLine } from '../contract/journal.ts';

/** What a line tells about the object of a call. */
export type Details = Partial<
  Pick<CallRecord, 'pod' | 'container' | 'sandboxId' | 'containerId' | 'imageRef'>
>;

/** "namespace/pod/container" as CRI-O describes a container. Uid and attempt are not told there: "" and 0. */
function readDescription(description: string): Details {
  const [namespace, name, container] = description.trim().split('/');
  if (!namespace || !name) return {};
  const pod = { namespace, name, uid: '', attempt: 0 };
  if (!container || container === 'POD') return { pod };
  return { pod, container: { name: container, attempt: 0 } };
}

/** The first word after a prefix, without a colon at its end. */
export function wordAfter(message: string, prefix: string): string {
  const end = message.indexOf(' ', prefix.length);
  const word = end === -1 ? message.slice(prefix.length) : message.slice(prefix.length, end);
  return word.endsWith(':') ? word.slice(0, -1) : word;
}

interface Words {
  readonly prefix: string;
  readonly call: JournalCall;
  readonly phase: 'begin' | 'ok';
  readonly details: (rest: string, line: LogLine) => Details;
}

const idOf = (rest: string): string => wordAfter(rest, '');
const containerId = (rest: string): Details => ({ containerId: idOf(rest) });
const sandboxId = (rest: string): Details => ({ sandboxId: idOf(rest) });

/** CRI-O's words, longest first where one begins like another. */
export const CRIO_WORDS: readonly Words[] = [
  {
    prefix: 'Running pod sandbox: ',
    call: 'RunPodSandbox',
    phase: 'begin',
    details: readDescription,
  },
  {
    prefix: 'Ran pod sandbox ',
    call: 'RunPodSandbox',
    phase: 'ok',
    details: (rest) => ({
      ...readDescription(rest.slice(rest.indexOf(': ') + 1)),
      sandboxId: idOf(rest),
    }),
  },
  {
    prefix: 'Pulling image: ',
    call: 'PullImage',
    phase: 'begin',
    details: (rest) => ({ imageRef: rest.trim() }),
  },
  // The digest that was pulled is told here; the name that was asked for stays from the begin.
  { prefix: 'Pulled image: ', call: 'PullImage', phase: 'ok', details: () => ({}) },
  {
    prefix: 'Creating container: ',
    call: 'CreateContainer',
    phase: 'begin',
    details: readDescription,
  },
  {
    prefix: 'Created container ',
    call: 'CreateContainer',
    phase: 'ok',
    details: (rest) => ({
      ...readDescription(rest.slice(rest.indexOf(': ') + 1)),
      containerId: idOf(rest),
    }),
  },
  { prefix: 'Starting container: ', call: 'StartContainer', phase: 'begin', details: containerId },
  {
    prefix: 'Started container',
    call: 'StartContainer',
    phase: 'ok',
    details: (_, line) => ({
      ...readDescription(line.fields['description'] ?? ''),
      containerId: line.fields['containerID'] ?? null,
      sandboxId: line.fields['sandboxID'] ?? null,
    }),
  },
  { prefix: 'Stopping container: ', call: 'StopContainer', phase: 'begin', details: containerId },
  { prefix: 'Stopped container ', call: 'StopContainer', phase: 'ok', details: containerId },
  { prefix: 'Removing container: ', call: 'RemoveContainer', phase: 'begin', details: containerId },
  { prefix: 'Removed container ', call: 'RemoveContainer', phase: 'ok', details: containerId },
  { prefix: 'Stopping pod sandbox: ', call: 'StopPodSandbox', phase: 'begin', details: sandboxId },
  { prefix: 'Stopped pod sandbox: ', call: 'StopPodSandbox', phase: 'ok', details: sandboxId },
  {
    prefix: 'Stopped pod sandbox (already stopped): ',
    call: 'StopPodSandbox',
    phase: 'ok',
    details: sandboxId,
  },
  {
    prefix: 'Removing pod sandbox: ',
    call: 'RemovePodSandbox',
    phase: 'begin',
    details: sandboxId,
  },
  { prefix: 'Removed pod sandbox: ', call: 'RemovePodSandbox', phase: 'ok', details: sandboxId },
];
