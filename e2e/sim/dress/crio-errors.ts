import { toSecondTime } from '../files/time-text.ts';
import type { SimRpcError } from '../model/objects.ts';
import type { DressErrors, SandboxRequest } from './dress.ts';
import { FAULT_FACTS, factsOf, missingFile, splitImage } from './dress.ts';

const unknown = (message: string): SimRpcError => ({ code: 'Unknown', message });

/** runc's own log line inside CRI-O's error, as recorded (the line end belongs to it). */
function runc(text: string, atMs: number): SimRpcError {
  const time = toSecondTime(atMs);
  const message = `runc create failed: unable to start container process: ${text}`;
  return unknown(
    `container create failed: time="${time}" level=error msg=${JSON.stringify(message)}\n`,
  );
}

/** CRI-O tries an image and then an OCI artifact, and says both. */
function pullTwice(image: string, text: string): SimRpcError {
  return unknown(
    `unable to pull image or OCI artifact: pull image err: initializing source docker://${image}: ${text}; artifact err: image reference: get manifest from ref: create image source: ${text}`,
  );
}

function refused(image: string): string {
  const { host } = splitImage(image);
  return `initializing source docker://${image}: pinging container registry ${host}: Get "https://${host}/v2/": dial tcp ${FAULT_FACTS.registryAddress}: connect: connection refused`;
}

function network(request: SandboxRequest, text: string): SimRpcError {
  const { name, namespace, uid, attempt, id } = request;
  return unknown(
    `failed to create pod network sandbox k8s_${name}_${namespace}_${uid}_${attempt}(${id}): error adding pod ${namespace}_${name} to CNI network "${FAULT_FACTS.cniNetwork}": ${text}`,
  );
}

/** The words of CRI-O 1.37. */
export const crioErrors: DressErrors = {
  pull(fault, image) {
    const { host, repository, tag } = splitImage(image);
    const reading = `reading manifest ${tag} in ${host}/${repository}`;
    switch (fault) {
      case 'not-found':
        return pullTwice(image, `${reading}: manifest unknown`);
      case 'unauthorized':
        return pullTwice(image, `${reading}: unauthorized`);
      case 'wrong-login':
        return pullTwice(image, `${reading}: unauthorized`);
      case 'unknown-host':
        return unknown(
          `RegistryUnavailable: unable to pull image: initializing source docker://${image}: pinging container registry ${host}: Get "https://${host}/v2/": dial tcp: lookup ${host}: no such host`,
        );
      case 'cancelled':
        return { code: 'Canceled', message: `${reading}: context canceled` };
      case 'refused':
        return unknown(`RegistryUnavailable: unable to pull image: ${refused(image)}`);
      case 'rate-limited':
        return pullTwice(
          image,
          `${reading}: toomanyrequests: You have reached your unauthenticated pull rate limit`,
        );
    }
  },
  sandbox(fault, request) {
    const plugin = FAULT_FACTS.cniPlugin;
    switch (fault) {
      case 'cni-config-missing': {
        const { name, namespace, uid, attempt, id } = request;
        return unknown(
          `failed to create pod network sandbox k8s_${name}_${namespace}_${uid}_${attempt}(${id}): no CNI configuration file in ${FAULT_FACTS.cniConfDir}. Has your network provider started?`,
        );
      }
      case 'cni-plugin-missing':
        return network(
          request,
          `plugin type="${plugin}" failed (add): failed to find plugin "${plugin}" in path [${FAULT_FACTS.cniBinDir}/]`,
        );
      case 'ipam-exhausted':
        return network(
          request,
          `plugin type="bridge" failed (add): failed to allocate for range 0: no IP addresses available in range set: ${FAULT_FACTS.ipRange}`,
        );
      case 'pause-image': {
        const { name, namespace, uid, attempt } = request;
        return unknown(
          `creating pod sandbox with name "k8s_${name}_${namespace}_${uid}_${attempt}": ${refused(FAULT_FACTS.pauseImage)}`,
        );
      }
      case 'runtime-handler':
        return unknown(
          `failed to find runtime handler ${request.runtimeHandler} from runtime list map[crun:0x2ad1972cae00 runc:0x2ad1972caa80]`,
        );
    }
  },
  create(fault, request) {
    const facts = factsOf(request);
    switch (fault) {
      case 'mount-source': {
        const path = facts.missingMountSource;
        return unknown(`failed to resolve symlink "${path}": lstat ${path}: not a directory`);
      }
      case 'user-missing':
        return unknown(
          `get exec user: unable to find user ${facts.missingUser}: no matching entries in passwd file`,
        );
      case 'seccomp-profile': {
        const path = facts.seccompProfile;
        return unknown(
          `setup seccomp: unable to load local profile "${path}": open ${path}: no such file or directory`,
        );
      }
    }
  },
  start(fault, request) {
    const { command, atMs } = request;
    switch (fault) {
      case 'exec-missing':
        return runc(`exec: "${command}": ${missingFile(command)}`, atMs);
      case 'exec-noperm':
        return runc(`exec: "${command}": permission denied`, atMs);
      case 'mount-type': {
        const { mountSource: from, mountTarget: to } = factsOf(request);
        return runc(
          `error during container init: error mounting "${from}" to rootfs at "${to}": mount ${from}:${to} (via /proc/self/fd/6), flags: 0x5001: not a directory`,
          atMs,
        );
      }
      case 'memory-too-low':
        return unknown(
          `set memory limit ${factsOf(request).memoryLimitBytes} too low; should be at least 12582912 bytes`,
        );
    }
  },
  stopSandboxNetwork(sandbox) {
    const { name, namespace, uid, attempt, id } = sandbox;
    return unknown(
      `failed to destroy network for pod sandbox k8s_${name}_${namespace}_${uid}_${attempt}(${id}): error removing pod ${namespace}_${name} from CNI network "${FAULT_FACTS.cniNetwork}": plugin type="${FAULT_FACTS.cniPlugin}" failed (delete): error getting ClusterInformation: connection is unauthorized: Unauthorized`,
    );
  },
};
