import { existsSync, readFileSync } from 'node:fs';
import { test as base, expect, test } from '@playwright/test';
import type { ActionPreview, ActionRequest } from '../../server/contract/action.ts';
import type { ImageList } from '../../server/contract/image-list.ts';
import { apiPaths } from '../../server/contract/paths.ts';
import { ImageService, RuntimeService } from '../../server/cri/generated/runtime/v1/api_pb.js';
import { findContainerd, RELEASES } from './containerd-binaries.ts';
import { whyNoLab } from './install-packages.ts';
import { type Dashboard, startDashboard } from './lab-dashboard.ts';
import { IMAGES } from './lab-images.ts';
import { makeContainer, makePod } from './lab-pod.ts';
import { serverCommand } from './lab-test.ts';
import { type MiniKubelet, startMiniKubelet } from './mini-kubelet.ts';
import { type Lab, startLab } from './start-lab.ts';

/** What kubelet owns is left alone while it answers, and goes from a real runtime once it does not. */

const FROM_SOURCES = [process.execPath, '--import', 'tsx', 'server/main.ts'] as const;
const POLL = { intervals: [100], timeout: 60_000 };

class ActionNode {
  readonly #closing = new AbortController();
  readonly lab: Lab;
  readonly kubelet: MiniKubelet;
  readonly dashboard: Dashboard;

  private constructor(parts: Pick<ActionNode, 'lab' | 'kubelet' | 'dashboard'>) {
    this.lab = parts.lab;
    this.kubelet = parts.kubelet;
    this.dashboard = parts.dashboard;
  }

  static async open(version: string): Promise<ActionNode> {
    const { signal } = new AbortController();
    const lab = await startLab({ version, signal });
    const kubelet = await startMiniKubelet(lab, { signal });
    const [program, ...args] = serverCommand().command ?? FROM_SOURCES;
    const command = [program ?? '', ...args, '--allow', 'remove'] as [string, ...string[]];
    const dashboard = await startDashboard(lab, { signal, kubelet, command });
    return new ActionNode({ lab, kubelet, dashboard });
  }

  async close(): Promise<void> {
    await this.dashboard.close();
    await this.kubelet.close();
    await this.lab.close();
    this.#closing.abort();
  }

  preview(kind: ActionRequest['kind'], id: string): Promise<ActionPreview> {
    return this.dashboard.get<ActionPreview>(apiPaths.actionPreview(kind, id));
  }

  async act(kind: ActionRequest['kind'], id: string, confirm: string) {
    const response = await fetch(`${this.dashboard.origin}${apiPaths.actions()}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.dashboard.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ kind, id, confirm }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  async containers() {
    const { signal } = this.#closing;
    const { containers } = await this.lab.cri.call(
      RuntimeService.method.listContainers,
      {},
      { signal },
    );
    return containers;
  }

  async sandboxes() {
    const { signal } = this.#closing;
    const { items } = await this.lab.cri.call(RuntimeService.method.listPodSandbox, {}, { signal });
    return items;
  }

  async images() {
    const { signal } = this.#closing;
    const { images } = await this.lab.cri.call(ImageService.method.listImages, {}, { signal });
    return images.map(({ id }) => id);
  }

  /** A sandbox as a person makes it with crictl: without any of kubelet's labels. */
  async makeByHand(name: string): Promise<string> {
    const { signal } = this.#closing;
    const config = {
      metadata: { name, namespace: 'default', uid: `uid-of-${name}`, attempt: 0 },
      linux: { cgroupParent: this.lab.cgroup },
    };
    const method = RuntimeService.method.runPodSandbox;
    return (await this.lab.cri.call(method, { config }, { signal })).podSandboxId;
  }

  /** What the audit says of it. */
  audited(target: string): readonly Record<string, unknown>[] {
    return readFileSync(this.dashboard.logPath, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['audit'] === 'action' && line['target'] === target);
  }
}

for (const { label } of RELEASES) {
  test.describe(`containerd ${label}`, () => {
    let node: ActionNode;
    const pod = makePod('removable', {
      containers: [
        makeContainer({
          name: 'app',
          command: [
            'sh',
            '-c',
            'echo hello; dd if=/dev/zero of=/big bs=1k count=2048; exec sleep 3600',
          ],
        }),
      ],
    });
    let containerId = '';
    let sandboxId = '';
    let logPath = '';
    test.describe.configure({ mode: 'serial' });

    test.beforeAll(async () => {
      const reason = whyNoLab();
      base.skip(reason !== null, reason ?? '');
      const isHere = (await findContainerd(label, new AbortController().signal)) !== null;
      base.skip(!isHere, `containerd ${label} is not here: npx tsx scripts/lab-install.ts`);
      node = await ActionNode.open(label);
      node.kubelet.addPod(pod);
      await expect
        .poll(async () => (await node.containers()).map(({ state }) => state), POLL)
        .toEqual([1]);
      const [container] = await node.containers();
      containerId = container?.id ?? '';
      sandboxId = container?.podSandboxId ?? '';
    });
    test.afterAll(() => node?.close());

    test('while kubelet answers, what it owns is refused and stays', async () => {
      for (const [kind, id, word] of [
        ['stop-container', containerId, 'app'],
        ['remove-container', containerId, 'app'],
        ['stop-sandbox', sandboxId, pod.name],
        ['remove-sandbox', sandboxId, pod.name],
      ] as const) {
        const told = await node.preview(kind, id);
        expect(told).toMatchObject({ allowed: false, kubelet: { state: 'alive' } });
        expect(told.instead[0]?.command).toBe(`kubectl delete pod -n ${pod.namespace} ${pod.name}`);
        const { status, body } = await node.act(kind, id, word);
        expect(status, JSON.stringify(body)).toBe(409);
        expect(node.audited(id).at(-1)).toMatchObject({
          msg: 'action refused',
          kind,
          kubelet: 'alive',
        });
      }
      expect((await node.containers()).map(({ id, state }) => [id, state])).toEqual([
        [containerId, 1],
      ]);
    });

    test('while kubelet answers, an image in use is refused', async () => {
      const { images } = await node.dashboard.get<ImageList>(apiPaths.images());
      const used = images.find(({ users }) =>
        users.some((user) => user.containerId === containerId),
      );
      expect(used?.tags).toContain(IMAGES.busybox);
      const { status, body } = await node.act('remove-image', used?.id ?? '', 'busybox:1');
      expect(status).toBe(409);
      expect(body['detail']).toContain(`app of ${pod.namespace}/${pod.name}`);
      expect(await node.images()).toContain(used?.id);
    });

    test('while kubelet answers, what was made by hand goes', async () => {
      const id = await node.makeByHand('by-hand');
      const told = await node.preview('remove-sandbox', id);
      expect(told).toMatchObject({
        allowed: true,
        confirm: 'by-hand',
        kubelet: { state: 'alive' },
      });
      const { status, body } = await node.act('remove-sandbox', id, 'by-hand');
      expect(status, JSON.stringify(body)).toBe(200);
      expect((await node.sandboxes()).map((sandbox) => sandbox.id)).toEqual([sandboxId]);
      expect(node.audited(id).at(-1)).toMatchObject({ msg: 'action done', kubelet: 'alive' });
    });

    test('once kubelet is gone, a container goes after its name was typed, and its log stays', async () => {
      await node.kubelet.close();
      const told = await node.preview('remove-container', containerId);
      expect(told).toMatchObject({ allowed: true, kubelet: { state: 'dead' }, confirm: 'app' });
      logPath = /The file (\S+) itself stays/.exec(told.lost.join('\n'))?.[1] ?? '';
      expect(existsSync(logPath)).toBe(true);
      expect((await node.act('remove-container', containerId, 'App')).status).toBe(400);
      expect(await node.containers()).toHaveLength(1);
      const stopped = await node.act('stop-container', containerId, 'app');
      expect(stopped.status, JSON.stringify(stopped.body)).toBe(200);
      expect(stopped.body['sentence']).toMatch(/was stopped \(exit code \d+\)/);
      const removed = await node.act('remove-container', containerId, 'app');
      expect(removed.status, JSON.stringify(removed.body)).toBe(200);
      expect(await node.containers()).toEqual([]);
      expect(existsSync(logPath)).toBe(true);
      expect(node.audited(containerId).at(-1)).toMatchObject({
        msg: 'action done',
        kind: 'remove-container',
        role: 'admin',
        kubelet: 'dead',
      });
      console.log(
        `  containerd ${label}: stopped in ${stopped.body['durationMs']} ms, removed in ${removed.body['durationMs']} ms`,
      );
    });

    test('once kubelet is gone, the sandbox and then the image go too', async () => {
      const { lost } = await node.preview('remove-sandbox', sandboxId);
      expect(lost.join('\n')).toMatch(/pod's address \d+\.\d+\.\d+\.\d+/);
      const removed = await node.act('remove-sandbox', sandboxId, pod.name);
      expect(removed.status, JSON.stringify(removed.body)).toBe(200);
      expect(await node.sandboxes()).toEqual([]);
      const { images } = await node.dashboard.get<ImageList>(apiPaths.images());
      const image = images.find(({ tags }) => tags.includes(IMAGES.busybox));
      expect(image).toMatchObject({ neededBecause: null, users: [] });
      const { confirm } = await node.preview('remove-image', image?.id ?? '');
      const gone = await node.act('remove-image', image?.id ?? '', confirm);
      expect(gone.status, JSON.stringify(gone.body)).toBe(200);
      expect(await node.images()).not.toContain(image?.id);
      const after = await node.dashboard.get<ImageList>(apiPaths.images());
      expect(after.images.map(({ id }) => id)).not.toContain(image?.id);
    });
  });
}
