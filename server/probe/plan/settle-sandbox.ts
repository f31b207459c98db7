import type { JsonObject, JsonValue } from '../../contract/cri-config.ts';
import { PROBE_IMAGE_ANNOTATION, PROBE_LABELS, PROBE_MARK } from '../../contract/probe-words.ts';
import type { PlanFacts } from '../plan.ts';
import { cgroupParent } from './cgroup-parent.ts';
import { type Change, type Edit, editConfig, objectAt, textAt, valueAt } from './config-edit.ts';
import { DEFAULT_PROFILES, isOwnLabel, OUR_DOMAIN, POD_LABELS } from './field-judges.ts';
import { limitEdits } from './limits.ts';

/** What both configurations are settled by. */
export interface Settlement {
  readonly facts: PlanFacts;
  readonly pod: { readonly namespace: string; readonly name: string; readonly uid: string };
  readonly image: string;
  /** True when it has to go with the probe. */
  readonly isImageNew: boolean;
}

export interface Settled {
  readonly config: JsonObject;
  readonly changes: readonly Change[];
}

const WHY_POD = 'a probe is its own pod, so that it is never taken for another one';
const WHY_LOG = "its log lies where a pod's log lies, and goes with it";
const WHY_CGROUP =
  "in a control group of its own it stays small; without one containerd's pod stats fail for the whole node";
const WHY_LABELS = 'by these marks it is found and removed';
const WHY_IMAGE = 'the probe brings this image, so it goes with the probe';
const WHY_SECCOMP = 'kubelet asks for the same; an admin may ask for another';
const WHY_KUBELETS = 'this is a mark by which kubelet knows its own, and the probe is not kubelet';

const SECURITY = ['linux', 'security_context'] as const;
const RUNTIME_DEFAULT = { profile_type: 0 };

/** A sandbox's configuration with all that a probe sets itself. */
export function settleSandbox(given: JsonObject, settlement: Settlement): Settled {
  const { facts, pod } = settlement;
  return editConfig('sandbox_config', given, [
    ...(['name', 'namespace', 'uid'] as const).map((name) => ({
      path: ['metadata', name],
      value: pod[name],
      why: WHY_POD,
    })),
    { path: ['metadata', 'attempt'], value: 0, why: WHY_POD },
    { path: ['log_directory'], value: logDirectory(settlement), why: WHY_LOG },
    labelEdit(given, podLabels(settlement)),
    ...foreignMarkEdits(given),
    ...(settlement.isImageNew
      ? [{ path: ['annotations', PROBE_IMAGE_ANNOTATION], value: settlement.image, why: WHY_IMAGE }]
      : []),
    {
      path: ['linux', 'cgroup_parent'],
      value: cgroupParent(facts.cgroupDriver),
      why: WHY_CGROUP,
    },
    ...seccompEdits(given),
    ...['resources', 'overhead'].flatMap((name) =>
      limitEdits(given, ['linux', name], { mayAskForMore: facts.isAdmin, mustHave: false }),
    ),
  ]);
}

/** Where the pod's logs lie, as kubelet names it. */
function logDirectory({ facts, pod }: Settlement): string {
  return `${facts.podLogs.replace(/\/+$/, '')}/${pod.namespace}_${pod.name}_${pod.uid}`;
}

/** What a probe writes on whatever it makes. */
export function podLabels({ facts, pod }: Settlement): Readonly<Record<string, string>> {
  return {
    [POD_LABELS.podName]: pod.name,
    [POD_LABELS.podNamespace]: pod.namespace,
    [POD_LABELS.podUid]: pod.uid,
    [PROBE_MARK.label]: PROBE_MARK.value,
    [PROBE_LABELS.probe]: facts.id,
    [PROBE_LABELS.deadline]: String(facts.deadlineSeconds),
    [PROBE_LABELS.owner]: facts.owner,
  };
}

/** The labels as one edit: whoever reads the changes wants to know that they are there, not each of them. */
export function labelEdit(given: JsonObject, own: Readonly<Record<string, string>>): Edit {
  const kept = Object.entries(objectAt(given, 'labels')).filter(([key]) => !isOwnLabel(key));
  return {
    path: ['labels'],
    value: { ...Object.fromEntries(kept), ...own },
    why: WHY_LABELS,
    told: `${kept.length === 0 ? '' : 'as given, and '}${Object.keys(own).join(', ')}`,
  };
}

/** Marks that kubelet or an earlier probe left in a configuration that was copied. */
export function foreignMarkEdits(given: JsonObject): readonly Edit[] {
  const keys = Object.keys(objectAt(given, 'annotations'));
  const foreign = keys.filter((key) => KUBELETS_MARK.test(key) || key.startsWith(OUR_DOMAIN));
  return foreign.map((key) => ({
    path: ['annotations', key],
    value: undefined,
    why: WHY_KUBELETS,
  }));
}

/** Written by kubelet and read by nobody else. */
const KUBELETS_MARK =
  /^(?:kubernetes\.io\/config\.(?:hash|mirror|seen|source)|io\.kubernetes\.(?:container\.(?:hash|restartCount|terminationMessagePath|terminationMessagePolicy|preStopHandler|ports)|pod\.(?:terminationGracePeriod|deletionGracePeriod)))$/;

/** The runtime's own seccomp profile where nothing else is asked for. A privileged one has none, whatever it asks. */
export function seccompEdits(given: JsonObject): readonly Edit[] {
  const asked = valueAt(given, [...SECURITY, 'seccomp']);
  const legacy = textAt(given, ...SECURITY, 'seccomp_profile_path');
  // The old way of saying the same is not read by every runtime.
  const isOtherwise = legacy !== '' && !DEFAULT_PROFILES.includes(legacy);
  if (asked !== undefined || isOtherwise || isPrivileged(given)) return [];
  const value: JsonValue = RUNTIME_DEFAULT;
  return [{ path: [...SECURITY, 'seccomp'], value, why: WHY_SECCOMP, told: 'RuntimeDefault' }];
}

/** Whether it asks for everything at once. */
export function isPrivileged(given: JsonObject): boolean {
  return valueAt(given, [...SECURITY, 'privileged']) === true;
}
