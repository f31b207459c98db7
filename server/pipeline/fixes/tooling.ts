import { type FixTable, free, rungOf, setting } from './rung.ts';

const forTools = rungOf('none', 'a setting of the tool; nothing else changes');
const NAME_SOCKET = forTools(
  'Name the socket of the runtime once for all calls',
  'crictl config --set runtime-endpoint=unix:///run/containerd/containerd.sock',
  'crictl config --set runtime-endpoint=unix:///run/crio/crio.sock',
);

/** Tools that were asked wrongly: nothing of the node has to change. */
export const TOOLING_FIXES: FixTable = {
  'crictl-permission-denied': [free('Run it as root', 'sudo crictl ps -a')],
  'crictl-runp-without-cgroup-parent': [
    forTools(
      'Give the sandbox file a slice as parent',
      `jq '.linux.cgroup_parent = "test.slice"' SANDBOX.json > SANDBOX.new.json && crictl runp SANDBOX.new.json`,
    ),
  ],
  'crictl-default-endpoint-probing': [NAME_SOCKET],
  'crictl-wrong-endpoint': [
    free(
      'Ask the socket that is served',
      'crictl --runtime-endpoint unix:///run/containerd/containerd.sock info',
      'crictl --runtime-endpoint unix:///run/crio/crio.sock info',
    ),
    NAME_SOCKET,
  ],
  'crictl-client-timeout': [
    free('Ask again with more patience', 'crictl --timeout 60s ps -a'),
    forTools('Let every call wait longer', 'crictl config --set timeout=30'),
  ],
  'ctr-in-container-mount-namespace': [
    free('Run it in the mounts of the host', 'nsenter -t 1 -m ctr -n k8s.io images ls'),
    setting(
      'Mount the folder of the runtime into that container, at the same path',
      'ls -d /var/lib/containerd /run/containerd',
    ),
  ],
  'ctr-namespace-confusion': [
    free('Name the namespace of Kubernetes', 'ctr -n k8s.io containers ls'),
    forTools('Or set it for the whole session', 'export CONTAINERD_NAMESPACE=k8s.io'),
  ],
  'exec-exit-code-not-container-exit': [
    free(
      'Look at the command that was run, not at the container',
      'kubectl exec -n {namespace} {pod} -c {container} -- COMMAND; echo $?',
    ),
  ],
};
