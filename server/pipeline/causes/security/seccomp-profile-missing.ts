import { podSpec, run } from '../../next-checks.ts';
import { quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const seccompProfileMissing = textCause({
  id: 'seccomp-profile-missing',
  stages: ['create', 'sandbox', 'start'],
  title: 'The seccomp profile is not on this node',
  explanation:
    "The pod names a seccomp profile of the node (Localhost), and there is no such file below kubelet's seccomp directory. It has to be put on every node.",
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  confusedWith: ['apparmor-profile-not-loaded', 'seccomp-filter-limit'],
  patterns: [
    /(?:cannot|failed to|unable to) load (?:local )?(?:seccomp )?profile .*no such file/i,
    /seccomp\b.*(?:no such file or directory|not found|does not exist)/i,
  ],
  except: [/apparmor/i],
  detail: (text) => {
    const path = quotedIn(text, /profile "([^"]+)"/) ?? quotedIn(text, /open (\S+): no such file/);
    return path === null ? null : `${path} is missing`;
  },
  nextChecks: (view) => [
    run('See which profiles are here', 'ls -R /var/lib/kubelet/seccomp'),
    podSpec(view, 'See which one the pod names', '{..seccompProfile}'),
  ],
});
