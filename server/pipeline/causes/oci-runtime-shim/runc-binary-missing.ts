import { run, runtimeUnit, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const runcBinaryMissing = textCause({
  id: 'runc-binary-missing',
  stages: ['sandbox', 'start', 'create'],
  title: 'The low-level runtime program is missing on the node',
  explanation:
    "The shim could not execute runc (or crun): the program is not in the PATH of the runtime's service. It is the node that lacks a file, not the image.",
  impact: 'No container can be started on this node.',
  confusedWith: ['exec-not-found', 'node-binary-broken'],
  isNodeWide: true,
  patterns: [
    /unable to retrieve OCI runtime error.*(?:executable file not found|no such file or directory)$/i,
    /exec: "(?:runc|crun|youki)": executable file not found/i,
    /(?:runc|crun) (?:binary )?(?:not found|is not executable)/i,
  ],
  fullPatterns: [/exec: "(?:runc|crun|youki)": (?:executable file not found|permission denied)/i],
  nextChecks: (view) => [
    run('See whether it is there', 'command -v runc crun; runc --version'),
    run("See the service's PATH", `systemctl show ${runtimeUnit(view)} -p Environment`),
    samePods('runc-binary-missing'),
  ],
});
