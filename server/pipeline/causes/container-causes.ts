import type { Cause } from '../cause.ts';
import { gpuDriverLibraryMismatch } from './devices/gpu-driver-library-mismatch.ts';
import { gpuDriverNotLoaded } from './devices/gpu-driver-not-loaded.ts';
import { hostDeviceMissing } from './devices/host-device-missing.ts';
import { execFormatError } from './exec-image-content/exec-format-error.ts';
import { execNotFound } from './exec-image-content/exec-not-found.ts';
import { execPermissionDenied } from './exec-image-content/exec-permission-denied.ts';
import { scriptInterpreterMissing } from './exec-image-content/script-interpreter-missing.ts';
import { userNotInImage } from './exec-image-content/user-not-in-image.ts';
import { hostpathNotVisibleToKubelet } from './mounts-config/hostpath-not-visible-to-kubelet.ts';
import { imageVolumeUnsupported } from './mounts-config/image-volume-unsupported.ts';
import { mountSourceMissing } from './mounts-config/mount-source-missing.ts';
import { mountTargetOnReadonly } from './mounts-config/mount-target-on-readonly.ts';
import { mountTypeMismatch } from './mounts-config/mount-type-mismatch.ts';
import { secretOrConfigmapKeyMissing } from './mounts-config/secret-or-configmap-key-missing.ts';
import { secretOrConfigmapMissing } from './mounts-config/secret-or-configmap-missing.ts';
import { subpathMkdirExists } from './mounts-config/subpath-mkdir-exists.ts';
import { subpathPrepareFailed } from './mounts-config/subpath-prepare-failed.ts';
import { subpathStaleAfterConfigmapUpdate } from './mounts-config/subpath-stale-after-configmap-update.ts';
import { workdirInaccessible } from './mounts-config/workdir-inaccessible.ts';
import { diskOrTmpfsFull } from './node-limits-storage/disk-or-tmpfs-full.ts';
import { nodeReadonlyFilesystem } from './node-limits-storage/node-readonly-filesystem.ts';
import { pidOrTaskLimit } from './node-limits-storage/pid-or-task-limit.ts';
import { snapshotterStaleMount } from './node-limits-storage/snapshotter-stale-mount.ts';
import { kataAgentLost } from './oci-runtime-shim/kata-agent-lost.ts';
import { containerNameReserved } from './retry-of-slow-request/container-name-reserved.ts';
import { crioRequestTimeoutRetry } from './retry-of-slow-request/crio-request-timeout-retry.ts';
import { apparmorParserMissing } from './security/apparmor-parser-missing.ts';
import { capabilityNotGrantable } from './security/capability-not-grantable.ts';
import { capabilityUnknown } from './security/capability-unknown.ts';
import { runAsNonrootNonnumeric } from './security/run-as-nonroot-nonnumeric.ts';
import { runAsNonrootRootImage } from './security/run-as-nonroot-root-image.ts';
import { selinuxPolicyMissing } from './security/selinux-policy-missing.ts';
import { selinuxRelabelSlow } from './security/selinux-relabel-slow.ts';
import { selinuxRelabelUnsupportedFs } from './security/selinux-relabel-unsupported-fs.ts';

/** What stops CreateContainer and StartContainer. In order of precedence. */
export const CONTAINER_CAUSES: readonly Cause[] = [
  apparmorParserMissing,
  runAsNonrootRootImage,
  runAsNonrootNonnumeric,
  secretOrConfigmapKeyMissing,
  secretOrConfigmapMissing,
  subpathMkdirExists,
  subpathStaleAfterConfigmapUpdate,
  subpathPrepareFailed,
  hostDeviceMissing,
  gpuDriverLibraryMismatch,
  gpuDriverNotLoaded,
  userNotInImage,
  selinuxPolicyMissing,
  selinuxRelabelUnsupportedFs,
  selinuxRelabelSlow,
  containerNameReserved,
  crioRequestTimeoutRetry,
  workdirInaccessible,
  mountTargetOnReadonly,
  mountTypeMismatch,
  imageVolumeUnsupported,
  mountSourceMissing,
  hostpathNotVisibleToKubelet,
  snapshotterStaleMount,
  pidOrTaskLimit,
  diskOrTmpfsFull,
  nodeReadonlyFilesystem,
  scriptInterpreterMissing,
  execFormatError,
  capabilityNotGrantable,
  capabilityUnknown,
  execPermissionDenied,
  execNotFound,
  kataAgentLost,
];
