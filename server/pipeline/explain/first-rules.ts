import { CULPRIT_RULES } from './culprit-rules.ts';
import { END_RULES } from './end-rules.ts';
import { SPECIAL_RULES } from './special-rules.ts';
import type { TextRule } from './text-rule.ts';

/**
 * Words that decide at once, asked before everything else: culprits whose texts also hold words of their victims or
 * wrappers.
 */
export const FIRST_RULES: readonly TextRule[] = [
  ...END_RULES,
  ...SPECIAL_RULES,
  {
    cause: 'runtime-hung',
    patterns: [
      /container runtime is down.*PLEG is not healthy|PLEG is not healthy.*container runtime is down/i,
      /(?:List(?:PodSandbox|Containers|Images)|listing (?:containers|pods|pod ?sandboxes|images|sandboxes)|ContainerStatus|PodSandboxStatus|(?:Version|Status) from runtime service|runtime sanity check failed)\b.{0,160}(?:code = DeadlineExceeded|context deadline exceeded)/i,
      /(?:list (?:containers|pod sandboxes|sandboxes)|GenericPLEG).*deadline ?exceeded/i,
      /INFO: task (?:containerd|crio|dockerd)\S* blocked for more than/i,
    ],
    confidence: 0.8,
  },
  {
    cause: 'crio-request-timeout-retry',
    patterns: [
      /Kubelet may be retrying requests/i,
      /Creation of (?:sandbox|container) \S+ not yet finished/i,
    ],
    confidence: 0.5,
  },
  {
    cause: 'script-interpreter-missing',
    patterns: [/(?:^|[\s/])env: (?:can't execute )?\W?\S+: no such file/i],
  },
  { cause: 'image-never-pull', patterns: [/\bErrImageNeverPull\b/] },
  {
    cause: 'short-name-ambiguous',
    patterns: [/short[- ]?name\b.*(?:prompt|ambiguous|enforc)/i],
  },
  {
    cause: 'layer-digest-mismatch',
    patterns: [/unexpected commit (?:digest|size)|failed size validation/i],
  },
  {
    cause: 'disk-full',
    patterns: [
      /(?:io\.containerd\.(?:content|snapshotter|metadata)|\/ingest\/|failed to (?:copy|extract|register|unpack|pull)|extraction snapshot|writing blob|\/docker\/(?:tmp|image|overlay2)).*no space left on device/i,
    ],
    except: [
      /rootfs_linux|container init|\/rootfs\/|\/run\/|cgroup|inotify|user_namespaces|StartContainer/i,
    ],
  },
  {
    cause: 'userns-runtime-unsupported',
    patterns: [
      /does(?: not|n't) support user ?namespaces|user ?namespaces? (?:is|are) not supported/i,
    ],
  },
  {
    cause: 'selinux-relabel-unsupported-fs',
    patterns: [
      /(?:relabel(?:l?ing)?|set file label|lsetxattr|setxattr)\b.*(?:operation not (?:supported|permitted)|read-only file system|not supported)/i,
    ],
    except: [/mqueue|\/proc\/|layer|unpack/i],
  },
  {
    cause: 'cni-del-without-netns',
    patterns: [/netns path ""|opening netns pinned at : |(?:Statfs|magic on) ""/i],
    fullPatterns: [
      /(?:destroy network|failed \(del|removing pod|tear ?down|StopPodSandbox|KillPodSandbox).*(?:Statfs|netns|\/ns\/net|network namespace)\S* ?.*(?:no such file|"": |not exist|is empty)/i,
    ],
    except: [/busy/i],
  },
  ...CULPRIT_RULES,
  {
    cause: 'shim-binary-missing',
    patterns: [/runtime "…" binary not installed/i],
    fullPatterns: [/exec: "containerd-shim[^"]*": executable file not found/i],
  },
  {
    cause: 'runc-binary-missing',
    // What is missing in the parentheses is the runtime's log: a runtime that could not be run has written none.
    patterns: [
      /unable to retrieve OCI runtime error(?: \([^)]*\))?:.*(?:executable file not found|no such file)/i,
    ],
    fullPatterns: [
      /exec: "(?:\/\S*\/)?(?:runc|crun|youki)": (?:executable file not found|stat |permission denied)/i,
    ],
    except: [/hook/i],
  },
  {
    cause: 'apparmor-parser-missing',
    patterns: [/apparmor_parser\S*:? .*(?:not found|no such file)/i],
    fullPatterns: [/exec: "apparmor_parser": executable file not found/i],
  },
  {
    cause: 'credential-provider-exec-failed',
    patterns: [
      /CredentialProvider(?:Request|Response)/i,
      /credential ?provider\b.*(?:exec|fail|error|no such file|permission denied)/i,
      /error (?:getting|execut\w+) (?:credential|credentials) (?:provider|from external)/i,
    ],
  },
  {
    cause: 'cloud-ipam-no-address',
    patterns: [
      /Insufficient(?:Cidr|FreeAddresses)\w*|PrivateIpAddressLimitExceeded|IpNotEnough|not have enough free (?:cidr|ip|address)/i,
    ],
    fullPatterns: [
      /(?:aws-?cni|AddNetwork|azure-vnet|azure-ipam|IPAM Invoker|AllocateIPConfig|terway|\beni\b|vSwitch|DataStore)\b.*(?:no (?:more )?(?:available|free) (?:IP|address)|insufficient IP|not enough IP|n't \S+ ?\S* have enough IP)/i,
    ],
  },
  {
    cause: 'cni-credentials-expired',
    patterns: [
      /connection is unauthorized/i,
      /ClusterInformation.*(?:Unauthorized|x509|credentials|forbidden)/i,
      /(?:plugin type="…"|cni|multus|calico|networks?)\b.*(?:: Unauthorized|asked for the client to provide credentials|token (?:has|is) expired)/i,
    ],
    except: [/registry|manifests|pull/i],
  },
  {
    cause: 'cni-agent-not-ready',
    patterns: [
      /unable to connect to (?:the )?Cilium (?:agent|daemon)|failed to create cilium (?:agent )?client|Cilium API client timeout/i,
      /calico\/nodename|check that the calico\/node container is running/i,
      /dial unix \S*(?:cilium|calico|cni|multus|ovn|antrea|kube-?ovn|weave|spiderpool|terway|flannel)\S*: connect: /i,
      /(?:plugin|cni|network for)\b.*dial tcp (?:127\.0\.0\.1|\[::1\]|localhost):\d+: (?:connect: )?connection refused/i,
      /ReadinessIndicatorFile|readiness ?indicator ?file/i,
      /failed to (?:send|post) CNI request|CNI request failed.*(?:refused|no such file)/i,
      /ClusterInformation.*(?:i\/o timeout|connection refused|no route to host|deadline exceeded)/i,
      /(?:plugin type="…"|multus|networkPlugin|\bcni\b).*: Get "…": (?:dial tcp .*(?:i\/o timeout|refused|no route|unreachable)|(?:net\/http|context deadline|EOF|tls))/i,
    ],
    except: [/annotation|ns path ""|netns|signal: killed/i],
  },
  {
    cause: 'cni-config-missing',
    patterns: [
      /NetworkPluginNotReady|cni plugin not initialized|cni config uninitialized/i,
      /no (?:CNI configuration file|valid networks?|networks?|network config)\b.* (?:in|found)/i,
      /cni config load failed|failed to load cni config/i,
    ],
    except: [/lastCNILoadStatus|\/var\/lib\/rancher|REMOVE "\S*\/net\.d\/?"/i],
  },
  {
    cause: 'sandbox-died-before-cni',
    patterns: [
      /\/proc\/\d+\/ns\/net"?:? ?(?:no such file|unknown FS)/i,
      /(?:failed to (?:Statfs|open)|Statfs) "?(?:…|\S*netns\S*|\S*\/ns\/net)"?.{0,40}no such file/i,
      /sandbox container \S+ (?:is not running|has (?:exited|stopped|died))/i,
      /cannot join network (?:namespace )?of (?:a )?non[- ]running container/i,
    ],
    fullPatterns: [
      /(?:Statfs|netns) "\/(?:proc\/\d+\/ns\/net|(?:var\/)?run\/netns\/\S+)".{0,80}no such file/i,
    ],
    except: [
      /failed \(del|destroy|remov\w+ pod|StopPodSandbox|KillPodSandbox|opening netns|CNI request failed|status 4\d\d|putEndpoint|daemon/i,
    ],
  },
  {
    cause: 'cgroup-driver-mismatch',
    patterns: [
      /expected cgroupsPath to be of format/i,
      /sd-bus call: Invalid unit name or type/i,
      /should be a valid slice|invalid systemd (?:cgroup )?path/i,
      /cgroup ?driver\b.*(?:differs?|different|mismatch|misconfiguration)|misconfiguration: .*cgroup driver/i,
    ],
    fullPatterns: [/kubelet cgroup driver: "\w+" is different from/i],
    except: [/got "\/(?:k8s\.io|default|moby)\//i],
  },
  {
    cause: 'cgroup-stale-unit',
    patterns: [
      /Unit \S+\.(?:slice|scope) (?:already exists|was already loaded)/i,
      /failed to create container for \[kubepods.*\/sys\/fs\/cgroup\S*: no such file/i,
    ],
  },
  {
    cause: 'systemd-dbus-timeout',
    patterns: [
      /Timeout waiting for systemd to create/i,
      /(?:dbus|sd-bus|systemd1)\b.*(?:timed out|timeout|NoReply|maximum number|connection closed)/i,
      /disconnected from message bus|failed to connect to bus/i,
      /maximum number of active connections for UID/i,
    ],
    except: [/\.slice (?:not found|is not loaded)/i],
  },
  {
    cause: 'kata-agent-lost',
    patterns: [
      /Failed to check if grpc server is working|timed out connecting to (?:hybrid )?vsock/i,
      /(?:kata|vsock|hvsock|guest|agent)\b.*(?:transport is closing|ttrpc: closed|not responding|Dead agent|failed to connect|connection reset|timed? ?out)/i,
    ],
    except: [/cilium|calico|cni|forward|konnectivity|dialing backend|idle|stream/i],
  },
  {
    cause: 'kvm-not-available',
    patterns: [
      /\/dev\/kvm\b|KVM kernel module/i,
      /KVM\b.*(?:not available|unavailable|not supported|no such|failed to initialize)/i,
    ],
    fullPatterns: [
      /(?:kvm|vhost-vsock)\b.*no such (?:file|device)/i,
      /start vm\b.*vmm server.*(?:no such file|os error 2)/i,
    ],
  },
  {
    cause: 'memory-limit-too-low',
    patterns: [
      /getting the final child's pid from pipe.*(?:init-p|EOF)|read init-p: connection reset by peer/i,
    ],
    fullPatterns: [/get(?:ting)? (?:the )?final child's pid from pipe\b.{0,12}EOF/i],
    except: [/exec failed/i],
    stage: 'sandbox',
    confidence: 0.8,
  },
  {
    cause: 'memory-limit-too-low',
    patterns: [
      /write init-p: broken pipe|copying bootstrap data to pipe/i,
      /container init was OOM-killed|\(memory limit too low\?\)/i,
      /memory\.(?:limit_in_bytes|max)\b.*(?:device or resource busy|invalid argument)/i,
      /unable to set memory limit to|minimum memory limit/i,
    ],
    except: [/exec failed/i],
    stage: 'start',
  },
  {
    cause: 'kubelet-client-cert-expired',
    patterns: [/part of the existing bootstrap client certificate/i],
  },
  {
    cause: 'hostpath-not-visible-to-kubelet',
    patterns: [
      /CreateContainerConfigError: (?:l?stat) \S+: no such file/i,
      /(?:^|kubelet(?:, \S+)? )(?:Error: )?l?stat \/\S+: no such file or directory$/i,
    ],
    except: [/subPath/i],
  },
  {
    cause: 'pid-or-task-limit',
    patterns: [
      /runtime\/cgo: pthread_create failed/i,
      /fork\/exec \S+: resource temporarily unavailable/i,
      /(?:runc|containerd|shim|OCI runtime|rpc error)\b.*(?:failed to create new OS thread|pthread_create|Resource temporarily unavailable|newosproc)/i,
    ],
  },
  {
    cause: 'evicted-disk-pressure',
    patterns: [/low on resource: (?:ephemeral-storage|imagefs|nodefs|inodes)/i],
    except: [/was using \d{1,5}(?:Ki|[kK])?,.*request (?:of|is) 0\b/i],
  },
  {
    cause: 'selinux-policy-missing',
    patterns: [/attr\/(?:exec|\w+create)\W{1,4}invalid argument/i],
    except: [/apparmor/i],
  },
  {
    cause: 'apparmor-profile-not-loaded',
    patterns: [
      /attr\/apparmor\/exec\W{1,4}(?:no such file|invalid argument)|attr\/exec\W{1,4}no such file/i,
      /apparmor failed to apply profile|AppArmor .*profile could not be loaded/i,
    ],
  },
];
