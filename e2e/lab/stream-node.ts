import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { WebSocket } from 'ws';
import { apiPaths } from '../../server/contract/paths.ts';
import type { Ticket } from '../../server/contract/ticket.ts';
import { RuntimeService } from '../../server/cri/generated/runtime/v1/api_pb.js';
import { StreamClient } from '../sim/testing/stream-client.ts';
import { findContainerd, RELEASES } from './containerd-binaries.ts';
import { whyNoLab } from './install-packages.ts';
import { type Dashboard, startDashboard } from './lab-dashboard.ts';
import { IMAGES } from './lab-images.ts';
import { makeContainer, makePod } from './lab-pod.ts';
import { serverCommand } from './lab-test.ts';
import { runPod } from './pods.ts';
import { type Lab, startLab } from './start-lab.ts';

/** Tokens of the two people who are on a node of streams. */
export const OPERATOR = 'operator-of-the-lab';
const VIEWER = 'viewer-of-the-lab';
/** The pod that every stream goes into, in the namespace of all lab pods. */
export const POD = { namespace: 'shop', name: 'web-0' } as const;
/** A web server of busybox, so that there is a port to ask. */
const SERVE =
  'mkdir -p /www; echo hello > /www/index.html; httpd -p 127.0.0.1:8080 -h /www; while :; do sleep 1; done';
/** Processes that the container runs by itself. */
const OWN = /^(sleep 1|httpd .*|\/bin\/sh -c mkdir.*|)$/;
/** Only the last characters of output are kept: some tests write megabytes a second. */
const KEEP_CHARS = 64 * 1024;

/** A real containerd with one pod, and the product on it with every stream switched on. */
export class StreamNode {
  readonly lab: Lab;
  readonly containerId: string;
  readonly podSandboxId: string;
  readonly #closing: AbortController;
  readonly #dataDir: string;
  readonly #isBuilt: boolean;
  #dashboard: Dashboard;

  constructor(parts: {
    readonly lab: Lab;
    readonly ids: { readonly containerId: string; readonly podSandboxId: string };
    readonly dataDir: string;
    readonly isBuilt: boolean;
    readonly closing: AbortController;
    readonly dashboard: Dashboard;
  }) {
    this.lab = parts.lab;
    this.containerId = parts.ids.containerId;
    this.podSandboxId = parts.ids.podSandboxId;
    this.#closing = parts.closing;
    this.#dataDir = parts.dataDir;
    this.#isBuilt = parts.isBuilt;
    this.#dashboard = parts.dashboard;
  }

  /** The server that runs now. */
  get dashboard(): Dashboard {
    return this.#dashboard;
  }

  /** Another server, on the same data; the one before has to be gone. */
  async startServer(port = 0): Promise<void> {
    const { signal } = this.#closing;
    const how = { dataDir: this.#dataDir, isBuilt: this.#isBuilt, port, signal };
    this.#dashboard = await startServer(this.lab, how);
  }

  async close(): Promise<void> {
    await this.#dashboard.close();
    await this.lab.close();
    this.#closing.abort();
  }

  async post<T>(
    path: string,
    body: unknown,
    token = OPERATOR,
  ): Promise<{ readonly status: number; readonly body: T }> {
    const response = await fetch(`${this.#dashboard.origin}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as T };
  }

  async open(request: object): Promise<StreamClient> {
    const { status, body } = await this.post<Ticket>(apiPaths.tickets(), request);
    expect(status, JSON.stringify(body)).toBe(201);
    const { origin } = this.#dashboard;
    const socket = new WebSocket(`${origin.replace('http', 'ws')}${body.url}`, {
      headers: { authorization: `Bearer ${OPERATOR}`, origin },
      perMessageDeflate: false,
    });
    return new StreamClient(socket, KEEP_CHARS);
  }

  /** A command in the container; without one a shell, by a terminal. */
  exec(request: object = {}): Promise<StreamClient> {
    return this.open({ kind: 'exec', containerId: this.containerId, ...request });
  }

  /** A shell that shows its prompt. */
  async shell(): Promise<StreamClient> {
    const client = await this.exec();
    await client.untilOutput('# ');
    return client;
  }

  /** Processes of the container but its own first one and what that starts. */
  strangers(): readonly string[] {
    const found: string[] = [];
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        if (!readFileSync(`/proc/${pid}/cgroup`, 'utf8').includes(this.containerId)) continue;
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        if (!OWN.test(command)) found.push(`${pid} ${command}`);
      } catch {
        // It ended while we looked.
      }
    }
    return found;
  }

  /** Files in which servers keep what they have started in containers. */
  listsOfStarts(): readonly string[] {
    return readdirSync(this.#dataDir)
      .filter((name) => /^started-.*\.json$/.test(name))
      .map((name) => join(this.#dataDir, name));
  }

  /** Processes of commands that the server knows. */
  knownProcesses(): readonly number[] {
    const starts = this.listsOfStarts().flatMap(
      (path): readonly { readonly process: { readonly pid: number } | null }[] =>
        JSON.parse(readFileSync(path, 'utf8')).starts,
    );
    return starts.flatMap(({ process }) => (process === null ? [] : [process.pid]));
  }

  /** Waits until nothing of ours runs in the container. */
  async nothingRuns(timeoutMs = 8_000): Promise<void> {
    await expect.poll(() => this.strangers(), { timeout: timeoutMs }).toEqual([]);
  }
}

/**
 * Opens a node of the wanted containerd (1.7 unless CRI_LAB_VERSION says else); without root the test is skipped. The
 * server is run from its sources, or built where `isBuilt`: pages need that.
 */
export async function openStreamNode({
  version,
  isBuilt = false,
}: {
  readonly version?: string;
  readonly isBuilt?: boolean;
} = {}): Promise<StreamNode> {
  const reason = whyNoLab();
  base.skip(reason !== null, reason ?? '');
  const closing = new AbortController();
  const { signal } = closing;
  if (version !== undefined) {
    const isHere = (await findContainerd(version, signal)) !== null;
    base.skip(!isHere, `containerd ${version} is not here: npx tsx scripts/lab-install.ts`);
  }
  const lab = await startLab({ version: version ?? (await newestThere(signal)), signal });
  const dataDir = join(lab.dir, 'streams-data');
  const command = ['/bin/sh', '-c', SERVE];
  const container = makeContainer({ image: IMAGES.busybox, command });
  const { sandboxId, failed } = await runPod(lab, makePod(POD.name, { containers: [container] }), {
    signal,
  });
  expect(failed).toBeNull();
  const { containers } = await lab.cri.call(RuntimeService.method.listContainers, {}, { signal });
  const ids = { containerId: containers[0]?.id ?? '', podSandboxId: sandboxId ?? '' };
  const dashboard = await startServer(lab, { dataDir, isBuilt, signal });
  return new StreamNode({ lab, ids, dataDir, isBuilt, closing, dashboard });
}

async function newestThere(signal: AbortSignal): Promise<string> {
  const wanted = process.env['CRI_LAB_VERSION'] ?? '1.7';
  for (const label of [wanted, ...RELEASES.map((release) => release.label)]) {
    if ((await findContainerd(label, signal)) !== null) return label;
  }
  throw new Error('no containerd is here: npx tsx scripts/lab-install.ts');
}

function startServer(
  lab: Lab,
  how: {
    readonly dataDir: string;
    readonly isBuilt: boolean;
    readonly port?: number;
    readonly signal: AbortSignal;
  },
): Promise<Dashboard> {
  const { isBuilt, ...rest } = how;
  const tokens = join(lab.dir, 'tokens');
  writeFileSync(tokens, `operator olga ${OPERATOR}\nviewer vic ${VIEWER}\n`, { mode: 0o600 });
  const built = isBuilt ? serverCommand().command : undefined;
  const program = built ?? [process.execPath, '--import', 'tsx', 'server/main.ts'];
  const [first, ...args] = program as [string, ...string[]];
  const allow = ['--allow', 'exec,attach,port-forward', '--token-file', tokens];
  return startDashboard(lab, { ...rest, kubelet: null, command: [first, ...args, ...allow] });
}
