import {
  DELETE_POD,
  DRAIN,
  EDIT_KUBELET_CONFIG,
  type FixTable,
  free,
  install,
  REBOOT,
  RESTART_KUBELET,
  reboots,
  restartsKubelet,
  restartsPod,
  restartsRuntime,
  rollsOut,
  rungOf,
  setting,
} from './rung.ts';

const endsAll = rungOf(
  'node',
  'containers made with the old driver are ended: drain the node first',
);

/** Cgroups: drivers, controllers and limits. */
export const CGROUP_FIXES: FixTable = {
  'cgroup-driver-mismatch': [
    DRAIN,
    endsAll(
      'Set the driver of the runtime to that of kubelet (systemd on cgroup v2), then restart both',
      `sed -i 's/SystemdCgroup = false/SystemdCgroup = true/' /etc/containerd/config.toml && grep -q 'SystemdCgroup = true' /etc/containerd/config.toml && systemctl restart containerd kubelet`,
      `printf '[crio.runtime]\\ncgroup_manager = "systemd"\\nconmon_cgroup = "pod"\\n' > /etc/crio/crio.conf.d/10-cgroup.conf && systemctl restart crio kubelet`,
    ),
  ],
  'sandbox-killed-by-systemd-cgroup': [
    DRAIN,
    endsAll(
      'Set the runtime to the systemd driver, as kubelet is, and restart both',
      `sed -i 's/SystemdCgroup = false/SystemdCgroup = true/' /etc/containerd/config.toml && grep -q 'SystemdCgroup = true' /etc/containerd/config.toml && systemctl restart containerd kubelet`,
      `printf '[crio.runtime]\\ncgroup_manager = "systemd"\\nconmon_cgroup = "pod"\\n' > /etc/crio/crio.conf.d/10-cgroup.conf && systemctl restart crio kubelet`,
    ),
    reboots('Reboot, so that no group of the old driver is left', 'systemctl reboot'),
  ],
  'cgroup-stale-unit': [
    setting(
      'Stop the left-over slice of this pod (its uid with _ in place of -)',
      "systemctl list-units --all --plain --no-legend 'kubepods*'; systemctl stop SLICE; systemctl reset-failed",
    ),
    DELETE_POD,
    RESTART_KUBELET,
  ],
  'cgroup-slice-missing': [
    DELETE_POD,
    RESTART_KUBELET,
    restartsRuntime(
      'See which release runs, and update systemd and the OCI runtime, if it comes again',
      'systemctl --version; crun --version || runc --version',
    ),
  ],
  'cgroup-delete-stuck-process': [
    free(
      'Free what the process waits for: a dead network volume, a device, a frozen group',
      `ps -eo pid,stat,wchan:30,args | awk '$2 ~ /^D/'; cat /sys/fs/cgroup/kubepods.slice/cgroup.events`,
    ),
    setting(
      'Unmount the dead volume, lazily if it must be',
      'findmnt -t nfs,nfs4,cifs,ceph,fuse; umount -f -l MOUNTPOINT',
    ),
    REBOOT,
  ],
  'systemd-dbus-timeout': [
    free('Wait for a daemon-reload that is under way', 'systemctl list-jobs'),
    setting(
      'Let systemd forget failed units, of which there may be thousands',
      'systemctl list-units --all --no-legend | wc -l; systemctl reset-failed',
    ),
    setting('Let systemd execute itself anew; units stay', 'systemctl daemon-reexec'),
    REBOOT,
  ],
  'cgroup-v1-unsupported': [
    restartsKubelet('For now let kubelet run on v1: failCgroupV1: false', EDIT_KUBELET_CONFIG),
    reboots(
      'Boot the host with cgroup v2 (Debian: GRUB_CMDLINE_LINUX in /etc/default/grub, then update-grub)',
      'grubby --update-kernel=ALL --args=systemd.unified_cgroup_hierarchy=1 && systemctl reboot',
    ),
  ],
  'cgroup-v2-unsupported-old-kubelet': [
    restartsKubelet(
      'See which release runs, and update kubelet to a release that knows cgroup v2 (1.25 or later)',
      'kubelet --version',
    ),
    reboots(
      'See the kernel command line, and on small boards add cgroup_enable=memory to it',
      'cat /proc/cmdline',
    ),
  ],
  'cpuset-systemd-noise': [
    free('Leave it: the container runs'),
    rungOf('none', 'the line goes away; nothing else changes')(
      'Update systemd when there is time',
      'systemctl --version',
    ),
  ],
  'cpuset-empty-enospc': [
    setting(
      'Give the parent group its processors and memory nodes again (cgroup v1)',
      'cat /sys/fs/cgroup/cpuset/cpuset.cpus > /sys/fs/cgroup/cpuset/kubepods/cpuset.cpus; cat /sys/fs/cgroup/cpuset/cpuset.mems > /sys/fs/cgroup/cpuset/kubepods/cpuset.mems',
    ),
    RESTART_KUBELET,
    reboots(
      'See which version the host has, and boot it with cgroup v2, where an empty set means that of the parent',
      'stat -fc %T /sys/fs/cgroup',
    ),
  ],
  'cpuset-permission': [
    setting(
      'Let the parent group have the processors that are online now',
      'cat /sys/devices/system/cpu/online /sys/fs/cgroup/cpuset.cpus.effective /sys/fs/cgroup/kubepods.slice/cpuset.cpus.effective',
    ),
    restartsPod(
      'Delete the pod, once the processors are there',
      'kubectl delete pod -n {namespace} {pod}',
    ),
    restartsRuntime(
      'See which release runs, and update the runtime of virtual machines and its agent',
      'kata-runtime --version',
    ),
  ],
  'cgroup-delegation-or-kernel-cfs': [
    rollsOut(
      'Take the CPU limit out of the workload',
      `kubectl set resources -n {namespace} deployment/WORKLOAD --limits=cpu=0`,
    ),
    restartsKubelet('Let kubelet set no CPU limits here: cpuCFSQuota: false', EDIT_KUBELET_CONFIG),
    reboots(
      'See what runs now, and boot a kernel with CONFIG_CFS_BANDWIDTH',
      'zgrep CFS_BANDWIDTH /proc/config.gz || grep CFS_BANDWIDTH /boot/config-*',
    ),
  ],
  'cgroup-devices-busy': [
    DELETE_POD,
    restartsKubelet('Switch the static CPU manager off, if nobody needs it', EDIT_KUBELET_CONFIG),
    restartsRuntime('See which release runs, and update the OCI runtime', 'runc --version'),
  ],
  'memory-limit-too-low': [
    rollsOut(
      'Raise the memory limit, and mind the unit: Mi, not m',
      'kubectl set resources -n {namespace} deployment/WORKLOAD -c {container} --limits=memory=128Mi',
    ),
  ],
  'hugepages-unavailable': [
    setting(
      'Give the pool more pages now; later the memory may be too broken up',
      'sysctl -w vm.nr_hugepages=1024; grep HugePages_ /proc/meminfo',
    ),
    restartsRuntime(
      'Find the setting enable_hugepages of the virtual machines, and make it false',
      'grep -rn enable_hugepages /etc/kata-containers /opt/kata/share/defaults',
    ),
    reboots(
      'See the kernel command line, and reserve the pages there (hugepages=…)',
      'cat /proc/cmdline',
    ),
  ],
  'hugepages-guest-mismatch': [
    install(
      'See the sizes of the host, and use a guest kernel that has them',
      'ls /sys/kernel/mm/hugepages',
    ),
    rollsOut(
      'Take the huge page limit out of the workload',
      'kubectl edit deployment -n {namespace} WORKLOAD',
    ),
  ],
};
