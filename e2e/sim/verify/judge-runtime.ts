import type { Judged, Watched } from './watched.ts';
import { settle } from './watched.ts';

/** The runtime itself is at fault: a node finding, its health, and pods marked stale. */
export function judgeRuntime(watched: Watched): Promise<Judged> {
  const { expectation, runtime, signal } = watched;
  const state = expectation.scenario === 'runtime-hung' ? 'hung' : 'down';
  return settle(watched, async () => {
    const { health } = (await runtime.node({ signal })).runtime;
    const { findings } = await runtime.findings({ signal });
    const { pods, stale } = await runtime.pods({ signal });
    const finding = findings.find((one) => one.cause === expectation.cause);
    const problems = [
      finding === undefined ? 'no node finding' : null,
      health.state === state ? null : `health is ${health.state}`,
      state === 'hung' && health.hangingCall === null ? 'the hanging call is not named' : null,
      stale ? null : 'not marked stale',
      pods.length > 0 ? null : 'the pods are gone',
    ].filter((problem) => problem !== null);
    return {
      found: `- - - ${finding?.cause ?? '-'}`,
      evidenceCount: finding?.evidence.length ?? 0,
      problem: problems.join(', ') || null,
    };
  });
}
