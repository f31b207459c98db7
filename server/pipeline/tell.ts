import type { NodeStatus, RuntimeHealth } from '../contract/node-status.ts';
import type { PodDetail, Verdict } from '../contract/pod.ts';
import { STAGE_LABEL } from '../contract/stage.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { FoundCause } from './found-cause.ts';
import { impactOf } from './impact.ts';
import type { StoppedPodView } from './pod-view.ts';

type NodeSentence = NodeStatus['sentence'];

function sentenceEnd(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function placeOf(view: StoppedPodView, verdict: Verdict): string {
  const container =
    verdict.container === null || view.containers.length < 2 ? '' : ` of ${verdict.container}`;
  return `${STAGE_LABEL[verdict.stage]}${container}`;
}

function needsWords(needs: readonly string[]): string {
  return needs.length === 0 ? '' : ` Missing: ${needs.join(', ')}.`;
}

function calm(view: StoppedPodView, verdict: Verdict): string | null {
  if (verdict.outcome === 'ready') {
    const isUnsure = verdict.needs.includes('kubelet');
    return isUnsure
      ? 'All containers run. Whether they are ready only kubelet can tell.'
      : 'All containers run and are ready.';
  }
  if (verdict.outcome === 'completed') return 'The pod did its work and ended well.';
  if (verdict.outcome !== 'terminating' || verdict.state === 'failed') return null;
  const detail = view.stop?.detail ?? null;
  return `The pod is on its way down${detail === null ? '' : `: ${detail}`}.`;
}

/** The verdict as one or two sentences: where it stopped, why, and what that means for this pod. */
export function tellPod(view: StoppedPodView, verdict: Verdict, found: FoundCause | null): string {
  const easy = calm(view, verdict);
  if (easy !== null) return easy;
  const place = placeOf(view, verdict);
  if (verdict.state === 'unknown') {
    return `It is not known whether ${place} went well: ${view.stop?.detail ?? 'no source tells'}.${needsWords(verdict.needs)}`;
  }
  if (verdict.outcome === 'starting')
    return `On its way: ${place}, ${view.stop?.detail ?? view.stop?.word ?? ''}.`;
  const verb = verdict.outcome === 'terminating' ? 'Stuck on the way down at' : 'Stopped at';
  if (found === null) {
    const what = verdict.message ?? view.stop?.word ?? 'no reason was given';
    return `${verb} ${place}: ${sentenceEnd(what)}`;
  }
  const impact = impactOf(view, found.cause);
  const title = lower(found.cause.title);
  return `${verb} ${place}: ${title} (${found.outcome.detail}). ${impact}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function lower(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
}

function shared(diagnosis: Diagnosis, stuck: readonly PodDetail[]): string {
  const [first, ...others] = diagnosis.findings.filter((item) => item.severity !== 'info');
  if (first === undefined) return stuck.length > 1 ? 'No two of them share a cause.' : '';
  const hit = first.pods.length;
  if (hit < 2 || stuck.length < 2) {
    const more = others.length === 0 ? '' : ` And ${count(others.length, 'more finding')}.`;
    return `${sentenceEnd(first.title)}${more}`;
  }
  if (hit >= stuck.length) return `All share one cause: ${sentenceEnd(lower(first.title))}`;
  const rest = stuck.length - hit;
  const causes = new Set(stuck.map((pod) => pod.verdict.cause)).size - 1;
  const tail = causes > 0 && rest > 1 ? ` The other ${rest} have ${count(causes, 'cause')}.` : '';
  return `${hit} share one cause: ${sentenceEnd(lower(first.title))}${tail}`;
}

function single(stuck: PodDetail): string {
  return `${stuck.namespace}/${stuck.name}: ${sentenceEnd(stuck.verdict.summary)}`;
}

function broken(diagnosis: Diagnosis, health: RuntimeHealth): NodeSentence | null {
  const hung = diagnosis.findings.find(
    (item) => item.cause === 'runtime-hung' || item.cause === 'runtime-down',
  );
  if (hung === undefined) return null;
  return { lead: sentenceEnd(health.message ?? hung.title), rest: hung.effect, tone: 'bad' };
}

/** The node's verdict: a lead ("4 of 27 pods are stuck.") and the rest of the sentence. */
export function tellNode(diagnosis: Diagnosis, health: RuntimeHealth): NodeSentence {
  const down = broken(diagnosis, health);
  if (down !== null) return down;
  const total = diagnosis.pods.length;
  if (health.state === 'connecting' && total === 0) {
    return {
      lead: 'Not yet connected to the runtime.',
      rest: health.message ?? '',
      tone: 'unknown',
    };
  }
  if (total === 0) return empty(diagnosis);
  const stuck = diagnosis.pods.filter(
    ({ verdict }) =>
      verdict.outcome === 'stuck' ||
      (verdict.outcome === 'terminating' && verdict.state === 'failed'),
  );
  const finding = shared(diagnosis, stuck);
  const [only] = stuck;
  if (only !== undefined) {
    const verb = stuck.length === 1 ? 'is' : 'are';
    const rest = stuck.length === 1 && finding === '' ? single(only) : finding;
    return { lead: `${stuck.length} of ${count(total, 'pod')} ${verb} stuck.`, rest, tone: 'bad' };
  }
  return quiet(diagnosis, finding);
}

/** An empty list proves little: with a finding beside it, it is no good news. */
function empty(diagnosis: Diagnosis): NodeSentence {
  const finding = shared(diagnosis, []);
  return finding === ''
    ? { lead: 'No pods on this node.', rest: 'The runtime answers and holds none.', tone: 'ok' }
    : { lead: 'No pods are seen on this node.', rest: finding, tone: 'warn' };
}

function quiet(diagnosis: Diagnosis, finding: string): NodeSentence {
  const total = diagnosis.pods.length;
  if (finding !== '')
    return { lead: 'No pod is stuck, but the node is not well.', rest: finding, tone: 'warn' };
  const outcomes = diagnosis.pods.map((pod) => pod.verdict.outcome);
  const starting = outcomes.filter((item) => item === 'starting').length;
  const unknown = outcomes.filter((item) => item === 'unknown').length;
  if (unknown > 0) {
    const rest = `${count(unknown, 'pod')} cannot be judged with the sources at hand.`;
    return { lead: 'No pod is known to be stuck.', rest, tone: 'unknown' };
  }
  if (starting > 0) {
    return {
      lead: 'No pod is stuck.',
      rest: `${starting} of ${count(total, 'pod')} ${starting === 1 ? 'is' : 'are'} starting.`,
      tone: 'ok',
    };
  }
  return well(outcomes);
}

function well(outcomes: readonly string[]): NodeSentence {
  const total = outcomes.length;
  const done = outcomes.filter((item) => item === 'completed').length;
  const leaving = outcomes.filter((item) => item === 'terminating').length;
  const run = total - done - leaving;
  if (run === total) {
    const lead = total === 1 ? 'The one pod here runs.' : `All ${total} pods run.`;
    return { lead, rest: 'Nothing has failed.', tone: 'ok' };
  }
  const parts = [`${run} ${run === 1 ? 'runs' : 'run'}`];
  if (done > 0)
    parts.push(`${done} ${done === 1 ? 'has' : 'have'} done ${done === 1 ? 'its' : 'their'} work`);
  if (leaving > 0) parts.push(`${leaving} ${leaving === 1 ? 'is' : 'are'} on the way down`);
  return {
    lead: 'No pod is stuck.',
    rest: `Of ${count(total, 'pod')} ${parts.join(', ')}.`,
    tone: 'ok',
  };
}
