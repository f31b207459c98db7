import type { TextRule } from './text-rule.ts';

/** 0.6: the words fit one cause, but little around them says who speaks. */
const LATE = 0.6;

/**
 * Wordings of the node, its network and its runtime that tell their cause without the call around them; asked only
 * where nothing else has an answer.
 */
export const LATE_NODE_RULES: readonly TextRule[] = [
  {
    cause: 'cgroup-delete-stuck-process',
    patterns: [
      /(?:remove|destroy|delete) (?:pod )?cgroups? ?(?:paths?)?\b/i,
      /Failed to remove paths: map\[/i,
      /(?:remove|rmdir) \S*cgroup\S*: device or resource busy/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'cgroup-devices-busy',
    patterns: [/devices\.(?:allow|deny)\b.*(?:busy|invalid argument|not permitted)/i],
    confidence: LATE,
  },
  {
    cause: 'cgroup-driver-mismatch',
    patterns: [
      /invalid (?:slice name|cgroup path|cgroups? ?path)\b/i,
      /cgroup ?(?:manager|driver|parent)\b.*(?:slice|systemd|cgroupfs)/i,
    ],
    except: [/sandbox changed/i],
    confidence: LATE,
    stage: 'sandbox',
  },
  {
    cause: 'cpuset-permission',
    patterns: [
      /cpuset\.(?:cpus|mems)\b.*(?:invalid argument|out of range|busy|denied|no such)/i,
      /Requested (?:CPUs|memory nodes) are not available/i,
    ],
    except: [/systemd\[/],
    confidence: LATE,
  },
  {
    cause: 'cpuset-empty-enospc',
    patterns: [/cgroup\.procs\b.*no space left/i],
    confidence: LATE,
  },
  {
    cause: 'hugepages-guest-mismatch',
    patterns: [/\bhugetlb\.\S+\b.*(?:denied|no such|not found|invalid)/i],
    confidence: LATE,
  },
  {
    cause: 'hugepages-unavailable',
    patterns: [/hugepages?\b|guest RAM\b/i],
    except: [/annotation|limits?:|requests?:/i],
    confidence: 0.4,
  },
  {
    // What the runtime says of a first process that is gone before it could say anything.
    cause: 'memory-limit-too-low',
    patterns: [
      /container init caused:? "?\W*"?\s*(?:: unknown|$|")/i,
      /cannot start a container that has stopped|\binit-p\b/i,
      /memory limit\b.*(?:too (?:low|small)|at least|minimum)/i,
    ],
    except: [/exec failed/i],
    confidence: 0.5,
  },
  {
    cause: 'systemd-dbus-timeout',
    patterns: [
      /(?:system bus|dbus|D-Bus|sd-bus|systemd\/private)\b.*(?:fail|refused|no such|timed? ?out|unavailable|closed|connect)/i,
      /(?:connect|dial)\w*\b.*(?:system bus|dbus|systemd\/private)/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'cni-agent-not-ready',
    patterns: [
      /(?:allocate|release) IP address\b.*(?:127\.0\.0\.1|localhost)\S*.*refused/i,
      /(?:127\.0\.0\.1|localhost):(?:6784|50051|9091|10665)\b.*refused/i,
      /plugin type="…".*failed \(add\): .*(?:status|error was|code:?) 50\d\b/i,
      /(?:calico|cilium|flannel|weave|antrea|multus|ovn|kube-router)\S*.{0,60}(?:not ready|not running|not initialized)/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'cni-control-plane-annotation-timeout',
    patterns: [
      /(?:wait\w*|timed out) for (?:pod )?annotations?\b/i,
      /timed out waiting for OVS port binding|ovn-installed\b/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'cni-killed-by-deadline',
    patterns: [/(?:cni|network|plugin)\b.*signal: killed/i],
    except: [/\(del/i],
    confidence: LATE,
  },
  {
    cause: 'cni-bridge-address-mismatch',
    patterns: [
      /failed to set bridge addr|add IP address to "…": (?:permission denied|file exists)/i,
    ],
    confidence: 0.5,
  },
  {
    cause: 'cni-leftover-interface',
    patterns: [
      /\b(?:eth|net|veth|cali|lxc)\w*\d?\W{0,3}(?: \S+){0,3} already exists/i,
      /(?:rename|link|route|veth|interface)\b.*: file exists/i,
    ],
    except: [/mkdir|\.conf|volume|table|symlink/i],
    confidence: LATE,
  },
  {
    cause: 'cni-plugin-pollutes-stdout',
    patterns: [
      /prevResult\b.*invalid character/i,
      /(?:plugin|cni|netplugin)\b.*(?:unexpected end of JSON|invalid character)/i,
      /(?:unexpected end of JSON|invalid character)\b.*plugin type=/i,
    ],
    except: [/credential|device plugin|\.conf/i],
    confidence: LATE,
  },
  {
    cause: 'ipam-duplicate-allocation',
    patterns: [
      /(?:IP|address)\b.{0,40}(?:already (?:in use|allocated|assigned)|conflict)/i,
      /add(?:ing)? IP addr\b.*(?:file exists|already)/i,
    ],
    except: [/listen|bind|EADDRINUSE|port\b|LoadBalancer|:\d+: address already in use/i],
    confidence: LATE,
  },
  {
    cause: 'ipam-exhausted',
    patterns: [
      /is not available in range set|no IPs available|range is full|pool (?:is )?exhausted/i,
      /no more free affine blocks|no (?:available|free) (?:ip )?address\w*|NoAvailableAddress/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'cni-config-not-rescanned',
    patterns: [/failed to find network info for sandbox/i],
    confidence: 0.4,
  },
  {
    cause: 'iptables-missing-on-teardown',
    patterns: [/\bip6?tables\b.*(?:not found|no such file|usable)/i],
    except: [/kube-proxy|proxier/i],
    confidence: LATE,
  },
  {
    cause: 'netns-busy-on-teardown',
    patterns: [
      /(?:netns|network namespace)\b.*(?:device or resource busy|busy)/i,
      /(?:unmount|remove|unlinkat) \S*netns\S*.*busy/i,
    ],
    confidence: LATE,
    stage: 'run',
  },
  {
    cause: 'gpu-driver-library-mismatch',
    patterns: [/driver\/library version mismatch/i],
    confidence: LATE,
  },
  {
    cause: 'gpu-driver-not-loaded',
    patterns: [
      /(?:NVML|nvidia)\S*\b.*(?:not (?:loaded|found|detected)|no such|DRIVER_NOT_LOADED|could(?:n't| not)|failed)/i,
      /libnvidia-ml|libcuda\.so/i,
    ],
    except: [/CDI|pull|image|Allocate/i],
    confidence: LATE,
  },
  {
    cause: 'nri-plugin-evicted',
    patterns: [/\bNRI\b.*(?:removed|disconnected|closed)|plugin \S+ disconnected/i],
    confidence: LATE,
  },
  {
    cause: 'inotify-exhausted',
    patterns: [
      /(?:FS|file|fsnotify|inotify) ?watch\w*.*too many open files/i,
      /\binotify\b.*(?:limit|no space|too many|reached)|limit of inotify watches/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'container-name-reserved',
    patterns: [/container name "…" is already in use/i],
    fullPatterns: [/The container name "[^"]*" is already in use/i],
    confidence: 0.5,
  },
  {
    cause: 'crio-request-timeout-retry',
    patterns: [
      /provided to the kubelet on next retry|Create(?:Ctr|Container): context was either cancell?ed or|error reserving (?:ctr|pod) name\b.*name is reserved/i,
    ],
    confidence: 0.5,
  },
  {
    cause: 'kata-agent-lost',
    patterns: [
      /(?:\bhvsock\b|\bvsock\b|kata\.hvsock|\/run\/vc\/)/i,
      /Dead agent|kata\b.*(?:ttrpc: closed|closed)|ttrpc: closed\b.*kata/i,
    ],
    confidence: LATE,
  },
  {
    cause: 'runc-binary-missing',
    patterns: [
      /(?:executable|runtime path) \S*(?:runc|crun|youki|nvidia-container-runtime)\b.*(?:not found|no such)?/i,
    ],
    fullPatterns: [
      /fork\/exec \S*\/(?:runc|crun|youki|\S*-container-runtime)\b.*no such file/i,
      /(?:runtime path|exec:) "[^"]*(?:runc|crun|youki|-container-runtime)"?:? .*(?:not found|no such)/i,
    ],
    except: [/hook/i],
    confidence: LATE,
    stage: 'start',
  },
  {
    cause: 'shim-binary-missing',
    patterns: [],
    fullPatterns: [/fork\/exec \S*containerd-shim\S*: no such file/i],
    confidence: LATE,
  },
  {
    cause: 'shim-daemon-version-skew',
    patterns: [
      /shim\b.*(?:unsupported (?:protocol|shim)|invalid character|version)/i,
      /containerd\.task\.v[23]\b.*not (?:found|implemented)/i,
    ],
    except: [/SchemaVersion|manifest/i],
    confidence: LATE,
    stage: 'sandbox',
  },
  {
    cause: 'shim-wrong-binary',
    patterns: [/start failed: .*unknown (?:shorthand )?flag/i],
    confidence: LATE,
  },
  {
    cause: 'lb-idle-timeout',
    patterns: [/\/(?:exec|attach|portforward)\?.*unexpected EOF/i],
    fullPatterns: [/unable to upgrade connection: unexpected EOF|\/exec\?\S*: unexpected EOF/i],
    confidence: 0.5,
  },
  {
    cause: 'kubelet-port-blocked',
    patterns: [/error dialing backend: /i],
    except: [/x509|tls|Unauthorized|Forbidden|\b503\b/i],
    confidence: 0.5,
  },
  {
    cause: 'kubelet-serving-cert-name-mismatch',
    patterns: [],
    fullPatterns: [/(?::10250|containerLogs|error dialing backend).*x509: /i],
    confidence: 0.5,
  },
];
