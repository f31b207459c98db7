import { lookIntoImage } from '../../error-checks.ts';
import { imageOf, podSpec, run, shellWord } from '../../next-checks.ts';
import { quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const userNotInImage = textCause({
  id: 'user-not-in-image',
  stages: ['create', 'start'],
  title: 'The user is not in the image',
  explanation:
    "The container is to run as a user (or group) given by name, and the image's passwd (or group) file does not have it.",
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  confusedWith: ['run-as-nonroot-nonnumeric'],
  patterns: [
    /no users found/i,
    /(?:unable to|cannot|could not) find user/i,
    /no such user/i,
    /no matching entries in (?:passwd|group) file/i,
    /unable to find group|no groups found/i,
    /user "…" (?:not found|does not exist)|unknown user\b|error looking up user/i,
    /open \S*\/etc\/(?:passwd|group): no such file/i,
  ],
  detail: (text) => {
    const name = quotedIn(text, /find (?:user|group) ([^\s:]+)/i);
    return name === null ? null : `user ${name}`;
  },
  nextChecks: (view) => [
    podSpec(view, 'See which user the pod asks for', '{..securityContext}'),
    run(
      'See the user of the image (nothing: root)',
      `crictl inspecti ${shellWord(imageOf(view))} | grep -i '"user"'`,
    ),
    lookIntoImage(view, 'See which users the image knows', (root) => `cat ${root}/etc/passwd`),
  ],
});
