import type { ExplainStage } from '../../contract/explain-stage.ts';
import type { PlainText } from '../plain-text.ts';

export interface DetectedStage {
  readonly stage: ExplainStage;
  /** True when the text names the call itself. */
  readonly isSure: boolean;
  /** True when it is named by its own name or that of its event, not only by words of its inside. */
  readonly isNamed?: boolean;
}

type Sign = readonly [stage: ExplainStage, pattern: RegExp];

/** The outermost call that a text names, from the most telling words to the least. */
const CALLS: readonly Sign[] = [
  [
    'streaming',
    /unable to upgrade connection|port-?forward|error forwarding port|containerLogs|error dialing backend|OCI runtime exec failed|failed to exec in container|error executing command in container|execing command in container|Exec session|failed to try resolving symlinks/i,
  ],
  [
    'teardown',
    /KillPodSandbox|StopPodSandbox|RemovePodSandbox|KillContainer(?:Error)?\b|StopContainer|RemoveContainer|error killing pod|failed to (?:destroy network|stop sandbox|stop container|kill container|remove (?:pod )?sandbox)|FailedKillPod|failed \(del(?:ete)?\)|UnmountVolume|TearDown failed/i,
  ],
  [
    'sandbox',
    /RunPodSandbox|run pod sandbox|CreatePodSandbox|FailedCreatePodSandBox|(?:create|creating) pod (?:network )?sandbox|Failed (?:to )?create (?:pod )?sandbox|failed to (?:set ?up|setup) (?:network for )?(?:pod )?sandbox|network (?:namespace )?for (?:pod )?sandbox|sandbox image|infra (?:container )?image|sandbox (?:container )?name|reserving pod name|failed to start sandbox|failed to get sandbox runtime|failed to generate sandbox|create podsandbox|Creation of sandbox|failed \(add\)|NetworkPlugin cni failed to set up pod|unable to ensure pod container exists|FailedCreatePodContainer|\/pause(?::|@)/i,
  ],
  [
    'node',
    /failed to run Kubelet|kubelet: misconfiguration|failed to validate kubelet config|Failed to start ContainerManager/i,
  ],
  ['create', /failed to create containerd container|failed to generate container/i],
  [
    'pull',
    /PullImage|pulling image|Failed to pull image|failed to pull and unpack|ErrImagePull|ImagePullBackOff|Back-off pulling image|failed to resolve (?:reference|image)|InvalidImageName|InspectFailed|image pull|failed to copy: http|extraction snapshot|failed to extract layer|failed to unpack image|Failed to inspect image|ImageInspectError|\/v2\/\S+\/(?:manifests|blobs)\//i,
  ],
  [
    'create',
    /CreateContainer\b|CreateContainerError|CreateContainerConfigError|failed to generate container|failed to create containerd container|reserve container name|reserving ctr name|Creation of container/i,
  ],
  [
    'start',
    /StartContainer|failed to start container|RunContainerError|ContainerCannotRun|Cannot start container|StartError/i,
  ],
  [
    'kubelet',
    /MountVolume|AttachVolume|FailedMount|FailedAttachVolume|Pod was rejected|Predicate \w+ failed|admission/i,
  ],
  [
    'run',
    /probe (?:failed|errored)|CrashLoopBackOff|restarting failed container|OOMKilled|Last State: Terminated|exit ?code|exited with|hook .*failed|oom-kill|Out of memory|low on resource|Evicted/i,
  ],
];

/** Words of a call that several stages share: not enough to exclude a cause. */
const HINTS: readonly Sign[] = [
  [
    'start',
    /OCI runtime create failed|runc create failed|failed to create (?:containerd|shim) task|failed to create task|container init|starting container process|unable to start container process/i,
  ],
  ['sandbox', /plugin type=|\bcni\b|netns/i],
  ['pull', /registry|\becr:|manifest|x509|pull access|repository/i],
  ['teardown', /unmount|terminating|destroy/i],
  ['tooling', /^(?:FATA|ERRO)\[|^ctr: |^crictl/i],
  ['create', /generate (?:container )?spec|container storage|volume-subpath|runAsNonRoot/i],
  [
    'start',
    /\/sys\/fs\/cgroup|\bcgroups?\b|\bcpuset\b|seccomp|apparmor|capabilit|\brootfs\b|mounting "|\bhook #\d|\bcrun\b|\brunc\b|exec: "/i,
  ],
  ['sandbox', /\bveth\w*|\bipam\b|IP address|\bshim\b|\bkata\b|\bqemu\b|user ?namespace/i],
  ['streaming', /(?<!\/)\bexec\b|websocket|\blogs? -f|upgrade request/i],
  ['node', /^[IWEF]\d{4} |kubelet|containerd|systemd|crio|plugin=|node\b/i],
];

const SANDBOX_BY_NAME =
  /RunPodSandbox|CreatePodSandbox|FailedCreatePodSandBox|Failed (?:to )?create pod sandbox|failed to start sandbox/i;

/** The stage that a text speaks of; null when it names nothing of the kind. */
export function detectStage(text: PlainText): DetectedStage | null {
  for (const [stage, pattern] of CALLS)
    if (pattern.test(text.full))
      return { stage, isSure: true, isNamed: SANDBOX_BY_NAME.test(text.full) };
  for (const [stage, pattern] of HINTS)
    if (pattern.test(text.full)) return { stage, isSure: false };
  return null;
}
