import type { ImageRow } from '../contract/image-list.ts';
import type {
  Container,
  ContainerStatus,
  Sandbox,
  SandboxStatus,
} from '../contract/runtime-objects.ts';
import type { Owner } from './owner.ts';

export type ImageAction = 'remove-image';
export type ContainerAction = 'stop-container' | 'remove-container';
export type SandboxAction = 'stop-sandbox' | 'remove-sandbox';

export interface PodNames {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** What is to be acted on, with all that is known of it now. */
export type Subject =
  | {
      readonly kind: ContainerAction;
      readonly container: Container;
      /** Null where the runtime does not tell. */
      readonly status: ContainerStatus | null;
      readonly pod: PodNames;
      readonly owner: Owner;
      /** Null: not measured. */
      readonly writableLayerBytes: number | null;
    }
  | {
      readonly kind: SandboxAction;
      readonly sandbox: Sandbox;
      readonly status: SandboxStatus | null;
      /** Of this sandbox, in any state. */
      readonly containers: readonly Container[];
      readonly pod: PodNames;
      readonly owner: Owner;
    }
  | { readonly kind: ImageAction; readonly image: ImageRow };

/** Characters of an id that people read: as crictl shows it. */
const SHORT_ID_CHARS = 12;

/** An id without its algorithm, as short as crictl shows it. */
export function shortId(id: string): string {
  return id.replace(/^sha256:/u, '').slice(0, SHORT_ID_CHARS);
}

/** For people: "container web of shop/web-7c9". */
export function nameSubject(subject: Subject): string {
  if (subject.kind === 'remove-image') return `image ${imageName(subject.image)}`;
  const pod = `${subject.pod.namespace}/${subject.pod.name}`;
  if ('container' in subject) {
    return `container ${subject.container.name || shortId(subject.container.id)} of ${pod}`;
  }
  const { attempt, id } = subject.sandbox;
  return `sandbox ${shortId(id)} of ${pod}${attempt > 0 ? ` (attempt ${attempt})` : ''}`;
}

/** What a person types to confirm: the name they would say, the short id where it has none. */
export function confirmWord(subject: Subject): string {
  if (subject.kind === 'remove-image') {
    // The registry and the path before it are long and say less.
    return subject.image.tags[0]?.split('/').at(-1) || shortId(subject.image.id);
  }
  return 'container' in subject
    ? subject.container.name || shortId(subject.container.id)
    : subject.sandbox.name || shortId(subject.sandbox.id);
}

/** A name for people; by id where it has none. */
export function imageName({ tags, digests, id }: ImageRow): string {
  return tags[0] ?? digests[0] ?? shortId(id);
}

/** Two actions with a key in common do not run at the same time. */
export function lockKey(subject: Subject): string {
  if (subject.kind === 'remove-image') return subject.image.id;
  return 'container' in subject ? subject.container.sandboxId : subject.sandbox.id;
}

/** The object's own id. */
export function idOf(subject: Subject): string {
  if (subject.kind === 'remove-image') return subject.image.id;
  return 'container' in subject ? subject.container.id : subject.sandbox.id;
}
