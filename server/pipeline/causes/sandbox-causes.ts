import type { Cause } from '../cause.ts';
import { cgroupDelegationOrKernelCfs } from './cgroup-resources/cgroup-delegation-or-kernel-cfs.ts';
import { cgroupDevicesBusy } from './cgroup-resources/cgroup-devices-busy.ts';
import { cgroupDriverMismatch } from './cgroup-resources/cgroup-driver-mismatch.ts';
import { cgroupSliceMissing } from './cgroup-resources/cgroup-slice-missing.ts';
import { cgroupStaleUnit } from './cgroup-resources/cgroup-stale-unit.ts';
import { cpusetEmptyEnospc } from './cgroup-resources/cpuset-empty-enospc.ts';
import { cpusetPermission } from './cgroup-resources/cpuset-permission.ts';
import { memoryLimitTooLow } from './cgroup-resources/memory-limit-too-low.ts';
import { systemdDbusTimeout } from './cgroup-resources/systemd-dbus-timeout.ts';
import { cloudIpamNoAddress } from './cni/cloud-ipam-no-address.ts';
import { cniAgentNotReady } from './cni/cni-agent-not-ready.ts';
import { cniBridgeAddressMismatch } from './cni/cni-bridge-address-mismatch.ts';
import { cniConfigMissing } from './cni/cni-config-missing.ts';
import { cniControlPlaneAnnotationTimeout } from './cni/cni-control-plane-annotation-timeout.ts';
import { cniCredentialsExpired } from './cni/cni-credentials-expired.ts';
import { cniKilledByDeadline } from './cni/cni-killed-by-deadline.ts';
import { cniLeftoverInterface } from './cni/cni-leftover-interface.ts';
import { cniPluginBinaryMissing } from './cni/cni-plugin-binary-missing.ts';
import { cniPluginPollutesStdout } from './cni/cni-plugin-pollutes-stdout.ts';
import { cniVersionMismatch } from './cni/cni-version-mismatch.ts';
import { flannelSubnetEnvMissing } from './cni/flannel-subnet-env-missing.ts';
import { ipamDuplicateAllocation } from './cni/ipam-duplicate-allocation.ts';
import { ipamExhausted } from './cni/ipam-exhausted.ts';
import { sandboxDiedBeforeCni } from './cni/sandbox-died-before-cni.ts';
import { cdiDeviceUnresolvable } from './devices/cdi-device-unresolvable.ts';
import { rateLimited } from './image-pull/rate-limited.ts';
import { registryPlainHttp } from './image-pull/registry-plain-http.ts';
import { registryServerError } from './image-pull/registry-server-error.ts';
import { fdLimit } from './node-limits-storage/fd-limit.ts';
import { inotifyExhausted } from './node-limits-storage/inotify-exhausted.ts';
import { nodeBinaryBroken } from './node-limits-storage/node-binary-broken.ts';
import { containerdConfigPartialSection } from './node-runtime-config/containerd-config-partial-section.ts';
import { kvmNotAvailable } from './oci-runtime-shim/kvm-not-available.ts';
import { runcBinaryMissing } from './oci-runtime-shim/runc-binary-missing.ts';
import { runtimeHandlerNotConfigured } from './oci-runtime-shim/runtime-handler-not-configured.ts';
import { shimBinaryMissing } from './oci-runtime-shim/shim-binary-missing.ts';
import { shimDaemonVersionSkew } from './oci-runtime-shim/shim-daemon-version-skew.ts';
import { sandboxNameReserved } from './retry-of-slow-request/sandbox-name-reserved.ts';
import { sandboxImageDns } from './sandbox-image/sandbox-image-dns.ts';
import { sandboxImageForbidden } from './sandbox-image/sandbox-image-forbidden.ts';
import { sandboxImageNetwork } from './sandbox-image/sandbox-image-network.ts';
import { sandboxImageNotLocal } from './sandbox-image/sandbox-image-not-local.ts';
import { sandboxImagePullCancelled } from './sandbox-image/sandbox-image-pull-cancelled.ts';
import { sandboxImageReferenceBug } from './sandbox-image/sandbox-image-reference-bug.ts';
import { sandboxImageX509 } from './sandbox-image/sandbox-image-x509.ts';
import { seccompProfileMissing } from './security/seccomp-profile-missing.ts';
import { usernsIdmapUnsupported } from './security/userns-idmap-unsupported.ts';
import { usernsLimitZero } from './security/userns-limit-zero.ts';
import { usernsRuntimeUnsupported } from './security/userns-runtime-unsupported.ts';

/** What stops RunPodSandbox: networks, the pause image, runtimes, cgroups; their words also stand at later calls. In order of precedence. */
export const SANDBOX_CAUSES: readonly Cause[] = [
  nodeBinaryBroken,
  cgroupStaleUnit,
  systemdDbusTimeout,
  cniConfigMissing,
  runtimeHandlerNotConfigured,
  cniPluginBinaryMissing,
  ipamExhausted,
  cloudIpamNoAddress,
  cniAgentNotReady,
  flannelSubnetEnvMissing,
  cniVersionMismatch,
  cniBridgeAddressMismatch,
  cniLeftoverInterface,
  cniCredentialsExpired,
  cniControlPlaneAnnotationTimeout,
  cniPluginPollutesStdout,
  ipamDuplicateAllocation,
  sandboxDiedBeforeCni,
  sandboxImageX509,
  sandboxImageDns,
  sandboxImageForbidden,
  rateLimited,
  registryPlainHttp,
  registryServerError,
  sandboxImagePullCancelled,
  sandboxImageNetwork,
  sandboxImageReferenceBug,
  sandboxImageNotLocal,
  runcBinaryMissing,
  shimBinaryMissing,
  shimDaemonVersionSkew,
  containerdConfigPartialSection,
  kvmNotAvailable,
  cdiDeviceUnresolvable,
  cgroupDriverMismatch,
  cgroupSliceMissing,
  sandboxNameReserved,
  cniKilledByDeadline,
  inotifyExhausted,
  fdLimit,
  cpusetEmptyEnospc,
  cpusetPermission,
  cgroupDelegationOrKernelCfs,
  cgroupDevicesBusy,
  memoryLimitTooLow,
  seccompProfileMissing,
  usernsRuntimeUnsupported,
  usernsIdmapUnsupported,
  usernsLimitZero,
];
