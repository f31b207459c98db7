import {
  DELETE_POD,
  DRAIN,
  EDIT_KUBELET_CONFIG,
  elsewhere,
  type FixTable,
  free,
  REBOOT,
  RESTART_RUNTIME,
  reboots,
  rebuilds,
  restartsContainer,
  restartsKubelet,
  restartsPod,
  restartsRuntime,
  rollsOut,
  setting,
} from './rung.ts';

const EDIT = 'kubectl edit deployment -n {namespace} WORKLOAD';
const MORE_MEMORY = rollsOut(
  'Raise the memory limit of the container',
  'kubectl set resources -n {namespace} deployment/WORKLOAD -c {container} --limits=memory=1Gi',
);
const ROLL_BACK = rollsOut(
  'Go back to the release before, if it began with one',
  'kubectl rollout undo -n {namespace} deployment/WORKLOAD',
);
const FIX_PROGRAM = rebuilds('Correct the program; its own last lines tell what it missed');
const PATIENT_PROBE = rollsOut('Give the probe more time: timeoutSeconds, failureThreshold', EDIT);

/** How containers end, and what they run into before. */
export const EXIT_FIXES: FixTable = {
  'app-exit-nonzero': [
    elsewhere('Give the program what its last lines ask for: a service, a file, a setting'),
    ROLL_BACK,
    rollsOut('Correct command, arguments or environment in the workload', EDIT),
    FIX_PROGRAM,
  ],
  'init-container-failed': [
    elsewhere('Give it what its last lines ask for: a service, a migration, a right'),
    rollsOut('Correct command, arguments or environment of the init container', EDIT),
    ROLL_BACK,
  ],
  'init-container-running': [
    elsewhere('Start what it waits for; it then ends by itself'),
    rollsOut('Let it give up after a while in place of waiting for ever', EDIT),
    DELETE_POD,
  ],
  'exit-zero-loop': [
    rollsOut('Keep the program in the foreground, or give the shell something to run', EDIT),
    rollsOut(
      'Make it a Job, if it is to end',
      'kubectl create job NAME -n {namespace} --image={image}',
    ),
  ],
  'oom-killed': [
    MORE_MEMORY,
    rollsOut(
      'Tell the program its limit (heap size, workers, caches) so that it stays below',
      EDIT,
    ),
    rebuilds('Mend the leak, if its memory grows without end'),
  ],
  'oom-flag-stale-real-end-sigterm': [
    free('Leave it: the container was asked to end'),
    rollsOut(
      'Raise the memory limit all the same, if children of the program die',
      'kubectl set resources -n {namespace} deployment/WORKLOAD -c {container} --limits=memory=1Gi',
    ),
  ],
  'node-level-oom': [
    rollsOut(
      'See which pods use most, and give them a limit and honest requests',
      'kubectl top pods -A --sort-by=memory',
    ),
    restartsKubelet(
      'Keep memory for the system: systemReserved, kubeReserved, evictionHard memory.available',
      EDIT_KUBELET_CONFIG,
    ),
    DRAIN,
  ],
  'liveness-probe-failed': [
    rollsOut('Correct path, port or command of the probe', EDIT),
    PATIENT_PROBE,
    rollsOut('Add a startup probe, if only the start is slow', EDIT),
    rebuilds('Let the program answer while it is busy'),
  ],
  'liveness-probe-errored': [
    PATIENT_PROBE,
    rollsOut('Make an exec probe an http or tcp probe: it starts no process', EDIT),
    restartsContainer(
      'End the container by hand, if the program hangs: the probe will not do it',
      'crictl stop {containerId}',
    ),
  ],
  'startup-probe-failed': [
    rollsOut('Let it try longer: failureThreshold times periodSeconds is the time it has', EDIT),
    rollsOut('Correct path, port or command of the probe', EDIT),
    rollsOut(
      'Give it more CPU for its start',
      'kubectl set resources -n {namespace} deployment/WORKLOAD -c {container} --limits=cpu=2',
    ),
  ],
  'readiness-probe-failed': [
    elsewhere('Start what the program needs to be ready: its database, its queue'),
    rollsOut('Correct path, port or command of the probe', EDIT),
    restartsContainer(
      'Restart the container, if it does not come back by itself',
      'crictl stop {containerId}',
    ),
  ],
  'prestop-poststart-hook-failed': [
    rollsOut('Correct the hook, or move its work to an init container', EDIT),
    rollsOut('Let the hook never fail, if it matters little (… || true)', EDIT),
  ],
  'exec-raced-with-container-end': [
    free('Leave the line: it follows the end of the container and does not cause it'),
  ],
  'sigkill-after-grace': [
    rollsOut(
      'Let the program be the first process, so that it hears TERM (exec in the script)',
      EDIT,
    ),
    rollsOut('Give it more time to end: terminationGracePeriodSeconds', EDIT),
    rebuilds('Let the program handle TERM'),
  ],
  'sigterm-reported-as-error': [
    free('Leave it, if a rollout, drain or deletion asked for the end'),
    rebuilds('Let the program end with 0 on TERM'),
  ],
  'sigill-cpu-feature': [
    rollsOut('Keep the workload on nodes whose processor has the feature', EDIT),
    rebuilds('Use a build for older processors (x86-64-v1, or without AVX)'),
    reboots(
      'Give the virtual machine the processor of its host (type "host"); it has to be started anew',
    ),
  ],
  'sigabrt-illegal-cpu-or-assert': [
    elsewhere('Mend the input or state that its last lines name'),
    ROLL_BACK,
    FIX_PROGRAM,
  ],
  sigsegv: [
    ROLL_BACK,
    rollsOut(
      'Try it on another node: if it runs there, suspect memory or kernel here',
      'kubectl cordon {node}; kubectl delete pod -n {namespace} {pod}',
    ),
    rebuilds(
      'See where core dumps go, and read that of a build with symbols',
      'cat /proc/sys/kernel/core_pattern; coredumpctl list',
    ),
  ],
  'sigsegv-vsyscall': [
    rebuilds('Build the image on a newer base'),
    reboots(
      'See the setting, and until then boot with vsyscall=emulate',
      'grep -o "vsyscall=[a-z]*" /proc/cmdline',
    ),
  ],
  'container-record-lost': [
    free(
      'Look for the reboot, eviction or clean-up that took the record',
      'uptime -s; journalctl -u {unit} --since -2h | tail -50',
    ),
    restartsPod('Delete the dead pod', 'kubectl delete pod -n {namespace} {pod}'),
  ],
  'runtime-lost-exit-status': [
    free(
      'Look for what ended the shim: a reboot, the OOM killer, a crash',
      'uptime -s; journalctl -k --since -2h | grep -iE "oom|killed|segfault"',
    ),
    DELETE_POD,
    restartsRuntime(
      'See which release runs, and update the runtime, if shims die without a reason in the kernel log',
      '{unit} --version',
    ),
  ],
  'hard-reboot-recorded-as-success': [
    free('Compare the end with the time of the boot before you trust "Completed"', 'uptime -s'),
    restartsPod(
      'Run the work again: delete the pod, or make the Job anew',
      'kubectl delete pod -n {namespace} {pod}',
    ),
    restartsRuntime('Use a runtime that does not invent the code (containerd, CRI-O)'),
  ],
  'pod-deadline-exceeded': [
    rollsOut(
      'See the deadline, and raise activeDeadlineSeconds; it counts waiting and pulling too',
      'kubectl get job -n {namespace} -o custom-columns=NAME:.metadata.name,DEADLINE:.spec.activeDeadlineSeconds',
    ),
    rollsOut('Put the image on the nodes in advance, if the pull took the time'),
  ],
  'kill-wait-timeout': [
    free(
      'Free what the process waits for in the kernel',
      `ps -eo pid,stat,wchan:30,args | awk '$2 ~ /^D/'`,
    ),
    setting(
      'Unmount a dead network volume, lazily if it must be',
      'findmnt -t nfs,nfs4,cifs,ceph,fuse; umount -f -l MOUNTPOINT',
    ),
    restartsPod(
      'End the shim of the pod; the process itself may stay',
      'pgrep -af {sandboxId}; kill -9 SHIM_PID',
    ),
    RESTART_RUNTIME,
    REBOOT,
  ],
};
