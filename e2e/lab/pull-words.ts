import { apiPaths } from '../../server/contract/paths.ts';
import type { PodDetail } from '../../server/contract/pod.ts';
import type { PullProgress } from '../../server/contract/pull-progress.ts';
import type { Dashboard } from './lab-dashboard.ts';
import type { LabPod } from './lab-pod.ts';
import { waitUntil } from './wait-until.ts';

/** The slow registry sends the half MiB that containerd writes at once in 16 s; two of them make a rate. */
const TIMEOUT_MS = 60_000;
const POLL_MS = 500;

const WANTED: Readonly<Record<string, (pull: PullProgress) => string | null>> = {
  'pull-slow': ({ phase, totalBytes, bytesPerSecond, secondsLeft, stalledSince, layers }) => {
    if (phase !== 'downloading') return `the pull is ${phase}`;
    if (totalBytes === null || layers.length !== 1) return 'the size is not told';
    if (stalledSince !== null) return 'it is told to stand still';
    return bytesPerSecond === null || secondsLeft === null ? 'no rate is told' : null;
  },
  'pull-hung': ({ phase, stalledSince }) => {
    if (phase !== 'resolving') return `the pull is ${phase}`;
    return stalledSince === null ? 'it is not told since when it stands still' : null;
  },
};

/** What is wrong with the progress told of a scenario's pull; null when nothing is, or none is asked for. */
export async function pullProblem(
  scenario: string,
  pod: LabPod,
  given: { readonly dashboard: Dashboard; readonly signal: AbortSignal },
): Promise<string | null> {
  const wanted = WANTED[scenario];
  if (wanted === undefined) return null;
  const path = `${apiPaths.pod(pod.namespace, pod.name)}?uid=${pod.uid}`;
  let problem: string | null = 'no progress is told';
  const options = { signal: given.signal, timeoutMs: TIMEOUT_MS, everyMs: POLL_MS };
  await waitUntil('the progress of the pull', options, async () => {
    const detail = await given.dashboard.get<PodDetail>(path);
    const progress = detail.stages.find((cell) => cell.stage === 'pull')?.progress;
    problem = progress === undefined ? 'no progress is told' : wanted(progress);
    return problem === null;
  }).catch(() => given.signal.throwIfAborted());
  return problem;
}
