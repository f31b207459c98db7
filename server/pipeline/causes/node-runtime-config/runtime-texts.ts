import { tableOf } from '../../table-cause.ts';

/** The runtime: its configuration, its start and its socket. */
export const RUNTIME_TEXTS = tableOf([
  {
    id: 'containerd-config-invalid-id',
    title: "A short plugin name in containerd's configuration",
    explanation:
      'From version 2 of its configuration on containerd wants full plugin names; with a short one such as "cri" it does not start at all.',
    patterns: [
      /invalid (?:plugin key|disabled plugin|required plugin|plugin) URI/i,
      /expect io\.containerd\.x\.vx/i,
    ],
    confusedWith: ['containerd-config-wrong-version'],
    steps: [
      [
        'See the names used',
        'grep -nE "disabled_plugins|required_plugins|^\\[plugins" /etc/containerd/config.toml',
      ],
    ],
  },
  {
    id: 'containerd-config-section-ignored',
    title: "A section of containerd's configuration is not read",
    explanation:
      'A file of version 3 still has a section under the name of version 2. It is passed over with a warning, so what it set (runtimes, registries, the pause image) is not in force.',
    patterns: [/Ignoring unknown key in TOML.*plugin="?io\.containerd\.grpc\.v1\.cri\b/i],
    fullPatterns: [/Ignoring unknown key in TOML.*plugin="?io\.containerd\.grpc\.v1\.cri\b/i],
    confusedWith: [
      'containerd-config-unknown-key-noise',
      'runtime-handler-not-configured',
      'sandbox-image-config-path-ignored',
    ],
    steps: [
      ['See what is in force', 'containerd config dump | grep -A3 runtimes'],
      ['Let containerd convert the file', 'containerd config migrate'],
    ],
  },
  {
    id: 'containerd-config-unknown-key-noise',
    title: 'containerd passes over old keys; nothing is lost',
    explanation:
      'While converting an older file containerd names keys that exist no longer. Such a warning alone changes nothing.',
    patterns: [/Ignoring unknown key in TOML/i],
    confusedWith: ['containerd-config-section-ignored'],
    steps: [['Write a file of the newest version', 'containerd config migrate']],
  },
  {
    id: 'containerd-config-wrong-version',
    title: "containerd's configuration mixes two versions",
    explanation:
      "The file's version does not fit the way its sections are named, often since a tool added some to a file without a version line. containerd runs on, but without its CRI plugin.",
    patterns: [
      /(?:expected|unsupported|invalid|unknown|wrong)\b.{0,30}\bconfig(?:uration)? version/i,
      /deprecated version ?:? ?\W?\d|please switch to version \W?\d/i,
      /config(?:uration)? version\b.{0,20}\b(?:has been deprecated|is not supported|not supported|is no longer supported|unsupported)/i,
      /requires? version ?=? ?\d|should (?:use|be) version ['`"]?[23]|(?:without|missing|no) `?version ?= ?[23]/i,
    ],
    confusedWith: ['cri-plugin-load-failed', 'containerd-config-invalid-id'],
    steps: [
      [
        'See version and section names',
        'grep -nE "^version|^ *\\[plugins" /etc/containerd/config.toml',
      ],
      ['Let containerd convert the file', 'containerd config migrate'],
    ],
  },
  {
    id: 'cri-plugin-load-failed',
    title: 'The CRI plugin of containerd did not load',
    explanation:
      "containerd runs, but its CRI plugin refused its configuration at start and was skipped. Only containerd's start-up log names the reason.",
    patterns: [
      /failed to load plugin\b.*(?:\bcri\b|CRI)/i,
      /unable to load CRI|failed to create CRI service|invalid cri (?:image )?config/i,
      /invalid plugin config: /i,
      /(?:cannot be set when|conflicts with) .?config_path|.?mirrors.? cannot be set/i,
    ],
    fullPatterns: [/failed to load plugin\W+io\.containerd\.(?:grpc\.v1\.cri|cri\.)/i],
    confusedWith: ['cri-plugin-disabled', 'containerd-config-wrong-version'],
    steps: [
      ['See why', 'journalctl -u containerd -b | grep -iE "failed to load plugin|invalid"'],
      ['See which plugins are in error', 'ctr plugins ls | grep -v ok'],
    ],
  },
  {
    id: 'cri-api-too-old',
    title: 'kubelet and runtime speak different versions of CRI',
    explanation:
      'The socket answers, but not in the version that kubelet wants: the runtime is too old, or it is the private containerd of an old Docker, started without CRI.',
    patterns: [
      /(?:remote_runtime|remote_image|kubelet|server\.go)\S*\b.*unknown service runtime\.v1alpha2\./i,
      /(?:failed to run Kubelet|Failed to create kubelet).*unknown service runtime\.v1alpha2\./i,
      /(?:CRI v1|v1) (?:runtime|image) API is not (?:implemented|supported)/i,
      /API version .*(?:not supported|unsupported).*(?:runtime|CRI)/i,
    ],
    except: [/FATA\[|level=fatal|crictl|container runtime is not running/i],
    confusedWith: ['cri-plugin-disabled', 'crictl-default-endpoint-probing'],
    steps: [
      [
        'See what answers there',
        'crictl --runtime-endpoint unix:///run/containerd/containerd.sock version',
      ],
      ['See the versions', 'containerd --version; kubelet --version'],
    ],
  },
  {
    id: 'cri-plugin-disabled',
    title: 'containerd runs without its CRI plugin',
    explanation:
      "The socket belongs to a living containerd that offers no CRI. The configuration that comes with Docker's packages switches that plugin off, and a plugin that failed to load looks the same.",
    patterns: [
      /unknown service runtime\.v1(?:alpha2)?\.(?:Runtime|Image)Service/i,
      /disabled_plugins\b.*\bcri\b/i,
    ],
    confusedWith: ['cri-plugin-load-failed', 'cri-api-too-old', 'crictl-default-endpoint-probing'],
    steps: [
      ['See whether it is switched off', 'grep disabled_plugins /etc/containerd/config.toml'],
      ['See whether it failed to load', 'ctr plugins ls | grep cri'],
    ],
  },
  {
    id: 'container-state-unknown',
    title: 'containerd does not know the state of containers',
    explanation:
      'containerd got no answer from the shim in time and lists the container as unknown: the shim is dead, the node overloaded, or a lock is held. Such a pod can be neither entered nor ended in order.',
    patterns: [
      /(?:^|\s)[0-9a-f]{12,64}\s+\d+\s+UNKNOWN\b/,
      /CONTAINER_UNKNOWN|container \S+ is in (?:an )?unknown state|container state unknown/i,
      /\bget state for \S+.*(?:deadline exceeded|ttrpc: closed)|msg="unknown status"/i,
      /failed to (?:get|load|recover).*(?:task|state).*(?:unknown state|state is unknown)/i,
    ],
    confusedWith: ['runtime-hung'],
    steps: [
      ['See tasks without an answer', 'ctr -n k8s.io tasks ls | grep UNKNOWN'],
      ['See whether their shims live', 'ps -eo pid,stat,etime,args | grep "[c]ontainerd-shim"'],
    ],
  },
  {
    id: 'runtime-socket-reset',
    title: 'The runtime went away during the call',
    explanation:
      'The connection to the runtime broke while a call was open: it was restarted, or it crashed. One line around a restart is harmless; many are a crash loop.',
    patterns: [
      /\.sock\b.*(?:connection reset by peer|broken pipe|EOF\b|use of closed)/i,
      /error reading from server: |code = Unavailable desc = (?:transport is closing|connection (?:closed|error)|error reading)/i,
      /ttrpc: closed|transport is closing/i,
    ],
    except: [
      /grpc server is working|kata|vsock|hvsock|agent|no such file|connection refused|permission denied|cilium|calico|cni\b/i,
    ],
    confusedWith: ['runtime-down', 'kata-agent-lost'],
    steps: [
      [
        'See when it was started and why it ended',
        'systemctl status containerd crio --no-pager; journalctl -u containerd -u crio --since -1h | grep -iE "panic|killed|stopped|started" | tail',
      ],
    ],
  },
]);
