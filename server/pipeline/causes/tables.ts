import type { TableCause } from '../table-cause.ts';
import { CGROUP_TEXTS } from './cgroup-resources/texts.ts';
import { CNI_TEXTS } from './cni/texts.ts';
import { DEVICE_TEXTS } from './devices/texts.ts';
import { IMAGE_CONTENT_TEXTS } from './exec-image-content/texts.ts';
import { STATUS_TEXTS } from './exit-run/status-texts.ts';
import { EXIT_TEXTS } from './exit-run/texts.ts';
import { PULL_TEXTS } from './image-pull/texts.ts';
import { MOUNT_TEXTS } from './mounts-config/texts.ts';
import { EVICTION_TEXTS } from './node-limits-storage/eviction-texts.ts';
import { LIMIT_TEXTS } from './node-limits-storage/texts.ts';
import { RUNTIME_TEXTS } from './node-runtime-config/runtime-texts.ts';
import { KUBELET_TEXTS } from './node-runtime-config/texts.ts';
import { SHIM_TEXTS } from './oci-runtime-shim/texts.ts';
import { RETRY_TEXTS } from './retry-of-slow-request/texts.ts';
import { SANDBOX_IMAGE_TEXTS } from './sandbox-image/texts.ts';
import { SECURITY_TEXTS } from './security/texts.ts';
import { CONNECTION_TEXTS } from './streaming/connection-texts.ts';
import { STREAMING_TEXTS } from './streaming/texts.ts';
import { TOOLING_TEXTS } from './tooling/texts.ts';

/** The small causes of texts, in order of precedence: who asked wrongly, then streams, then the node, then the pod. */
export const TABLE_CAUSES: readonly TableCause[] = [
  ...TOOLING_TEXTS,
  ...STATUS_TEXTS,
  ...EXIT_TEXTS,
  ...STREAMING_TEXTS,
  ...CONNECTION_TEXTS,
  ...KUBELET_TEXTS,
  ...CGROUP_TEXTS,
  ...CNI_TEXTS,
  ...DEVICE_TEXTS,
  ...MOUNT_TEXTS,
  ...SECURITY_TEXTS,
  ...SHIM_TEXTS,
  ...IMAGE_CONTENT_TEXTS,
  ...SANDBOX_IMAGE_TEXTS,
  ...PULL_TEXTS,
  ...EVICTION_TEXTS,
  ...LIMIT_TEXTS,
  ...RETRY_TEXTS,
  ...RUNTIME_TEXTS,
];
