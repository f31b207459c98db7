import type { SimRpcError } from '../model/objects.ts';
import type { DressRefusals } from './refusals.ts';

const unknown = (message: string): SimRpcError => ({ code: 'Unknown', message });
const notFound = (message: string): SimRpcError => ({ code: 'NotFound', message });

/** The words of containerd 2.1 and, where they differ, of 1.6. */
export function createContainerdRefusals(version: '2.1' | '1.6'): DressRefusals {
  const isOld = version === '1.6';
  const taken = (text: string): SimRpcError => ({
    code: isOld ? 'Unknown' : 'FailedPrecondition',
    message: text,
  });
  const hint = isOld ? '' : '; check if another CreateContainer request is in progress';
  return {
    namelessSandbox: (hasMetadata) =>
      hasMetadata ? null : unknown('sandbox config must include metadata'),
    sandboxNameTaken: (name, id) =>
      taken(`failed to reserve sandbox name "${name}": name "${name}" is reserved for "${id}"`),
    containerNameTaken: (name, id) =>
      taken(
        `failed to reserve container name "${name}"${hint}: name "${name}" is reserved for "${id}"`,
      ),
    sandboxMissing: (id) => notFound(`failed to find sandbox id "${id}": not found`),
    containerMissing: (id) =>
      notFound(`an error occurred when try to find container "${id}": not found`),
    sandboxStopped: (id) =>
      isOld
        ? notFound(
            `failed to get sandbox container task: no running task found: task ${id} not found: not found`,
          )
        : null,
    imageMissing: (image) =>
      notFound(
        `${isOld ? '' : 'failed to check if this is a checkpoint image: '}failed to resolve image "${image}": not found`,
      ),
    // containerd makes it.
    logFolderMissing: () => null,
    notCreated: ({ id, state }) =>
      unknown(
        `failed to set starting state for container "${id}": container is in CONTAINER_${state.toUpperCase()} state`,
      ),
    badReference(image, why) {
      const path = image.slice(image.indexOf('/') + 1).replace(/:[^:/]*$/u, '');
      const which = isOld ? '' : ` (${path})`;
      const text = why === 'capitals' ? `: repository name${which} must be lowercase` : '';
      return unknown(`failed to parse image reference "${image}": invalid reference format${text}`);
    },
  };
}
