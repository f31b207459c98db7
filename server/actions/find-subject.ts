import type { ActionKind } from '../contract/action.ts';
import type { ImageRow } from '../contract/image-list.ts';
import type { Container, Image, Sandbox } from '../contract/runtime-objects.ts';
import type { Cri } from '../cri/cri.ts';
import { AppError } from '../http/app-error.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { isCriError, toAppError } from './cri-failure.ts';
import { findOwner } from './owner.ts';
import type { ContainerAction, PodNames, SandboxAction, Subject } from './subject.ts';

/** 5 s for a question to the runtime: a person waits for the dialog. */
const ASK_MS = 5_000;
/** As many as crictl shows; fewer are no accident-proof name for a thing that is removed. */
const MIN_ID_CHARS = 12;

export interface Finder {
  readonly cri: Pick<Cri, 'sandboxes' | 'containers' | 'images'>;
  /** Each image with what needs it. */
  readonly imageRows: (
    lists: Lists & { readonly images: readonly Image[] },
    snapshot: NodeSnapshot,
  ) => readonly ImageRow[];
  /** Null: not measured. */
  readonly writableLayerBytes: (
    container: { readonly id: string; readonly pod: PodNames },
    signal: AbortSignal,
  ) => Promise<number | null>;
  readonly nowMs: () => number;
}

interface Lists {
  readonly sandboxes: readonly Sandbox[];
  readonly containers: readonly Container[];
}

/**
 * What is to be acted on, asked of the runtime just now. Throws AppError where there is no such thing, or where the runtime
 * does not answer.
 */
export async function findSubject(
  finder: Finder,
  target: { readonly kind: ActionKind; readonly id: string },
  context: { readonly snapshot: NodeSnapshot; readonly signal: AbortSignal },
): Promise<Subject> {
  const options = { signal: context.signal, deadlineMs: ASK_MS };
  const { cri } = finder;
  try {
    const [sandboxes, containers] = await Promise.all([
      cri.sandboxes.list(options),
      cri.containers.list(options),
    ]);
    const lists = { sandboxes, containers };
    const { kind, id } = target;
    switch (kind) {
      case 'remove-image':
        return await findImage(finder, id, { ...context, lists });
      case 'stop-container':
      case 'remove-container':
        return await findContainer(finder, { kind, id }, { ...context, lists });
      case 'stop-sandbox':
      case 'remove-sandbox':
        return await findSandbox(finder, { kind, id }, { ...context, lists });
    }
  } catch (error) {
    throw isCriError(error) ? toAppError(error, 'Nothing was done.') : error;
  }
}

interface Context {
  readonly snapshot: NodeSnapshot;
  readonly signal: AbortSignal;
  readonly lists: Lists;
}

async function findImage(finder: Finder, id: string, context: Context): Promise<Subject> {
  const { snapshot, signal, lists } = context;
  const images = await finder.cri.images.list({ signal, deadlineMs: ASK_MS });
  const image = finder
    .imageRows({ ...lists, images }, snapshot)
    .find((row) => [row.id, ...row.tags, ...row.digests].includes(id));
  if (image === undefined) throw missing(`image ${id}`);
  return { kind: 'remove-image', image };
}

async function findContainer(
  finder: Finder,
  { kind, id }: { readonly kind: ContainerAction; readonly id: string },
  { snapshot, signal, lists }: Context,
): Promise<Subject> {
  const container = byId(lists.containers, id);
  if (container === null) throw missing(`container ${id}`);
  const sandbox = lists.sandboxes.find((one) => one.id === container.sandboxId) ?? null;
  const options = { signal, deadlineMs: ASK_MS };
  const pod = namesOf(sandbox, container);
  const [status, writableLayerBytes] = await Promise.all([
    finder.cri.containers.status(container.id, options).catch(orNull),
    kind === 'remove-container'
      ? finder.writableLayerBytes({ id: container.id, pod }, signal)
      : null,
  ]);
  const { kubeletPods, manifests } = snapshot;
  const facts = { sandbox, containers: [container], kubeletPods, manifests };
  const owner = findOwner(facts, finder.nowMs());
  return { kind, container, status, pod, owner, writableLayerBytes };
}

async function findSandbox(
  finder: Finder,
  { kind, id }: { readonly kind: SandboxAction; readonly id: string },
  { snapshot, signal, lists }: Context,
): Promise<Subject> {
  const sandbox = byId(lists.sandboxes, id);
  if (sandbox === null) throw missing(`sandbox ${id}`);
  const containers = lists.containers.filter((one) => one.sandboxId === sandbox.id);
  const status = await finder.cri.sandboxes
    .status(sandbox.id, { signal, deadlineMs: ASK_MS })
    .catch(orNull);
  const { kubeletPods, manifests } = snapshot;
  const owner = findOwner({ sandbox, containers, kubeletPods, manifests }, finder.nowMs());
  return { kind, sandbox, status, containers, pod: namesOf(sandbox, null), owner };
}

/** By the whole id, or by as much of it as a person copies from crictl where only one begins so. */
function byId<T extends { readonly id: string }>(list: readonly T[], id: string): T | null {
  const whole = list.find((one) => one.id === id);
  if (whole !== undefined || id.length < MIN_ID_CHARS) return whole ?? null;
  const [first, ...more] = list.filter((one) => one.id.startsWith(id));
  return more.length === 0 ? (first ?? null) : null;
}

function namesOf(sandbox: Sandbox | null, container: Container | null): PodNames {
  const labels: Container['labels'] = container?.labels ?? {};
  return {
    namespace: sandbox?.namespace ?? labels['io.kubernetes.pod.namespace'] ?? '',
    name: sandbox?.name ?? labels['io.kubernetes.pod.name'] ?? '',
    uid: sandbox?.uid ?? labels['io.kubernetes.pod.uid'] ?? '',
  };
}

/** Without its status a thing can still be removed, and what hangs in it may be the reason to. */
function orNull(error: unknown): null {
  if (isCriError(error)) return null;
  throw error;
}

function missing(what: string): AppError {
  return new AppError('not-found', `the runtime has no ${what.slice(0, 200)}`);
}
