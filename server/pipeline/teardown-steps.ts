import type { Evidence } from '../contract/evidence.ts';
import type { CallRecord } from '../contract/journal.ts';
import type { StageStep } from '../contract/stage-step.ts';
import { lastTelling } from './call-facts.ts';
import { quote, quoteCall, shortId } from './evidence.ts';
import { clueOf, lastSyncError, type SyncError } from './kubelet-lines.ts';
import type { ContainerView, PodView } from './pod-view.ts';
import { shorten } from './status-words.ts';
import { step, unknownStep } from './step.ts';
import { mountObstacle, processOf, sandboxObstacle, volumeMounts } from './teardown-waits.ts';
import { clockWords } from './time.ts';
import { unwrapError } from './unwrap-error.ts';

const TERM = ['term', 'preStop and TERM'] as const;
const STOP_SANDBOX = ['stop-pod-sandbox', 'StopPodSandbox'] as const;
const UNMOUNT = ['unmount', 'Unmount volumes'] as const;
const REMOVE = ['remove', 'RemovePodSandbox'] as const;
const FINALIZERS = ['finalizers', 'Finalizers'] as const;
/** 140 characters: one line of a cell's parts. */
const MAX_DETAIL_LENGTH = 140;

/** What the steps of one pod's way down are told from. */
export interface WayDown {
  readonly view: PodView;
  readonly nowMs: number;
  readonly beganMs: number | null;
  readonly killMs: number | null;
  readonly graceSeconds: number | null;
}

function running(view: PodView): readonly ContainerView[] {
  return view.containers.filter((item) => item.record?.state === 'running');
}

function messageOf(text: string): string {
  return shorten(unwrapError(text).message || text, MAX_DETAIL_LENGTH);
}

function term(way: WayDown): StageStep {
  const { view, nowMs, beganMs, killMs } = way;
  const left = running(view);
  if (left.length === 0) return step(TERM, 'ok', { startedAtMs: beganMs });
  const grace = way.graceSeconds === null ? 'grace not told' : `grace ${way.graceSeconds} s`;
  if (killMs !== null && nowMs > killMs) {
    const detail = `${grace}, over at ${clockWords(killMs)}`;
    return step(TERM, 'ok', { startedAtMs: beganMs, detail });
  }
  const detail = killMs === null ? grace : `${grace}, KILL at ${clockWords(killMs)}`;
  const obstacles = left.flatMap((item) => processOf(view, item) ?? []);
  const isCalled = left.some((item) => item.stops.length > 0);
  const hook = isCalled || !view.node.has['runtime-log'] ? null : 'a preStop hook, or kubelet';
  return step(TERM, 'running', {
    startedAtMs: beganMs,
    detail,
    waitsFor: obstacles[0]?.words ?? hook,
    evidence: obstacles.map((item) => item.evidence),
  });
}

function stopContainer(way: WayDown, container: ContainerView): StageStep {
  const { view } = way;
  const name = [`stop-container:${container.name}`, `StopContainer ${container.name}`] as const;
  const call = lastTelling(container.stops);
  const evidence: Evidence[] = call === null ? [] : [quoteCall(call)];
  if (container.record?.state !== 'running') return step(name, 'ok', { evidence });
  const obstacle = processOf(view, container);
  if (obstacle !== null) evidence.push(obstacle.evidence);
  const record = container.record;
  const where = `ListContainers ${shortId(record.id)}`;
  evidence.push(quote('cri', where, record.createdAtMs, `${container.name} is still running`));
  const given = {
    startedAtMs: call?.beganAtMs ?? null,
    waitsFor: obstacle?.words ?? null,
    evidence,
  };
  if (call?.outcome === 'failed') {
    return step(name, 'failed', { ...given, detail: messageOf(call.error ?? '') });
  }
  if (call?.outcome === 'open') return step(name, 'running', given);
  if (way.killMs !== null && way.nowMs > way.killMs) return step(name, 'running', given);
  return step(name, 'not-reached', { detail: 'not called yet' });
}

function lastStop(view: PodView, call: CallRecord['call']): CallRecord | null {
  return lastTelling(view.teardownCalls.filter((item) => item.call === call));
}

function failedStop(call: CallRecord | null, error: SyncError | null): StageStep {
  const text = call?.error || error?.text || '';
  const isNetwork = /network|cni|netns/i.test(text);
  const evidence = [
    ...(call === null ? [] : [quoteCall(call)]),
    ...(error === null ? [] : [clueOf(error).evidence]),
  ];
  return step(STOP_SANDBOX, 'failed', {
    startedAtMs: call?.beganAtMs ?? null,
    detail: `${isNetwork ? 'CNI DEL: ' : ''}${messageOf(text)}`,
    waitsFor: isNetwork ? 'the CNI plugin to succeed once' : null,
    evidence,
  });
}

function openStop(view: PodView, call: CallRecord): StageStep {
  const obstacle = sandboxObstacle(view);
  return step(STOP_SANDBOX, 'running', {
    startedAtMs: call.beganAtMs,
    waitsFor: obstacle?.words ?? 'the call to end: CNI DEL or the pause container',
    evidence: [quoteCall(call), ...(obstacle === null ? [] : [obstacle.evidence])],
  });
}

function stopSandbox({ view, nowMs }: WayDown): StageStep {
  const sandbox = view.sandboxes[0];
  const call = lastStop(view, 'StopPodSandbox');
  if (call?.outcome === 'open') return openStop(view, call);
  const error = lastSyncError(view, nowMs, (item) => item.reason === 'KillPodSandboxError');
  const isRepeated = error !== null && sandbox !== undefined;
  if (call?.outcome === 'failed' || isRepeated) return failedStop(call, error);
  if (sandbox === undefined || sandbox.state === 'not-ready') {
    return step(STOP_SANDBOX, 'ok', { evidence: call === null ? [] : [quoteCall(call)] });
  }
  const detail = running(view).length > 0 ? null : 'not called yet';
  return step(STOP_SANDBOX, 'not-reached', { detail });
}

function unmount({ view, nowMs }: WayDown, isReached: boolean): StageStep {
  const error = lastSyncError(
    view,
    nowMs,
    (item) => item.stage === 'teardown' && item.reason === 'VolumeError',
  );
  const [mount, ...others] = volumeMounts(view);
  const obstacle = mount === undefined ? null : mountObstacle(mount, others.length);
  if (error !== null) {
    const clue = clueOf(error);
    return step(UNMOUNT, 'failed', {
      startedAtMs: error.line.atMs,
      detail: messageOf(clue.text),
      waitsFor: obstacle?.words ?? null,
      evidence: [clue.evidence, ...(obstacle === null ? [] : [obstacle.evidence])],
    });
  }
  if (!isReached) return step(UNMOUNT, 'not-reached');
  if (!view.node.around.hasMounts) return unknownStep(UNMOUNT, ['host']);
  if (obstacle === null) return step(UNMOUNT, 'ok');
  return step(UNMOUNT, 'running', { waitsFor: obstacle.words, evidence: [obstacle.evidence] });
}

function remove({ view }: WayDown, isReached: boolean): StageStep {
  const call = lastStop(view, 'RemovePodSandbox');
  const evidence = call === null ? [] : [quoteCall(call)];
  if (view.sandboxes.length === 0) return step(REMOVE, view.node.has.cri ? 'ok' : 'unknown');
  if (call?.outcome === 'failed') {
    return step(REMOVE, 'failed', { detail: messageOf(call.error ?? ''), evidence });
  }
  if (!isReached) return step(REMOVE, 'not-reached');
  return step(REMOVE, 'running', {
    startedAtMs: call?.beganAtMs ?? null,
    detail: 'stopped, not yet removed',
    waitsFor: call?.outcome === 'open' ? 'the call to end' : 'kubelet',
    evidence,
  });
}

function finalizers({ view }: WayDown, isReached: boolean): readonly StageStep[] {
  const names = view.kubelet?.finalizers ?? [];
  if (names.length === 0) return [];
  if (!isReached) return [step(FINALIZERS, 'not-reached', { detail: names.join(', ') })];
  const text = `metadata.finalizers: ${names.join(', ')}`;
  return [
    step(FINALIZERS, 'running', {
      detail: 'nothing is left on this node',
      waitsFor: `whoever owns ${names.join(', ')}`,
      evidence: [quote('kubelet', 'GET /pods metadata', view.kubelet?.deletionAtMs ?? null, text)],
    }),
  ];
}

function isPast(item: StageStep): boolean {
  return item.state === 'ok' || item.state === 'skipped' || item.state === 'unknown';
}

/** The way down in its parts, each with the process, shim, mount, call or finalizer it waits for. */
export function teardownSteps(way: WayDown): readonly StageStep[] {
  const { view } = way;
  const stops = view.containers
    .filter((item) => item.record !== null)
    .map((item) => stopContainer(way, item));
  const sandbox = stopSandbox(way);
  const isStopped = stops.every(isPast) && isPast(sandbox);
  const volumes = unmount(way, isStopped);
  const removal = remove(way, isStopped);
  return [
    term(way),
    ...stops,
    sandbox,
    volumes,
    removal,
    ...finalizers(way, isStopped && isPast(volumes) && isPast(removal)),
  ];
}
