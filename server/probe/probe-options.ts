import { isAtLeast } from '../access/role.ts';
import { type ProbeOptions, probeRequestSchema } from '../contract/probe.ts';
import type { Image } from '../contract/runtime-objects.ts';
import { CriError } from '../cri/cri-error.ts';
import { AppError } from '../http/app-error.ts';
import type { Probes } from '../http/drive.ts';
import { exactRef } from './plan/image-choice.ts';
import type { ProbesParts } from './probes-parts.ts';
import { sandboxImageRef } from './sandbox-image.ts';

/** A form is not kept waiting by a runtime in trouble. */
const ASK_MS = 3_000;
const HANDLERS_UNTOLD =
  "This runtime does not tell its handlers; their names stand in the runtime's configuration.";

/** What a form for a probe offers here: also while the runtime does not answer, with the reason as a warning. */
export function createOptions({ node, planner }: ProbesParts): Probes['options'] {
  return async (caller, beside, { signal }) => {
    const mayUsePrivileges = isAtLeast(caller.identity.role, 'admin');
    const options = { signal, deadlineMs: ASK_MS };
    const status = await orNull(node.cri.runtime.status(options));
    const [images, warnings, template] = await Promise.all([
      status === null ? null : orNull(node.cri.images.list(options)),
      node.warnings(status?.cniConfDir ?? null, signal),
      beside === null ? null : planner.template({ ...beside, mayUsePrivileges }, signal),
    ]);
    if (beside !== null && template === null) {
      const { namespace, name } = beside.pod;
      throw new AppError('not-found', `there is no pod ${namespace}/${name} here`);
    }
    const sandboxImage = sandboxImageRef(status?.sandboxImage ?? null, images ?? []);
    const request = template?.request ?? probeRequestSchema.parse({ image: sandboxImage });
    return {
      request,
      images: toChoices(images ?? [], sandboxImage),
      runtimeHandlers: (status?.handlers ?? []).filter((name) => name !== ''),
      handlersUnknown: handlersUnknown(status),
      warnings,
      leftOut: template?.leftOut ?? [],
      mayUsePrivileges,
    };
  };
}

function handlersUnknown(status: { readonly handlers: readonly string[] } | null): string | null {
  if (status === null) return 'The runtime does not answer now.';
  return status.handlers.length === 0 ? HANDLERS_UNTOLD : null;
}

/** The smallest first; the sandboxes' own is offered as "none named". */
function toChoices(images: readonly Image[], sandboxImage: string | null): ProbeOptions['images'] {
  return images
    .map((image) => ({ ref: exactRef(image), tags: [...image.tags], sizeBytes: image.sizeBytes }))
    .filter(({ ref }) => ref !== sandboxImage)
    .sort((a, b) => a.sizeBytes - b.sizeBytes || (a.ref < b.ref ? -1 : 1));
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CriError) return null;
    throw error;
  }
}
