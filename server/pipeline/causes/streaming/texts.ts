import { tableOf } from '../../table-cause.ts';

/** Logs, exec, attach and port-forward: what happens in the container and in the runtime. */
export const STREAMING_TEXTS = tableOf([
  {
    id: 'shim-fifo-open-failed',
    title: "The container's shim cannot open another pipe",
    explanation:
      'The shim of this container has used up its file descriptors, mostly because many exec sessions were left open, or is too busy to open the pipe in time. Only exec into this container is affected.',
    patterns: [
      /failed to start io pipe copy|unable to copy pipes/i,
      /opening (?:[rw]\/o|\S+) fifo|\/fifo\/\S*: too many open files/i,
      /failed to open (?:\S+ with O_PATH|std\w+ fifo)/i,
      /containerd-shim: .*fifo/i,
    ],
    confusedWith: ['fd-limit'],
    steps: [
      [
        'Count the descriptors of the shims',
        'for p in $(pgrep containerd-shim); do echo $p $(ls /proc/$p/fd | wc -l); done | sort -nk2 | tail',
      ],
      ['See which exec sessions are open', 'ps -ef --forest | grep -A3 containerd-shim | head -60'],
    ],
  },
  {
    id: 'exec-container-not-running',
    title: 'There is no running container to enter',
    explanation:
      'kubelet knows no running instance of this container: it is between two starts of a crash loop, its init containers are not done, or the name is wrong. Exec and logs themselves are healthy.',
    patterns: [
      /(?:unable to upgrade connection: )?container not found \(/i,
      /cannot exec (?:in|into) a (?:container that is not running|deleted|paused)/i,
      /container is not created or running/i,
      /container .*is in CONTAINER_(?:EXITED|CREATED) state/i,
      /container \S+ in pod \S+ is (?:waiting to start|not available|terminated)/i,
      /(?:cannot|can't|unable to) (?:exec|attach).*(?:completed|not running|current phase is)/i,
      /container (?:"…"|\S+) is not valid for pod|previous terminated container \S+ in pod \S+ not found/i,
    ],
    except: [/ExecSync|[Pp]robe/],
    confusedWith: [
      'exec-shell-missing',
      'exec-raced-with-container-end',
      'container-log-file-missing',
    ],
    steps: [
      ['See in which state the container is', 'crictl ps -a --name CONTAINER'],
      [
        'Read what it wrote before it ended',
        'kubectl logs -n NAMESPACE POD -c CONTAINER --previous',
      ],
    ],
  },
  {
    id: 'exec-drop-reported-as-success',
    title: 'The exec session was cut, its command goes on',
    explanation:
      'The connection of an exec session broke while the command was running. The client may even report success; that kubectl exec ended is no proof that the work was done.',
    patterns: [/Exec session .*terminated but process still running/i],
    confusedWith: ['lb-idle-timeout'],
    steps: [
      ['See whether the process still runs', 'crictl exec CONTAINER_ID ps -ef'],
      ['Run long work as a Job'],
    ],
  },
  {
    id: 'exec-path-lost',
    title: 'The image has no PATH, so no bare name is found',
    explanation:
      'The image sets no PATH, and this version of the runtime adds none for exec. With the full path (/bin/sh) the same command works, so the program is not missing.',
    patterns: [/exec(?: failed)?\b.*\bPATH\b.*(?:not set|is empty|unset)/i],
    confusedWith: ['exec-shell-missing'],
    steps: [
      ['Try the full path', 'crictl exec -it CONTAINER_ID /bin/sh'],
      ['See the environment of the image', 'crictl inspecti IMAGE | grep -i path'],
    ],
  },
  {
    id: 'exec-shell-missing',
    title: 'The program asked for is not in the image',
    explanation:
      'Exec asked for a program, often a shell, that this image does not contain; small images have none. The container itself is healthy.',
    patterns: [
      /(?:OCI runtime exec failed|exec failed|failed to (?:start )?exec\b|error executing command|execing command).*(?:executable file\b.*not found|no such file or directory|: stat \S+)/i,
      /(?:Internal error occurred|error executing command).*exec: "…": (?:executable file not found|stat )/i,
    ],
    except: [/ExecSync|[Pp]robe|setns|lifecycle hook|fifo|apparmor/],
    confusedWith: ['exec-path-lost', 'exec-not-found', 'exec-container-not-running'],
    steps: [
      ['See what the image itself runs', 'crictl inspecti IMAGE | grep -A4 -iE "entrypoint|cmd"'],
      ['Try the full path of a shell', 'crictl exec -it CONTAINER_ID /bin/sh'],
    ],
  },
  {
    id: 'container-log-file-missing',
    title: "The container's log file is not there",
    explanation:
      'kubelet looks for the log file of the container and finds none: it was deleted, the container never started, or the runtime writes elsewhere. The words come from kubelet, not from kubectl.',
    patterns: [
      /failed to try resolving symlinks in path/i,
      /(?:open|lstat|stat|open log file)\S* "?\S*\/var\/log\/(?:pods|containers)\/\S+: no such file/i,
      /failed to open log file .*no such file/i,
      /unable to retrieve container logs for/i,
    ],
    except: [/create (?:container )?log|shim/i],
    confusedWith: ['exec-container-not-running'],
    steps: [
      ['See what lies there', 'ls -l /var/log/pods/'],
      ['See where the runtime writes', 'crictl inspect CONTAINER_ID | grep -i logpath'],
    ],
  },
  {
    id: 'inotify-instances-kubectl-logs',
    title: 'The node has no inotify instance left to follow a log',
    explanation:
      'Following a log opens an inotify instance on the node, and the number a user may have is used up there. The file limit and the machine of the client have nothing to do with it.',
    patterns: [
      /^(?:Error from server\S*: |error: |.{0,80}Stream closed: )?failed to (?:create|start) (?:fsnotify|inotify) watcher: too many open files/i,
      /failed to watch (?:log )?file\b.*(?:too many open files|no space left)/i,
      /(?:logs?\b|follow|tail).*(?:fsnotify|inotify)\S*.*(?:too many open files|no space left)/i,
    ],
    except: [/^[EWF]\d{4} |level=|plugin|kubelet\.service|cAdvisor/],
    confusedWith: ['inotify-exhausted', 'fd-limit'],
    steps: [
      ['See the limit on the node', 'sysctl fs.inotify.max_user_instances'],
      [
        'See who holds how many',
        'find /proc/*/fd -lname anon_inode:inotify 2>/dev/null | cut -d/ -f3 | sort | uniq -c | sort -n | tail',
      ],
    ],
  },
  {
    id: 'kata-stream-idle',
    title: 'The stream to the guest was cut because it was idle',
    explanation:
      "The runtime of virtual machines reads the guest's terminal with a time limit, so a session in which nothing is said freezes. Neither a proxy nor the application did that.",
    patterns: [/failed to copy stream\b.*(?:ttrpc|timeout|Elapsed)/i, /Receive packet timeout/i],
    confusedWith: ['lb-idle-timeout'],
    steps: [
      ['See which version runs', 'kata-runtime --version; containerd-shim-kata-v2 --version'],
      ['Keep the session busy, or update the runtime'],
    ],
  },
  {
    id: 'portforward-localhost-lookup',
    title: 'The runtime cannot resolve "localhost"',
    explanation:
      'Forwarding a port dials "localhost" inside the pod, and the name is resolved with the files of the runtime, whose hosts file lacks it. Pod and cluster DNS are not at fault.',
    patterns: [/lookup localhost\b.*(?:no such host|server misbehaving|refused|timeout)/i],
    fullPatterns: [/getaddrinfo\("?localhost/i],
    confusedWith: ['portforward-app-not-listening', 'image-pull-dns'],
    steps: [['See whether the name stands there', 'grep localhost /etc/hosts']],
  },
  {
    id: 'portforward-app-not-listening',
    title: 'Nothing listens on that port inside the pod',
    explanation:
      'The stream reaches the pod, but the application does not listen on this port of its loopback address; it may be bound to the pod address only. The half about IPv6 is noise.',
    patterns: [
      /failed to connect to localhost:\d+ inside namespace.*(?:connection refused|timeout)/i,
      /(?:error forwarding port|port-?forward).*(?:connect: connection refused|Connection refused)/i,
      /socat\[\d+\] E connect\(.*Connection refused/i,
    ],
    confusedWith: ['portforward-socat-missing', 'portforward-localhost-lookup'],
    steps: [
      [
        'See what listens in the pod',
        'kubectl exec -n NAMESPACE POD -- sh -c "ss -ltn || netstat -ltn"',
      ],
      ['Let the application bind to 0.0.0.0, or forward another port'],
    ],
  },
  {
    id: 'portforward-socat-missing',
    title: 'The node lacks the program that forwards ports',
    explanation:
      'This runtime forwards ports with socat (and nsenter) of the node, and it is not installed where the runtime runs. Newer runtimes do it by themselves.',
    patterns: [/(?:socat|nsenter) (?:command )?not found/i],
    fullPatterns: [/exec: "(?:socat|nsenter)": executable file not found/i],
    confusedWith: ['portforward-app-not-listening'],
    steps: [['See whether it is there', 'command -v socat nsenter']],
  },
]);
