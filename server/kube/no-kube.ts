import { unavailable } from '../contract/section.ts';
import type { Kube } from './kube.ts';
import { HOW_TO_ENABLE } from './kube-error.ts';

/** An API server that is not asked, for one reason, and how to have it asked. */
export function noKube(reason: string, enable: string = HOW_TO_ENABLE): Kube {
  const none = async () => unavailable(reason);
  return {
    isConfigured: false,
    pods: none,
    events: none,
    lease: none,
    runtimeClasses: none,
    volumeAttachments: none,
    nodeConditions: none,
    source: () => ({ name: 'kube', status: 'unavailable', reason, enable }),
    close() {},
  };
}
