import type { Evidence } from '../contract/evidence.ts';
import { quote } from './evidence.ts';
import type { PodView, StageResult } from './pod-view.ts';
import { limitMs } from './stage-limits.ts';
import { cell, isLongerThan } from './stage-result.ts';

const AT = ['kubelet', null] as const;

function waitingEvidence(view: PodView, nowMs: number): StageResult['evidence'] {
  const pod = view.kubelet;
  const reasons = (pod?.containers ?? []).map((item) =>
    item.state.kind === 'waiting'
      ? `${item.name}: ${item.state.reason}`
      : `${item.name}: ${item.state.kind}`,
  );
  const list = [
    quote(
      'kubelet',
      'GET /pods',
      view.node.kubeletAsOfMs,
      `phase ${pod?.phase}; ${reasons.join('; ')}`,
    ),
  ];
  list.push(...noSandbox(view, nowMs));
  return list;
}

function hasContainers(view: PodView): boolean {
  const logged = view.logDirectory?.containers.some((item) => item.attempts.length > 0) ?? false;
  return logged || (view.facts.directory?.containers.length ?? 0) > 0;
}

function noSandbox(view: PodView, nowMs: number): Evidence[] {
  const list: Evidence[] = [];
  if (view.node.has.cri) list.push(quote('cri', 'ListPodSandbox', nowMs, 'no sandbox of this pod'));
  if (view.node.has['runtime-log']) {
    const text = 'no RunPodSandbox for this pod is logged';
    list.push(quote('runtime-log', 'RunPodSandbox', nowMs, text));
  }
  return list;
}

/** Of all sources only the file tells of the pod, and it is sound: kubelet has not come to it, or has refused it. */
function waitingByManifest(view: PodView, nowMs: number): StageResult {
  const { manifest } = view;
  if (manifest === null) return cell(AT, 'unknown', 'no word', { needs: ['kubelet'] });
  const told = quote('manifest', manifest.path, manifest.modifiedAtMs, 'the file is a sound pod');
  const needs = (['cri', 'kubelet', 'kubelet-log'] as const).filter((name) => !view.node.has[name]);
  return cell(AT, 'unknown', 'no word', {
    detail: 'the file is sound, and no source shows its pod',
    evidence: [told, ...noSandbox(view, nowMs)],
    needs,
    sinceMs: manifest.modifiedAtMs,
  });
}

/** Of all sources only kubelet's directory tells of the pod: it was taken up, and no call followed. */
function waitingByDirectory(view: PodView, nowMs: number): StageResult {
  const { directory } = view.facts;
  if (directory === null) return waitingByManifest(view, nowMs);
  const sinceMs = directory.createdAtMs;
  const made = quote('host', directory.path, sinceMs, "kubelet made the pod's directory");
  const evidence = [made, ...noSandbox(view, nowMs)];
  const needs = (['kubelet-log', 'kubelet'] as const).filter((name) => !view.node.has[name]);
  if (hasContainers(view)) {
    const detail = 'it had containers once; whether it is wanted still, only kubelet tells';
    return cell(AT, 'unknown', 'no word', { evidence, needs: ['kubelet'], sinceMs, detail });
  }
  if (!view.node.has['runtime-log']) {
    return cell(AT, 'unknown', 'no word', { evidence, needs: ['runtime-log', ...needs], sinceMs });
  }
  return cell(AT, 'running', 'preparing', {
    evidence,
    needs,
    sinceMs,
    startedAtMs: sinceMs,
    isOverdue: isLongerThan(sinceMs, limitMs(view.node, 'kubelet'), nowMs),
  });
}

/** The pod is kubelet's, and the runtime was never asked for it: on its way, late, or not to be told. */
export function waiting(view: PodView, nowMs: number): StageResult {
  if (view.kubelet === null) return waitingByDirectory(view, nowMs);
  const sinceMs = view.kubelet.startedAtMs ?? view.kubelet.createdAtMs;
  const isOverdue = isLongerThan(sinceMs, limitMs(view.node, 'kubelet'), nowMs);
  const evidence = waitingEvidence(view, nowMs);
  if (!view.node.has.cri)
    return cell(AT, 'unknown', 'no word', { evidence, needs: ['cri'], sinceMs });
  const needs = view.node.has['kubelet-log'] ? [] : (['kubelet-log'] as const);
  // Without the runtime's log a failing RunPodSandbox looks the same as one that was never made.
  if (isOverdue && !view.node.has['runtime-log']) {
    return cell(AT, 'unknown', 'no word', { evidence, needs: ['runtime-log', ...needs], sinceMs });
  }
  return cell(AT, 'running', 'preparing', {
    evidence,
    needs,
    sinceMs,
    startedAtMs: sinceMs,
    isOverdue,
  });
}
