import type { SimRpcError } from '../model/objects.ts';
import type { DressErrors } from './dress.ts';
import { FAULT_FACTS, splitImage } from './dress.ts';

const RUNC_START =
  'failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: ';

const unknown = (message: string): SimRpcError => ({ code: 'Unknown', message });

/** The words of containerd 2.1 and, where they differ, of 1.6. */
export function createContainerdErrors(version: '2.1' | '1.6'): DressErrors {
  const isOld = version === '1.6';
  /** 1.6 lets the gRPC code stand at the end of what came from the shim. */
  const shim = (text: string): SimRpcError =>
    unknown(`${RUNC_START}${text}${isOld ? ': unknown' : ''}`);
  const resolve = (image: string, text: string): string =>
    `failed to pull and unpack image "${image}": failed to resolve ${
      isOld ? `reference "${image}"` : 'image'
    }: ${text}`;
  const refused = (image: string): string => {
    const { host, repository, tag } = splitImage(image);
    const url = `https://${host}/v2/${repository}/manifests/${tag}`;
    return resolve(
      image,
      `failed to do request: Head "${url}": dial tcp ${FAULT_FACTS.registryAddress}: connect: connection refused`,
    );
  };
  const status = (image: string, text: string): string => {
    const { host, repository, tag } = splitImage(image);
    if (isOld) {
      return resolve(
        image,
        `pulling from host ${host} failed with status code [manifests ${tag}]: ${text}`,
      );
    }
    const url = `https://${host}/v2/${repository}/manifests/${tag}`;
    return resolve(image, `unexpected status from HEAD request to ${url}: ${text}`);
  };
  const network = (id: string, text: string): SimRpcError =>
    unknown(`failed to setup network for sandbox "${id}": ${text}`);

  return {
    pull(fault, image) {
      switch (fault) {
        case 'not-found':
          return { code: 'NotFound', message: resolve(image, `${image}: not found`) };
        case 'unauthorized':
          return unknown(
            isOld
              ? status(image, '401 Unauthorized')
              : resolve(
                  image,
                  'pull access denied, repository does not exist or may require authorization: authorization failed: no basic auth credentials',
                ),
          );
        case 'refused':
          return unknown(refused(image));
        case 'rate-limited':
          return unknown(status(image, '429 Too Many Requests'));
      }
    },
    sandbox(fault, request) {
      const plugin = FAULT_FACTS.cniPlugin;
      switch (fault) {
        case 'cni-plugin-missing':
          return network(
            request.id,
            `plugin type="${plugin}" failed (add): failed to find plugin "${plugin}" in path [${FAULT_FACTS.cniBinDir}]`,
          );
        case 'ipam-exhausted':
          return network(
            request.id,
            `plugin type="bridge" failed (add): failed to allocate for range 0: no IP addresses available in range set: ${FAULT_FACTS.ipRange}`,
          );
        case 'pause-image': {
          const image = FAULT_FACTS.pauseImage;
          const inner = `failed to get sandbox image "${image}": failed to pull image "${image}": ${refused(image)}`;
          return unknown(isOld ? inner : `failed to start sandbox "${request.id}": ${inner}`);
        }
        case 'runtime-handler': {
          const inner = `no runtime for "${request.runtimeHandler}" is configured`;
          return unknown(
            isOld
              ? `failed to get sandbox runtime: ${inner}`
              : `unable to get OCI runtime for sandbox "${request.id}": ${inner}`,
          );
        }
      }
    },
    create(fault, request) {
      switch (fault) {
        case 'mount-source': {
          const path = FAULT_FACTS.missingMountSource;
          return unknown(
            `failed to generate container "${request.id}" spec: failed to generate spec: failed to stat "${path}": stat ${path}: not a directory`,
          );
        }
        case 'user-missing':
          return unknown(
            `failed to create containerd container: mount callback failed on /var/lib/containerd/tmpmounts/containerd-mount${Number.parseInt(request.id.slice(0, 8), 16)}: no users found`,
          );
        case 'seccomp-profile': {
          const path = FAULT_FACTS.seccompProfile;
          return unknown(
            `failed to create containerd container: cannot load seccomp profile "${path}": open ${path}: no such file or directory`,
          );
        }
      }
    },
    start(fault, request) {
      switch (fault) {
        case 'exec-missing':
          return shim(
            `exec: "${request.command}": stat ${request.command}: no such file or directory`,
          );
        case 'exec-noperm':
          return shim(`exec: "${request.command}": permission denied`);
        case 'mount-type': {
          const { mountSource: from, mountTarget: to } = FAULT_FACTS;
          return shim(
            `error during container init: error mounting "${from}" to rootfs at "${to}": mount ${from}:${to} (via /proc/self/fd/6), flags: 0x5001: not a directory`,
          );
        }
        case 'memory-too-low':
          return shim(
            `error during container init: error setting cgroup config for procHooks process: unable to set memory limit to ${FAULT_FACTS.memoryLimitBytes} (current usage: 2469888, peak usage: 2514944)`,
          );
      }
    },
    stopSandboxNetwork(sandbox) {
      return unknown(
        `failed to destroy network for sandbox "${sandbox.id}": plugin type="${FAULT_FACTS.cniPlugin}" failed (delete): error getting ClusterInformation: connection is unauthorized: Unauthorized`,
      );
    },
  };
}
