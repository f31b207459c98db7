import { tableOf } from '../../table-cause.ts';

/** What kubelet writes into the status of a pod: why it ended one, or what it cannot give one that runs. */
export const STATUS_TEXTS = tableOf([
  {
    id: 'node-shutting-down',
    title: 'kubelet ended the pod because the node was shut down',
    explanation:
      'The node was about to shut down or reboot, and kubelet ended its pods in order before that, or did not take new ones. The pod is not at fault; exit codes such as 143 or 137 come from that.',
    patterns: [
      /imminent node shutdown/i,
      /as the node is shutting down/i,
      /Node is (?:shutting|in progress of shutting)/i,
    ],
    confusedWith: ['sigterm-reported-as-error', 'container-record-lost', 'pod-preempted'],
    steps: [
      ['See when the node was last up', 'journalctl --list-boots | tail -3; uptime -s'],
      [
        'See who asked for the shutdown',
        'journalctl --since -2d | grep -iE "shutdown manager|system is (rebooting|powering)|will (reboot|power)" | tail',
      ],
      [
        'See how long kubelet holds a shutdown back',
        'grep -i shutdownGracePeriod /var/lib/kubelet/config.yaml; systemd-inhibit --list --no-pager',
      ],
    ],
  },
  {
    id: 'pod-preempted',
    title: 'kubelet ended the pod to make room for a critical one',
    explanation:
      'A pod that the node cannot do without (a static pod or one of system priority) did not fit, so kubelet ended pods of lower rank. The ended pod did nothing wrong.',
    patterns: [/Preempted in order to admit critical pod/i, /preempted by (?:a )?critical pod/i],
    confusedWith: ['evicted-memory-pressure', 'node-shutting-down', 'admission-rejected'],
    steps: [
      [
        'See for which pod',
        'journalctl -u kubelet --since -2h | grep -iE "preempt|critical pod" | tail',
      ],
      [
        'See what is asked for here and what there is',
        "kubectl describe node NODE | grep -A12 -E 'Allocatable|Allocated'",
      ],
    ],
  },
  {
    id: 'resize-infeasible',
    title: 'The node can never give the pod its new size',
    explanation:
      'The resources of a running pod were changed, and this node is too small for the new size, or its settings forbid such a change (static CPU or memory manager, swap). The pod runs on with the old size.',
    patterns: [
      /Node didn't have enough capacity: \S+ requested/i,
      /\bResizeInfeasible\b|PodResizePending\W.*\bInfeasible\b/,
      /in-place (?:pod )?(?:vertical scaling|resize|resizing)\b.*not supported/i,
    ],
    confusedWith: ['resize-deferred', 'admission-rejected', 'resize-failed'],
    steps: [
      [
        'See what kubelet says of the change',
        `kubectl get pod -n NAMESPACE POD -o jsonpath='{.status.conditions[?(@.type=="PodResizePending")]}'`,
      ],
      [
        'Compare what is asked for with what is given',
        'kubectl get pod -n NAMESPACE POD -o jsonpath=\'{.spec.containers[*].resources}{"\\n"}{.status.containerStatuses[*].resources}\'',
      ],
    ],
  },
  {
    id: 'resize-deferred',
    title: 'The new size of the pod waits for room on the node',
    explanation:
      'The resources of a running pod were changed, and just now other pods hold what it would need. kubelet tries again by itself as soon as there is room; the pod runs on with the old size.',
    patterns: [/\bResizeDeferred\b|PodResizePending\W.*\bDeferred\b/],
    confusedWith: ['resize-infeasible'],
    steps: [
      [
        'See what kubelet says of the change',
        `kubectl get pod -n NAMESPACE POD -o jsonpath='{.status.conditions[?(@.type=="PodResizePending")]}'`,
      ],
      [
        'See what is given away on this node',
        "kubectl describe node NODE | grep -A12 -E 'Allocatable|Allocated'",
      ],
    ],
  },
  {
    id: 'resize-failed',
    title: 'The new size of the pod was allowed, but could not be set',
    explanation:
      'kubelet accepted the change and the runtime did not carry it out: mostly a memory limit below what is in use now. kubelet tries again; the pod runs on.',
    patterns: [/\bResizeError\b|PodResizeInProgress\W.*\bError\b/],
    confusedWith: ['resize-infeasible', 'memory-limit-too-low'],
    steps: [
      [
        'See what kubelet says of the change',
        `kubectl get pod -n NAMESPACE POD -o jsonpath='{.status.conditions[?(@.type=="PodResizeInProgress")]}'`,
      ],
      [
        'See what the runtime was asked for and said',
        'journalctl -u kubelet -u containerd -u crio --since -1h | grep -iE "UpdateContainerResources|resize" | tail',
      ],
    ],
  },
  {
    id: 'readiness-gate-unset',
    title: 'The containers are ready, but a readiness gate of the pod is not',
    explanation:
      'The pod names a condition that somebody beside kubelet has to set (a load balancer, a mesh, an operator), and it is missing or False. Node, runtime and containers are well.',
    patterns: [/(?:condition|status) of pod readiness gate/i, /\bReadinessGatesNotReady\b/],
    confusedWith: ['readiness-probe-failed'],
    steps: [
      [
        'See which conditions are asked for, and how they stand',
        `kubectl get pod -n NAMESPACE POD -o jsonpath='{.spec.readinessGates}{"\\n"}{.status.conditions}'`,
      ],
      [
        'Read the events of the pod; the controller may tell why',
        'kubectl describe pod -n NAMESPACE POD',
      ],
    ],
  },
]);
