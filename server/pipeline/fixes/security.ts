import {
  DRAIN,
  EDIT_CONTAINERD_CONFIG,
  EDIT_CRIO_CONFIG,
  EDIT_KUBELET_CONFIG,
  elsewhere,
  type FixTable,
  install,
  reboots,
  rebuilds,
  restartsKubelet,
  restartsRuntime,
  rollsOut,
  rungOf,
  setting,
  weakens,
  weakensNode,
} from './rung.ts';

const NO_USER_NAMESPACE = weakens(
  'Do without the user namespace for now: hostUsers: true (or leave it out)',
  `kubectl patch deployment WORKLOAD -n {namespace} -p '{"spec":{"template":{"spec":{"hostUsers":true}}}}'`,
);
const UPDATE_RUNTIME = restartsRuntime(
  'See which release runs, and update the runtime and the OCI runtime',
  '{unit} --version; runc --version || crun --version',
);
const NUMBER_AS_USER = rollsOut(
  'Name the user by number: runAsUser, one that is not 0',
  `kubectl patch deployment WORKLOAD -n {namespace} -p '{"spec":{"template":{"spec":{"securityContext":{"runAsUser":1000}}}}}'`,
);
const ALLOW_ROOT = weakens('Allow root: runAsNonRoot: false, if that is really wanted');

/** Users, profiles, labels, capabilities and user namespaces. */
export const SECURITY_FIXES: FixTable = {
  'apparmor-profile-not-loaded': [
    setting(
      'Load the profile; put it on every node the pod may come to',
      'apparmor_parser -r /etc/apparmor.d/PROFILE',
    ),
    rollsOut(
      'Correct the name of the profile in the workload',
      'kubectl edit deployment -n {namespace} WORKLOAD',
    ),
    weakens('Use the profile of the runtime for now: appArmorProfile type RuntimeDefault'),
  ],
  'apparmor-parser-missing': [
    install(
      'Install the tool; the runtime finds it at its next try',
      'apt-get install apparmor || zypper install apparmor-parser',
    ),
    weakensNode(
      'Let containerd do without AppArmor: disable_apparmor = true, then restart it',
      EDIT_CONTAINERD_CONFIG,
      EDIT_CRIO_CONFIG,
    ),
    reboots('See what runs now, and boot without AppArmor (apparmor=0)', 'cat /proc/cmdline'),
  ],
  'seccomp-profile-missing': [
    setting(
      'Put the file where kubelet looks; on every node the pod may come to',
      'mkdir -p /var/lib/kubelet/seccomp/profiles && cp PROFILE.json /var/lib/kubelet/seccomp/profiles/',
    ),
    rollsOut(
      'Correct localhostProfile: its path begins below /var/lib/kubelet/seccomp',
      'kubectl edit deployment -n {namespace} WORKLOAD',
    ),
    weakens('Use the profile of the runtime for now: seccompProfile type RuntimeDefault'),
  ],
  'seccomp-filter-limit': [
    rungOf('none', 'some kernel memory; lost at the next boot unless written down')(
      'Double the limit now and for the next boot',
      'n=$(( $(sysctl -n net.core.bpf_jit_limit) * 2 )); sysctl -w net.core.bpf_jit_limit=$n && echo net.core.bpf_jit_limit=$n > /etc/sysctl.d/90-bpf-jit.conf',
    ),
    rollsOut('Let exec probes run less often, or make them http probes: each run loads a filter'),
    DRAIN,
    reboots(
      'See what runs now, and boot a newer kernel, if the use grows without end: older ones leak filters',
      'uname -r',
    ),
  ],
  'sysctl-forbidden': [
    rollsOut(
      'Take the sysctl out of the workload',
      'kubectl edit deployment -n {namespace} WORKLOAD',
    ),
    restartsKubelet(
      'Allow it on the nodes concerned (allowedUnsafeSysctls), and keep other pods off them',
      EDIT_KUBELET_CONFIG,
    ),
  ],
  'run-as-nonroot-root-image': [
    NUMBER_AS_USER,
    rebuilds('Build the image with a USER by number'),
    ALLOW_ROOT,
  ],
  'run-as-nonroot-nonnumeric': [
    NUMBER_AS_USER,
    rebuilds('Build the image with USER as a number in place of a name'),
    ALLOW_ROOT,
  ],
  'capability-not-grantable': [
    rollsOut(
      'Take the capability (or privileged) out of the workload',
      'kubectl edit deployment -n {namespace} WORKLOAD',
    ),
    restartsRuntime(
      'Let the service of the runtime keep it: CapabilityBoundingSet in a drop-in',
      'systemctl edit {unit} && systemctl restart {unit}',
    ),
    reboots('Run such pods on a node whose system does not drop it'),
  ],
  'capability-unknown': [
    rollsOut(
      'Write the name without CAP_ in the workload',
      'kubectl edit deployment -n {namespace} WORKLOAD',
    ),
    UPDATE_RUNTIME,
    reboots(
      'See what runs now, and boot a kernel of the age of the runtime',
      'uname -r; cat /proc/sys/kernel/cap_last_cap',
    ),
  ],
  'selinux-policy-missing': [
    install('Install the policy for containers', 'dnf install container-selinux'),
    restartsRuntime(
      'Restart the runtime, so that it labels with the new policy',
      'systemctl restart {unit}',
    ),
    weakensNode(
      'Switch labelling off in the runtime: enable_selinux = false (selinux = false of CRI-O)',
      EDIT_CONTAINERD_CONFIG,
      EDIT_CRIO_CONFIG,
    ),
  ],
  'selinux-relabel-unsupported-fs': [
    elsewhere(
      'Mount the volume with one label for all files: mountOptions context="…" in the PersistentVolume',
    ),
    rollsOut(
      'Do not ask for a label of its own: leave seLinuxOptions out, and the z/Z of a hand-made mount',
    ),
    weakens('Let the pod run as spc_t, which needs no labels'),
  ],
  'selinux-relabel-slow': [
    rollsOut(
      'Label by mount option: seLinuxChangePolicy: MountOption with a volume whose driver supports it',
    ),
    rollsOut(
      'Give all pods of the volume the same seLinuxOptions level, so that labels stay right',
    ),
    weakens('Let CRI-O skip the labels of this pod (TrySkipVolumeSELinuxLabel, spc_t)'),
    restartsKubelet(
      'Give slow steps more time: runtimeRequestTimeout of kubelet',
      EDIT_KUBELET_CONFIG,
    ),
  ],
  'userns-limit-zero': [
    setting(
      'Raise the limit now and for the next boot',
      'sysctl -w user.max_user_namespaces=15000 && echo user.max_user_namespaces=15000 > /etc/sysctl.d/90-userns.conf',
    ),
    NO_USER_NAMESPACE,
  ],
  'userns-ids-insufficient': [
    setting(
      'Give the user a range of 65536 ids or more',
      'usermod --add-subuids 100000-165535 --add-subgids 100000-165535 USER; grep -H . /etc/subuid /etc/subgid',
    ),
    rebuilds('Let files of the image belong to smaller ids'),
    UPDATE_RUNTIME,
  ],
  'userns-idmap-unsupported': [
    rollsOut('Put the volume on a file system that can be mapped (ext4, xfs; not nfs)'),
    NO_USER_NAMESPACE,
    reboots('See what runs now, and boot a kernel of 6.3 or later', 'uname -r'),
  ],
  'userns-runtime-unsupported': [
    NO_USER_NAMESPACE,
    restartsRuntime(
      'See which release runs, and update the runtime: containerd 2.0, CRI-O 1.25, runc 1.2 or crun 1.9 are the first',
      '{unit} --version; runc --version || crun --version',
    ),
  ],
  'userns-selinux-mqueue': [NO_USER_NAMESPACE, UPDATE_RUNTIME],
};
