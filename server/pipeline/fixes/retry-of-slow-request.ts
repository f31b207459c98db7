import {
  EDIT_KUBELET_CONFIG,
  type FixTable,
  free,
  REBOOT,
  RESTART_RUNTIME,
  restartsKubelet,
  restartsRuntime,
  rollsOut,
  setting,
  weakens,
} from './rung.ts';

const WAIT = free('Wait some minutes: an attempt that ends gives the name free');
const FREE_THE_DISK = free(
  'Free what the first attempt waits for; it stands in the kernel',
  `ps -eo pid,stat,wchan:30,etime,args | awk '$2 ~ /^D/'`,
);
const DROP_DEAD_MOUNT = setting(
  'Unmount a dead network volume, lazily if it must be',
  'findmnt -t nfs,nfs4,cifs,ceph,fuse; umount -f -l MOUNTPOINT',
);

/** Requests that are tried again while the first is still at work. */
export const RETRY_FIXES: FixTable = {
  'sandbox-name-reserved': [
    WAIT,
    FREE_THE_DISK,
    setting(
      'End a network plugin that hangs',
      "ps -eo pid,etime,args | grep '[/]cni/bin'; kill PID",
    ),
    RESTART_RUNTIME,
  ],
  'container-name-reserved': [WAIT, FREE_THE_DISK, DROP_DEAD_MOUNT, RESTART_RUNTIME, REBOOT],
  'container-name-reserved-bug': [
    WAIT,
    RESTART_RUNTIME,
    restartsRuntime(
      'See which release runs, and update containerd: later releases give the name free',
      'containerd --version',
    ),
  ],
  'crio-request-timeout-retry': [
    WAIT,
    free(
      'Mend the step that the log names ("Currently at stage …")',
      'journalctl -u crio --since -15min | grep -i stage',
    ),
    DROP_DEAD_MOUNT,
    restartsKubelet(
      'Give slow steps more time: runtimeRequestTimeout of kubelet',
      EDIT_KUBELET_CONFIG,
    ),
    restartsRuntime('Restart CRI-O', 'systemctl restart crio'),
  ],
  'volume-relabel-slow': [
    rollsOut(
      'Change the owner only where it is wrong: fsGroupChangePolicy: OnRootMismatch',
      `kubectl patch deployment WORKLOAD -n {namespace} -p '{"spec":{"template":{"spec":{"securityContext":{"fsGroupChangePolicy":"OnRootMismatch"}}}}}'`,
    ),
    rollsOut('Label by mount option in place of file by file: seLinuxChangePolicy: MountOption'),
    weakens('Let CRI-O skip the labels of this pod (TrySkipVolumeSELinuxLabel, spc_t)'),
  ],
};
