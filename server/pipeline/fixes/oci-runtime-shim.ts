import {
  DELETE_POD,
  DRAIN,
  EDIT_CONTAINERD_CONFIG,
  EDIT_CRIO_CONFIG,
  type FixTable,
  install,
  movesPods,
  RESTART_RUNTIME,
  reboots,
  restartsRuntime,
  rollsOut,
  setting,
} from './rung.ts';

/** Handlers, shims and low-level runtimes. */
export const SHIM_FIXES: FixTable = {
  'runtime-handler-not-configured': [
    rollsOut(
      'Take runtimeClassName out of the workload, or name a class whose handler is here',
      'kubectl get runtimeclass -o custom-columns=NAME:.metadata.name,HANDLER:.handler; kubectl edit deployment -n {namespace} WORKLOAD',
    ),
    restartsRuntime(
      'Write the section of the handler into the file that the runtime loads, in the form of its version, and restart',
      EDIT_CONTAINERD_CONFIG,
      EDIT_CRIO_CONFIG,
    ),
    movesPods('Keep such pods on nodes that have it: scheduling.nodeSelector in the RuntimeClass'),
  ],
  'shim-binary-missing': [
    install(
      'See which shims are here, and install the package of the handler, its shim in the PATH of the service',
      'ls /usr/bin/containerd-shim-* /usr/local/bin/containerd-shim-*; systemctl show {unit} -p Environment',
    ),
    rollsOut('Use a handler whose shim is here', 'kubectl edit deployment -n {namespace} WORKLOAD'),
    restartsRuntime(
      'Set runtime_type to a shim that is here (io.containerd.runc.v2)',
      EDIT_CONTAINERD_CONFIG,
    ),
  ],
  'shim-wrong-binary': [
    install(
      "See both releases, and put the shim of the daemon's release in its place",
      'containerd --version; containerd-shim-runc-v2 -v',
    ),
    restartsRuntime(
      'Take runtime_path out of the configuration, or let it name the shim and not runc',
      EDIT_CONTAINERD_CONFIG,
    ),
  ],
  'shim-daemon-version-skew': [RESTART_RUNTIME, DRAIN],
  'runc-binary-missing': [
    install(
      'Install the low-level runtime; it is found at the next try',
      'apt-get install runc || dnf install runc',
      'apt-get install crun || dnf install crun',
    ),
    restartsRuntime(
      'Or name its full path (BinaryName; runtime_path of CRI-O)',
      EDIT_CONTAINERD_CONFIG,
      EDIT_CRIO_CONFIG,
    ),
  ],
  'kvm-not-available': [
    setting('Load the module', 'modprobe kvm_intel || modprobe kvm_amd; ls -l /dev/kvm'),
    rollsOut(
      'Use a handler without virtual machines, if that is safe enough',
      'kubectl edit deployment -n {namespace} WORKLOAD',
    ),
    reboots('Switch virtualisation on in the firmware, or nesting in the host below'),
  ],
  'kata-agent-lost': [
    DELETE_POD,
    rollsOut(
      'Give the pod more memory, or the machine a larger default_memory',
      'kubectl set resources -n {namespace} deployment/WORKLOAD -c {container} --limits=memory=1Gi',
    ),
    restartsRuntime(
      'See which releases run, and bring shim, guest image and guest kernel to one',
      'kata-runtime check; kata-runtime --version',
    ),
  ],
};
