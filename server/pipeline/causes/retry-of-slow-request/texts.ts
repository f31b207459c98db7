import { tableOf } from '../../table-cause.ts';

/** Requests that are tried again while the first is still at work. */
export const RETRY_TEXTS = tableOf([
  {
    id: 'volume-relabel-slow',
    title: 'Relabelling or changing the owner of a large volume takes too long',
    explanation:
      'A volume with very many files is relabelled or given another owner before the container is made, file by file, and the request runs out of time. Later tries only say that the name is reserved.',
    patterns: [
      /Setting volume ownership for .*(?:taking longer|long time|slow)/i,
      /(?:relabel|chcon|volume ownership|fsGroup)\b.*(?:slow|taking longer|deadline exceeded|timed? ?out)/i,
    ],
    confusedWith: ['crio-request-timeout-retry', 'selinux-relabel-slow'],
    steps: [
      ['Count the files', 'find /var/lib/kubelet/pods/POD_UID/volumes -xdev | wc -l'],
      [
        'See what the pod asks for',
        "kubectl get pod -n NAMESPACE POD -o jsonpath='{.spec.securityContext}'",
      ],
    ],
  },
  {
    id: 'container-name-reserved-bug',
    title: 'The name stays reserved though nothing is being made any more',
    explanation:
      'A creation timed out once, and the runtime never gave its name free; the id in the message is in no list. Where no call is at work any more, only a restart of the runtime helps.',
    patterns: [/check if another CreateContainer request is in progress/i],
    except: [/deadline exceeded/i],
    confidence: 0.6,
    confusedWith: ['container-name-reserved'],
    steps: [
      ['See whether that id exists', 'crictl ps -a | grep ID'],
      [
        'See whether a call for it is still at work',
        'ps -eo pid,stat,wchan:30,etime,args | grep -E "[c]ni/bin|[r]unc |[c]run "',
      ],
    ],
  },
]);
