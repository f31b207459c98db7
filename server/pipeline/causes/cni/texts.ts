import { tableOf } from '../../table-cause.ts';

/** Pod network: the rarer causes. */
export const CNI_TEXTS = tableOf([
  {
    id: 'cni-bridge-mac-failure',
    title: "The bridge does not take the plugin's hardware address",
    explanation:
      'The plugin cannot set the hardware address of its bridge, often because a network manager holds the device. With tools that set up the network from an OCI hook it reads like a failed start.',
    patterns: [
      /could not set bridge'?s? ?(?:mac|hardware|hw)|set bridge.*\bmac\b.*(?:invalid|fail)/i,
    ],
    confusedWith: ['cni-bridge-address-mismatch'],
    steps: [
      ['Look at the bridge', 'ip -d link show type bridge'],
      ['See who manages it', 'networkctl list; nmcli device 2>/dev/null'],
    ],
  },
  {
    id: 'cni-version-missing',
    title: 'The network configuration names no version',
    explanation:
      'The configuration has no cniVersion. Setting up may work, but taking down fails, so the pod hangs in Terminating with its namespace attached.',
    patterns: [
      /the version is empty|convert m\w+ version part/i,
      /invalid version "": |config is ""|CNI (?:result )?version ""/i,
      /(?:missing|no|without|empty) "?cniVersion"?|"?cniVersion"? (?:is |not )?(?:missing|empty|required|set)/i,
      /cannot convert: no valid IP|version: "", error|decoding version from/i,
    ],
    confusedWith: ['cni-version-mismatch'],
    steps: [
      ['See which file lacks it', 'grep -L cniVersion /etc/cni/net.d/*'],
      ['See the whole file', 'head -30 /etc/cni/net.d/*'],
    ],
  },
  {
    id: 'cni-agent-mount-missing',
    title: "The agent does not see the pod's network namespace",
    explanation:
      'The namespace is mounted under /var/run/netns on the host, but the agent looks from its own container, whose mount does not take in new mounts (HostToContainer is missing). The namespace is there.',
    patterns: [/unknown FS magic on/i],
    fullPatterns: [
      /(?:CNI request failed|putEndpoint\w*|status (?:code )?[45]\d\d|delegat\w+|daemon|agent|multus)\b.*(?:netns|network namespace)\b.*(?:no such file|not found|invalid argument|unknown FS)/i,
      /(?:netns|network namespace).*(?:\/host\/|\/hostroot\/)\S*.*(?:no such file|invalid argument)/i,
    ],
    except: [/ns path ""|netns path ""|failed \(delete\)|destroy network/i],
    confusedWith: ['sandbox-died-before-cni', 'cni-agent-not-ready'],
    steps: [
      [
        'See the propagation of the mount',
        "kubectl get pod -n kube-system AGENT_POD -o jsonpath='{..volumeMounts}' | tr '}' '\\n' | grep netns",
      ],
      ['See the namespace on the host', 'ls -l /var/run/netns'],
    ],
  },
  {
    id: 'cni-del-skipped-after-timeout',
    title: 'The clean-up of the network was never run',
    explanation:
      'The request\'s time was over when the clean-up began, so the plugin was not started at all; "no error message" means just that. The address it held stays taken.',
    patterns: [
      /netplugin failed with no error message: context (?:deadline exceeded|canceled)/i,
      /failed \((?:delete|del)\).*context (?:deadline exceeded|canceled)/i,
      /failed to (?:tear ?down|destroy|clean ?up) (?:the )?(?:pod )?(?:sandbox )?network\b.*context (?:deadline exceeded|canceled)/i,
    ],
    confusedWith: ['ipam-addresses-leaked', 'cni-killed-by-deadline'],
    steps: [
      [
        'See what took the time before',
        'journalctl -u containerd -u crio --since -15min | grep -iE "RunPodSandbox|cni" | tail -20',
      ],
      ['Count the addresses held', 'ls /var/lib/cni/networks/* 2>/dev/null | wc -l'],
    ],
  },
  {
    id: 'cni-config-not-rescanned',
    title: 'The runtime still holds an old view of the CNI directory',
    explanation:
      "The runtime's own status says that it could not load a network. Where the directory shows a good file all the same, that file was moved in, of which containerd takes no note, or the directory was made anew and the watch still looks at the old one.",
    fullPatterns: [
      /lastCNILoadStatus\S*"?:? ?"?cni config load failed/i,
      /fs change event\(\w*REMOVE "\S*\/net\.d\/?"/i,
    ],
    confidence: 0.5,
    confusedWith: ['cni-config-missing', 'cni-conf-dir-mismatch'],
    steps: [
      ['See whether a good file is there', 'ls -l /etc/cni/net.d'],
      ['See what the runtime says it read', 'crictl info | grep -i -A2 lastCNILoadStatus'],
    ],
  },
  {
    id: 'cni-conf-dir-mismatch',
    title: 'The CNI file lies in another directory than the runtime reads',
    explanation:
      'A distribution writes its CNI file below its own data directory, and a runtime installed beside it reads /etc/cni/net.d. Each is right by itself; the directories differ.',
    fullPatterns: [
      /(?:conf_?dir|cni-conf-dir)\b.*(?:differ|mismatch|does not match|instead of)/i,
      /no (?:network config|valid networks?|networks?) found in \/var\/lib\/rancher\S*/i,
    ],
    confidence: 0.6,
    confusedWith: ['cni-config-missing', 'cni-config-not-rescanned'],
    steps: [
      [
        'See which directory the runtime reads',
        'containerd config dump | grep -E "conf_dir|bin_dir"; crio status config | grep -E "network_dir|plugin_dirs"',
      ],
      ['Look for the file elsewhere', 'find / -xdev -name "*.conflist" 2>/dev/null'],
    ],
  },
  {
    id: 'ipam-addresses-leaked',
    title: 'Addresses are held for pods that are gone',
    explanation:
      'The plugin that gives out addresses keeps one file for each, and files of sandboxes that went away without their clean-up (a reboot, a failed teardown) stay. They add up until the range is used up.',
    patterns: [
      /\b(?:leaked|stale|orphaned)\b.{0,30}\b(?:ip|ipam|address(?:es)?)\b.{0,40}(?:reserv|alloc|host-local|ipam)/i,
    ],
    confidence: 0.6,
    isLast: true,
    confusedWith: ['ipam-exhausted', 'ipam-duplicate-allocation', 'cni-del-skipped-after-timeout'],
    steps: [
      ['Count the addresses given out', 'ls /var/lib/cni/networks/*/ | grep -cE "^[0-9a-f.:]+$"'],
      ['Count the sandboxes', 'crictl pods -q | wc -l'],
      [
        'See since when they are held, against the boot',
        'ls -l --time-style=long-iso /var/lib/cni/networks/*/ | head; uptime -s',
      ],
    ],
  },
  {
    id: 'cni-stale-config-of-removed-plugin',
    title: 'A file of a removed network add-on is still read',
    explanation:
      'A network add-on was removed, but its file stayed in the CNI directory and sorts before the one in use. The text is the same as with an agent that is down.',
    fullPatterns: [/(?:stale|left-?over|old) (?:cni )?(?:conf|config)\w*/i],
    except: [/volume|mount/i],
    confidence: 0.4,
    isLast: true,
    confusedWith: ['cni-agent-not-ready'],
    steps: [
      ['See which file comes first', 'ls /etc/cni/net.d'],
      ['See which agents run', 'crictl pods --namespace kube-system'],
    ],
  },
]);
