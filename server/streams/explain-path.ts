import type { EndReason, StreamCheck } from '../contract/ticket.ts';
import {
  type RuntimeRefusal,
  saysNoCommand,
  saysNothing,
  saysNotRunning,
} from './runtime-refusal.ts';
import type { Ending } from './stream-failed.ts';

/** What is known when a stream into a container or pod could not be opened, or broke. */
export interface PathFacts {
  readonly call: 'Exec' | 'Attach' | 'PortForward';
  /** How far it came: the call, the address it answered, the connection to it, its handshake, the open stream. */
  readonly step: 'call' | 'address' | 'connect' | 'handshake' | 'broken';
  /** What the other side, or the system, said there. */
  readonly words: string;
  readonly grpcCode: string | null;
  /** "127.0.0.1:40123"; null where no address was told. */
  readonly at: string | null;
  /** ECONNREFUSED and the like. */
  readonly systemCode: string | null;
  readonly httpStatus: number | null;
  /** ExecSync takes the same way through the runtime, and none through its streaming server. Null: not tried. */
  readonly execSync: {
    readonly works: boolean;
    /** The runtime gave no answer. */
    readonly isSilent: boolean;
    readonly words: string;
  } | null;
  /** False: our own network is not the node's, so its loopback is not ours. Null: not known. */
  readonly isInNodeNetwork: boolean | null;
}

/**
 * Says which part of the way is broken: the container, the runtime, its streaming server, or the network between us.
 * Total: facts that fit nothing are told as they are.
 */
export function explainPath(facts: PathFacts): Ending {
  const { step, execSync } = facts;
  const refusal: RuntimeRefusal = { grpcCode: facts.grpcCode ?? '', words: facts.words };
  if (step === 'call' && saysNotRunning(refusal)) {
    return end('container-gone', facts.words, [
      look('See in which state the container is', 'crictl ps -a'),
    ]);
  }
  if (step === 'call' && saysNothing(refusal)) {
    return silent(facts.call, facts.words);
  }
  if (execSync?.isSilent === true) return silent(facts.call, execSync.words);
  if (execSync !== null && !execSync.works && step !== 'address') return runtimeCannotExec(facts);
  return byStep(facts);
}

function byStep(facts: PathFacts): Ending {
  const proof =
    facts.execSync?.works === true
      ? ' A command by ExecSync runs in this container: container and runtime are sound, the streaming path alone is broken.'
      : '';
  const { at, words } = facts;
  switch (facts.step) {
    case 'call':
      return end(
        'runtime-refused',
        `${facts.call} was refused: ${words}.${proof}`,
        STREAM_SERVER_CHECKS,
      );
    case 'address':
      return end('stream-unreachable', `${words}${proof}`, [
        look(
          'See which address is configured',
          'containerd config dump | grep stream_server; crio config | grep stream_',
        ),
      ]);
    case 'connect':
      return unreachable(facts, proof);
    case 'handshake':
      return end(
        'stream-unreachable',
        `${at ?? 'The address'} answers, but not as a streaming server (${facts.httpStatus === null ? words : `HTTP ${facts.httpStatus}`}): another program listens there, a proxy is between, or the address was used before.${proof}`,
        portChecks(at),
      );
    case 'broken':
      return end(
        'runtime-gone',
        `The runtime broke the stream off.${proof} That happens when it is restarted, or when it closes streams that were silent for its stream_idle_timeout (4 hours unless configured).`,
        [look('See whether it was restarted', 'systemctl status containerd crio --no-pager')],
      );
  }
}

function silent(call: string, words: string): Ending {
  return end('runtime-gone', `The runtime did not answer ${call}: ${words}.`, [
    look('See whether it answers at all', 'crictl version'),
    look('See whether it was restarted', 'systemctl status containerd crio --no-pager'),
  ]);
}

function runtimeCannotExec({ execSync, call }: PathFacts): Ending {
  const words = execSync?.words ?? '';
  return end(
    'runtime-refused',
    `Not the stream is broken: ${call === 'PortForward' ? 'the runtime' : 'ExecSync in this container'} fails too: ${words}`,
    [
      look(
        'See what the runtime logged',
        'journalctl -u containerd -u crio --since -5min --no-pager',
      ),
      look('See whether the container’s shim lives', 'pgrep -a "containerd-shim|conmon"'),
    ],
  );
}

function unreachable({ at, systemCode, words, isInNodeNetwork }: PathFacts, proof: string): Ending {
  const where = at ?? 'its address';
  if (isInNodeNetwork === false) {
    return end(
      'stream-unreachable',
      `The runtime's streaming server listens at ${where} of the node's own network, and cri-triage runs in a pod with another one.${proof} It needs hostNetwork: true for exec, attach and port-forward.`,
      [look('See its pod', 'kubectl get pod -n NAMESPACE POD -o jsonpath={.spec.hostNetwork}')],
    );
  }
  if (systemCode === 'ECONNREFUSED') {
    return end(
      'stream-unreachable',
      `Nothing listens at ${where}, the address that the runtime itself has just named.${proof} Its streaming server did not come up, or has ended.`,
      [...portChecks(at), ...STREAM_SERVER_CHECKS],
    );
  }
  const isSilent = systemCode === 'ETIMEDOUT' || /timed out/i.test(words);
  return end(
    'stream-unreachable',
    isSilent
      ? `${where} does not answer: packets to it are dropped, by a firewall rule on this node or because the runtime hangs.${proof}`
      : `The connection to ${where} failed: ${words}.${proof}`,
    [
      ...portChecks(at),
      look('See rules that drop packets to it', 'iptables -S INPUT; nft list ruleset'),
    ],
  );
}

const STREAM_SERVER_CHECKS: readonly StreamCheck[] = [
  look(
    'See what it logged about its streaming server',
    'journalctl -u containerd -u crio --no-pager | grep -i stream',
  ),
];

function portChecks(at: string | null): readonly StreamCheck[] {
  const port = at?.split(':').at(-1) ?? '';
  return /^\d+$/.test(port) ? [look('See who listens there', `ss -ltnp "sport = :${port}"`)] : [];
}

function look(text: string, command: string): StreamCheck {
  return { text, command };
}

function end(reason: EndReason, detail: string, nextChecks: readonly StreamCheck[]): Ending {
  return { reason, detail, nextChecks };
}

/** Whether ExecSync's answer to `true` proves that commands can be run: a program that is not there does, too. */
export function judgeExecSync(refusal: RuntimeRefusal | null): NonNullable<PathFacts['execSync']> {
  if (refusal === null) return { works: true, isSilent: false, words: '' };
  const { words } = refusal;
  return { works: saysNoCommand(words), isSilent: saysNothing(refusal), words };
}
