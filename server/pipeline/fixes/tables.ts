import { CGROUP_FIXES } from './cgroup-resources.ts';
import { CNI_FIXES } from './cni.ts';
import { DEVICE_FIXES } from './devices.ts';
import { IMAGE_CONTENT_FIXES } from './exec-image-content.ts';
import { EXIT_FIXES } from './exit-run.ts';
import { IMAGE_PULL_FIXES } from './image-pull.ts';
import { IMAGE_STORE_FIXES } from './image-store.ts';
import { MOUNT_FIXES } from './mounts-config.ts';
import { LIMIT_FIXES } from './node-limits-storage.ts';
import { RUNTIME_FIXES } from './node-runtime-config.ts';
import { SHIM_FIXES } from './oci-runtime-shim.ts';
import { STATUS_FIXES } from './pod-status.ts';
import { RETRY_FIXES } from './retry-of-slow-request.ts';
import type { FixTable } from './rung.ts';
import { SANDBOX_IMAGE_FIXES } from './sandbox-image.ts';
import { SECURITY_FIXES } from './security.ts';
import { STREAMING_FIXES } from './streaming.ts';
import { TOOLING_FIXES } from './tooling.ts';

/** The ladders of all groups. */
export const FIX_TABLES: readonly FixTable[] = [
  CGROUP_FIXES,
  CNI_FIXES,
  DEVICE_FIXES,
  EXIT_FIXES,
  IMAGE_CONTENT_FIXES,
  IMAGE_PULL_FIXES,
  IMAGE_STORE_FIXES,
  LIMIT_FIXES,
  MOUNT_FIXES,
  RETRY_FIXES,
  RUNTIME_FIXES,
  SANDBOX_IMAGE_FIXES,
  SECURITY_FIXES,
  SHIM_FIXES,
  STATUS_FIXES,
  STREAMING_FIXES,
  TOOLING_FIXES,
];
