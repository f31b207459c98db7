import {
  type ContainerConfig,
  type Mount,
  SecurityProfile_ProfileType,
} from '../../../server/cri/generated/runtime/v1/api_pb.js';
import type { FaultFacts } from '../dress/dress.ts';
import type { SimNode } from '../model/node.ts';
import type { CreateFault, DressName, StartFault } from '../model/scenario.ts';
import { hasProgram } from '../streaming/program.ts';
import { shellsOf } from '../streaming/sim-process.ts';

/** What is wrong with a container that is asked for, as the runtime will find out. */
export interface AskedFaults {
  readonly createFault: CreateFault | null;
  readonly startFault: StartFault | null;
  readonly about: FaultFacts;
}

/** Files of the node and of every image that are no folders. */
const FILES = ['/etc/hostname', '/etc/hosts', '/etc/passwd', '/etc/resolv.conf'];
/** Folders of every image. */
const FOLDERS = ['/bin', '/data', '/dev', '/etc', '/home', '/opt', '/root', '/tmp', '/usr', '/var'];
const USERS = new Set(['', 'root', 'nobody', 'app']);
/** CRI-O asks for so much; runc of containerd needs what it takes itself to start. */
const LEAST_MEMORY_BYTES: Readonly<Record<DressName, number>> = {
  containerd: 2_469_888,
  crio: 12_582_912,
};

/** Looks at a configuration as the runtime does; of several faults the one that it meets first. */
export function faultsOf(node: SimNode, config: ContainerConfig, imageName: string): AskedFaults {
  const dress = node.dress.name;
  const security = config.linux?.securityContext;
  const memoryLimitBytes = Number(config.linux?.resources?.memoryLimitInBytes ?? 0n);
  const underFile = config.mounts.find(({ hostPath }) =>
    FILES.some((file) => hostPath.startsWith(`${file}/`)),
  );
  const onFolder = config.mounts.find(isFileOnFolder);
  const user = security?.runAsUsername ?? '';
  const isLocalProfile = security?.seccomp?.profileType === SecurityProfile_ProfileType.Localhost;
  const command = commandOf(config)[0] ?? '';
  const isMemoryLow = memoryLimitBytes > 0 && memoryLimitBytes < LEAST_MEMORY_BYTES[dress];
  const create: readonly (readonly [boolean, CreateFault])[] = [
    [underFile !== undefined, 'mount-source'],
    [!USERS.has(user) && !/^\d+$/u.test(user), 'user-missing'],
    [isLocalProfile, 'seccomp-profile'],
  ];
  const start: readonly (readonly [boolean, StartFault])[] = [
    [isMemoryLow, 'memory-too-low'],
    [onFolder !== undefined, 'mount-type'],
    [FILES.includes(command), 'exec-noperm'],
    [isMissing(node, command, imageName), 'exec-missing'],
  ];
  return {
    createFault: firstOf(create),
    startFault: firstOf(start),
    about: {
      ...(underFile ? { missingMountSource: underFile.hostPath } : {}),
      ...(onFolder ? { mountSource: onFolder.hostPath, mountTarget: onFolder.containerPath } : {}),
      ...(isLocalProfile ? { seccompProfile: security?.seccomp?.localhostRef ?? '' } : {}),
      missingUser: user,
      memoryLimitBytes,
    },
  };
}

function firstOf<T>(faults: readonly (readonly [boolean, T])[]): T | null {
  return faults.find(([isThere]) => isThere)?.[1] ?? null;
}

/** What the container is told to run. */
export function commandOf({ command, args }: ContainerConfig): readonly string[] {
  return [...command, ...args];
}

function isFileOnFolder({ hostPath, containerPath }: Mount): boolean {
  return FILES.includes(hostPath) && FOLDERS.includes(containerPath.replace(/\/$/u, ''));
}

function isMissing(node: SimNode, command: string, imageName: string): boolean {
  return !isOwnProgram(node, command, imageName) && !hasProgram(command, shellsOf(imageName));
}

/** The program that the image is there for: the one that it starts by itself, or that a pod of this node starts in it. */
export function isOwnProgram({ pods }: SimNode, command: string, imageName: string): boolean {
  if (command === '' || /^\/(?:app|pause)$/u.test(command)) return true;
  const plans = [...pods.values()].flatMap((pod) => pod.plan.containers);
  return plans.some(
    ({ image, command: own, start }) =>
      image === imageName && start === undefined && own?.[0] === command,
  );
}
