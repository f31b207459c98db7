import type { JsonObject, JsonValue } from '../../contract/cri-config.ts';
import type { KubeletPod } from '../../contract/kubelet-pod.ts';
import type { PodDetail } from '../../contract/pod.ts';
import type { ProbeComparison } from '../../contract/probe.ts';
import type { ContainerStatus, Image } from '../../contract/runtime-objects.ts';
import type { Stage } from '../../contract/stage.ts';
import type { ProbePlan } from '../plan.ts';
import { objectAt, valueAt } from './config-edit.ts';
import { NODE } from './from-form.ts';
import { findImage, isSameRef } from './image-choice.ts';
import { wholeNumber } from './limits.ts';
import { redactWords } from './redact-request.ts';
import { stoppedContainer } from './stopped-container.ts';

export type ComparedSubject = ProbeComparison['subjects'][number];
type Subject = ComparedSubject['subject'];
interface Held extends Pick<ComparedSubject, 'probe' | 'pod' | 'verdict'> {
  /** Differs, but not so that the pod would fail for it. */
  readonly isHarmless?: boolean;
}

export interface Beside {
  readonly plan: ProbePlan;
  readonly detail: PodDetail;
  readonly kubeletPod: KubeletPod | null;
  readonly container: string | null;
  /** Of the pod's container, where the runtime has a record of it. */
  readonly status?: ContainerStatus | null;
  /** Images of the node: a tag and a digest can then be told to be one. */
  readonly images?: readonly Image[];
}

/** What can make a stage fail for one pod and not for another. */
const MATTERS: Readonly<Record<Stage, readonly Subject[]>> = {
  kubelet: [],
  sandbox: ['runtime-handler', 'network', 'security'],
  pull: ['image'],
  // CRI-O looks for the command when it makes the container.
  create: ['image', 'mounts', 'security', 'command', 'runtime-handler'],
  start: ['image', 'command', 'mounts', 'security', 'resources', 'runtime-handler'],
  run: ['image', 'command', 'mounts', 'resources', 'network', 'security'],
  teardown: [],
};

const UNTOLD = 'not told';
const MIB = 1024 * 1024;

/** What the two have in common and what not; of that, what can make this stage fail is suspect. */
export function compareSubjects(beside: Beside, failsAt: Stage | null): readonly ComparedSubject[] {
  const held: Readonly<Record<Subject, Held>> = {
    image: images(beside),
    'runtime-handler': handlers(beside),
    mounts: mounts(beside),
    network: networks(beside),
    security: security(beside),
    command: commands(beside),
    resources: resources(beside),
  };
  return SUBJECTS.map((subject) => {
    const { isHarmless = false, ...told } = held[subject];
    const canBe = failsAt !== null && canStop(failsAt, subject) && !isHarmless;
    return { subject, ...told, isSuspect: canBe && told.verdict !== 'same' };
  });
}

/** Whether this can make that stage fail. */
export function canStop(stage: Stage, subject: Subject): boolean {
  return MATTERS[stage].includes(subject);
}

const SUBJECTS = [
  'image',
  'runtime-handler',
  'mounts',
  'network',
  'security',
  'command',
  'resources',
] as const satisfies readonly Subject[];

function hold(probe: string, pod: string | null, isSame: boolean | null): Held {
  if (pod === null || isSame === null) return { probe, pod: pod ?? UNTOLD, verdict: 'unknown' };
  return { probe, pod, verdict: isSame ? 'same' : 'differs' };
}

function images({ plan, detail, kubeletPod, container, images: known = [] }: Beside): Held {
  const row = stoppedContainer(detail, container);
  const wanted = kubeletPod?.containers.find(({ name }) => name === row?.name);
  const named = wanted?.image || row?.image || null;
  if (named === null) return hold(plan.image, null, null);
  if (isSameRef(plan.image, named)) return hold(plan.image, named, true);
  const here = findImage(plan.image, known);
  const there = findImage(named, known);
  if (here !== null && there !== null) return hold(plan.image, named, here.id === there.id);
  // A digest and a tag of one repository may be one image, and nobody tells.
  const isOpen =
    plan.image.includes('@') !== named.includes('@') &&
    repository(plan.image) === repository(named);
  return hold(plan.image, named, isOpen ? null : false);
}

function repository(ref: string): string {
  return (ref.split('@')[0] ?? ref).replace(/:[^/:]*$/, '');
}

function handlers({ plan, detail, kubeletPod }: Beside): Held {
  const words = (name: string) => (name === '' ? 'the default one' : name);
  const own = plan.runtimeHandler;
  const className = kubeletPod?.runtimeClassName ?? null;
  const told = detail.sandboxes.find(({ runtimeHandler }) => runtimeHandler !== '')?.runtimeHandler;
  // The default handler has a name too: only who knows that a pod asks for none knows that it is that one.
  const isDefault = kubeletPod === null ? null : className === null;
  if (told !== undefined) return hold(words(own), told, own === '' ? isDefault : told === own);
  if (isDefault === null) return hold(words(own), null, null);
  if (className === null) return hold(words(own), words(''), own === '');
  // Which handler a class stands for is not told here; often they have one name.
  const isSame = own === className ? true : null;
  return hold(words(own), `RuntimeClass ${className}`, own === '' ? false : isSame);
}

function mounts({ plan, status = null }: Beside): Held {
  const own = valueAt(plan.containerConfig, ['mounts']);
  const list: readonly JsonValue[] = Array.isArray(own) ? own : [];
  const probe = count(list.length);
  if (status === null) return hold(probe, null, null);
  const paths = new Set(list.map((mount) => pathOf(mount)));
  const isSame =
    paths.size === status.mounts.length &&
    status.mounts.every(({ containerPath }) => paths.has(containerPath));
  return hold(probe, count(status.mounts.length), isSame);
}

function pathOf(mount: JsonValue): string {
  const path =
    typeof mount === 'object' && mount !== null && !Array.isArray(mount)
      ? (mount as JsonObject)['container_path']
      : '';
  return typeof path === 'string' ? path : '';
}

function count(mounts: number): string {
  if (mounts === 0) return 'none';
  return mounts === 1 ? '1 mount' : `${mounts} mounts`;
}

function networks({ plan, kubeletPod }: Beside): Held {
  const words = (isNodes: boolean) => (isNodes ? "the node's own" : 'its own');
  const options = objectAt(plan.sandboxConfig, 'linux', 'security_context', 'namespace_options');
  const isNodes = options['network'] === NODE;
  if (kubeletPod === null) return hold(words(isNodes), null, null);
  return hold(words(isNodes), words(kubeletPod.hostNetwork), kubeletPod.hostNetwork === isNodes);
}

/** What a pod asks for here stands in its specification, which nobody reads for this. */
function security({ plan }: Beside): Held {
  const probe =
    plan.privileges.length === 0 ? "the runtime's defaults" : plan.privileges.join('; ');
  return hold(probe, null, null);
}

function commands({ plan }: Beside): Held {
  const words = ['command', 'args'].flatMap((name) => {
    const value = valueAt(plan.containerConfig, [name]);
    return Array.isArray(value)
      ? value.filter((word): word is string => typeof word === 'string')
      : [];
  });
  return hold(words.length === 0 ? "the image's own" : redactWords(words).join(' '), null, null);
}

function resources({ plan, detail, kubeletPod, container }: Beside): Held {
  const own = objectAt(plan.containerConfig, 'linux', 'resources');
  const period = wholeNumber(own['cpu_period']);
  const probe = {
    cores: period > 0 ? wholeNumber(own['cpu_quota']) / period : 0,
    bytes: wholeNumber(own['memory_limit_in_bytes']),
  };
  const row = stoppedContainer(detail, container);
  const wanted = kubeletPod?.containers.find(({ name }) => name === row?.name);
  if (wanted === undefined) return hold(limits(probe), null, null);
  const pod = {
    cores: wanted.resources?.cpuLimitCores ?? 0,
    bytes: wanted.resources?.memoryLimitBytes ?? 0,
  };
  const isTighter = pod.bytes > 0 && pod.bytes < probe.bytes;
  return {
    ...hold(limits(probe), limits(pod), limits(probe) === limits(pod)),
    isHarmless: !isTighter,
  };
}

function limits({ cores, bytes }: { readonly cores: number; readonly bytes: number }): string {
  const cpu = cores > 0 ? `${Number(cores.toFixed(3))} cores` : 'no limit of CPU';
  const memory = bytes > 0 ? `${Number((bytes / MIB).toFixed(1))} MiB` : 'no limit of memory';
  return `${cpu}, ${memory}`;
}
