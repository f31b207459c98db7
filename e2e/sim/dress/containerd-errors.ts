import type { SimRpcError } from '../model/objects.ts';
import type { CreateFault, PullFault, SandboxFault, StartFault } from '../model/scenario.ts';
import type { ContainerRequest, DressErrors, SandboxRequest } from './dress.ts';
import { FAULT_FACTS, factsOf, missingFile, splitImage } from './dress.ts';

const RUNC_START =
  'failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: ';

const unknown = (message: string): SimRpcError => ({ code: 'Unknown', message });

/** The words of containerd 2.1 and, where they differ, of 1.6. */
export function createContainerdErrors(version: '2.1' | '1.6'): DressErrors {
  const isOld = version === '1.6';
  return {
    pull: (fault, image) => pullError(fault, image, isOld),
    sandbox: (fault, request) => sandboxError(fault, request, isOld),
    create: createError,
    start: (fault, request) => startError(fault, request, isOld),
    stopSandboxNetwork: (sandbox) =>
      unknown(
        `failed to destroy network for sandbox "${sandbox.id}": plugin type="${FAULT_FACTS.cniPlugin}" failed (delete): error getting ClusterInformation: connection is unauthorized: Unauthorized`,
      ),
  };
}

function resolve(image: string, text: string, isOld: boolean): string {
  const subject = isOld ? `reference "${image}"` : 'image';
  return `failed to pull and unpack image "${image}": failed to resolve ${subject}: ${text}`;
}

function manifestUrl(image: string): string {
  const { host, repository, tag } = splitImage(image);
  return `https://${host}/v2/${repository}/manifests/${tag}`;
}

function refused(image: string, isOld: boolean): string {
  const text = `failed to do request: Head "${manifestUrl(image)}": dial tcp ${FAULT_FACTS.registryAddress}: connect: connection refused`;
  return resolve(image, text, isOld);
}

/** What a registry's answer becomes when it is not the manifest. */
function statusError(image: string, text: string, isOld: boolean): string {
  const { host, tag } = splitImage(image);
  return resolve(
    image,
    isOld
      ? `pulling from host ${host} failed with status code [manifests ${tag}]: ${text}`
      : `unexpected status from HEAD request to ${manifestUrl(image)}: ${text}`,
    isOld,
  );
}

function pullError(fault: PullFault, image: string, isOld: boolean): SimRpcError {
  switch (fault) {
    case 'not-found':
      return { code: 'NotFound', message: resolve(image, `${image}: not found`, isOld) };
    case 'unauthorized':
      return unknown(
        isOld
          ? statusError(image, '401 Unauthorized', isOld)
          : resolve(
              image,
              'pull access denied, repository does not exist or may require authorization: authorization failed: no basic auth credentials',
              isOld,
            ),
      );
    // Recorded: 1.6 says the same with a login and without.
    case 'wrong-login':
      return unknown(statusError(image, '401 Unauthorized', isOld));
    case 'refused':
      return unknown(refused(image, isOld));
    case 'unknown-host': {
      const host = splitImage(image).host;
      const text = `failed to do request: Head "${manifestUrl(image)}": dial tcp: lookup ${host}: no such host`;
      return unknown(resolve(image, text, isOld));
    }
    case 'cancelled':
      return { code: 'Canceled', message: resolve(image, 'context canceled', isOld) };
    case 'rate-limited':
      return unknown(statusError(image, '429 Too Many Requests', isOld));
  }
}

function sandboxError(fault: SandboxFault, request: SandboxRequest, isOld: boolean): SimRpcError {
  const { cniPlugin: plugin, cniBinDir, ipRange, pauseImage } = FAULT_FACTS;
  const network = `failed to setup network for sandbox "${request.id}": plugin type=`;
  switch (fault) {
    case 'cni-config-missing':
      return unknown(
        `failed to setup network for sandbox "${request.id}": cni plugin not initialized`,
      );
    case 'cni-plugin-missing':
      return unknown(
        `${network}"${plugin}" failed (add): failed to find plugin "${plugin}" in path [${cniBinDir}]`,
      );
    case 'ipam-exhausted':
      return unknown(
        `${network}"bridge" failed (add): failed to allocate for range 0: no IP addresses available in range set: ${ipRange}`,
      );
    case 'pause-image': {
      const inner = `failed to get sandbox image "${pauseImage}": failed to pull image "${pauseImage}": ${refused(pauseImage, isOld)}`;
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
}

function createError(fault: CreateFault, request: ContainerRequest): SimRpcError {
  const { missingMountSource: source, seccompProfile: profile } = factsOf(request);
  switch (fault) {
    case 'mount-source':
      return unknown(
        `failed to generate container "${request.id}" spec: failed to generate spec: failed to stat "${source}": stat ${source}: not a directory`,
      );
    case 'user-missing':
      return unknown(
        `failed to create containerd container: mount callback failed on /var/lib/containerd/tmpmounts/containerd-mount${Number.parseInt(request.id.slice(0, 8), 16)}: no users found`,
      );
    case 'seccomp-profile':
      return unknown(
        `failed to create containerd container: cannot load seccomp profile "${profile}": open ${profile}: no such file or directory`,
      );
  }
}

function startError(fault: StartFault, request: ContainerRequest, isOld: boolean): SimRpcError {
  // 1.6 lets the gRPC code stand at the end of what came from the shim.
  const shim = (text: string): SimRpcError =>
    unknown(`${RUNC_START}${text}${isOld ? ': unknown' : ''}`);
  const { mountSource: from, mountTarget: to, memoryLimitBytes } = factsOf(request);
  switch (fault) {
    case 'exec-missing':
      return shim(`exec: "${request.command}": ${missingFile(request.command)}`);
    case 'exec-noperm':
      return shim(`exec: "${request.command}": permission denied`);
    case 'mount-type':
      return shim(
        `error during container init: error mounting "${from}" to rootfs at "${to}": mount ${from}:${to} (via /proc/self/fd/6), flags: 0x5001: not a directory`,
      );
    case 'memory-too-low':
      return shim(
        `error during container init: error setting cgroup config for procHooks process: unable to set memory limit to ${memoryLimitBytes} (current usage: 2469888, peak usage: 2514944)`,
      );
  }
}
