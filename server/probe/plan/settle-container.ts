import type { ConfigProblem, JsonObject } from '../../contract/cri-config.ts';
import { type Edit, editConfig, textAt, valueAt } from './config-edit.ts';
import { POD_LABELS } from './field-judges.ts';
import { MASKED_PATHS, READONLY_PATHS } from './kernel-paths.ts';
import { limitEdits } from './limits.ts';
import {
  foreignMarkEdits,
  isPrivileged,
  labelEdit,
  podLabels,
  type Settled,
  type Settlement,
  seccompEdits,
} from './settle-sandbox.ts';

const WHY_IMAGE = 'this is the image that the probe asks for';
const WHY_LOG = "its log lies where a container's log lies, and goes with it";
const WHY_ATTEMPT = 'a probe tries once';
const WHY_PATHS = 'kubelet sets the same for every container';

/** Names become parts of paths and labels; kubelet lets no other through. */
const NAME = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Why a container cannot be called so; null when it can. */
export function containerNameProblem(given: JsonObject): ConfigProblem | null {
  if (NAME.test(textAt(given, 'metadata', 'name'))) return null;
  return {
    path: 'container_config.metadata.name',
    message: 'expected 1 to 63 small letters, digits and "-", as Kubernetes names containers',
  };
}

/** A container's configuration with all that a probe sets itself. */
export function settleContainer(given: JsonObject, settlement: Settlement): Settled {
  const { facts, image } = settlement;
  const name = textAt(given, 'metadata', 'name');
  return editConfig('container_config', given, [
    { path: ['metadata', 'attempt'], value: 0, why: WHY_ATTEMPT },
    { path: ['image', 'image'], value: image, why: WHY_IMAGE },
    // CRI-O judges whether an image may run here by this name.
    { path: ['image', 'user_specified_image'], value: image, why: WHY_IMAGE },
    { path: ['image', 'image_ref'], value: undefined, why: WHY_IMAGE },
    { path: ['log_path'], value: `${name}/0.log`, why: WHY_LOG },
    labelEdit(given, { ...podLabels(settlement), [POD_LABELS.containerName]: name }),
    ...foreignMarkEdits(given),
    ...limitEdits(given, ['linux', 'resources'], { mayAskForMore: facts.isAdmin, mustHave: true }),
    ...seccompEdits(given),
    ...(isPrivileged(given) ? [] : kernelPathEdits(given)),
  ]);
}

function kernelPathEdits(given: JsonObject): readonly Edit[] {
  const paths = { masked_paths: MASKED_PATHS, readonly_paths: READONLY_PATHS };
  return Object.entries(paths).flatMap(([name, value]) => {
    const path = ['linux', 'security_context', name];
    const asked = valueAt(given, path);
    const isAbsent = asked === undefined || (Array.isArray(asked) && asked.length === 0);
    return isAbsent
      ? [{ path, value: [...value], why: WHY_PATHS, told: `${value.length} paths` }]
      : [];
  });
}
