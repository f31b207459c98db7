import { kubeletLogOf, run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cgroupSliceMissing = textCause({
  id: 'cgroup-slice-missing',
  stages: ['create', 'start'],
  title: 'The slice of the pod is gone',
  explanation:
    'systemd does not know the slice in which the container is to live: it was removed while the pod was being set up.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  patterns: [/Unit \S+\.slice (?:not found|is not loaded|could not be found)/i],
  confusedWith: ['cgroup-stale-unit'],
  nextChecks: (view) => [
    run('See the slices', "systemctl list-units --all 'kubepods*'"),
    run(
      'See whether systemd was reloaded just then',
      'journalctl --since -15min _PID=1 | grep -iE "reload|Removed slice|kubepods" | tail',
    ),
    kubeletLogOf(view),
  ],
});
