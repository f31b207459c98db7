import type { Container, ContainerStatus, Sandbox } from '../../contract/runtime-objects.ts';
import type { KubeletLife } from '../kubelet-life.ts';

export const NOW_MS = Date.UTC(2026, 10, 29, 12, 0, 0);
export const UID = '11111111-aaaa-4444-8888-000000000001';
export const SANDBOX_ID = 'a'.repeat(64);
export const CONTAINER_ID = 'c'.repeat(64);

/** A sandbox of a pod, two minutes old. */
export function sandbox(given: Partial<Sandbox> = {}): Sandbox {
  return {
    id: SANDBOX_ID,
    namespace: 'shop',
    name: 'web-1',
    uid: UID,
    attempt: 0,
    state: 'ready',
    createdAtMs: NOW_MS - 120_000,
    labels: {},
    annotations: {},
    runtimeHandler: '',
    ...given,
  };
}

/** A container that runs in it. */
export function container(given: Partial<Container> = {}): Container {
  return {
    id: CONTAINER_ID,
    sandboxId: SANDBOX_ID,
    name: 'web',
    attempt: 0,
    state: 'running',
    createdAtMs: NOW_MS - 110_000,
    image: 'registry.example/shop/web:1',
    imageRef: 'sha256:aaaa',
    labels: {},
    annotations: {},
    ...given,
  };
}

/** How it ended, out of memory. */
export function ended(given: Partial<ContainerStatus> = {}): ContainerStatus {
  return {
    id: CONTAINER_ID,
    state: 'exited',
    createdAtMs: NOW_MS - 110_000,
    startedAtMs: NOW_MS - 109_000,
    finishedAtMs: NOW_MS - 60_000,
    exitCode: 137,
    reason: 'OOMKilled',
    message: '',
    logPath: '/var/log/pods/shop_web-1_u/web/0.log',
    mounts: [],
    ...given,
  };
}

export const LIVES: Readonly<Record<KubeletLife['state'], KubeletLife>> = {
  alive: { state: 'alive', reason: 'kubelet is alive: it answers.', advice: null },
  dead: { state: 'dead', reason: 'kubelet does not run: nothing listens.', advice: null },
  unknown: { state: 'unknown', reason: 'Whether kubelet lives is not known.', advice: 'Look.' },
};
