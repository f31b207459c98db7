import type { Evidence } from '../contract/evidence.ts';
import type { CallRecord } from '../contract/journal.ts';
import type { StageStep } from '../contract/stage-step.ts';
import { clueOfCall, needsForError } from './call-clue.ts';
import { failingTries, heardAtMs, lastTelling, seriesSinceMs } from './call-facts.ts';
import { quote, quoteCall, quoteKubeletLine, shortId } from './evidence.ts';
import { joinedClues } from './joined-clues.ts';
import { clueOf, lastSyncError, recentLines } from './kubelet-lines.ts';
import type { Clue, PodView, StageResult } from './pod-view.ts';
import { cell, FLOOR_MS, isLongerThan } from './stage-result.ts';
import { teardownSteps, type WayDown } from './teardown-steps.ts';
import { beganAtMs, graceSeconds, killAtMs } from './teardown-times.ts';
import { processOf, sandboxObstacle } from './teardown-waits.ts';
import { clockWords } from './time.ts';

const AT = ['teardown', null] as const;
/** Our own words for a stop that nothing reports as failed: the causes of teardown know them. */
const KILL_UNHEEDED = 'KillUnheeded';
const NETWORK_TEARDOWN_HANGS = 'NetworkTeardownHangs';

function stopCalls(view: PodView): readonly CallRecord[] {
  const calls = [...view.teardownCalls, ...view.containers.flatMap((item) => item.stops)];
  return calls.sort((a, b) => heardAtMs(a) - heardAtMs(b));
}

function killLine(view: PodView, nowMs: number): Evidence | null {
  const line = recentLines(view, nowMs).find((item) => /^Killing container/.test(item.message));
  return line === undefined ? null : quoteKubeletLine(line);
}

function goneFromKubelet(view: PodView): Evidence[] {
  if (view.kubelet === null) {
    if (view.node.kubeletAsOfMs === null) return [];
    return [quote('kubelet', 'GET /pods', view.node.kubeletAsOfMs, 'no longer lists this pod')];
  }
  const text = `deletionTimestamp set, grace ${view.kubelet.deletionGraceSeconds ?? '?'} s`;
  return [quote('kubelet', 'GET /pods metadata', view.kubelet.deletionAtMs, text)];
}

function remains(view: PodView): Evidence[] {
  const list: Evidence[] = [];
  for (const { record } of view.containers) {
    if (record?.state !== 'running') continue;
    const where = `ListContainers ${shortId(record.id)}`;
    list.push(quote('cri', where, record.createdAtMs, `${record.name} is still running`));
  }
  const sandbox = view.sandboxes[0];
  if (sandbox !== undefined) {
    const text = `the sandbox is ${sandbox.state === 'ready' ? 'still ready' : 'stopped, not yet removed'}`;
    list.push(quote('cri', `ListPodSandbox ${shortId(sandbox.id)}`, sandbox.createdAtMs, text));
  }
  const { directory } = view.facts;
  if (sandbox === undefined && directory !== null) {
    const text = "kubelet's directory of the pod is still there";
    list.push(quote('host', directory.path, directory.createdAtMs, text));
  }
  return list;
}

function failedTeardown(way: WayDown, call: CallRecord, calls: readonly CallRecord[]): StageResult {
  const { view, nowMs } = way;
  const own: Clue = clueOfCall(call);
  const same = calls.filter((item) => item.call === call.call);
  const repeated =
    call.error === null ? lastSyncError(view, nowMs, (item) => item.stage === 'teardown') : null;
  const tries = failingTries(same);
  return cell(AT, 'failed', 'failed', {
    detail: call.call,
    startedAtMs: way.beganMs,
    attempt: Math.max(0, tries - 1),
    sinceMs: seriesSinceMs(same),
    clues: [...(repeated === null ? [] : [clueOf(repeated)]), own, ...joinedClues(view, call)],
    needs: needsForError(view, repeated === null ? [own] : [clueOf(repeated)]),
    evidence: [own.evidence, ...goneFromKubelet(view), ...remains(view)],
    reason: call.call === 'StopContainer' ? 'KillContainerError' : 'KillPodSandboxError',
  });
}

function failedByKubelet({ view, nowMs, beganMs }: WayDown): StageResult | null {
  const error = lastSyncError(view, nowMs, (item) => item.stage === 'teardown');
  if (error === null) return null;
  const clue = clueOf(error);
  return cell(AT, 'failed', 'failed', {
    detail: error.reason === 'VolumeError' ? 'a volume cannot be unmounted' : null,
    startedAtMs: beganMs,
    sinceMs: error.line.atMs,
    clues: [clue],
    evidence: [clue.evidence, ...goneFromKubelet(view), ...remains(view)],
    reason: error.reason,
  });
}

/** KILL was due some time ago, and a container runs on: nothing reports it, the process shows it. */
function unheededKill(way: WayDown): StageResult | null {
  const { view, killMs, nowMs } = way;
  if (killMs === null || !isLongerThan(killMs, FLOOR_MS.teardown, nowMs)) return null;
  const left = view.containers.filter((item) => item.record?.state === 'running');
  const [first] = left;
  if (first === undefined) return null;
  const call = lastTelling(first.stops);
  const obstacle = processOf(view, first);
  const evidence = [
    ...(obstacle === null ? [] : [obstacle.evidence]),
    ...(call === null ? [] : [quoteCall(call)]),
    ...goneFromKubelet(view),
    ...remains(view),
  ];
  const who = obstacle?.words ?? first.name;
  const text = `${who}: not gone after KILL at ${clockWords(killMs)}`;
  const [proof] = evidence;
  // Without the call nobody is known to have sent KILL: then it is only late.
  const isKilled = call !== null || obstacle?.isUninterruptible === true;
  return cell(AT, 'failed', 'still running', {
    detail: `${first.name} still running, KILL was due at ${clockWords(killMs)}`,
    startedAtMs: way.beganMs,
    sinceMs: killMs,
    clues: proof === undefined ? [] : [{ text, evidence: proof }],
    evidence,
    reason: isKilled ? KILL_UNHEEDED : 'KillOverdue',
    needs: isKilled || view.node.has['runtime-log'] ? [] : ['runtime-log'],
  });
}

/** StopPodSandbox has been under way for longer than any network takes to be undone. */
function hangingStop(way: WayDown, last: CallRecord | null): StageResult | null {
  const { view, nowMs } = way;
  if (last?.call !== 'StopPodSandbox' || last.outcome !== 'open' || last.doubt !== undefined) {
    return null;
  }
  if (!isLongerThan(last.beganAtMs, FLOOR_MS.teardown, nowMs)) return null;
  const obstacle = sandboxObstacle(view);
  const isNetwork = obstacle?.words.startsWith('CNI plugin') ?? false;
  const evidence = [
    quoteCall(last),
    ...(obstacle === null ? [] : [obstacle.evidence]),
    ...goneFromKubelet(view),
    ...remains(view),
  ];
  return cell(AT, 'failed', 'in flight', {
    detail: `StopPodSandbox does not end${obstacle === null ? '' : `: ${obstacle.words}`}`,
    startedAtMs: way.beganMs,
    sinceMs: last.beganAtMs,
    clues: evidence
      .slice(0, 1)
      .map((item) => ({ text: 'StopPodSandbox does not end', evidence: item })),
    evidence,
    reason: isNetwork ? NETWORK_TEARDOWN_HANGS : null,
  });
}

function detailOf(way: WayDown, steps: readonly StageStep[]): string | null {
  const { view, killMs, nowMs } = way;
  const left = view.containers.filter((item) => item.record?.state === 'running');
  const waitsFor = steps.find((item) => item.state === 'running')?.waitsFor ?? null;
  const wait = waitsFor === null ? '' : `; waits for ${waitsFor}`;
  if (left.length > 0) {
    const names = left.map((item) => item.name).join(', ');
    const grace = way.graceSeconds === null ? '' : `, grace ${way.graceSeconds} s`;
    const kill = killMs === null || killMs < nowMs ? '' : `, KILL at ${clockWords(killMs)}`;
    return `${names} still running${grace}${kill}${wait}`;
  }
  if (view.sandboxes.length > 0) return `sandbox to be removed${wait}`;
  const finalizers = view.kubelet?.finalizers ?? [];
  if (finalizers.length > 0) return `finalizers: ${finalizers.join(', ')}`;
  return waitsFor === null ? null : `waits for ${waitsFor}`;
}

function stopping(way: WayDown, last: CallRecord | null, steps: readonly StageStep[]): StageResult {
  const { view, nowMs, beganMs } = way;
  const kill = killLine(view, nowMs);
  const evidence = [
    ...(last === null ? [] : [quoteCall(last)]),
    ...(kill === null ? [] : [kill]),
    ...goneFromKubelet(view),
    ...remains(view),
  ];
  return cell(AT, 'running', 'stopping', {
    detail: detailOf(way, steps),
    startedAtMs: beganMs,
    sinceMs: beganMs,
    evidence,
  });
}

/** The way down: preStop and TERM, StopContainer, StopPodSandbox, unmounting, removal, finalizers. */
export function teardownStage(view: PodView, nowMs: number): StageResult {
  const calls = stopCalls(view);
  const way: WayDown = {
    view,
    nowMs,
    beganMs: beganAtMs(view, calls, nowMs),
    killMs: killAtMs(view, calls, nowMs),
    graceSeconds: graceSeconds(view, nowMs),
  };
  const steps = teardownSteps(way);
  const last = lastTelling(calls);
  const failed = last?.outcome === 'failed' ? failedTeardown(way, last, calls) : null;
  const result =
    failed ??
    (last?.outcome === 'open' ? null : failedByKubelet(way)) ??
    unheededKill(way) ??
    hangingStop(way, last) ??
    stopping(way, last, steps);
  return { ...result, steps };
}
