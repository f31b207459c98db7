import type { RuntimeVersion } from '../contract/runtime-objects.ts';
import { CallsInFlight } from './calls-in-flight.ts';
import { Channel } from './channel.ts';
import { fileSentence } from './failure-sentence.ts';
import { lookAtSocket } from './socket-file.ts';
import { probeVersion } from './version-probe.ts';

export interface EndpointAnswer {
  readonly version: RuntimeVersion | null;
  /** True when something that can be opened stands at the path. */
  readonly isSocket: boolean;
  /** "containerd 2.1.9 answers.", or what is wrong. */
  readonly sentence: string;
}

/** Asks Version once at the path, at most `timeoutMs`, and leaves no connection behind. Rejects on abort only. */
export async function askEndpoint(
  path: string,
  options: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<EndpointAnswer> {
  const problem = fileSentence(path, await lookAtSocket(path));
  if (problem !== null) return { version: null, isSocket: false, sentence: problem };
  const channel = new Channel(path, {
    callsInFlight: new CallsInFlight(),
    onAnswer: () => {},
    onNoAnswer: () => {},
    onLost: () => {},
  });
  try {
    const { signal, timeoutMs } = options;
    const probe = await probeVersion(channel, path, { signal, deadlineMs: timeoutMs });
    if (probe.kind === 'failed') {
      return { version: null, isSocket: true, sentence: probe.sentence };
    }
    if (probe.kind === 'unanswered') {
      const sentence = `${path} accepts a connection but did not answer Version within ${timeoutMs} ms.`;
      return { version: null, isSocket: true, sentence };
    }
    const { runtimeName, runtimeVersion } = probe.version;
    const sentence = `${runtimeName} ${runtimeVersion} answers.`;
    return { version: probe.version, isSocket: true, sentence };
  } finally {
    channel.close();
  }
}
