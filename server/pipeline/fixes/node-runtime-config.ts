import {
  DELETE_POD,
  DRAIN,
  EDIT_CONTAINERD_CONFIG,
  EDIT_KUBELET_CONFIG,
  elsewhere,
  type FixTable,
  free,
  install,
  REBOOT,
  RESTART_KUBELET,
  RESTART_RUNTIME,
  restartsKubelet,
  restartsPod,
  restartsRuntime,
  rollsOut,
  rungOf,
  setting,
} from './rung.ts';

const MIGRATE = restartsRuntime(
  'Let containerd write the file anew in its newest version and read what differs; then put it in place and restart',
  'containerd config migrate > /root/config.toml && diff /etc/containerd/config.toml /root/config.toml',
);
const SET_CLOCK = setting(
  'Set the clock right',
  'chronyc makestep || systemctl restart systemd-timesyncd; timedatectl',
);
const noService = rungOf('none', 'nothing more: it does not run now');

/** The runtime, kubelet, their configuration and the clock. */
export const RUNTIME_FIXES: FixTable = {
  'runtime-down': [
    noService('Start it; containers that run go on', 'systemctl start {unit}'),
    free(
      'Read why it ended, if it does not stay up: the reason stands before "exited"',
      'journalctl -u {unit} -n 100 --no-pager',
    ),
    setting(
      'Make room, if its disk is full',
      'df -h /var/lib/containerd /var/lib/containers /run; journalctl --vacuum-size=200M',
    ),
  ],
  'runtime-hung': [
    free(
      'Let a stopped process (state T) go on',
      'ps -o pid,stat,wchan:30,args -C {unit}; kill -CONT $(pidof {unit})',
    ),
    free(
      'Free the disk or mount it waits for (state D)',
      `ps -eLo pid,stat,wchan:30,args | awk '$2 ~ /^D/'`,
    ),
    rungOf('none', 'nothing; the dump lands in its log')(
      'Ask it for its goroutines before the restart; whoever mends the fault needs them',
      'kill -USR1 $(pidof {unit}); journalctl -u {unit} -n 20 --no-pager',
    ),
    RESTART_RUNTIME,
    REBOOT,
  ],
  'runtime-socket-reset': [
    free('Leave a single line around a restart'),
    free(
      'Find out why it restarts: a crash, the OOM killer, an update',
      'journalctl -u {unit} | grep -iE "panic|killed|signal|started" | tail; journalctl -k | grep -i oom | tail -5',
    ),
    restartsRuntime('See which release runs, and update it, if it crashes', '{unit} --version'),
  ],
  'pleg-unhealthy': [
    free(
      'Find the call that hangs, and end what it waits for',
      `timeout 5 crictl ps -a; ps -eo pid,stat,wchan:30,args | awk '$2 ~ /^D/'`,
    ),
    rollsOut('Let exec probes run less often, if the node is short of CPU'),
    RESTART_RUNTIME,
    DRAIN,
  ],
  'container-state-unknown': [
    restartsPod(
      'Delete the pod at once, without its grace',
      'kubectl delete pod -n {namespace} {pod} --grace-period=0 --force',
    ),
    RESTART_RUNTIME,
  ],
  'kubelet-stopped-posting': [
    free(
      'Go to the node and ask it',
      'systemctl is-active kubelet {unit}; journalctl -u kubelet -n 50 --no-pager',
    ),
    noService('Start kubelet, if it does not run', 'systemctl start kubelet'),
    RESTART_KUBELET,
    RESTART_RUNTIME,
  ],
  'lease-renewal-dead-connection': [
    setting(
      'Break the dead connection; kubelet opens a new one',
      'ss -K dst APISERVER_ADDRESS dport = 6443',
    ),
    RESTART_KUBELET,
  ],
  'kubelet-client-cert-expired': [
    SET_CLOCK,
    free(
      'Make a new bootstrap token on a control plane node',
      'kubeadm token create --print-join-command',
    ),
    restartsKubelet(
      'Write it into /etc/kubernetes/bootstrap-kubelet.conf and let kubelet ask for a new certificate',
      'rm /var/lib/kubelet/pki/kubelet-client-current.pem; systemctl restart kubelet',
    ),
  ],
  'kubelet-binary-not-executable': [
    setting(
      'Give the file its mode and label back',
      'chmod 0755 "$(command -v kubelet)"; restorecon -v "$(command -v kubelet)"',
    ),
    install(
      'Install it anew, outside of a noexec mount',
      'findmnt -T "$(command -v kubelet)"; apt-get install --reinstall kubelet || dnf reinstall kubelet',
    ),
    noService('Then start it', 'systemctl daemon-reload && systemctl start kubelet'),
  ],
  'clock-skew-x509': [
    SET_CLOCK,
    restartsKubelet('Restart what still holds the old answer', 'systemctl restart kubelet'),
  ],
  'clock-skew-boot': [
    SET_CLOCK,
    setting(
      'Let runtime and kubelet start only after the clock is set',
      'systemctl enable systemd-time-wait-sync; systemctl edit {unit}',
    ),
    restartsPod(
      'Remove the sandboxes that were made in 1970',
      'crictl pods; crictl rmp -f SANDBOX_ID',
    ),
  ],
  'containerd-config-invalid-id': [
    restartsRuntime(
      'Write the full name (io.containerd.grpc.v1.cri in place of cri), then start containerd',
      EDIT_CONTAINERD_CONFIG,
    ),
  ],
  'containerd-config-section-ignored': [
    restartsRuntime(
      "Rename the section as version 3 wants it (plugins.'io.containerd.cri.v1.runtime' or .images), or set version = 2",
      EDIT_CONTAINERD_CONFIG,
    ),
    MIGRATE,
  ],
  'containerd-config-unknown-key-noise': [
    free('Leave it: what it names had no effect any more'),
    MIGRATE,
  ],
  'containerd-config-wrong-version': [
    restartsRuntime(
      'Give the file one version line, at its top, that fits its sections',
      EDIT_CONTAINERD_CONFIG,
    ),
    MIGRATE,
  ],
  'containerd-config-partial-section': [
    restartsRuntime(
      'Write the section whole: runtime_type = "io.containerd.runc.v2" beside its options',
      EDIT_CONTAINERD_CONFIG,
    ),
  ],
  'cri-plugin-load-failed': [
    restartsRuntime(
      'Correct what the line names; often registry mirrors and config_path stand side by side, and only one may',
      EDIT_CONTAINERD_CONFIG,
    ),
    restartsRuntime(
      'Try the built-in settings, to see whether the file is at fault',
      'mv /etc/containerd/config.toml /root/ && containerd config default > /etc/containerd/config.toml && systemctl restart containerd',
    ),
  ],
  'cri-plugin-disabled': [
    restartsRuntime(
      'Take "cri" out of disabled_plugins',
      `sed -i 's/^disabled_plugins.*/disabled_plugins = []/' /etc/containerd/config.toml && systemctl restart containerd`,
    ),
  ],
  'cri-api-too-old': [
    restartsKubelet('Let kubelet use the socket of a runtime that speaks CRI', EDIT_KUBELET_CONFIG),
    restartsRuntime(
      'See which release runs, and update the runtime: CRI v1 needs containerd 1.6, CRI-O 1.20 or later',
      '{unit} --version',
    ),
  ],
  'static-manifest-invalid': [
    free('Check the file, and correct what is named', 'kubectl apply --dry-run=client -f FILE'),
    setting(
      'Move files that are no manifests out of the folder: editors leave copies there',
      'ls -la /etc/kubernetes/manifests',
    ),
    restartsKubelet(
      'Restart kubelet, if it does not see a corrected file',
      'systemctl restart kubelet',
    ),
  ],
  'host-port-conflict': [
    restartsPod(
      'Find the other pod that holds the port, and delete or move it',
      'kubectl get pods -A --field-selector spec.nodeName={node} -o custom-columns=NS:.metadata.namespace,POD:.metadata.name,PORTS:.spec.containers[*].ports[*].hostPort',
    ),
    rollsOut(
      'Choose another hostPort, or a Service in its place',
      'kubectl edit deployment -n {namespace} WORKLOAD',
    ),
    DELETE_POD,
  ],
  'admission-rejected': [
    elsewhere('Let the scheduler choose the node: leave nodeName out'),
    DELETE_POD,
    rollsOut(
      'See what is given away here, and ask for less CPU, memory or devices',
      'kubectl describe node {node} | grep -A8 "Allocated resources"',
    ),
    restartsKubelet(
      'Let the node take more pods: maxPods, if that is what is reached',
      EDIT_KUBELET_CONFIG,
    ),
  ],
};
