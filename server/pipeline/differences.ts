import type { Evidence } from '../contract/evidence.ts';
import type { Difference } from '../contract/pod.ts';
import { quote, shortId } from './evidence.ts';
import { normalizeImage } from './image-ref.ts';
import type { ContainerView, PodView } from './pod-view.ts';

/** 30 s: kubelet's status follows what the runtime does by some seconds; that is no difference yet. */
const LAG_MS = 30_000;

function difference(
  subject: string,
  wanted: string,
  found: string,
  evidence: readonly Evidence[],
): Difference {
  return { subject, wanted, found, evidence: [...evidence] };
}

function statusOf(view: PodView, container: ContainerView, text: string): Evidence {
  const where = `GET /pods containerStatuses[${container.name}]`;
  return quote('kubelet', where, view.node.kubeletAsOfMs, text);
}

function recordOf(container: ContainerView, text: string): Evidence {
  const { record } = container;
  return quote(
    'cri',
    `ListContainers ${shortId(record?.id ?? '')}`,
    record?.createdAtMs ?? null,
    text,
  );
}

/** kubelet's status calls it running; the runtime says it ended some time ago, or knows no such container. */
function staleState(view: PodView, container: ContainerView, nowMs: number): Difference | null {
  const { kubelet, record, status } = container;
  if (kubelet?.state.kind !== 'running' || !view.node.has.cri) return null;
  const said = `running${kubelet.ready ? ', ready' : ''}`;
  const told = statusOf(view, container, `state ${said}`);
  const subject = `container ${container.name}`;
  if (record === null) {
    const text = `no container ${container.name} in this pod's sandbox`;
    return difference(subject, said, 'no record', [
      told,
      quote('cri', 'ListContainers', nowMs, text),
    ]);
  }
  if (record.state !== 'exited') return null;
  const endedMs = status?.finishedAtMs ?? null;
  if (endedMs !== null && nowMs - endedMs < LAG_MS) return null;
  const found = status === null ? 'exited' : `exited ${status.exitCode}`;
  return difference(subject, said, found, [told, recordOf(container, 'CONTAINER_EXITED')]);
}

function isId(image: string): boolean {
  return /^(?:sha256:)?[0-9a-f]{12,64}$/.test(image);
}

function otherImage(view: PodView, container: ContainerView): Difference | null {
  const { kubelet, record } = container;
  if (kubelet === null || record === null || record.image === '' || kubelet.image === '')
    return null;
  // Where the runtime tells only an id or a digest, the two cannot be compared by name.
  if (isId(record.image) || record.image.includes('@') || kubelet.image.includes('@')) return null;
  const [wanted, found] = [normalizeImage(kubelet.image), normalizeImage(record.image)];
  if (wanted === found) return null;
  // CRI-O may name another tag of the same image.
  if (view.node.runtimeName === 'cri-o') return null;
  return difference(`image of ${container.name}`, kubelet.image, record.image, [
    statusOf(view, container, `image ${kubelet.image}`),
    recordOf(container, `image ${record.image}`),
  ]);
}

function otherCount(view: PodView, container: ContainerView): Difference | null {
  const { kubelet, record } = container;
  if (kubelet === null || record === null || record.attempt <= kubelet.restartCount + 1)
    return null;
  return difference(
    `restarts of ${container.name}`,
    `${kubelet.restartCount}`,
    `attempt ${record.attempt}`,
    [
      statusOf(view, container, `restartCount ${kubelet.restartCount}`),
      recordOf(container, `attempt ${record.attempt}`),
    ],
  );
}

/** The runtime holds a container that the pod's specification does not name. */
function unwanted(view: PodView, container: ContainerView): Difference | null {
  if (view.kubelet === null || container.kubelet !== null || container.record === null) return null;
  if (container.record.state !== 'running') return null;
  return difference(`container ${container.name}`, 'not in the specification', 'running', [
    recordOf(container, `${container.name}, CONTAINER_RUNNING`),
  ]);
}

function otherHandler(view: PodView): Difference | null {
  const { kubelet, node } = view;
  const sandbox = view.sandboxes[0];
  const className = kubelet?.runtimeClassName ?? null;
  // CRI-O tells no handler: then there is nothing to compare.
  if (className === null || sandbox === undefined || sandbox.runtimeHandler === '') return null;
  const wanted = node.around.handlers?.get(className);
  if (wanted === undefined || wanted === sandbox.runtimeHandler) return null;
  return difference(
    'runtime handler',
    `${wanted} (RuntimeClass ${className})`,
    sandbox.runtimeHandler,
    [
      quote(
        'kube',
        `GET /apis/node.k8s.io/v1/runtimeclasses ${className}`,
        null,
        `handler ${wanted}`,
      ),
      quote(
        'cri',
        `ListPodSandbox ${shortId(sandbox.id)}`,
        sandbox.createdAtMs,
        `runtime_handler ${sandbox.runtimeHandler}`,
      ),
    ],
  );
}

function orphan(view: PodView): Difference | null {
  const sandbox = view.sandboxes[0];
  if (view.kind !== 'orphan' || sandbox === undefined) return null;
  const text = 'kubelet does not list this pod';
  return difference('pod', 'none', 'in the runtime', [
    quote('kubelet', 'GET /pods', view.node.kubeletAsOfMs, text),
    quote(
      'cri',
      `ListPodSandbox ${shortId(sandbox.id)}`,
      sandbox.createdAtMs,
      `sandbox ${sandbox.state}`,
    ),
  ]);
}

const RESIZE = new Set(['PodResizePending', 'PodResizeInProgress']);

/** The size that was asked for is not (yet) the one it runs with. */
function resize(view: PodView): Difference | null {
  const condition = view.kubelet?.conditions.find(
    (item) => RESIZE.has(item.type) && item.status === 'True' && item.reason !== null,
  );
  if (condition === undefined) return null;
  const text = `${condition.reason}: ${condition.message ?? ''}`.replace(/: $/, '');
  return difference('resources', 'the new size', `the old size (${text})`, [
    quote('kubelet', `GET /pods status.conditions[${condition.type}]`, condition.changedAtMs, text),
  ]);
}

const CHECKS = [staleState, otherImage, otherCount, unwanted] as const;

/** Where what kubelet or the API server wants differs from what the runtime has; empty where the two agree. */
export function differencesOf(view: PodView, nowMs: number): Difference[] {
  const found: Difference[] = [];
  const add = (item: Difference | null): void => {
    if (item !== null) found.push(item);
  };
  if (view.kubelet !== null && !view.isTerminating) {
    for (const container of view.containers) {
      for (const check of CHECKS) add(check(view, container, nowMs));
    }
    add(otherHandler(view));
    add(resize(view));
  }
  add(orphan(view));
  return found;
}
