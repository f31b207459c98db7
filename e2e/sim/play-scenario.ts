import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Work } from './engine/scheduler.ts';
import { MANIFESTS_DIR } from './files/host-files.ts';
import { deletePod, replaceSandbox } from './kubelet/pod-ends.ts';
import { shortHash } from './kubelet/pod-identity.ts';
import { logNetworkNotReady, podWorker } from './kubelet/pod-worker.ts';
import type { SimNode } from './model/node.ts';
import type { PodRecord } from './model/pod-record.ts';
import type { BrokenManifest, PodPlan, Scenario } from './model/scenario.ts';

/** kubelet reads its manifest directory this often. */
const FILE_CHECK_MS = 20_000;

/** How long kubelet has complained about a broken manifest. */
const BROKEN_SINCE_MS = 12 * 60_000;

/** How long the CNI directory has been empty where it is. */
export const NETWORK_GONE_MS = 5 * 60_000;

/** Puts a scenario's pods and files on the node. */
export function playScenario(
  node: SimNode,
  scenario: Scenario,
  place: { readonly startMs: number; readonly hostRoot: string },
): void {
  const { startMs: nowMs, hostRoot } = place;
  for (const plan of scenario.pods) playPod(node, plan, nowMs);
  for (const broken of scenario.brokenManifests ?? []) {
    node.clock.spawn(complainOf(node, broken), nowMs - BROKEN_SINCE_MS);
  }
  if (scenario.isCniConfigMissing === true) {
    node.clock.spawn(complainOfNetwork(node), nowMs - NETWORK_GONE_MS);
  }
  for (const plan of scenario.pods) notePulling(hostRoot, plan);
}

/** Puts one pod on the node; it was bound `plan.ageMs` before `nowMs`. */
export function playPod(node: SimNode, plan: PodPlan, nowMs: number): void {
  const boundAtMs = nowMs - plan.ageMs;
  const pod: PodRecord = {
    plan,
    uid: plan.isStatic === true ? node.random.hex(32) : node.random.uuid(),
    boundAtMs,
    phase: 'Pending',
    reason: null,
    message: null,
    sandbox: null,
    sandboxAttempt: 0,
    containers: plan.containers.map((container) => ({
      plan: container,
      type: container.type ?? 'app',
      waiting: null,
      current: null,
      last: null,
      restartCount: 0,
      isReady: false,
      isTried: false,
      isDone: false,
    })),
    deletionAtMs: null,
    readyChangedAtMs: boundAtMs,
  };
  node.clock.spawn(begin(node, pod), boundAtMs);
  if (plan.sandboxKilledAgoMs !== undefined) {
    node.clock.spawn(replaceSandbox(node, pod), nowMs - plan.sandboxKilledAgoMs);
  }
  if (plan.deletion !== undefined) {
    node.clock.spawn(deletePod(node, pod, plan.deletion), nowMs - plan.deletion.agoMs);
  }
}

/** kubelet knows the pod from its binding on, not before. */
function* begin(node: SimNode, pod: PodRecord): Work {
  node.pods.set(pod.uid, pod);
  yield* podWorker(node, pod);
}

function* complainOf(node: SimNode, broken: BrokenManifest): Work {
  const path = `${MANIFESTS_DIR}/${broken.file}`;
  for (;;) {
    node.kubeletLog.error('file.go:187', 'Could not process manifest file', {
      err: broken.error.replace('PATH', path),
      path,
    });
    yield FILE_CHECK_MS;
  }
}

/** Without a network kubelet complains of running pods too; they run on. */
function* complainOfNetwork(node: SimNode): Work {
  for (;;) {
    for (const pod of node.pods.values()) {
      if (pod.phase === 'Running' && pod.plan.hostNetwork !== true) logNetworkNotReady(node, pod);
    }
    yield 2000;
  }
}

/** kubelet notes each image while it is being pulled. */
function notePulling(hostRoot: string, plan: PodPlan): void {
  for (const { image, pull } of plan.containers) {
    if (pull?.kind !== 'hangs' && pull?.kind !== 'slow') continue;
    const directory = join(hostRoot, '/var/lib/kubelet/image_manager/pulling');
    mkdirSync(directory, { recursive: true });
    const intent = { kind: 'ImagePullIntent', apiVersion: 'kubelet.config.k8s.io/v1alpha1', image };
    writeFileSync(join(directory, `sha256-${shortHash(image)}`), JSON.stringify(intent));
  }
}
