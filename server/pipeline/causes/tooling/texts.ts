import { tableOf } from '../../table-cause.ts';

/** Troubles of crictl, ctr and kubectl themselves: the node is well, the question was asked wrongly. */
export const TOOLING_TEXTS = tableOf([
  {
    id: 'crictl-permission-denied',
    title: 'The tool may not open the runtime socket',
    explanation:
      "The runtime's socket belongs to root, and whoever ran the tool is not. The words about an API version or a connection are only the wrapper of its first call.",
    patterns: [
      /dial unix \S+: connect: permission denied/i,
      /permission denied while trying to connect to the \w+ daemon socket/i,
      /connect to \S+\.sock.*permission denied/i,
    ],
    except: [/cni|calico|cilium|multus/i],
    confusedWith: ['runtime-down', 'crictl-wrong-endpoint'],
    steps: [
      ['Run the same command as root', 'sudo crictl info'],
      ['See who may open the socket', 'ls -l /run/containerd/containerd.sock /run/crio/crio.sock'],
    ],
  },
  {
    id: 'crictl-runp-without-cgroup-parent',
    title: 'A hand-made test pod has no cgroup parent',
    explanation:
      "The runtime uses systemd cgroups, and the sandbox file given to crictl names no parent, so the default that does not fit is taken. A real driver mismatch shows kubelet's path (kubepods) in its place.",
    fullPatterns: [
      /expected cgroupsPath to be of format .*got "\/(?:k8s\.io|default|moby)\//i,
      /cgroupsPath .*"\/(?:k8s\.io|default|moby)\/.*(?:slice|systemd)/i,
    ],
    confusedWith: ['cgroup-driver-mismatch'],
    steps: [
      ['Name a slice in the sandbox file: "linux": {"cgroup_parent": "test.slice"}'],
      ['See which driver the runtime uses', 'crictl info | grep -i systemdcgroup'],
    ],
  },
  {
    id: 'crictl-default-endpoint-probing',
    title: 'crictl tries a list of sockets that need not exist',
    explanation:
      'Without a configuration crictl asks several default sockets in turn and complains about each that does not answer. What it prints below may still be right.',
    patterns: [
      /connect using default endpoints/i,
      /default settings are now deprecated, you should set the endpoint/i,
      /Version from runtime service failed.*FATA\[\d+\] getting the runtime version/i,
      /(?:ERRO|WARN|E\d{4}).*dockershim\.sock: connect: no such file/i,
    ],
    fullPatterns: [
      /(?:ERRO|WARN)\[\d+\] .*(?:validate service connection|unable to determine (?:runtime|image) API version).*dockershim\.sock/i,
    ],
    confusedWith: ['cri-plugin-disabled', 'cri-api-too-old', 'crictl-wrong-endpoint'],
    steps: [
      ['See which sockets are served', 'ss -xlp | grep -E "containerd|crio|docker"'],
      ['See what is set now', 'cat /etc/crictl.yaml'],
    ],
  },
  {
    id: 'crictl-wrong-endpoint',
    title: 'The tool asks a socket that nobody serves',
    explanation:
      'crictl, ctr or docker is set to a socket that does not exist or that nobody listens on, often that of a former runtime. The runtime of this node may be well.',
    patterns: [
      /connect endpoint .*make sure you are running as root and the endpoint has been started/i,
      /(?:(?:FATA|ERRO)\[\d+\]|level=fatal).*(?:validate service connection|unable to determine (?:runtime|image) API version|connect: ).*(?:no such file or directory|connection refused|deadline exceeded)/i,
      /\bctr: (?:failed to dial|cannot access socket)\b/i,
      /Cannot connect to the \w+ daemon at/i,
    ],
    confusedWith: [
      'runtime-down',
      'crictl-default-endpoint-probing',
      'crictl-permission-denied',
      'ctr-namespace-confusion',
    ],
    steps: [
      ['See which socket is set', 'cat /etc/crictl.yaml; env | grep -i RUNTIME_ENDPOINT'],
      ['See which sockets are served', 'ss -xlp | grep -E "containerd|crio|docker"'],
    ],
  },
  {
    id: 'crictl-client-timeout',
    title: 'crictl gave up waiting; the runtime goes on',
    explanation:
      'crictl waits two seconds unless told otherwise, and stopping or removing takes up to the whole grace period. The call goes on in the runtime, so read the state again before repeating it.',
    fullPatterns: [
      /FATA\[\d+\] (?:stopping|removing|running|creating|starting|executing|execing|rm|stop)\b.*(?:DeadlineExceeded|context deadline exceeded)\W*$/i,
      /FATA\[\d+\] (?!.*(?:validate service|connect: |determine)).*code = DeadlineExceeded desc = context deadline exceeded\W*$/i,
      /^(?!.*remote_runtime).*(?:stopping|removing) (?:the )?(?:container|pod|sandbox|image)s?\b.*code = DeadlineExceeded desc = context deadline exceeded/i,
    ],
    except: [/log\.go|kuberuntime|pull/i],
    confusedWith: ['runtime-hung', 'kill-wait-timeout'],
    steps: [
      ['Ask again with more patience', 'crictl --timeout 60s ps -a'],
      ['See whether the stop went through', 'crictl ps -a | head'],
    ],
  },
  {
    id: 'ctr-in-container-mount-namespace',
    title: 'ctr mounts in another mount namespace than the runtime',
    explanation:
      'ctr unpacks and mounts by itself, where it runs. Inside a container with only the socket mounted the snapshot folders of the runtime do not exist for it; runtime and image are fine.',
    patterns: [
      /\bctr: failed to mount \S+: no such file or directory/i,
      /\bctr: .*(?:mount callback failed|failed to (?:extract|unpack|apply)).*no such file or directory/i,
    ],
    confusedWith: ['rootfs-mount-source-lost', 'snapshot-data-lost'],
    steps: [
      ['Run it in the mount namespace of the host', 'nsenter -t 1 -m ctr -n k8s.io images ls'],
      ['Compare both namespaces', 'readlink /proc/self/ns/mnt /proc/1/ns/mnt'],
    ],
  },
  {
    id: 'ctr-namespace-confusion',
    title: 'An empty list of another namespace',
    explanation:
      'ctr shows the namespace "default" unless told otherwise, and Kubernetes lives in "k8s.io"; crictl may be pointed at another runtime that is alive. An empty list proves nothing.',
    patterns: [
      /^TASK PID STATUS$/i,
      /^REF TYPE DIGEST SIZE PLATFORMS LABELS$/i,
      /^CONTAINER IMAGE RUNTIME$/i,
      /^KEY PARENT KIND$/i,
      /^IMAGE TAG IMAGE ID SIZE$/i,
      /^CONTAINER ID IMAGE COMMAND CREATED STATUS PORTS NAMES$/i,
      /^CONTAINER(?: ID)? IMAGE CREATED STATE NAME ATTEMPT POD ID(?: POD)?(?: NAMESPACE)?$/i,
      /^POD ID CREATED STATE NAME NAMESPACE ATTEMPT(?: RUNTIME)?$/i,
    ],
    fullPatterns: [/\bctr: (?:container|image|task) \S+(?: in namespace "?default"?)?.*not found/i],
    confidence: 0.7,
    confusedWith: ['crictl-wrong-endpoint'],
    steps: [
      ['Name the namespace', 'ctr -n k8s.io tasks ls'],
      ['See which namespaces there are', 'ctr namespaces ls'],
    ],
  },
  {
    id: 'exec-exit-code-not-container-exit',
    title: 'The exit code is that of the command run by exec',
    explanation:
      'The command that was run inside the container ended with this code; the container itself goes on running. Signals and missing programs show the same numbers (139, 126, 127) as a container would.',
    patterns: [/command terminated with (?:non-zero )?exit code/i],
    except: [/hook|probe|OCI runtime exec failed|executable file/i],
    confusedWith: ['app-exit-nonzero'],
    steps: [
      ['See that the container still runs', 'crictl ps --name CONTAINER'],
      ['Run the command again with its own diagnostics inside the container'],
    ],
  },
]);
