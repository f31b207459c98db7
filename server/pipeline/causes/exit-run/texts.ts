import { tableOf } from '../../table-cause.ts';

/** How containers end, as kubelet and the kernel tell it. */
export const EXIT_TEXTS = tableOf([
  {
    id: 'exec-raced-with-container-end',
    title: 'A probe tried to enter a container that was ending',
    explanation:
      'A command was to be run in a container that had just ended, and its namespace was gone. It is the last line before the end and easily taken for its cause, which it is not.',
    patterns: [
      /(?:exec failed|ExecSync|failed to exec|exec in container)\b.*(?:setns process|cannot exec in a (?:stopped|deleted)|procReady|init-p|container (?:not|is not) (?:created or )?running|process (?:does not exist|already finished)|state is not running|task \S+ not found|CONTAINER_EXITED)/i,
      /cannot exec in a stopped (?:container|state)/i,
    ],
    confusedWith: ['liveness-probe-failed', 'exec-container-not-running', 'liveness-probe-errored'],
    steps: [
      [
        'See what ended the container',
        'crictl inspect CONTAINER_ID | grep -iE "reason|exitCode|finishedAt"',
      ],
    ],
  },
  {
    id: 'liveness-probe-errored',
    title: 'A probe could not be carried out',
    explanation:
      '"Errored" is not "failed": kubelet got no result at all, mostly because the probe took too long to start. Depending on the version that does not count, and a hung program is never restarted.',
    patterns: [
      /(?:Liveness|Readiness|Startup) probe errored/i,
      /Probe errored|probe errored and resulted in|probe for .{1,300} errored/i,
    ],
    confusedWith: ['liveness-probe-failed', 'exec-raced-with-container-end'],
    steps: [
      ['See how often', 'journalctl -u kubelet --since -15min | grep -c "errored"'],
      [
        'See what the probes ask, and how long they wait',
        "kubectl get pod -n NAMESPACE POD -o jsonpath='{..livenessProbe}{..readinessProbe}'",
      ],
    ],
  },
  {
    id: 'node-level-oom',
    title: "The kernel killed a process because the node's memory was used up",
    explanation:
      "Not the container's limit but the memory of the whole node ran out, and the kernel chose this process. The runtime cannot see that, so the reason is Error and not OOMKilled.",
    patterns: [
      /(?<!cgroup )\bOut of memory: Kill(?:ed)? process/i,
      /\bSystemOOM\b|System OOM encountered/i,
    ],
    fullPatterns: [/constraint=CONSTRAINT_NONE|global_oom/i],
    except: [/Memory cgroup out of memory|CONSTRAINT_MEMCG/i],
    confusedWith: ['oom-killed', 'sigkill-after-grace', 'evicted-memory-pressure'],
    steps: [
      ["Read the kernel's lines", 'journalctl -k | grep -iE "oom|out of memory" | tail -20'],
      ['See who uses what', 'ps -eo rss,pid,args --sort -rss | head'],
    ],
  },
  {
    id: 'sigsegv-vsyscall',
    title: 'An old program uses a page that the kernel has switched off',
    explanation:
      'An image with a very old C library calls the kernel through a page that newer kernels no longer offer, and is ended with a segmentation fault (139) without a word. Only the kernel log tells.',
    patterns: [/vsyscall attempted/i, /segfault at ffffffffff600/i],
    confusedWith: ['sigill-cpu-feature', 'sigsegv'],
    steps: [
      ['See the setting', 'grep -o "vsyscall=[a-z]*" /proc/cmdline'],
      ["Read the kernel's line", 'journalctl -k | grep -iE "vsyscall|segfault" | tail'],
    ],
  },
  {
    id: 'hard-reboot-recorded-as-success',
    title: 'A power cut was recorded as success',
    explanation:
      'After a hard reboot the engine recorded code 0 for containers that were torn away, so the pod counts as done although it is not.',
    patterns: [
      /(?:reboot|power (?:cut|loss|failure|outage)).*(?:Completed|Succeeded|exit ?code\W*0\b|exited \(?0)/i,
      /(?:Completed|Succeeded|exit ?code\W*0\b|exited \(?0).*(?:reboot|power (?:cut|loss|failure|outage))/i,
    ],
    confusedWith: ['exit-zero-loop'],
    steps: [['Compare with the boot', 'uptime -s; journalctl --list-boots | tail -3']],
  },
  {
    id: 'sigsegv',
    title: 'The program accessed memory that is not its own',
    explanation:
      'The program was ended by a segmentation fault (signal 11, code 139): a fault of the program or one of its libraries, rarely of the memory or the kernel.',
    patterns: [
      /exit(?:ed)?(?: with)?(?: status)?(?: ?code)?\W{0,4}139\b|\bSIGSEGV\b|segmentation fault|segfault at/i,
    ],
    except: [/command terminated|goroutine|runc|panic/i],
    confidence: 0.6,
    isLast: true,
    confusedWith: ['sigsegv-vsyscall'],
    steps: [
      [
        "Read the kernel's line",
        'journalctl -k | grep -iE "segfault|vsyscall|general protection" | tail',
      ],
      [
        'See whether it left a dump',
        'cat /proc/sys/kernel/core_pattern; coredumpctl list --no-pager | tail -5',
      ],
    ],
  },
]);
