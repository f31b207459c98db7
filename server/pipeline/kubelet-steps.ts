import type { Evidence } from '../contract/evidence.ts';
import type { PodDirectory } from '../contract/host-facts.ts';
import type { SourceName } from '../contract/node-status.ts';
import type { StageStep } from '../contract/stage-step.ts';
import { quote, quoteKubeletLine } from './evidence.ts';
import { clueOf, KUBELET_LINE_WINDOW_MS, lastSyncError } from './kubelet-lines.ts';
import type { PodView, StageResult } from './pod-view.ts';
import { REJECTED } from './rejection.ts';
import { shorten } from './status-words.ts';
import { step, unknownStep } from './step.ts';
import { unwrapError } from './unwrap-error.ts';
import { type VolumeTrouble, volumeTroubles } from './volume-troubles.ts';

const ADMISSION = ['admission', 'Admission'] as const;
const VOLUMES = ['volumes', 'Volumes'] as const;
const POD_CGROUP = ['pod-cgroup', 'Pod cgroup'] as const;
const NETWORK = ['network', 'Network ready'] as const;

/** Volumes of these kinds are plain directories: nothing is mounted for them. */
const WITHOUT_MOUNT = /(?:^|[/~])(?:empty-dir|configmap|downward-api|git-repo|host-path|image)$/;
/** 140 characters: one line of a cell's parts. */
const MAX_DETAIL_LENGTH = 140;

const CGROUP_FAILURE =
  /cgroups? exist|failed to create (?:containers? for pod|(?:pod )?cgroup)|FailedCreatePodContainer|ensure that the pod: /i;

function needed(view: PodView, wanted: readonly SourceName[]): readonly SourceName[] {
  return wanted.filter((name) => !view.node.has[name]);
}

/** How far kubelet has got with the pod, apart from the step that holds it. */
interface Progress {
  readonly stop: StageResult;
  readonly troubles: readonly VolumeTrouble[];
}

function proofOfAdmission(view: PodView): readonly Evidence[] | null {
  const { directory } = view.facts;
  if (directory !== null) {
    return [
      quote('host', directory.path, directory.createdAtMs, "kubelet made the pod's directory"),
    ];
  }
  const startedAtMs = view.kubelet?.startedAtMs ?? null;
  if (startedAtMs !== null) {
    return [quote('kubelet', 'GET /pods status.startTime', startedAtMs, 'kubelet took the pod up')];
  }
  const line = view.kubeletLog.find((item) => item.level !== 'info');
  return line === undefined ? null : [quoteKubeletLine(line)];
}

function admission(view: PodView, { stop }: Progress): StageStep {
  if (stop.word === REJECTED) {
    return step(ADMISSION, 'failed', { detail: stop.reason, evidence: stop.evidence });
  }
  const proof = proofOfAdmission(view);
  if (proof !== null) return step(ADMISSION, 'ok', { evidence: proof });
  if (view.kubelet === null) return unknownStep(ADMISSION, needed(view, ['kubelet', 'host']));
  return step(ADMISSION, 'running', {
    startedAtMs: view.kubelet.createdAtMs,
    detail: 'kubelet has not taken the pod up yet',
    waitsFor: 'kubelet',
  });
}

function pluginWords(plugin: string): string {
  return plugin.replace(/^kubernetes\.io[~/]/, '').replaceAll('~', '/');
}

function notMounted(directory: PodDirectory): PodDirectory['volumes'] {
  return directory.volumes.filter(
    (item) => item.isMounted === false && !WITHOUT_MOUNT.test(item.plugin),
  );
}

function troubleStep(trouble: VolumeTrouble): StageStep {
  const kind = trouble.plugin === null ? '' : ` (${trouble.plugin})`;
  const words = trouble.isFailed ? unwrapError(trouble.text).message || trouble.text : null;
  return step(
    [`volume:${trouble.name}`, `Volume ${trouble.name}${kind}`],
    trouble.isFailed ? 'failed' : 'running',
    {
      startedAtMs: trouble.sinceMs,
      detail: words === null ? null : shorten(words, MAX_DETAIL_LENGTH),
      waitsFor: trouble.waitsFor,
      evidence: trouble.evidence,
    },
  );
}

function missingMounts(view: PodView, known: ReadonlySet<string>): StageStep[] {
  const { directory } = view.facts;
  if (directory === null) return [];
  return notMounted(directory)
    .filter((item) => !known.has(item.name))
    .map((item) =>
      step(
        [`volume:${item.name}`, `Volume ${item.name} (${pluginWords(item.plugin)})`],
        'running',
        {
          startedAtMs: directory.createdAtMs,
          detail: 'not mounted yet',
          waitsFor: 'being mounted',
          evidence: [
            quote('host', `${directory.path}/volumes`, null, `${item.name} is not a mount point`),
          ],
        },
      ),
    );
}

function volumes(view: PodView, { stop, troubles }: Progress): StageStep[] {
  if (stop.word === REJECTED) return [step(VOLUMES, 'not-reached')];
  const own = troubles.map(troubleStep);
  const parts = [...own, ...missingMounts(view, new Set(troubles.map((item) => item.name)))];
  if (parts.length > 0) {
    const isFailed = parts.some((item) => item.state === 'failed');
    const all = view.facts.directory?.volumes.length ?? 0;
    const detail =
      all > parts.length ? `${parts.length} of ${all} not ready` : `${parts.length} not ready`;
    return [step(VOLUMES, isFailed ? 'failed' : 'running', { detail }), ...parts];
  }
  const { directory } = view.facts;
  const count = directory?.volumes.length ?? 0;
  // The network and the cgroup are asked for in another loop than volumes: neither proves the other.
  const detail = count === 0 ? null : `${count} mounted; whether more are wanted is not told`;
  return [unknownStep(VOLUMES, needed(view, ['kubelet-log', 'host']), detail)];
}

function cgroup(view: PodView, { stop, troubles }: Progress, nowMs: number): StageStep {
  if (stop.word === REJECTED) return step(POD_CGROUP, 'not-reached');
  const error = lastSyncError(view, nowMs, (item) => CGROUP_FAILURE.test(item.text));
  if (error !== null) {
    const clue = clueOf(error);
    const detail = shorten(unwrapError(clue.text).message || clue.text, MAX_DETAIL_LENGTH);
    return step(POD_CGROUP, 'failed', {
      startedAtMs: error.line.atMs,
      detail,
      evidence: [clue.evidence],
    });
  }
  // kubelet makes the cgroup before it waits for volumes: giving up that wait proves the cgroup.
  const waited = troubles.find((item) => !item.isFailed);
  if (waited !== undefined) return step(POD_CGROUP, 'ok', { evidence: waited.evidence });
  return unknownStep(POD_CGROUP, needed(view, ['kubelet-log']));
}

function network(view: PodView, { stop }: Progress): StageStep {
  if (stop.word === REJECTED) return step(NETWORK, 'not-reached');
  if (view.kubelet?.hostNetwork) return step(NETWORK, 'skipped', { detail: 'host network' });
  if (stop.reason === 'NetworkNotReady') {
    return step(NETWORK, 'failed', {
      startedAtMs: stop.sinceMs,
      detail: 'the runtime has no usable network configuration',
      waitsFor: 'a CNI configuration',
      evidence: stop.evidence,
    });
  }
  const condition = view.node.runtime?.conditions.find((item) => item.type === 'NetworkReady');
  if (condition === undefined) return unknownStep(NETWORK, ['cri']);
  return step(NETWORK, condition.status ? 'ok' : 'failed', {
    evidence: [quote('cri', 'Status NetworkReady', null, `NetworkReady=${condition.status}`)],
  });
}

/** The parts of a Kubelet stage that is not passed: admission, volumes one by one, pod cgroup, network. */
export function kubeletSteps(
  view: PodView,
  stop: StageResult,
  nowMs: number,
): readonly StageStep[] {
  const progress: Progress = {
    stop,
    troubles: stop.word === REJECTED ? [] : volumeTroubles(view, nowMs - KUBELET_LINE_WINDOW_MS),
  };
  return [
    admission(view, progress),
    ...volumes(view, progress),
    cgroup(view, progress, nowMs),
    network(view, progress),
  ];
}

/** The parts of a Kubelet stage that is passed: a call to the runtime proves them all. */
export const PASSED_STEPS: readonly StageStep[] = [ADMISSION, VOLUMES, POD_CGROUP, NETWORK].map(
  (name) => step(name, 'ok'),
);
