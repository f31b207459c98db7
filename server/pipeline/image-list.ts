import type { DiskUsage } from '../contract/host-facts.ts';
import type { ImageList, ImageRow } from '../contract/image-list.ts';
import type { Container, Image, Sandbox } from '../contract/runtime-objects.ts';
import { type Section, valueOr } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { normalizeImage } from './image-ref.ts';

/** What runtimes report as an image's size; another one is not guessed at. */
const SIZE_IS: Readonly<Record<string, ImageList['sizeIs']>> = {
  containerd: 'compressed',
  'cri-o': 'unpacked',
  docker: 'unpacked',
};
/** Users that a sentence names before it only counts. */
const NAMED_USERS = 2;

/** What tells which images are needed, and by whom. */
export interface ImageFacts {
  readonly images: readonly Image[];
  readonly containers: readonly Container[];
  readonly sandboxes: readonly Sandbox[];
  /** The image of the sandboxes themselves, as the runtime is configured. */
  readonly sandboxImage: string | null;
}

/** Each image with the containers that were made of it, running or not, and why it has to stay. Pure and total. */
export function imageRows(facts: ImageFacts): readonly ImageRow[] {
  const usersOf = findUsers(facts);
  const sandboxImage = facts.sandboxImage === null ? null : normalizeImage(facts.sandboxImage);
  return facts.images.map((image) => {
    const users = usersOf.get(image.id) ?? [];
    const isSandboxImage =
      sandboxImage !== null && namesOf(image).some((name) => normalizeImage(name) === sandboxImage);
    return {
      id: image.id,
      tags: [...image.tags],
      digests: [...image.digests],
      sizeBytes: image.sizeBytes,
      pinned: image.pinned,
      neededBecause: tellNeed(image, users, isSandboxImage),
      users,
    };
  });
}

/** GET /images out of a snapshot; what is missing is told, never shown as nothing. */
export function listImages(snapshot: NodeSnapshot): ImageList {
  const { images, containers, sandboxes, runtime, version, health, host, takenAtMs } = snapshot;
  const isUseKnown = containers.available && sandboxes.available;
  const rows = imageRows({
    images: valueOr(images, []),
    containers: valueOr(containers, []),
    sandboxes: valueOr(sandboxes, []),
    sandboxImage: runtime.available ? runtime.value.sandboxImage : null,
  });
  const name = version.available ? version.value.runtimeName.toLowerCase() : '';
  return {
    asOf: new Date(images.available ? images.asOfMs : takenAtMs).toISOString(),
    stale: health.state !== 'ok',
    sizeIs: SIZE_IS[name] ?? 'unknown',
    images: [...rows],
    totalBytes: sumOf(rows),
    unusedBytes: isUseKnown ? sumOf(rows.filter((row) => row.neededBecause === null)) : null,
    disk: diskOf(host.disks),
    gaps: [
      ...gap('The images are not known', images),
      ...(isUseKnown
        ? []
        : [
            ...gap('Which containers use them is not known', containers),
            ...gap('Which pods use them is not known', sandboxes),
          ]),
      ...diskGap(host.disks),
    ],
  };
}

function gap(what: string, section: Section<unknown>): readonly string[] {
  return section.available ? [] : [`${what}: ${section.reason}`];
}

/** A disk that was looked for and not found is a gap too. */
function diskGap(disks: Section<readonly DiskUsage[]>): readonly string[] {
  const what = 'The room left on their disk is not known';
  if (!disks.available || diskOf(disks) !== null) return gap(what, disks);
  return [`${what}: the folder where the runtime keeps them was not found.`];
}

function sumOf(rows: readonly ImageRow[]): number {
  return rows.reduce((sum, row) => sum + row.sizeBytes, 0);
}

function diskOf(disks: Section<readonly DiskUsage[]>): ImageList['disk'] {
  const disk = valueOr(disks, []).find(({ role }) => role === 'images');
  if (disk === undefined) return null;
  const { path, totalBytes, availableBytes } = disk;
  return { path, totalBytes, availableBytes };
}

function namesOf({ id, tags, digests }: Image): readonly string[] {
  return [id, ...tags, ...digests];
}

/**
 * By image id. What the runtime made a container of decides; where no image bears that any more, the name that was asked
 * for: so an image in doubt counts as used.
 */
function findUsers(facts: ImageFacts): ReadonlyMap<string, ImageRow['users']> {
  const byName = new Map<string, string>();
  for (const image of facts.images) {
    for (const name of namesOf(image)) byName.set(normalizeImage(name), image.id);
  }
  const sandboxes = new Map(facts.sandboxes.map((sandbox) => [sandbox.id, sandbox]));
  const users = new Map<string, ImageRow['users']>();
  for (const container of facts.containers) {
    const names = [container.imageRef, container.image].filter((name) => name !== '');
    const id = names.map((name) => byName.get(normalizeImage(name))).find(Boolean);
    if (id === undefined) continue;
    const of = users.get(id) ?? [];
    of.push(toUser(container, sandboxes.get(container.sandboxId)));
    users.set(id, of);
  }
  for (const of of users.values()) of.sort(byRunningAndName);
  return users;
}

function toUser(container: Container, sandbox: Sandbox | undefined): ImageRow['users'][number] {
  const { labels } = container;
  return {
    namespace: sandbox?.namespace ?? labels['io.kubernetes.pod.namespace'] ?? '',
    pod: sandbox?.name ?? labels['io.kubernetes.pod.name'] ?? '',
    uid: sandbox?.uid ?? labels['io.kubernetes.pod.uid'] ?? '',
    container: container.name,
    containerId: container.id,
    isRunning: container.state === 'running',
  };
}

function byRunningAndName(a: ImageRow['users'][number], b: ImageRow['users'][number]): number {
  if (a.isRunning !== b.isRunning) return a.isRunning ? -1 : 1;
  const [left, right] = [a, b].map((user) => `${user.namespace}/${user.pod}/${user.container}`);
  return (left ?? '') < (right ?? '') ? -1 : Number(left !== right);
}

function tellNeed(image: Image, users: ImageRow['users'], isSandboxImage: boolean): string | null {
  if (isSandboxImage) {
    return 'Every pod sandbox starts with this image: without it no pod starts here.';
  }
  if (users.length > 0) return tellUsers(users);
  if (image.pinned)
    return 'The runtime has it pinned: it is kept whether a container uses it or not.';
  return null;
}

function tellUsers(users: ImageRow['users']): string {
  const named = users
    .slice(0, NAMED_USERS)
    .map(({ namespace, pod, container }) => `${container} of ${namespace}/${pod}`);
  const more = users.length - named.length;
  const rest = more > 0 ? ` and ${more} more` : '';
  const isIdle = users.every(({ isRunning }) => !isRunning);
  const [word, uses] = users.length === 1 ? ['Container', 'uses'] : ['Containers', 'use'];
  const ended = isIdle ? ' (none of them runs; one that has ended counts too)' : '';
  return `${word} ${named.join(more > 0 ? ', ' : ' and ')}${rest} ${uses} it${ended}.`;
}
