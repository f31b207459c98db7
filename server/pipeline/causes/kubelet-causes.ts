import type { Cause } from '../cause.ts';
import { deviceUnhealthyAtAdmission } from './devices/device-unhealthy-at-admission.ts';
import { resourceClaimNotPrepared } from './devices/resource-claim-not-prepared.ts';
import { podDeadlineExceeded } from './exit-run/pod-deadline-exceeded.ts';
import { hostpathTypeCheckFailed } from './mounts-config/hostpath-type-check-failed.ts';
import { volumeSecretMissing } from './mounts-config/volume-secret-missing.ts';
import { diskPressureAdmission } from './node-limits-storage/disk-pressure-admission.ts';
import { evictedDiskPressure } from './node-limits-storage/evicted-disk-pressure.ts';
import { projectedTmpfsEnospc } from './node-limits-storage/projected-tmpfs-enospc.ts';
import { admissionRejected } from './node-runtime-config/admission-rejected.ts';
import { hostPortConflict } from './node-runtime-config/host-port-conflict.ts';
import { runtimeDown } from './node-runtime-config/runtime-down.ts';
import { runtimeHung } from './node-runtime-config/runtime-hung.ts';
import { staticManifestInvalid } from './node-runtime-config/static-manifest-invalid.ts';
import { apparmorProfileNotLoaded } from './security/apparmor-profile-not-loaded.ts';
import { sysctlForbidden } from './security/sysctl-forbidden.ts';
import { STATUS_CAUSES } from './table-status-causes.ts';

/** The node itself, and what kubelet refuses or ends before and around the calls. In order of precedence. */
export const KUBELET_CAUSES: readonly Cause[] = [
  staticManifestInvalid,
  runtimeHung,
  runtimeDown,
  hostpathTypeCheckFailed,
  volumeSecretMissing,
  projectedTmpfsEnospc,
  ...STATUS_CAUSES,
  evictedDiskPressure,
  podDeadlineExceeded,
  sysctlForbidden,
  diskPressureAdmission,
  deviceUnhealthyAtAdmission,
  resourceClaimNotPrepared,
  hostPortConflict,
  apparmorProfileNotLoaded,
  admissionRejected,
];
