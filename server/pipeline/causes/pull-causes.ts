import type { Cause } from '../cause.ts';
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
import { registryRefused } from './image-pull/registry-refused.ts';
import { registryTokenEndpointUnreachable } from './image-pull/registry-token-endpoint-unreachable.ts';
import { schema1Unsupported } from './image-pull/schema1-unsupported.ts';
import { shortNameAmbiguous } from './image-pull/short-name-ambiguous.ts';
import { shortNameUnresolved } from './image-pull/short-name-unresolved.ts';
import { signaturePolicyInvalid } from './image-pull/signature-policy-invalid.ts';
import { signaturePolicyRejected } from './image-pull/signature-policy-rejected.ts';
import { snapshotDataLost } from './image-pull/snapshot-data-lost.ts';
import { snapshotParentMissing } from './image-pull/snapshot-parent-missing.ts';
import { unsupportedSnapshotter } from './image-pull/unsupported-snapshotter.ts';
import { diskFull } from './node-limits-storage/disk-full.ts';
import { usernsIdsInsufficient } from './security/userns-ids-insufficient.ts';

/** What stops PullImage. In order of precedence. */
export const PULL_CAUSES: readonly Cause[] = [
  imagePullStalled,
  imagePullQueued,
  imageNeverPull,
  invalidImageName,
  credentialProviderExecFailed,
  registryTokenEndpointUnreachable,
  imageBlobCdnFailed,
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
  imageUnauthorized,
  imageAuthOrAbsent,
  imageNotFound,
  registryRefused,
  pullProgressTimeout,
  imagePullTimeout,
  pullRequestDeadline,
];
