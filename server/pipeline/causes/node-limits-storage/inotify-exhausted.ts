import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const inotifyExhausted = textCause({
  id: 'inotify-exhausted',
  stages: ['sandbox', 'create', 'start', 'run', 'kubelet'],
  title: 'The node is out of inotify watches or instances',
  explanation:
    '"No space left" and "too many open files" of inotify are limits of the kernel, not of a disk. Some program on the node holds very many watches.',
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  confusedWith: ['disk-or-tmpfs-full', 'fd-limit', 'inotify-instances-kubectl-logs'],
  isNodeWide: true,
  patterns: [
    /inotify_add_watch\b.*no space left/i,
    /allocate directory watch\b/i,
    /inotify_init\d?\b.*too many open files/i,
    /(?:fsnotify|inotify) watcher.*too many open files/i,
  ],
  nextChecks: () => [
    run('See the limits', 'sysctl fs.inotify'),
    run(
      'See who holds how many instances',
      'find /proc/*/fd -lname anon_inode:inotify 2>/dev/null | cut -d/ -f3 | sort | uniq -c | sort -n | tail',
    ),
    samePods('inotify-exhausted'),
  ],
});
