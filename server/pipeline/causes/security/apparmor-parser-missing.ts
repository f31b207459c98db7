import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const apparmorParserMissing = textCause({
  id: 'apparmor-parser-missing',
  stages: ['create', 'start'],
  title: 'The AppArmor tool is missing on the node',
  explanation:
    "AppArmor is on in the kernel, but its user-space tool is not installed, so the runtime cannot load its own profile. Not the image's fault: every ordinary container of the node fails.",
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  confusedWith: ['exec-not-found', 'apparmor-profile-not-loaded'],
  isNodeWide: true,
  patterns: [/apparmor_parser\S*: .*(?:not found|no such file)/i],
  fullPatterns: [/exec: "apparmor_parser": executable file not found/i],
  nextChecks: () => [
    run('See whether it is there', 'command -v apparmor_parser'),
    run(
      'See whether the kernel has AppArmor on (Y)',
      'cat /sys/module/apparmor/parameters/enabled',
    ),
    samePods('apparmor-parser-missing'),
  ],
});
