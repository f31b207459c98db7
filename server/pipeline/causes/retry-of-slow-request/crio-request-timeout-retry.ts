import { runtimeLogOf } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const crioRequestTimeoutRetry = textCause({
  id: 'crio-request-timeout-retry',
  stages: ['create', 'sandbox'],
  title: 'CRI-O is still busy with an earlier request for the same thing',
  explanation:
    "kubelet's first request took longer than it waits, so it asked again while CRI-O goes on. CRI-O's log says at which step it is.",
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  confusedWith: ['container-name-reserved', 'nri-plugin-timeout', 'volume-relabel-slow'],
  patterns: [
    /Kubelet may be retrying requests/i,
    /error reserving (?:ctr|pod) name/i,
    /name is reserved/i,
  ],
  nextChecks: (view) => [runtimeLogOf(view, 'Currently at stage')],
});
