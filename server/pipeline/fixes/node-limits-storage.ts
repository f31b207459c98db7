import {
  DELETE_POD,
  DRAIN,
  EDIT_CRIO_CONFIG,
  EDIT_KUBELET_CONFIG,
  type FixTable,
  free,
  install,
  movesPods,
  REBOOT,
  restartsAgent,
  restartsContainer,
  restartsKubelet,
  restartsRuntime,
  rollsOut,
  rungOf,
  setting,
} from './rung.ts';

const EDIT = 'kubectl edit deployment -n {namespace} WORKLOAD';
const pulledAgain = rungOf('none', 'images that no container uses are pulled again when needed');
const losesLogs = rungOf('data', 'old log lines are gone');

const PRUNE = pulledAgain('Drop images that no container uses', 'crictl rmi --prune');
const SHRINK_JOURNAL = rungOf('none', 'the oldest lines of the journal are gone')(
  'Shrink the journal',
  'journalctl --disk-usage; journalctl --vacuum-size=200M',
);
const FIND_DELETED = free(
  'Find files that are deleted and still held open: their space comes back with the process',
  'lsof -nP +L1 | sort -nk7 | tail',
);
const LARGEST_LOGS = losesLogs(
  'Empty the largest log of a container, once it is saved',
  'du -ah /var/log/pods | sort -h | tail -5; truncate -s 0 /var/log/pods/POD_FOLDER/CONTAINER/0.log',
);
const LARGER_DISK = movesPods(
  'Give the runtime a larger disk',
  'kubectl drain {node} --ignore-daemonsets',
);

/** Disks, memory, processes, descriptors. */
export const LIMIT_FIXES: FixTable = {
  'disk-full': [
    PRUNE,
    SHRINK_JOURNAL,
    FIND_DELETED,
    restartsKubelet(
      'Let kubelet clear images earlier: imageGCHighThresholdPercent',
      EDIT_KUBELET_CONFIG,
    ),
    LARGER_DISK,
    LARGEST_LOGS,
  ],
  'disk-or-tmpfs-full': [
    PRUNE,
    FIND_DELETED,
    setting(
      'Enlarge the tmpfs of /run while it is in use',
      'mount -o remount,size=50%,nr_inodes=2000000 /run; df -h /run; df -i /run',
    ),
    LARGER_DISK,
    LARGEST_LOGS,
  ],
  'disk-pressure-admission': [
    PRUNE,
    SHRINK_JOURNAL,
    FIND_DELETED,
    free(
      'Wait five minutes after that: kubelet takes so long to believe it',
      `kubectl get node {node} -o jsonpath='{.status.conditions[?(@.type=="DiskPressure")]}'`,
    ),
    LARGEST_LOGS,
  ],
  'evicted-disk-pressure': [
    PRUNE,
    SHRINK_JOURNAL,
    free(
      'Delete the evicted pods that are left over',
      'kubectl delete pod -n {namespace} --field-selector status.phase=Failed',
    ),
    rollsOut('Limit what a pod may write: limits for ephemeral-storage', EDIT),
    LARGEST_LOGS,
  ],
  'evicted-memory-pressure': [
    rollsOut(
      'See which pods use most, and give them a request of that size, so that they are placed better',
      'kubectl top pods -A --sort-by=memory',
    ),
    restartsKubelet(
      'Keep memory for the system: systemReserved and kubeReserved',
      EDIT_KUBELET_CONFIG,
    ),
    DRAIN,
  ],
  'evicted-pid-pressure': [
    restartsContainer(
      'Find the container that starts processes without end, and restart it',
      'ps -eo nlwp,pid,args --sort -nlwp | head; crictl stop CONTAINER_ID',
    ),
    restartsKubelet(
      'Limit each pod: podPidsLimit in the configuration of kubelet',
      EDIT_KUBELET_CONFIG,
    ),
    DRAIN,
  ],
  'evicted-victim-not-consumer': [
    PRUNE,
    free(
      'Find what fills the disk; it is not the evicted pod',
      'du -xsh /var/lib/* /var/log 2>/dev/null | sort -h | tail',
    ),
    rollsOut(
      'Give the pod a request for ephemeral-storage, so that it is not the first to go',
      EDIT,
    ),
  ],
  'image-fs-stats-not-ready': [
    free('Leave a single line: it comes at nearly every start of kubelet'),
    restartsRuntime(
      'Restart the runtime, if kubelet goes on saying it',
      'systemctl restart {unit}',
    ),
  ],
  'image-gc-failing': [
    SHRINK_JOURNAL,
    FIND_DELETED,
    free(
      'Look for what is no image: logs, writable layers, volumes',
      'du -xsh /var/lib/* /var/log 2>/dev/null | sort -h | tail',
    ),
    LARGER_DISK,
    LARGEST_LOGS,
  ],
  'run-tmpfs-inodes-full': [
    setting(
      'Enlarge the tmpfs of /run while it is in use',
      'mount -o remount,size=50%,nr_inodes=2000000 /run; df -i /run',
    ),
    setting(
      'Remove folders of containers that are no longer in the list',
      'ls /run/containerd/io.containerd.runtime.v2.task/k8s.io | wc -l; ctr -n k8s.io containers ls -q | wc -l',
      'ls /run/containers/storage/overlay-containers | wc -l; crictl ps -aq | wc -l',
    ),
    DRAIN,
    REBOOT,
  ],
  'node-readonly-filesystem': [
    free(
      'Save what is needed, and look at the disk before anything is written',
      'dmesg -T | grep -iE "I/O error|remount|ext4|xfs" | tail -20',
    ),
    DRAIN,
    rungOf('node', 'every pod of this node restarts; a broken disk may get worse')(
      'Check the file system at the next boot',
      'touch /forcefsck; systemctl reboot',
    ),
    rungOf('data', 'what lies on that disk may be lost')('Replace the disk'),
  ],
  'projected-tmpfs-enospc': [
    rollsOut(
      'Correct the memory limit, and mind the unit: Mi, not m',
      'kubectl set resources -n {namespace} deployment/WORKLOAD -c {container} --limits=memory=128Mi',
    ),
    restartsKubelet(
      'See which release runs, and update kubelet: later releases do not size the volume that way',
      'kubelet --version',
    ),
  ],
  'inotify-exhausted': [
    rungOf('none', 'a little kernel memory; nothing restarts')(
      'Raise the limits now and for the next boot',
      `sysctl -w fs.inotify.max_user_instances=8192 fs.inotify.max_user_watches=1048576 && printf 'fs.inotify.max_user_instances=8192\\nfs.inotify.max_user_watches=1048576\\n' > /etc/sysctl.d/90-inotify.conf`,
    ),
    restartsContainer(
      'Find the program that holds most of them, and restart it',
      'find /proc/*/fd -lname anon_inode:inotify 2>/dev/null | cut -d/ -f3 | sort | uniq -c | sort -n | tail -5',
    ),
  ],
  'fd-limit': [
    setting(
      'Raise the limit of the running process',
      'prlimit --pid $(pidof {unit}) --nofile=1048576:1048576',
    ),
    setting(
      'Raise the limit of the whole node, if that is reached',
      'cat /proc/sys/fs/file-nr; sysctl -w fs.file-max=2097152',
    ),
    restartsRuntime(
      'Set LimitNOFILE in a drop-in of the service',
      'systemctl edit {unit} && systemctl restart {unit}',
    ),
  ],
  'pid-or-task-limit': [
    setting(
      'Raise the limit of the service at once',
      'systemctl set-property {unit} TasksMax=infinity; systemctl show {unit} -p TasksMax',
    ),
    setting(
      'Raise the limits of the node',
      'sysctl -w kernel.pid_max=4194304 kernel.threads-max=1000000',
    ),
    restartsContainer(
      'Find what starts threads without end, and restart it',
      'ps -eo nlwp,pid,args --sort -nlwp | head',
    ),
  ],
  'container-pids-limit': [
    rollsOut('Let the program start fewer threads or workers', EDIT),
    restartsKubelet('Raise podPidsLimit of kubelet', EDIT_KUBELET_CONFIG),
    restartsRuntime('On CRI-O raise pids_limit as well', EDIT_CRIO_CONFIG),
  ],
  'node-binary-broken': [
    install(
      'Put the file back from its package or its add-on; the next try finds it',
      'dpkg -S /PATH/OF/FILE || rpm -qf /PATH/OF/FILE; apt-get install --reinstall PACKAGE || dnf reinstall PACKAGE',
    ),
    restartsAgent(
      "A network plugin: delete the agent's pod of this node; most agents write their plugins when they start",
      'kubectl delete pod -n AGENT_NAMESPACE AGENT_POD',
    ),
    DRAIN,
    rungOf('node', 'every pod of this node is made elsewhere')(
      'Look for more empty files; when there are many, set the node up anew: others may be damaged unseen',
      'find /usr/bin /usr/sbin /usr/local/bin /opt/cni/bin /etc/kubernetes /var/lib/kubelet -xdev -maxdepth 2 -type f -size 0',
    ),
  ],
  'app-exit-during-disk-full': [
    PRUNE,
    SHRINK_JOURNAL,
    restartsContainer('Then let the container start again; kubelet does it by itself'),
  ],
  'snapshotter-stale-mount': [
    free(
      'See which mounts no longer answer',
      'findmnt -t fuse -o TARGET,SOURCE; systemctl status stargz-snapshotter nydus-snapshotter --no-pager',
    ),
    DELETE_POD,
    restartsRuntime(
      'Restart the snapshotter, then the runtime',
      'systemctl restart stargz-snapshotter || systemctl restart nydus-snapshotter; systemctl restart containerd',
    ),
    DRAIN,
    rungOf('data', 'the images it served are pulled again')(
      'Remove the image and pull it again',
      'crictl rmi {image}; crictl pull {image}',
    ),
  ],
};
