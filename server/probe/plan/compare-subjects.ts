import type { JsonObject, JsonValue } from '../../contract/cri-config.ts';
import type { KubeletPod, KubeletWants } from '../../contract/kubelet-pod.ts';
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

function mounts(beside: Beside): Held {
  const own = valueAt(beside.plan.containerConfig, ['mounts']);
  const list: readonly JsonValue[] = Array.isArray(own) ? own : [];
  const probe = count(list.length);
  const told =
    beside.status?.mounts.map(({ containerPath }) => containerPath) ??
    wantsOf(beside)?.mountPaths ??
    null;
  if (told === null) return hold(probe, null, null);
  const there = told.filter((path) => !OF_KUBELET.has(path));
  const paths = new Set(list.map((mount) => pathOf(mount)));
  const isSame = paths.size === there.length && there.every((path) => paths.has(path));
  return hold(probe, count(there.length), isSame);
}

/** Files that kubelet gives to every container, whatever the pod asks for. */
const OF_KUBELET: ReadonlySet<string> = new Set(['/etc/hosts', '/dev/termination-log']);

/** What the specification says of the container that is compared; null where nobody tells. */
function wantsOf({ detail, kubeletPod, container }: Beside): KubeletWants | null {
  const row = stoppedContainer(detail, container);
  return kubeletPod?.containers.find(({ name }) => name === row?.name)?.wants ?? null;
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

/** A profile that the probe has as well. */
const SECCOMP_DEFAULT = 'seccomp RuntimeDefault';
const DEFAULTS = "the runtime's defaults";

/** Where a pod asks for nothing it is confined less than a probe, and does not fail for it. */
function security(beside: Beside): Held {
  const { privileges } = beside.plan;
  const probe = privileges.length === 0 ? DEFAULTS : privileges.join('; ');
  const wants = wantsOf(beside);
  if (wants === null) return hold(probe, null, null);
  const asked = wants.security.filter((setting) => setting !== SECCOMP_DEFAULT);
  const pod = asked.length === 0 ? DEFAULTS : asked.join(', ');
  // Whether given settings come to the same is not told by their words.
  const isSame = asked.length === 0 && privileges.length === 0;
  return hold(probe, pod, isSame || privileges.length === 0 ? isSame : null);
}

function commands(beside: Beside): Held {
  const own = ['command', 'args'].map((name) => {
    const value = valueAt(beside.plan.containerConfig, [name]);
    return Array.isArray(value)
      ? value.filter((word): word is string => typeof word === 'string')
      : [];
  });
  const wants = wantsOf(beside);
  if (wants === null) return hold(commandWords(own), null, null);
  const there = [wants.command, wants.args];
  return hold(
    commandWords(own),
    commandWords(there),
    JSON.stringify(own) === JSON.stringify(there),
  );
}

function commandWords(lists: readonly (readonly string[])[]): string {
  const words = redactWords(lists.flat());
  return words.length === 0 ? "the image's own" : words.join(' ');
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
