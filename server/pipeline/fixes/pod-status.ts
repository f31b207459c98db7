import {
  DELETE_POD,
  DRAIN,
  EDIT_KUBELET_CONFIG,
  elsewhere,
  type FixTable,
  free,
  restartsAgent,
  restartsContainer,
  restartsKubelet,
  restartsPod,
  rollsOut,
} from './rung.ts';

const EDIT = 'kubectl edit deployment -n {namespace} WORKLOAD';
const DELETE_FAILED = free(
  'Delete the failed pods that are left over; they hold nothing but their name',
  'kubectl delete pod -n {namespace} --field-selector status.phase=Failed',
);
const FIND_HOG = restartsContainer(
  'Find the program that takes most, and restart its container',
  'ps -eo rss,nlwp,pid,args --sort -rss | head; crictl stop CONTAINER_ID',
);
const PATCH_SIZE = `kubectl patch pod -n {namespace} {pod} --subresource resize -p '{"spec":{"containers":[{"name":"CONTAINER","resources":{"requests":{"cpu":"500m"},"limits":{"cpu":"1"}}}]}}'`;

/** What kubelet says of a whole pod: ended, refused, or running with less than was asked for. */
export const STATUS_FIXES: FixTable = {
  'own-storage-limit-exceeded': [
    rollsOut('Raise the limit: limits for ephemeral-storage, or sizeLimit of the emptyDir', EDIT),
    rollsOut('Write less: rotate logs, clear caches, or write to a volume of its own', EDIT),
  ],
  'memory-pressure-admission': [
    elsewhere('Wait: the controller makes another pod, and the scheduler avoids this node'),
    FIND_HOG,
    rollsOut('Give the pod a memory request; then it is not the first to be refused', EDIT),
    restartsKubelet(
      'Keep memory for the system: systemReserved and kubeReserved',
      EDIT_KUBELET_CONFIG,
    ),
    DRAIN,
  ],
  'pid-pressure-admission': [
    FIND_HOG,
    restartsKubelet(
      'Limit each pod: podPidsLimit in the configuration of kubelet',
      EDIT_KUBELET_CONFIG,
    ),
    DRAIN,
  ],
  'node-shutting-down': [
    free('Leave it: the controller has made another pod'),
    DELETE_FAILED,
    restartsKubelet(
      'Give pods more time before a shutdown: shutdownGracePeriod, and InhibitDelayMaxSec of logind as long',
      'vi /var/lib/kubelet/config.yaml /etc/systemd/logind.conf && systemctl restart systemd-logind kubelet',
    ),
  ],
  'pod-preempted': [
    free('Leave it: the controller has made another pod'),
    DELETE_FAILED,
    rollsOut(
      'See what is given away here, and give honest requests, so that room is left for system pods',
      'kubectl describe node {node} | grep -A8 "Allocated resources"',
    ),
    restartsKubelet(
      'Keep room for the system: systemReserved and kubeReserved',
      EDIT_KUBELET_CONFIG,
    ),
  ],
  'resize-infeasible': [
    free('Take the change back, or ask for a size that this node has', PATCH_SIZE),
    rollsOut(
      'Give the new size to the workload; the scheduler finds a node for it',
      'kubectl set resources -n {namespace} deployment/WORKLOAD -c {container} --limits=cpu=1,memory=1Gi',
    ),
  ],
  'resize-deferred': [
    free('Wait: kubelet tries again when room is left'),
    rollsOut(
      'See which pods are here, and move one away to make room',
      'kubectl describe node {node} | grep -A20 "Non-terminated Pods"',
    ),
    rollsOut(
      'Give the new size to the workload; the scheduler finds a node for it',
      'kubectl set resources -n {namespace} deployment/WORKLOAD -c {container} --limits=cpu=1,memory=1Gi',
    ),
  ],
  'resize-failed': [
    free('Ask for a memory limit above what is in use now', PATCH_SIZE),
    restartsPod(
      'Delete the pod; a new one begins with the size of the workload',
      'kubectl delete pod -n {namespace} {pod}',
    ),
  ],
  'readiness-gate-unset': [
    elsewhere(
      'Bring the controller back that sets the condition; its own log tells what it waits for',
      `kubectl get pod -n {namespace} {pod} -o jsonpath='{.spec.readinessGates}'`,
    ),
    free(
      'For now set it by hand, if you know that the pod may have traffic',
      `kubectl patch pod -n {namespace} {pod} --subresource status -p '{"status":{"conditions":[{"type":"GATE","status":"True"}]}}'`,
    ),
    rollsOut('Take the gate out of the workload, if nobody sets it any more', EDIT),
  ],
  'resource-claim-not-prepared': [
    restartsAgent(
      "Restart the driver's pod of this node; it registers again",
      'kubectl delete pod -n DRIVER_NAMESPACE DRIVER_POD',
    ),
    DELETE_POD,
    restartsKubelet(
      'Restart kubelet, if the driver runs and kubelet does not know it',
      'systemctl restart kubelet',
    ),
  ],
};
