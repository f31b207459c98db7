import { basename } from 'node:path';
import { ALL_CALLS, CallJournal } from '../call-journal.ts';
import { judgeSnapshot } from '../judge-snapshot.ts';
import { stripControl } from '../lib/strip-control.ts';
import { findPod } from '../live/find-pod.ts';
import { createJudge } from '../live/judge.ts';
import type { Judged } from '../live/judgement.ts';
import { liveStream } from '../live/live-stream.ts';
import { explain } from '../pipeline/explain/explain.ts';
import { listImages } from '../pipeline/image-list.ts';
import { makeReport } from '../report/make-report.ts';
import type { PodRef, Runtime } from '../runtime.ts';
import { type Capture, CaptureError, type RememberedPod } from './capture.ts';
import { captureLines } from './write-capture.ts';

/** Judges as on the day of the capture; throws CaptureError where its parts are not what they say they are. */
function judgeOnce(capture: Capture, file: string): Judged {
  try {
    const judged = judgeSnapshot(capture, capture.snapshot.takenAtMs);
    const madeAt = new Date(capture.madeAtMs).toISOString();
    const origin = { madeAt, node: capture.snapshot.nodeName, file: basename(file) };
    return { ...judged, node: { ...judged.node, capture: origin } };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CaptureError(`it cannot be judged: ${why}`, { cause: error });
  }
}

function isMeant(pod: RememberedPod, ref: PodRef): boolean {
  return (
    pod.namespace === ref.namespace &&
    pod.name === ref.name &&
    (ref.uid === null || pod.uid === ref.uid)
  );
}

/**
 * A Runtime over a capture: the same answers as on its node at that moment, offline. Its clock stands at the capture, so
 * that ages and limits mean what they meant then.
 */
export function openCapture(capture: Capture, file: string): Runtime {
  const judged = judgeOnce(capture, file);
  const { takenAtMs, nodeName } = capture.snapshot;
  const judge = createJudge(
    () => judged,
    () => takenAtMs,
  );
  const journal = new CallJournal({
    snapshot: () => capture.snapshot,
    sources: () => capture.sources,
    nowMs: () => takenAtMs,
  });
  const remembered = (ref: PodRef): RememberedPod | null =>
    capture.remembered.findLast((pod) => isMeant(pod, ref)) ?? null;
  return {
    nodeName: () => nodeName,
    nowMs: () => takenAtMs,
    isReady: () => true,
    node: async () => judged.node,
    async pods() {
      const { asOf, stale, rows } = judge.current();
      return { asOf, stale, pods: [...rows.values()].map((row) => row.value) };
    },
    async pod(ref) {
      const pod = findPod(judge.current(), ref);
      const memory = remembered(ref);
      if (pod === null) return memory?.gone ?? null;
      return memory === null ? pod : { ...pod, history: memory.history };
    },
    async findings() {
      const { asOf, stale, findings } = judge.current();
      return { asOf, stale, findings: [...findings.value] };
    },
    calls: (question, options) => journal.list(question, options),
    async report(ref, options) {
      const pod = ref === null ? null : await this.pod(ref, options);
      if (ref !== null && pod === null) return null;
      const { pods } = await this.pods(options);
      const { node, findings } = judged;
      const { calls } = await journal.list({ ...ALL_CALLS, pod: ref }, options);
      return makeReport({ madeAtMs: takenAtMs, node, pod, rows: pods, findings, calls });
    },
    images: async () => listImages(capture.snapshot),
    stats: async () => ({
      asOf: new Date(takenAtMs).toISOString(),
      everySeconds: 0,
      containers: [],
      pods: [],
      gaps: ['A capture holds no figures of containers.'],
    }),
    containerStats: async () => null,
    containerLogs: async () => null,
    capture: async () => captureLines(capture),
    explain: (text) => explain(stripControl(text)),
    live: (ref, { signal }) => liveStream(judge, ref, signal),
    async close() {
      judge.close();
    },
  };
}
