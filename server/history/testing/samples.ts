import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallRecord } from '../../contract/journal.ts';
import { sampleDetail, sampleRow } from '../../http/testing/samples.ts';
import { type HistoryOptions, openHistory } from '../open-history.ts';

export const T0 = Date.UTC(2026, 0, 2, 3, 4, 5);

/** A call of a pod's sandbox; it ended well after 100 ms unless `change` says otherwise. */
export function sampleCall(change: Partial<CallRecord> = {}): CallRecord {
  return {
    call: 'RunPodSandbox',
    beganAtMs: T0,
    endedAtMs: (change.beganAtMs ?? T0) + 100,
    outcome: 'ok',
    error: null,
    pod: { namespace: 'shop', name: 'api', uid: 'uid-api', attempt: 0 },
    sandboxId: 's1',
    containerId: null,
    container: null,
    imageRef: null,
    where: 'containerd.log:1',
    text: 'RunPodSandbox returns',
    ...change,
  };
}

/** A history in a folder of its own, at a clock that the test moves. */
export async function openSample(change: Partial<HistoryOptions> = {}) {
  const directory = change.directory ?? mkdtempSync(join(tmpdir(), 'cri-triage-history-'));
  const clock = { nowMs: T0 };
  const notices: string[] = [];
  const history = await openHistory({
    directory,
    noDirectoryReason: 'no directory was named',
    nodeName: 'node-1',
    limits: { maxAgeMs: 24 * 3_600_000, maxBytes: 64 * 1024 * 1024 },
    nowMs: () => clock.nowMs,
    // A busy machine must not make an answer incomplete.
    readDrainMs: 60_000,
    normalizeImage: (image) => image,
    onNotice: (text) => notices.push(text),
    ...change,
  });
  return { history, directory, clock, notices };
}

export const API = sampleDetail(sampleRow('shop', 'api'));
