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
import { cniDelWithoutNetns } from './cni/cni-del-without-netns.ts';
import { cniKilledByDeadline } from './cni/cni-killed-by-deadline.ts';
import { cniLeftoverInterface } from './cni/cni-leftover-interface.ts';
import { cniPluginBinaryMissing } from './cni/cni-plugin-binary-missing.ts';
import { cniPluginPollutesStdout } from './cni/cni-plugin-pollutes-stdout.ts';
import { cniVersionMismatch } from './cni/cni-version-mismatch.ts';
import { flannelSubnetEnvMissing } from './cni/flannel-subnet-env-missing.ts';
import { ipamDuplicateAllocation } from './cni/ipam-duplicate-allocation.ts';
import { ipamExhausted } from './cni/ipam-exhausted.ts';
import { iptablesMissingOnTeardown } from './cni/iptables-missing-on-teardown.ts';
import { netnsBusyOnTeardown } from './cni/netns-busy-on-teardown.ts';
import { networkTeardownFailed } from './cni/network-teardown-failed.ts';
import { sandboxDiedBeforeCni } from './cni/sandbox-died-before-cni.ts';
import { cdiDeviceUnresolvable } from './devices/cdi-device-unresolvable.ts';
import { deviceUnhealthyAtAdmission } from './devices/device-unhealthy-at-admission.ts';
import { gpuDriverLibraryMismatch } from './devices/gpu-driver-library-mismatch.ts';
import { gpuDriverNotLoaded } from './devices/gpu-driver-not-loaded.ts';
import { hostDeviceMissing } from './devices/host-device-missing.ts';
import { execFormatError } from './exec-image-content/exec-format-error.ts';
import { execNotFound } from './exec-image-content/exec-not-found.ts';
import { execPermissionDenied } from './exec-image-content/exec-permission-denied.ts';
import { scriptInterpreterMissing } from './exec-image-content/script-interpreter-missing.ts';
import { userNotInImage } from './exec-image-content/user-not-in-image.ts';
import { appExitNonzero } from './exit-run/app-exit-nonzero.ts';
import { containerRecordLost } from './exit-run/container-record-lost.ts';
import { exitZeroLoop } from './exit-run/exit-zero-loop.ts';
import { initContainerFailed } from './exit-run/init-container-failed.ts';
import { initContainerRunning } from './exit-run/init-container-running.ts';
import { killWaitTimeout } from './exit-run/kill-wait-timeout.ts';
import { livenessProbeFailed } from './exit-run/liveness-probe-failed.ts';
import { oomFlagStaleRealEndSigterm } from './exit-run/oom-flag-stale-real-end-sigterm.ts';
import { oomKilled } from './exit-run/oom-killed.ts';
import { podDeadlineExceeded } from './exit-run/pod-deadline-exceeded.ts';
import { prestopPoststartHookFailed } from './exit-run/prestop-poststart-hook-failed.ts';
import { readinessProbeFailed } from './exit-run/readiness-probe-failed.ts';
import { runtimeLostExitStatus } from './exit-run/runtime-lost-exit-status.ts';
import { sigabrtIllegalCpuOrAssert } from './exit-run/sigabrt-illegal-cpu-or-assert.ts';
import { sigillCpuFeature } from './exit-run/sigill-cpu-feature.ts';
import { sigkillAfterGrace } from './exit-run/sigkill-after-grace.ts';
import { sigtermReportedAsError } from './exit-run/sigterm-reported-as-error.ts';
import { startupProbeFailed } from './exit-run/startup-probe-failed.ts';
import { contentBlobMissing } from './image-pull/content-blob-missing.ts';
import { credentialProviderExecFailed } from './image-pull/credential-provider-exec-failed.ts';
import { imageAuthOrAbsent } from './image-pull/image-auth-or-absent.ts';
import { imageBlobCdnFailed } from './image-pull/image-blob-cdn-failed.ts';
import { imageNeverPull } from './image-pull/image-never-pull.ts';
import { imageNotFound } from './image-pull/image-not-found.ts';
import { imagePullDns } from './image-pull/image-pull-dns.ts';
import { imagePullQueued } from './image-pull/image-pull-queued.ts';
import { imagePullStalled } from './image-pull/image-pull-stalled.ts';
import { imagePullTimeout } from './image-pull/image-pull-timeout.ts';
import { imagePullX509UnknownCa } from './image-pull/image-pull-x509-unknown-ca.ts';
import { imageUnauthorized } from './image-pull/image-unauthorized.ts';
import { invalidImageName } from './image-pull/invalid-image-name.ts';
import { layerDigestMismatch } from './image-pull/layer-digest-mismatch.ts';
import { layerTruncated } from './image-pull/layer-truncated.ts';
import { platformMismatch } from './image-pull/platform-mismatch.ts';
import { pullProgressTimeout } from './image-pull/pull-progress-timeout.ts';
import { pullRequestDeadline } from './image-pull/pull-request-deadline.ts';
import { rateLimited } from './image-pull/rate-limited.ts';
import { registryPlainHttp } from './image-pull/registry-plain-http.ts';
import { registryRefused } from './image-pull/registry-refused.ts';
import { registryServerError } from './image-pull/registry-server-error.ts';
import { registryTokenEndpointUnreachable } from './image-pull/registry-token-endpoint-unreachable.ts';
import { schema1Unsupported } from './image-pull/schema1-unsupported.ts';
import { shortNameAmbiguous } from './image-pull/short-name-ambiguous.ts';
import { shortNameUnresolved } from './image-pull/short-name-unresolved.ts';
import { signaturePolicyInvalid } from './image-pull/signature-policy-invalid.ts';
import { signaturePolicyRejected } from './image-pull/signature-policy-rejected.ts';
import { snapshotDataLost } from './image-pull/snapshot-data-lost.ts';
import { snapshotParentMissing } from './image-pull/snapshot-parent-missing.ts';
import { unsupportedSnapshotter } from './image-pull/unsupported-snapshotter.ts';
import { hostpathNotVisibleToKubelet } from './mounts-config/hostpath-not-visible-to-kubelet.ts';
import { hostpathTypeCheckFailed } from './mounts-config/hostpath-type-check-failed.ts';
import { mountSourceMissing } from './mounts-config/mount-source-missing.ts';
import { mountTargetOnReadonly } from './mounts-config/mount-target-on-readonly.ts';
import { mountTypeMismatch } from './mounts-config/mount-type-mismatch.ts';
import { secretOrConfigmapKeyMissing } from './mounts-config/secret-or-configmap-key-missing.ts';
import { secretOrConfigmapMissing } from './mounts-config/secret-or-configmap-missing.ts';
import { subpathMkdirExists } from './mounts-config/subpath-mkdir-exists.ts';
import { subpathPrepareFailed } from './mounts-config/subpath-prepare-failed.ts';
import { subpathStaleAfterConfigmapUpdate } from './mounts-config/subpath-stale-after-configmap-update.ts';
import { volumeSecretMissing } from './mounts-config/volume-secret-missing.ts';
import { workdirInaccessible } from './mounts-config/workdir-inaccessible.ts';
import { diskFull } from './node-limits-storage/disk-full.ts';
import { diskOrTmpfsFull } from './node-limits-storage/disk-or-tmpfs-full.ts';
import { diskPressureAdmission } from './node-limits-storage/disk-pressure-admission.ts';
import { evictedDiskPressure } from './node-limits-storage/evicted-disk-pressure.ts';
import { fdLimit } from './node-limits-storage/fd-limit.ts';
import { inotifyExhausted } from './node-limits-storage/inotify-exhausted.ts';
import { nodeReadonlyFilesystem } from './node-limits-storage/node-readonly-filesystem.ts';
import { pidOrTaskLimit } from './node-limits-storage/pid-or-task-limit.ts';
import { projectedTmpfsEnospc } from './node-limits-storage/projected-tmpfs-enospc.ts';
import { snapshotterStaleMount } from './node-limits-storage/snapshotter-stale-mount.ts';
import { admissionRejected } from './node-runtime-config/admission-rejected.ts';
import { containerdConfigPartialSection } from './node-runtime-config/containerd-config-partial-section.ts';
import { hostPortConflict } from './node-runtime-config/host-port-conflict.ts';
import { runtimeDown } from './node-runtime-config/runtime-down.ts';
import { runtimeHung } from './node-runtime-config/runtime-hung.ts';
import { staticManifestInvalid } from './node-runtime-config/static-manifest-invalid.ts';
import { kataAgentLost } from './oci-runtime-shim/kata-agent-lost.ts';
import { kvmNotAvailable } from './oci-runtime-shim/kvm-not-available.ts';
import { runcBinaryMissing } from './oci-runtime-shim/runc-binary-missing.ts';
import { runtimeHandlerNotConfigured } from './oci-runtime-shim/runtime-handler-not-configured.ts';
import { shimBinaryMissing } from './oci-runtime-shim/shim-binary-missing.ts';
import { shimDaemonVersionSkew } from './oci-runtime-shim/shim-daemon-version-skew.ts';
import { containerNameReserved } from './retry-of-slow-request/container-name-reserved.ts';
import { crioRequestTimeoutRetry } from './retry-of-slow-request/crio-request-timeout-retry.ts';
import { sandboxNameReserved } from './retry-of-slow-request/sandbox-name-reserved.ts';
import { sandboxImageDns } from './sandbox-image/sandbox-image-dns.ts';
import { sandboxImageForbidden } from './sandbox-image/sandbox-image-forbidden.ts';
import { sandboxImageNetwork } from './sandbox-image/sandbox-image-network.ts';
import { sandboxImageNotLocal } from './sandbox-image/sandbox-image-not-local.ts';
import { sandboxImagePullCancelled } from './sandbox-image/sandbox-image-pull-cancelled.ts';
import { sandboxImageReferenceBug } from './sandbox-image/sandbox-image-reference-bug.ts';
import { sandboxImageX509 } from './sandbox-image/sandbox-image-x509.ts';
import { apparmorParserMissing } from './security/apparmor-parser-missing.ts';
import { apparmorProfileNotLoaded } from './security/apparmor-profile-not-loaded.ts';
import { capabilityNotGrantable } from './security/capability-not-grantable.ts';
import { capabilityUnknown } from './security/capability-unknown.ts';
import { runAsNonrootNonnumeric } from './security/run-as-nonroot-nonnumeric.ts';
import { runAsNonrootRootImage } from './security/run-as-nonroot-root-image.ts';
import { seccompProfileMissing } from './security/seccomp-profile-missing.ts';
import { selinuxPolicyMissing } from './security/selinux-policy-missing.ts';
import { selinuxRelabelSlow } from './security/selinux-relabel-slow.ts';
import { selinuxRelabelUnsupportedFs } from './security/selinux-relabel-unsupported-fs.ts';
import { sysctlForbidden } from './security/sysctl-forbidden.ts';
import { usernsIdmapUnsupported } from './security/userns-idmap-unsupported.ts';
import { usernsIdsInsufficient } from './security/userns-ids-insufficient.ts';
import { usernsLimitZero } from './security/userns-limit-zero.ts';
import { usernsRuntimeUnsupported } from './security/userns-runtime-unsupported.ts';
import { TABLE_POD_CAUSES } from './table-pod-causes.ts';

/** Every cause in order of precedence: the first that matches is the verdict's; the special before the general. */
export const CAUSES: readonly Cause[] = [
  staticManifestInvalid,
  runtimeHung,
  runtimeDown,
  hostpathTypeCheckFailed,
  volumeSecretMissing,
  projectedTmpfsEnospc,
  evictedDiskPressure,
  podDeadlineExceeded,
  sysctlForbidden,
  diskPressureAdmission,
  deviceUnhealthyAtAdmission,
  hostPortConflict,
  apparmorProfileNotLoaded,
  admissionRejected,
  ...TABLE_POD_CAUSES,
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
  imagePullStalled,
  imagePullQueued,
  imageNeverPull,
  invalidImageName,
  credentialProviderExecFailed,
  registryTokenEndpointUnreachable,
  imagePullDns,
  imagePullX509UnknownCa,
  platformMismatch,
  schema1Unsupported,
  shortNameAmbiguous,
  shortNameUnresolved,
  signaturePolicyInvalid,
  signaturePolicyRejected,
  layerTruncated,
  layerDigestMismatch,
  diskFull,
  usernsIdsInsufficient,
  contentBlobMissing,
  snapshotParentMissing,
  snapshotDataLost,
  unsupportedSnapshotter,
  imageBlobCdnFailed,
  imageUnauthorized,
  imageAuthOrAbsent,
  imageNotFound,
  registryRefused,
  pullProgressTimeout,
  imagePullTimeout,
  pullRequestDeadline,
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
  iptablesMissingOnTeardown,
  netnsBusyOnTeardown,
  cniDelWithoutNetns,
  killWaitTimeout,
  networkTeardownFailed,
  initContainerRunning,
  oomKilled,
  oomFlagStaleRealEndSigterm,
  prestopPoststartHookFailed,
  startupProbeFailed,
  livenessProbeFailed,
  readinessProbeFailed,
  containerRecordLost,
  runtimeLostExitStatus,
  sigkillAfterGrace,
  sigillCpuFeature,
  sigabrtIllegalCpuOrAssert,
  initContainerFailed,
  sigtermReportedAsError,
  exitZeroLoop,
  appExitNonzero,
];
