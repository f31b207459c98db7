import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { CAUSES } from '../causes/index.ts';
import { TABLE_CAUSES } from '../causes/tables.ts';
import { catalogueIds } from '../explain/catalogue.ts';
import { textView } from '../explain/text-view.ts';
import { containerFor, failedAt, nodeFor } from '../testing/stopped-view.ts';
import { fillPlaces, withNames } from './fill-places.ts';
import { causesWithFix, fixLadder } from './fix-ladder.ts';
import { FIX_TABLES } from './tables.ts';
import { commandWords, NAME_WORD, placesInQuotes } from './testing/shell-words.ts';

const IDS = [
  ...new Set([...catalogueIds(), ...CAUSES.map((it) => it.id), ...TABLE_CAUSES.map((it) => it.id)]),
].sort();
const HARMS = ['none', 'pod', 'node', 'data'];
const RUNGS = FIX_TABLES.flatMap((table) => Object.entries(table)).flatMap(([id, rungs]) =>
  rungs.map((rung) => ({ id, ...rung })),
);
const HOSTILE = `x"; touch /tmp/p\`id\`$(id)'&|`;
const hostileView = {
  ...failedAt('pull', 'x', {
    namespace: HOSTILE,
    name: HOSTILE,
    uid: HOSTILE,
    containers: [containerFor({ name: HOSTILE, image: HOSTILE })],
    node: { ...nodeFor(), nodeName: HOSTILE },
  }),
};

/** What bash cannot parse, in one process. */
function unparsed(commands: readonly string[]): string {
  const script = 'while IFS= read -r -d "" c; do bash -n -c "$c" 2>&1 || echo "IN $c"; done';
  const input = commands.map((command) => `${command}\0`).join('');
  return spawnSync('bash', ['-c', script], { input, encoding: 'utf8' }).stdout;
}

describe('ladders', () => {
  it('there is one for every cause, and none for anything else', () => {
    const known = new Set(causesWithFix());
    expect(IDS.filter((id) => !known.has(id))).toEqual([]);
    expect([...known].filter((id) => !IDS.includes(id))).toEqual([]);
  });

  it('no cause has two', () => {
    const ids = FIX_TABLES.flatMap((table) => Object.keys(table));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it.each(IDS)('%s: a few rungs, least harm first, each said once', (id) => {
    const ladder = fixLadder(id, null);
    expect(ladder.length).toBeGreaterThan(0);
    expect(ladder.length).toBeLessThanOrEqual(6);
    const harms = ladder.map((step) => HARMS.indexOf(step.harm));
    expect(harms).toEqual([...harms].sort());
    expect(new Set(ladder.map((step) => step.text)).size).toBe(ladder.length);
    for (const step of ladder) {
      expect(step.text).toMatch(/^[A-Z].*[^.\s]$/);
      expect(step.cost).not.toBe('');
    }
  });

  it('most causes name a command', () => {
    const without = IDS.filter((id) => fixLadder(id, null).every((step) => step.command === null));
    expect(without.length).toBeLessThanOrEqual(5);
  });

  it('gives nothing for a cause that nobody knows', () => {
    expect(fixLadder('no-such-cause', null)).toEqual([]);
  });
});

describe('the commands of ladders', () => {
  const all = [null, textView('x'), failedAt('pull', 'x'), hostileView].flatMap((view) =>
    IDS.flatMap((id) => fixLadder(id, view).map((step) => step.command ?? 'true')),
  );

  it('are understood by a shell, whatever the names are', () => {
    expect(unparsed([...new Set(all)])).toBe('');
  }, 30_000);

  it('keep places out of quotes, where a foreign name would end them', () => {
    const commands = RUNGS.flatMap((rung) => [rung.command, rung.onCrio]);
    expect(commands.flatMap((command) => placesInQuotes(command ?? ''))).toEqual([]);
  });

  it('leave no place unfilled', () => {
    expect(all.filter((command) => /\{[a-z]\w*\}/.test(command))).toEqual([]);
  });

  it('begin with programs that a node can have', () => {
    const words = [...new Set(all.slice(0, RUNGS.length).flatMap(commandWords))];
    expect(words.filter((word) => !PROGRAMS.has(word) && !/^(?:[A-Z_./]+)$/.test(word))).toEqual(
      [],
    );
  });

  it('restart nothing before the reader could edit what the words speak of', () => {
    const blind = all.filter((command) =>
      /(?:grep|cat|dump|config|ls) [^;&|]*; systemctl restart/.test(command),
    );
    expect(blind).toEqual([]);
    expect(fixLadder('runtime-hung', null).at(-1)?.command).toMatch(
      /^kubectl drain .* && systemctl reboot$/,
    );
  });

  it('say "see" or "find" where all they do is look, though the rung means a change', () => {
    const odd = RUNGS.filter(
      ({ harm, command, text }) =>
        harm !== 'none' &&
        command !== null &&
        !CHANGING.test(command) &&
        !/^(?:See|Find|Look|Let containerd write)/.test(text),
    );
    expect(odd.map(({ id, text }) => `${id}: ${text}`)).toEqual([]);
  });

  it('speak to the runtime of the node', () => {
    const crio = failedAt('pull', 'x', { node: { ...nodeFor(), runtimeName: 'cri-o' } });
    const commands = (view: Parameters<typeof fixLadder>[1]): string =>
      fixLadder('runtime-down', view)
        .map((step) => step.command)
        .join('\n');
    expect(commands(crio)).toContain('systemctl start crio');
    expect(commands(failedAt('pull', 'x'))).toContain('systemctl start containerd');
    expect(fixLadder('sandbox-image-network', null)[0]?.command).toContain('# CRI-O: podman load');
    expect(fixLadder('sandbox-image-network', crio)[0]?.command).toBe('podman load -i PAUSE.tar');
  });

  it('bear the names of the pod, quoted', () => {
    expect(fillPlaces('kubectl delete pod -n {namespace} {pod}', failedAt('pull', 'x'))).toBe(
      'kubectl delete pod -n shop web',
    );
    const odd = failedAt('pull', 'x', { name: 'a b', namespace: '-rf' });
    expect(fillPlaces('kubectl delete pod -n {namespace} {pod}', odd)).toBe(
      "kubectl delete pod -n NAMESPACE 'a b'",
    );
  });
});

describe('the checks of tables', () => {
  const views = [textView('x'), failedAt('pull', 'x'), hostileView];

  it('have a command each, understood by a shell whatever the names are', () => {
    const commands = views.flatMap((view) =>
      [...CAUSES.map((it) => it.nextChecks(view)), ...TABLE_CAUSES.map((it) => it.checks)].map(
        (checks) => checks.flatMap((check) => check.command ?? []),
      ),
    );
    expect(commands.every((some) => some.length > 0)).toBe(true);
    expect(unparsed([...new Set(commands.flat())])).toBe('');
  }, 30_000);

  it('change nothing: what changes the node is a rung of the ladder', () => {
    const changing =
      /systemctl (?:re)?start|systemctl stop|kubectl (?:delete|edit|patch|drain|debug|certificate|set)|crictl (?:rm|stop|config)|ip link delete|sysctl -w|mount --make|(?:^|[ ;])(?:rm|mv|kill|modprobe) /;
    const commands = [
      ...CAUSES.flatMap((it) => it.nextChecks(failedAt('pull', 'x'))),
      ...TABLE_CAUSES.flatMap((it) => it.checks),
    ].map((check) => check.command ?? '');
    expect(commands.filter((command) => changing.test(command))).toEqual([]);
  });

  it('write names outside of quotes, where a foreign name would end them', () => {
    const commands = TABLE_CAUSES.flatMap((it) => it.checks.map((check) => check.command ?? ''));
    expect(commands.flatMap((command) => placesInQuotes(command, NAME_WORD))).toEqual([]);
  });

  it('bear the names of the pod', () => {
    const [check] = withNames(
      [{ text: 'x', command: 'kubectl logs -n NAMESPACE POD -c CONTAINER', href: null }],
      failedAt('pull', 'x'),
    );
    expect(check?.command).toBe('kubectl logs -n shop web -c app');
  });
});

const CHANGING =
  /systemctl (?!list|status|cat|show)|kubectl (?!get|top|describe|logs)|crictl (?:rm|stop|config|pull|runp|exec|--)|ctr .*(?:import|tag|pull)|podman|link delete|sysctl -w|(?:^| )vi |\b(?:rm|mv|kill|modprobe|chmod|cp|mkdir|printf|sed -i|ln|truncate|prlimit|apt-get|skopeo|docker|usermod|apparmor_parser|grubby|mount|rmdir|kubeadm|umount|iptables|touch|export|ss -K|nsenter)\b/;

const PROGRAMS = new Set(
  `crictl ctr containerd crio runc crun podman skopeo docker kubectl kubeadm kubelet systemctl journalctl sysctl ip nsenter
  findmnt lsof ss ps pgrep pidof kill cat ls grep awk sed cut sort uniq head tail wc find xargs echo printf touch mkdir mv cp rm
  rmdir ln chmod df du stat diff truncate mount umount modprobe rmmod lsmod dmesg uname uptime jq curl openssl getent timedatectl
  chronyc resolvectl timeout true export prlimit for do done read ids apt-get dnf zypper update-ca-certificates usermod
  apparmor_parser dpkg rpm restorecon c f n vi networkctl nmcli grubby zgrep firewall-cmd ufw iptables dkms nvidia-smi nvidia-ctk
  kata-runtime containerd-shim-runc-v2 sudo coredumpctl git`.split(/\s+/),
);
