import {
  DELETE_POD,
  EDIT_CONTAINERD_CONFIG,
  EDIT_CRIO_CONFIG,
  elsewhere,
  type FixTable,
  free,
  install,
  movesPods,
  REBOOT,
  RESTART_RUNTIME,
  restartsAgent,
  restartsPod,
  restartsRuntime,
  rungOf,
  setting,
} from './rung.ts';

const cutsPods = rungOf(
  'node',
  'the pods of this node lose their network until they are made anew',
);

const RESTART_AGENT = restartsAgent(
  "Delete the agent's pod of this node; its DaemonSet makes a new one",
  'kubectl delete pod -n AGENT_NAMESPACE AGENT_POD',
);
const NEW_SANDBOX = restartsPod(
  'Remove the sandbox, so that kubelet sets the pod up anew',
  'crictl rmp -f {sandboxId}',
);
/** One file an address, the id of its sandbox in the first line. Only files whose sandbox is gone are named. */
const LIST_STALE_ADDRESSES = free(
  'List the addresses held for sandboxes that are gone (host-local keeps one file each)',
  'ids=$(crictl pods -q --no-trunc) && for f in /var/lib/cni/networks/*/[0-9]*; do echo "$ids" | grep -q "$(head -c 64 "$f")" || echo "$f"; done',
);
const DROP_STALE_ADDRESS = setting(
  'Remove the files of those addresses, and no others: an address in use would be given twice',
  'rm -i /var/lib/cni/networks/NETWORK/ADDRESS',
);
/** Measured on containerd 1.6, 1.7 and 2.1: it takes note of a write, but not of a file moved in, nor of touch. */
const WRITE_AGAIN = setting(
  'Write the same file once more: containerd takes no note of a file that was moved in, nor of touch',
  `for f in /etc/cni/net.d/*.conf*; do c=$(cat "$f") && printf '%s\\n' "$c" > "$f"; done`,
);
const INSTALL_PLUGINS = install(
  'Install the reference plugins into the folder that the runtime reads',
  'apt-get install containernetworking-plugins || dnf install containernetworking-plugins; ls /opt/cni/bin /usr/lib/cni /usr/libexec/cni',
);

/** Pod network: setting it up and taking it down. */
export const CNI_FIXES: FixTable = {
  'cni-config-missing': [
    elsewhere('Install the network add-on, if this cluster has none yet'),
    WRITE_AGAIN,
    setting(
      'Put a broken file aside; the runtime reads the folder again by itself',
      'mv /etc/cni/net.d/BROKEN.conflist /root/',
    ),
    RESTART_AGENT,
    RESTART_RUNTIME,
  ],
  'cni-config-not-rescanned': [WRITE_AGAIN, RESTART_RUNTIME],
  'cni-conf-dir-mismatch': [
    setting(
      'Link the file to where the runtime looks',
      'ln -s REAL_DIRECTORY/NAME.conflist /etc/cni/net.d/',
    ),
    restartsRuntime(
      'Set conf_dir and bin_dir of the runtime to the real folders (network_dir and plugin_dirs of CRI-O)',
      EDIT_CONTAINERD_CONFIG,
      EDIT_CRIO_CONFIG,
    ),
  ],
  'cni-stale-config-of-removed-plugin': [
    setting(
      'Put the left-over file aside; the runtime takes the first file by name',
      'mv /etc/cni/net.d/OLD.conflist /root/',
    ),
    DELETE_POD,
  ],
  'cni-plugin-binary-missing': [
    INSTALL_PLUGINS,
    RESTART_AGENT,
    restartsRuntime(
      'Set bin_dir to the folder in which the plugins lie (plugin_dirs of CRI-O)',
      EDIT_CONTAINERD_CONFIG,
      EDIT_CRIO_CONFIG,
    ),
  ],
  'cni-version-mismatch': [
    install('Update the plugin programs to a release that knows the version of the file'),
    setting(
      'See which versions its plugins know, and lower cniVersion in the file to one of them',
      `grep -n cniVersion /etc/cni/net.d/*; for p in $(ls /opt/cni/bin); do echo "$p"; CNI_COMMAND=VERSION /opt/cni/bin/"$p" </dev/null; done`,
    ),
  ],
  'cni-version-missing': [
    setting(
      'Add "cniVersion": "0.4.0" or newer to the file',
      'grep -L cniVersion /etc/cni/net.d/*',
    ),
    restartsRuntime(
      'See which release runs, and update containerd: 1.6.4 and later take the file as it is',
      'containerd --version',
    ),
  ],
  'cni-agent-not-ready': [
    free(
      "Find out why the agent's pod of this node does not run: it is the culprit, and the others follow it",
      'crictl pods --namespace kube-system',
    ),
    setting(
      'See the files, and put aside that of an add-on that is no longer in use',
      'ls -l /etc/cni/net.d',
    ),
    RESTART_AGENT,
  ],
  'cni-agent-mount-missing': [
    restartsAgent(
      'Mount /var/run/netns into the agent with mountPropagation: HostToContainer',
      'kubectl edit daemonset -n AGENT_NAMESPACE AGENT',
    ),
    restartsAgent(
      "Until then delete the agent's pod: it then sees the namespaces of this moment",
      'kubectl delete pod -n AGENT_NAMESPACE AGENT_POD',
    ),
  ],
  'flannel-subnet-env-missing': [
    elsewhere(
      'See whether the node has a pod subnet, and give it one: flannel waits for it',
      `kubectl get node {node} -o jsonpath='{.spec.podCIDR}'`,
    ),
    setting('Load the module that flannel needs', 'modprobe br_netfilter'),
    RESTART_AGENT,
  ],
  'cni-credentials-expired': [
    setting(
      'Set the clock right, if it is wrong',
      'chronyc makestep || systemctl restart systemd-timesyncd',
    ),
    elsewhere('Let the agent ask for tokens: its role needs create on serviceaccounts/token'),
    RESTART_AGENT,
  ],
  'cni-control-plane-annotation-timeout': [
    elsewhere('Bring the controller of the network add-on back; this node is well'),
    elsewhere('Correct the network that the annotation of the pod asks for'),
    DELETE_POD,
  ],
  'cni-killed-by-deadline': [
    free(
      'Restore the way from this node to the API server, for which the plugin waited',
      'curl -sk -m 5 https://APISERVER:6443/livez',
    ),
    setting(
      'End a plugin that still hangs; kubelet tries again',
      "ps -eo pid,etime,args | grep '[/]cni/bin'; kill PID",
    ),
    RESTART_AGENT,
  ],
  'cni-del-skipped-after-timeout': [LIST_STALE_ADDRESSES, DROP_STALE_ADDRESS, RESTART_RUNTIME],
  'cni-plugin-pollutes-stdout': [
    setting(
      'Find where its log is set, and send it to a file or switch debugging off; the file is read at each call',
      'grep -rniE "log|debug" /etc/cni/net.d/',
    ),
    restartsAgent(
      'Set the same in the add-on, if it writes that file',
      'kubectl edit configmap -n AGENT_NAMESPACE AGENT_CONFIG',
    ),
  ],
  'cni-bridge-address-mismatch': [
    movesPods(
      'Drain the node first: its pods use the bridge',
      'kubectl drain {node} --ignore-daemonsets',
    ),
    cutsPods('Delete the bridge; the plugin makes it anew', 'ip link delete cni0'),
  ],
  'cni-bridge-mac-failure': [
    setting(
      'Let the network manager leave the bridge alone',
      `printf '[keyfile]\\nunmanaged-devices=interface-name:cni*;interface-name:veth*\\n' > /etc/NetworkManager/conf.d/cni.conf && systemctl reload NetworkManager`,
    ),
    cutsPods('Delete the bridge; the plugin makes it anew', 'ip link delete cni0'),
  ],
  'cni-leftover-interface': [
    NEW_SANDBOX,
    cutsPods(
      'Delete an interface that no pod uses any more (look at its name twice)',
      'ip -br link; ip link delete INTERFACE',
    ),
  ],
  'ipam-exhausted': [
    LIST_STALE_ADDRESSES,
    DROP_STALE_ADDRESS,
    movesPods(
      'Let fewer pods run here: lower maxPods of kubelet, or drain',
      'kubectl drain {node} --ignore-daemonsets',
    ),
    movesPods('Give the node a larger subnet; that means to join it anew'),
  ],
  'ipam-addresses-leaked': [
    LIST_STALE_ADDRESSES,
    DROP_STALE_ADDRESS,
    restartsRuntime(
      'See which release runs, and update the runtime, if every reboot leaves some: newer ones clean up after it',
      '{unit} --version',
    ),
  ],
  'ipam-duplicate-allocation': [LIST_STALE_ADDRESSES, DROP_STALE_ADDRESS, NEW_SANDBOX],
  'cloud-ipam-no-address': [
    free('On a node that is only minutes old: wait, the agent is still filling its pool'),
    elsewhere('Add a larger or second subnet, or give addresses by prefix'),
    elsewhere('Let the role of the node attach interfaces'),
    movesPods(
      'Move pods to a node with addresses left',
      'kubectl drain {node} --ignore-daemonsets',
    ),
  ],
  'sandbox-died-before-cni': [
    free('Do nothing, if the pod was being deleted at that moment'),
    free(
      'See what killed the pause process, if it comes again',
      'journalctl -k --since -15min | grep -iE "oom|segfault|seccomp|killed"',
    ),
    NEW_SANDBOX,
  ],
  'network-teardown-failed': [
    setting(
      'See which plugin or file is missing, and put it back for as long as the pod goes down',
      'ls -l /opt/cni/bin /etc/cni/net.d',
    ),
    RESTART_AGENT,
    restartsPod(
      'Remove the sandbox by hand, once what it needs is back',
      'crictl stopp {sandboxId} && crictl rmp {sandboxId}',
    ),
    rungOf('pod', 'its address stays taken until somebody frees it')(
      'Last of all remove it without its network',
      'crictl rmp -f {sandboxId}',
    ),
  ],
  'cni-del-without-netns': [
    restartsPod('Remove the sandbox by hand', 'crictl rmp -f {sandboxId}'),
    restartsRuntime(
      'See which release runs, and update plugin and runtime: newer ones take a missing namespace for done',
      'containerd --version; crio --version',
    ),
  ],
  'iptables-missing-on-teardown': [
    install(
      'Install iptables; the runtime finds it at its next try',
      'apt-get install iptables || dnf install iptables',
    ),
    restartsRuntime(
      'Put its folder into the PATH of the service',
      'systemctl edit {unit} && systemctl restart {unit}',
    ),
  ],
  'netns-busy-on-teardown': [
    restartsPod(
      'Find the pod that holds the mount, mostly an agent that mounts /run of the host, and restart it',
      'grep -l /run/netns /proc/[0-9]*/mountinfo | cut -d/ -f3 | xargs -r ps -o pid,args -p',
    ),
    restartsPod(
      'Give that mount mountPropagation: HostToContainer',
      'kubectl edit daemonset -n AGENT_NAMESPACE AGENT',
    ),
    REBOOT,
  ],
};
