import { tableOf } from '../../table-cause.ts';

/** kubelet and the clock of the node. */
export const KUBELET_TEXTS = tableOf([
  {
    id: 'clock-skew-x509',
    title: "The node's clock is behind: a certificate is not valid yet",
    explanation:
      'The certificate becomes valid later than the time this node believes it is. Certificates and network are fine, the clock is wrong; mind the time zones when comparing.',
    patterns: [
      /current time \S+ is before/i,
      /certificate is not (?:yet valid|valid yet)\b/i,
      /token (?:is )?(?:not valid yet|used before issued)|Token used before/i,
    ],
    except: [/(?:sandbox|pause|infra)\S* (?:container )?image|\/pause(?::|@)/i],
    confusedWith: ['kubelet-client-cert-expired', 'sandbox-image-x509'],
    steps: [['See the clock and its source', 'timedatectl; chronyc tracking 2>/dev/null']],
  },
  {
    id: 'clock-skew-boot',
    title: 'The node started with a clock far in the past',
    explanation:
      'A machine without a clock battery starts in 1970 and is set forward later. kubelet then misjudges which sandbox is the newest and asks for a name that is taken.',
    fullPatterns: [
      /\b1970-01-01[T ].*(?:reserved|sandbox)/i,
      /(?:reserved|sandbox).*\b(?:1970-01-01|5\d years ago)/i,
    ],
    except: [/StartError|startedAt|x509/i],
    confusedWith: ['sandbox-name-reserved'],
    steps: [
      ['See the age of the sandboxes', 'crictl pods'],
      [
        'See when the clock was set',
        'journalctl -b | grep -iE "time has been changed|clock.*step"',
      ],
    ],
  },
  {
    id: 'kubelet-client-cert-expired',
    title: "kubelet's client certificate has run out",
    explanation:
      'The certificate with which kubelet logs in to the API server has expired, because the node was off for long or the rotation failed. The missing bootstrap file named last is only the next thing it tried.',
    patterns: [
      /(?:bootstrap )?client certificate (?:in use )?(?:is|has) expired|existing bootstrap client certificate/i,
      /unable to load bootstrap kubeconfig/i,
      /bootstrap-kubelet\.conf: no such file/i,
      /(?:kubelet|node lease|reflector|certificate_manager|Unable to register node|node status|csinode|\/api\/v1\/nodes).*x509: certificate has expired/i,
    ],
    except: [/\/v2\/|pull|sandbox image/i],
    confusedWith: ['clock-skew-x509'],
    steps: [
      [
        'See until when it is valid',
        'openssl x509 -noout -enddate -in /var/lib/kubelet/pki/kubelet-client-current.pem',
      ],
      ['See the clock too', 'timedatectl'],
    ],
  },
  {
    id: 'kubelet-binary-not-executable',
    title: 'systemd cannot execute kubelet',
    explanation:
      'The program could not be executed at all: its x bit or SELinux label is wrong, or its file system is mounted noexec. kubelet itself wrote no line.',
    patterns: [
      /Failed at step EXEC|status=203\/EXEC/i,
      /(?:Failed to execute|(?:Unable|Failed) to locate executable|exec) \S*kubelet\S*.*(?:permission denied|no such file|exec format)?/i,
    ],
    except: [/CredentialProvider|volume|plugin|device/i],
    confusedWith: ['kubelet-stopped-posting'],
    steps: [
      ['See mode and label', 'ls -lZ $(command -v kubelet)'],
      ['See how systemd starts it', 'systemctl cat kubelet'],
    ],
  },
  {
    id: 'lease-renewal-dead-connection',
    title: 'kubelet keeps using a dead connection to the API server',
    explanation:
      'kubelet cannot renew its lease although network and API server are up: it goes on using a connection whose other end is gone. The node turns NotReady until kubelet is restarted.',
    patterns: [
      /(?:failed to|unable to|error)\b.{0,60}\b(?:node )?lease\b.*(?:http2|use of closed|timeout|deadline exceeded|connection (?:lost|reset)|Client\.Timeout|broken pipe|EOF)/i,
      /failed \d+ attempts to update (?:node )?lease|fallback to ensure lease/i,
      /error (?:updating|getting) node\b.*(?:http2|use of closed|deadline exceeded|Client\.Timeout|connection lost|request canceled)/i,
    ],
    confusedWith: ['kubelet-stopped-posting'],
    steps: [
      ['See its connections', 'ss -tnpo state established | grep kubelet'],
      [
        'Read what it says of its lease',
        'journalctl -u kubelet --since -15min | grep -i lease | tail',
      ],
    ],
  },
  {
    id: 'kubelet-stopped-posting',
    title: 'The control plane hears nothing from kubelet',
    explanation:
      'The control plane wrote this when no sign of life had come for a while: kubelet is dead or stuck, the network is split, or the host is down. Only a look at the node decides.',
    patterns: [/Kubelet stopped posting node status|NodeStatusUnknown/i],
    confusedWith: [
      'lease-renewal-dead-connection',
      'runtime-hung',
      'kubelet-binary-not-executable',
    ],
    steps: [
      [
        'See whether it runs and what it says last',
        'systemctl status kubelet --no-pager; journalctl -u kubelet -n 50 --no-pager',
      ],
    ],
  },
  {
    id: 'pleg-unhealthy',
    title: "kubelet's round over all containers does not end",
    explanation:
      'kubelet lists all containers again and again, and one round has not ended for three minutes: it waits for the runtime because of one pod, or the node is short of CPU or disk.',
    patterns: [/PLEG is not healthy/i],
    except: [/runtime is down/i],
    confusedWith: ['runtime-hung', 'runtime-down'],
    steps: [
      ['Ask the runtime with a limit', 'timeout 5 crictl ps -a'],
      ['See who waits in the kernel', "ps -eo pid,stat,wchan:30,args | awk '$2 ~ /^D/'"],
    ],
  },
]);
