import { describe, expect, it } from 'vitest';
import type { ImageRow } from '../contract/image-list.ts';
import { judgeAction } from './judge-action.ts';
import type { KubeletLife } from './kubelet-life.ts';
import { tellLosses } from './losses.ts';
import type { Owner } from './owner.ts';
import { confirmWord, nameSubject, type Subject } from './subject.ts';
import {
  CONTAINER_ID,
  container,
  ended,
  LIVES,
  SANDBOX_ID,
  sandbox,
  UID,
} from './testing/facts.ts';

const POD = { namespace: 'shop', name: 'web-1', uid: UID };
const OWNED: Owner = { by: 'kubelet', staticPod: null };
const STATIC: Owner = {
  by: 'kubelet',
  staticPod: { manifest: '/etc/kubernetes/manifests/my web.yaml' },
};
const HAND: Owner = { by: 'nobody', kind: 'hand-made', sentence: 'It was made by hand.' };

type ContainerSubject = Extract<Subject, { kind: 'stop-container' | 'remove-container' }>;
type SandboxSubject = Extract<Subject, { kind: 'stop-sandbox' | 'remove-sandbox' }>;

function ofContainer(given: Partial<ContainerSubject> = {}): Subject {
  return {
    kind: 'remove-container',
    container: container(),
    status: null,
    pod: POD,
    owner: OWNED,
    writableLayerBytes: null,
    ...given,
  };
}

function ofSandbox(given: Partial<SandboxSubject> = {}): Subject {
  const status = { id: SANDBOX_ID, ip: '10.1.2.3', additionalIps: [], hostNetwork: false };
  return {
    kind: 'remove-sandbox',
    sandbox: sandbox(),
    status,
    containers: [container()],
    pod: POD,
    owner: OWNED,
    ...given,
  };
}

function ofImage(given: Partial<ImageRow> = {}): Subject {
  const image = {
    id: `sha256:${'e'.repeat(64)}`,
    tags: ['registry.example/shop/web:1'],
    digests: [],
    sizeBytes: 12_000_000,
    pinned: false,
    neededBecause: null,
    users: [],
    ...given,
  };
  return { kind: 'remove-image', image };
}

describe('whether an action may be done', () => {
  const kinds = [
    ['stop-container', ofContainer({ kind: 'stop-container' })],
    ['remove-container', ofContainer()],
    ['stop-sandbox', ofSandbox({ kind: 'stop-sandbox' })],
    ['remove-sandbox', ofSandbox()],
  ] as const;
  const owners = { kubelet: OWNED, static: STATIC, nobody: HAND };
  const cases = kinds.flatMap(([kind, subject]) =>
    (['kubelet', 'static', 'nobody'] as const).flatMap((who) =>
      (['alive', 'dead', 'unknown'] as const).map((state) => ({ kind, subject, who, state })),
    ),
  );
  it.each(cases)('$kind of what $who owns, kubelet $state', ({ subject, who, state }) => {
    const { refusal } = judgeAction({ ...subject, owner: owners[who] } as Subject, LIVES[state]);
    expect(refusal === null).toBe(who === 'nobody' || state === 'dead');
  });

  it.each<[keyof typeof LIVES]>([['alive'], ['dead'], ['unknown']])(
    'an image that nothing needs may go with a kubelet that is %s',
    (state) => {
      expect(judgeAction(ofImage(), LIVES[state]).refusal).toBeNull();
    },
  );

  it('an image that something needs may not, also without kubelet', () => {
    const users = [{ ...POD, pod: 'web-1', container: 'web', containerId: 'x', isRunning: true }];
    const judged = judgeAction(ofImage({ neededBecause: 'Used.', users }), LIVES.dead);
    expect(judged.refusal).toBe('Used.');
    expect(judged.instead[0]?.command).toBe('crictl ps -a --image eeeeeeeeeeee');
    expect(judgeAction(ofImage({ neededBecause: 'Pinned.' }), LIVES.dead)).toEqual({
      refusal: 'Pinned.',
      instead: [],
    });
  });

  it.each(['exited', 'created', 'unknown'] as const)(
    'a container that is %s is not stopped',
    (state) => {
      const subject = ofContainer({ kind: 'stop-container', container: container({ state }) });
      expect(judgeAction(subject, LIVES.dead).refusal).toMatch(/Nothing is to be stopped/);
    },
  );
});

describe('the way instead', () => {
  const commands = (subject: Subject, life: KubeletLife = LIVES.alive) =>
    judgeAction(subject, life).instead.map(({ command }) => command);

  it('is kubectl for a pod of the API, and says that one container has none', () => {
    expect(commands(ofSandbox())).toEqual(['kubectl delete pod -n shop web-1']);
    expect(commands(ofContainer())).toEqual(['kubectl delete pod -n shop web-1', null]);
  });

  it('is the manifest for a static pod, quoted for a shell', () => {
    expect(commands(ofSandbox({ owner: STATIC }))).toEqual([
      "mv '/etc/kubernetes/manifests/my web.yaml' /root/",
    ]);
  });

  it('quotes names that a shell would read', () => {
    const pod = { ...POD, name: 'a; rm -rf $(x)' };
    expect(commands(ofSandbox({ pod }))).toEqual(["kubectl delete pod -n shop 'a; rm -rf $(x)'"]);
  });

  it('says first what would make kubelet’s life known', () => {
    expect(judgeAction(ofSandbox(), LIVES.unknown).instead[0]).toEqual({
      text: 'Look.',
      command: null,
    });
  });

  it('tells why, with the proof', () => {
    expect(judgeAction(ofContainer({ kind: 'stop-container' }), LIVES.alive).refusal).toBe(
      'kubelet owns it and would undo this: it would start the container again. kubelet is alive: it answers.',
    );
  });
});

describe('what is lost', () => {
  it('of a container: layer with its size, record of its end, the way to its log', () => {
    const lost = tellLosses(
      ofContainer({
        container: container({ state: 'exited' }),
        status: ended(),
        writableLayerBytes: 12_500_000,
      }),
      LIVES.dead,
    ).join('\n');
    expect(lost).toContain('writable layer, 12.5 MB');
    expect(lost).toContain('exit code 137 (OOMKilled) at 2026-11-29T11:59:00.000Z');
    expect(lost).toContain('/var/log/pods/shop_web-1_u/web/0.log');
    expect(lost).toContain('until kubelet is back');
    expect(lost).not.toContain('running process');
  });

  it('of a container that is only stopped: its process, not its files', () => {
    const lost = tellLosses(ofContainer({ kind: 'stop-container' }), LIVES.dead).join('\n');
    expect(lost).toContain('running process');
    expect(lost).not.toContain('writable layer');
  });

  it('of a sandbox: address, and every container by name', () => {
    const containers = [container(), container({ name: 'log', state: 'exited', attempt: 3 })];
    const lost = tellLosses(ofSandbox({ containers }), LIVES.dead).join('\n');
    expect(lost).toContain('10.1.2.3');
    expect(lost).toContain('only in memory: web.');
    expect(lost).toContain('web, log (attempt 3)');
  });

  it("of a sandbox in the node's own network: no address", () => {
    const status = { id: SANDBOX_ID, ip: '192.0.2.1', additionalIps: [], hostNetwork: true };
    const lost = tellLosses(ofSandbox({ status }), LIVES.dead).join('\n');
    expect(lost).not.toContain('192.0.2.1');
    expect(lost).toContain("node's own");
  });

  it('of what nobody owns: that kubelet may be faster', () => {
    expect(tellLosses(ofSandbox({ owner: HAND }), LIVES.alive)).toContain('It was made by hand.');
  });

  it('of an image: all its names', () => {
    const lost = tellLosses(ofImage({ tags: ['a/b:1', 'a/b:2'] }), LIVES.alive).join('\n');
    expect(lost).toContain('under all its names: a/b:1, a/b:2, 12.0 MB');
    expect(lost).toContain('Never');
  });
});

describe('what is typed, and how it is called', () => {
  it.each([
    [ofContainer(), 'web', 'container web of shop/web-1'],
    [
      ofContainer({ container: container({ name: '' }) }),
      CONTAINER_ID.slice(0, 12),
      'container cccccccccccc of shop/web-1',
    ],
    [ofSandbox(), 'web-1', 'sandbox aaaaaaaaaaaa of shop/web-1'],
    [ofImage(), 'web:1', 'image registry.example/shop/web:1'],
    [ofImage({ tags: [] }), 'e'.repeat(12), 'image eeeeeeeeeeee'],
  ])('%#', (subject, word, name) => {
    expect(confirmWord(subject)).toBe(word);
    expect(nameSubject(subject)).toBe(name);
  });
});
