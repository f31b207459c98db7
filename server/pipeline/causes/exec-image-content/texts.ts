import { tableOf } from '../../table-cause.ts';

/** What is in the image, or should be. */
export const IMAGE_CONTENT_TEXTS = tableOf([
  {
    id: 'image-content-missing',
    title: "A program with a full path is not in the container's file system",
    explanation:
      'The path is complete and the image should hold it, yet the file is not there. When several containers of one node fail so at once, the stored layers of that node are damaged.',
    fullPatterns: [
      /(?:runc |start(?:ing)? container process).*exec: "\/[^"]+": executable file not found in \$PATH/i,
    ],
    except: [/exec failed|failed to exec|hook/i],
    confidence: 0.55,
    confusedWith: ['exec-not-found'],
    steps: [
      [
        'See whether other containers of the node fail the same way',
        'crictl ps -a --state exited | head',
      ],
      ['See which images lack parts', 'ctr -n k8s.io images check | grep -v complete'],
    ],
  },
  {
    id: 'script-permission-denied-in-shell',
    title: 'The shell may not execute the script',
    explanation:
      "The container starts, for its first process is a shell; the script which that shell is to run has no x bit. Only the container's own log shows it, and the shell ends with 126.",
    patterns: [
      /(?:^|[\s"/])(?:ba|da|a|z|k)?sh: (?:(?:line )?\d+: )?\S+: permission denied/i,
      /exit(?:ed)?(?: with)?(?: status)?(?: ?code)?\W{0,4}126\b/i,
    ],
    except: [/command terminated|OCI runtime|exec failed|runc/i],
    confusedWith: ['exec-permission-denied'],
    steps: [
      ['See the modes in the image', 'crictl exec CONTAINER_ID ls -l /PATH/OF/SCRIPT'],
      ['Read its last lines', 'kubectl logs -n NAMESPACE POD -c CONTAINER --previous'],
    ],
  },
]);
