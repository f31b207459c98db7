import type { KubeletPod } from './kubelet-pod.ts';
import { type Section, unavailable } from './section.ts';

/** What the API server says about this node: what is wanted. Times are Unix ms. */
export interface KubeFacts {
  /** Pods bound to this node. */
  readonly pods: Section<readonly KubeletPod[]>;
  readonly events: Section<readonly KubeEvent[]>;
  readonly lease: Section<{
    readonly renewedAtMs: number | null;
    readonly durationSeconds: number;
  }>;
  readonly runtimeClasses: Section<readonly { readonly name: string; readonly handler: string }[]>;
  readonly volumeAttachments: Section<readonly VolumeAttachment[]>;
  /** Conditions of the Node object. */
  readonly nodeConditions: Section<
    readonly {
      readonly type: string;
      readonly status: string;
      readonly reason: string | null;
      readonly message: string | null;
      readonly changedAtMs: number | null;
    }[]
  >;
}

export interface KubeEvent {
  /** What it is about: Pod or Node. */
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string | null;
  /** The container named by the event's fieldPath. */
  readonly container: string | null;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly count: number;
  readonly firstAtMs: number | null;
  readonly lastAtMs: number | null;
  readonly component: string | null;
}

export interface VolumeAttachment {
  readonly name: string;
  readonly attacher: string;
  readonly persistentVolume: string | null;
  readonly nodeName: string;
  readonly isAttached: boolean;
  readonly createdAtMs: number | null;
  readonly error: string | null;
}

/** Facts of the API server that were not gathered, for one reason. */
export function noKubeFacts(reason: string): KubeFacts {
  const none = unavailable(reason);
  return {
    pods: none,
    events: none,
    lease: none,
    runtimeClasses: none,
    volumeAttachments: none,
    nodeConditions: none,
  };
}
