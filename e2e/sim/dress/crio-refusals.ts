import type { SimRpcError } from '../model/objects.ts';
import type { DressRefusals } from './refusals.ts';

const unknown = (message: string): SimRpcError => ({ code: 'Unknown', message });

/** The words of CRI-O 1.37. */
export const crioRefusals: DressRefusals = {
  namelessSandbox: () => unknown('setting sandbox config: metadata.Name should not be empty'),
  // As if it had made the one that is there.
  sandboxNameTaken: () => null,
  containerNameTaken: () => null,
  sandboxMissing: (id) =>
    unknown(
      `specified sandbox not found: ${id}: PodSandbox with ID starting with ${id} not found: ID does not exist`,
    ),
  containerMissing: (id) => ({
    code: 'NotFound',
    message: `could not find container "${id}": container with ID starting with ${id} not found: ID does not exist`,
  }),
  sandboxStopped: (id) => unknown(`CreateContainer failed as the sandbox was stopped: ${id}`),
  imageMissing: (image) =>
    unknown(
      `reference "[overlay@/var/lib/containers/storage+/run/containers/storage]${image}" does not resolve to an image ID`,
    ),
  logFolderMissing: () => unknown('exit status 1'),
  notCreated: ({ id, state }) =>
    unknown(`container ${id} is not in created state: ${state === 'exited' ? 'stopped' : state}`),
  badReference: (image, why) =>
    unknown(
      `cannot parse input: "${image}": ${why === 'capitals' ? 'repository name must be lowercase' : 'repository name must have at least one component'}`,
    ),
};
