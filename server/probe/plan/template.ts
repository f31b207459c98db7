import type { JsonObject } from '../../contract/cri-config.ts';
import type { KubeletContainer, KubeletPod } from '../../contract/kubelet-pod.ts';
import type { ContainerRow, PodDetail } from '../../contract/pod.ts';
import type { ProbeOptions, ProbeRequest } from '../../contract/probe.ts';
import { PULL_POLICIES, type PullPolicy } from '../../contract/probe-words.ts';
import type { ContainerStatus, Image } from '../../contract/runtime-objects.ts';
import { exactRef, findImage } from './image-choice.ts';
import { stoppedContainer } from './stopped-container.ts';
import { type TemplateCommand, templateCommand } from './template-command.ts';
import { type TemplateMounts, templateMounts } from './template-mounts.ts';

export interface TemplateSource {
  readonly detail: PodDetail;
  /** Null: the one that decides the pod's verdict. */
  readonly container: string | null;
  readonly kubeletPod: KubeletPod | null;
  /** Of the container's newest record. */
  readonly status: ContainerStatus | null;
  /** Images of the node, to name the pod's by digest; without them it stays as the pod names it. */
  readonly images?: readonly Image[];
  /** What the API server's RuntimeClasses stand for; without them a class is taken for its handler. */
  readonly runtimeClasses?: readonly { readonly name: string; readonly handler: string }[];
  readonly mayUsePrivileges: boolean;
}

type Template = Pick<ProbeOptions, 'request' | 'leftOut'>;
type LeftOut = ProbeOptions['leftOut'][number];

/**
 * A request that asks this node for what a stuck pod asks for, as far as that is known and safe: never its environment,
 * its secrets or its identity. What is missing is named, for a failure that lies there does not show in the probe.
 */
export function templateFor(source: TemplateSource): Template {
  const { detail, kubeletPod, mayUsePrivileges } = source;
  const row = stoppedContainer(detail, source.container);
  const wanted = kubeletPod?.containers.find(({ name }) => name === row?.name) ?? null;
  const pullPolicy = policyOf(wanted);
  const image = imageOf(source, row, wanted, pullPolicy ?? 'IfNotPresent');
  const mounts = templateMounts({ ...source, mountPaths: wanted?.wants?.mountPaths ?? null });
  const handler = handlerOf(source);
  const words = templateCommand(wanted);
  const isOnNode = kubeletPod?.hostNetwork === true;
  const isForm = mounts.taken.length === 0;
  const request: ProbeRequest = {
    mode: 'all',
    image,
    runtimeHandler: handler.name,
    hostNetwork: isOnNode && mayUsePrivileges,
    command: isForm ? [...words.command] : [],
    args: isForm ? [...words.args] : [],
    pullPolicy: pullPolicy ?? 'IfNotPresent',
    auth: null,
    sandboxConfig: null,
    containerConfig: isForm ? null : withMounts(row, image, { ...mounts, ...words }),
    pod: {
      namespace: detail.namespace,
      name: detail.name,
      uid: detail.uid,
      container: row?.name ?? null,
    },
  };
  const leftOut = [
    ...imageGaps(image, pullPolicy, wanted),
    ...handler.gaps,
    ...networkGaps(source),
    ...mounts.leftOut,
    ...words.leftOut,
    ...securityGaps(wanted),
    ...ALWAYS_LEFT_OUT,
  ];
  return { request, leftOut };
}

function policyOf(wanted: KubeletContainer | null): PullPolicy | null {
  return PULL_POLICIES.find((policy) => policy === wanted?.imagePullPolicy) ?? null;
}

/** By digest where the node has it, but for policy Always: that asks the registry what the name stands for now. */
function imageOf(
  { images = [] }: TemplateSource,
  row: ContainerRow | null,
  wanted: KubeletContainer | null,
  policy: PullPolicy,
): string | null {
  const named = wanted?.image || row?.image || null;
  const found = named === null || policy === 'Always' ? null : findImage(named, images);
  return found === null ? named : exactRef(found);
}

function withMounts(
  row: ContainerRow | null,
  image: string | null,
  { taken, command, args }: TemplateMounts & TemplateCommand,
): JsonObject {
  return {
    metadata: { name: row?.name ?? 'probe' },
    image: image === null ? {} : { image },
    ...(command.length === 0 ? {} : { command: [...command] }),
    ...(args.length === 0 ? {} : { args: [...args] }),
    mounts: taken,
  };
}

function securityGaps(wanted: KubeletContainer | null): readonly LeftOut[] {
  const asked = wanted?.wants?.security ?? null;
  if (asked?.length === 0) return [];
  const what = 'user, capabilities, security profiles and sysctls';
  const why =
    asked === null
      ? "nobody tells them before the container is there: the probe has the runtime's defaults"
      : `the pod asks for ${asked.join(', ')}: the probe has the runtime's defaults`;
  return [{ what, why }];
}

function imageGaps(
  image: string | null,
  policy: PullPolicy | null,
  wanted: KubeletContainer | null,
): readonly LeftOut[] {
  const untold = 'neither kubelet nor the runtime tells it now';
  return [
    ...(image === null
      ? [{ what: 'image', why: `${untold}: one that is on the node is taken` }]
      : []),
    ...(policy === null ? [{ what: 'pull policy', why: `${untold}: IfNotPresent is taken` }] : []),
    {
      what: 'registry login',
      why: "the pod's pull secrets are not read: give a login yourself where the registry wants one",
    },
    ...(wanted?.resources === undefined
      ? []
      : [{ what: 'requests and limits', why: 'a probe stays small whatever the pod asks for' }]),
  ];
}

/** The sandbox's own word first; a RuntimeClass only stands for a handler. */
function handlerOf({ detail, kubeletPod, runtimeClasses = [] }: TemplateSource): {
  readonly name: string;
  readonly gaps: readonly LeftOut[];
} {
  const told = detail.sandboxes.find(({ runtimeHandler }) => runtimeHandler !== '');
  if (told !== undefined) return { name: told.runtimeHandler, gaps: [] };
  const className = kubeletPod?.runtimeClassName ?? null;
  if (className !== null) {
    const known = runtimeClasses.find(({ name }) => name === className);
    if (known !== undefined) return { name: known.handler, gaps: [] };
    const why = `the pod names RuntimeClass ${className}, and nobody tells here which handler that stands for: one of the same name is taken`;
    return { name: className, gaps: [{ what: 'runtime handler', why }] };
  }
  const why = 'nobody tells now which one the pod asks for: the default handler is taken';
  return { name: '', gaps: kubeletPod === null ? [{ what: 'runtime handler', why }] : [] };
}

function networkGaps({ kubeletPod, mayUsePrivileges }: TemplateSource): readonly LeftOut[] {
  if (kubeletPod === null) {
    const why =
      "kubelet does not tell whether the pod uses the node's network: the probe has its own";
    return [{ what: 'network', why }];
  }
  if (!kubeletPod.hostNetwork || mayUsePrivileges) return [];
  return [{ what: 'host network', why: "only an admin may give a probe the node's own network" }];
}

/** A sidecar, an init container and a probe of kubelet are not part of the four calls. */
const ALWAYS_LEFT_OUT: readonly LeftOut[] = [
  { what: 'environment', why: 'it may hold secrets, so it stays with the pod' },
  {
    what: 'init containers, probes and hooks',
    why: 'a probe makes one container; kubelet does the rest, and a probe goes round it',
  },
];
