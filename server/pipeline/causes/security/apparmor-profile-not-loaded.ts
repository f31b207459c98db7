import { podSpec, run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const apparmorProfileNotLoaded = textCause({
  id: 'apparmor-profile-not-loaded',
  stages: ['start', 'create', 'kubelet'],
  title: 'The AppArmor profile of the container is not loaded on this node',
  explanation:
    'The container names an AppArmor profile that the kernel of this node does not know. The "no such file" in the error is how the kernel says so.',
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  confusedWith: ['seccomp-profile-missing', 'apparmor-parser-missing'],
  patterns: [
    /apparmor failed to apply profile/i,
    /apparmor.*profile .*(?:is not loaded|not loaded|not found|does not exist)/i,
    /profile "…" is not loaded/i,
    /attr\/(?:apparmor\/)?exec: no such file or directory/i,
  ],
  nextChecks: (view) => [
    run('See which profiles are loaded', 'aa-status | head -40'),
    podSpec(view, 'See which one the pod names', '{..appArmorProfile} {.metadata.annotations}'),
    run('See whether its file is here', 'ls /etc/apparmor.d'),
  ],
});
