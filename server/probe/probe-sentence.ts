import { CANCEL_SENTENCES, PROBE_CALLS } from '../contract/probe-words.ts';
import type { ProbeRecord, StepRecord } from './probe-record.ts';

const MAX_MESSAGE_CHARS = 200;

/** What a probe proves so far, or where it stopped, in one or two sentences. */
export function probeSentence(record: ProbeRecord): string {
  switch (record.state) {
    case 'pending':
      return 'It is about to begin.';
    case 'running': {
      const running = record.steps.find(({ state }) => state === 'running');
      return running === undefined ? 'It goes on.' : `${running.call} is being made.`;
    }
    case 'waiting':
      return record.next === 'CleanUp'
        ? `${passedSentence(record)} It waits to be removed.`
        : `It waits for you: ${record.next ?? 'the next call'} comes next.`;
    case 'succeeded':
      return [passedSentence(record), endNote(record)].filter(Boolean).join(' ');
    case 'failed':
      return failedSentence(record);
    case 'cancelled':
      return [
        record.cancel === null ? 'It was given up.' : CANCEL_SENTENCES[record.cancel],
        reachedSentence(record),
      ].join(' ');
  }
}

function endNote(record: ProbeRecord): string {
  return record.isRemovedByOthers ? CANCEL_SENTENCES['removed-by-kubelet'] : '';
}

function passedSentence(record: ProbeRecord): string {
  const calls = record.steps.filter(({ call }) => call !== 'Observe');
  const totalMs = calls.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0);
  const isSkipped = record.step('PullImage').state === 'skipped';
  const which = isSkipped ? 'all calls passed (the image was here)' : 'all four calls passed';
  const { runtimeHandler } = record.start.plan;
  const handler = runtimeHandler === '' ? '' : ` with handler ${runtimeHandler}`;
  return `This node can start such a pod${handler}: ${which} in ${(totalMs / 1_000).toFixed(1)} s.`;
}

function failedSentence(record: ProbeRecord): string {
  const failed = record.steps.find(({ state }) => state === 'failed');
  if (failed === undefined) return 'It failed in cri-triage itself; the log of it says why.';
  if (failed.call === 'Observe') {
    return `It started and did not stay: ${decapitalised(failed.note ?? messageOf(failed))}`;
  }
  const why = failed.causeText?.title ?? messageOf(failed);
  return `It stops at ${failed.call}: ${decapitalised(why)}${/[.!?]$/.test(why) ? '' : '.'}`;
}

function messageOf({ error }: StepRecord): string {
  if (error === null) return 'it failed';
  const inner = error.text.slice(...error.innermost) || error.text;
  return inner.length > MAX_MESSAGE_CHARS ? `${inner.slice(0, MAX_MESSAGE_CHARS)}…` : inner;
}

function reachedSentence(record: ProbeRecord): string {
  const passed = PROBE_CALLS.filter((call) => {
    const { state } = record.step(call);
    return call !== 'Observe' && (state === 'ok' || state === 'skipped');
  });
  const broken = record.steps.find(({ state }) => state === 'cancelled');
  if (broken !== undefined) return `${broken.call} was broken off.`;
  return passed.length === 0 ? 'No call was made.' : `Passed before: ${passed.join(', ')}.`;
}

/** "The registry …" goes on a sentence; a name such as "CNI" stays as it is. */
function decapitalised(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
