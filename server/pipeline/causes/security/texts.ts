import { tableOf } from '../../table-cause.ts';

/** User namespaces, labels and filters of system calls. */
export const SECURITY_TEXTS = tableOf([
  {
    id: 'userns-selinux-mqueue',
    title: 'The label of /dev/mqueue may not be set inside a user namespace',
    explanation:
      'With a user namespace and SELinux this version of the runtime labels the message queue from inside, which the kernel forbids.',
    fullPatterns: [
      /mqueue.*(?:setxattr|relabel|selinux|label).*(?:not permitted|denied)/i,
      /mounting "?mqueue"?.*(?:not permitted|permission denied)/i,
    ],
    confusedWith: ['userns-idmap-unsupported', 'selinux-policy-missing'],
    steps: [
      ['See the versions', 'runc --version; containerd --version'],
      [
        'See what the pod asks for',
        "kubectl get pod -n NAMESPACE POD -o jsonpath='{.spec.hostUsers} {..seLinuxOptions}'",
      ],
    ],
  },
  {
    id: 'seccomp-filter-limit',
    title: 'The kernel has no room for another seccomp filter',
    explanation:
      'The kernel answered 524 when the filter of system calls was loaded: the memory for compiled filters (bpf_jit_limit) is used up on this node, often by a leak in an older kernel.',
    patterns: [/seccomp.*(?:errno|error) ?524|errno 524|ENOTSUPP\b.*seccomp/i],
    confusedWith: ['seccomp-profile-missing'],
    steps: [
      ['See the limit', 'sysctl net.core.bpf_jit_limit'],
      [
        'See what compiled filters use now (pages of vmalloc)',
        "grep bpf_jit /proc/vmallocinfo | awk '{s+=$2} END {print s}'",
      ],
      ['See since when the node is up; a leak grows with time', 'uptime; uname -r'],
    ],
  },
]);
