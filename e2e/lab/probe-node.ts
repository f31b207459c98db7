import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import type { Problem } from '../../server/contract/error-codes.ts';
import { apiPaths } from '../../server/contract/paths.ts';
import { PROBE_CALLS, type Probe, type ProbeCall } from '../../server/contract/probe.ts';
import { ImageService, RuntimeService } from '../../server/cri/generated/runtime/v1/api_pb.js';
import { findContainerd } from './containerd-binaries.ts';
import { pushImage } from './image-transfer.ts';
import { bulkyImage } from './images.ts';
import { whyNoLab } from './install-packages.ts';
import { type Dashboard, startDashboard } from './lab-dashboard.ts';
import { serverCommand } from './lab-test.ts';
import { HOSTS } from './registries.ts';
import { type Lab, startLab } from './start-lab.ts';

export const OPERATOR = 'operator-of-the-lab';
export const ADMIN = 'admin-of-the-lab';
/** In the registry only, and like no other image of the lab. */
export const FRESH = { repository: 'lab/fresh', ref: `${HOSTS.good}/lab/fresh:1` } as const;
/** A probe of a busy machine ends well before; its own deadline is minutes. */
const ENDS_MS = 60_000;
/** All probes of a machine share it; this lab's containerd uses cgroupfs. */
const PROBE_GROUP = 'cri-triage-probe';
const CGROUPS = '/sys/fs/cgroup';
const POLL = { intervals: [50], timeout: ENDS_MS };

interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** A real containerd without pods, and the product on it with probes switched on. */
export class ProbeNode {
  readonly lab: Lab;
  readonly #closing: AbortController;
  /** Every sandbox and container that was ever seen. */
  readonly #ids = new Set<string>();
  #dashboard: Dashboard;

  constructor(lab: Lab, dashboard: Dashboard, closing: AbortController) {
    this.lab = lab;
    this.#dashboard = dashboard;
    this.#closing = closing;
  }

  /** The server that runs now. */
  get dashboard(): Dashboard {
    return this.#dashboard;
  }

  /** Another server; the one before has to be gone. */
  async startServer(): Promise<void> {
    this.#dashboard = await startServer(this.lab, this.#closing.signal);
  }

  /** A second server on the same node, for as long as it is used. */
  async withAnother(use: (origin: string) => Promise<void>): Promise<void> {
    const other = await startServer(this.lab, this.#closing.signal);
    try {
      await use(other.origin);
    } finally {
      await other.close();
    }
  }

  async close(): Promise<void> {
    await this.#dashboard.close();
    await this.lab.close();
    this.#closing.abort();
  }

  async ask<T>(method: string, path: string, body?: object, token = OPERATOR): Promise<Answer<T>> {
    const response = await fetch(`${this.#dashboard.origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  }

  async start(request: object = {}, token = OPERATOR): Promise<Probe> {
    const { status, body } = await this.ask<Probe>('POST', apiPaths.probes(), request, token);
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  }

  async refused(request: object, token = OPERATOR): Promise<Answer<Problem>> {
    return this.ask<Problem>('POST', apiPaths.probes(), request, token);
  }

  /** Asks until it is as wanted. */
  async until(id: string, isWanted: (probe: Probe) => boolean): Promise<Probe> {
    let latest: Probe | null = null;
    const look = async (): Promise<boolean> => {
      const { body } = await this.ask<Probe>('GET', apiPaths.probe(id));
      latest = body;
      return isWanted(body);
    };
    await expect.poll(look, POLL).toBe(true);
    if (latest === null) throw new Error(`no probe ${id}`);
    return latest;
  }

  /** One probe from its start until it has ended and was cleaned up as far as that goes. */
  async run(request: object = {}, token = OPERATOR): Promise<Probe> {
    const { id } = await this.start(request, token);
    return this.ended(id);
  }

  async ended(id: string): Promise<Probe> {
    const probe = await this.until(id, ({ endedAt }) => endedAt !== null);
    for (const { response } of probe.steps) {
      for (const made of [response?.['pod_sandbox_id'], response?.['container_id']]) {
        if (typeof made === 'string') this.#ids.add(made);
      }
    }
    return probe;
  }

  /** Makes the calls up to the wanted one, which waits; answers the probe's id. */
  async stepTo(wanted: ProbeCall, request: object = {}): Promise<string> {
    const { id } = await this.start({ ...request, mode: 'step' });
    for (const call of PROBE_CALLS) {
      await this.until(id, ({ next }) => next === call);
      if (call === wanted) break;
      await this.next(id);
    }
    return id;
  }

  async next(id: string): Promise<void> {
    await this.ask('POST', apiPaths.probeNext(id), {});
  }

  /** What is on the runtime and what it and we made for it on the node, to be held against a later look. */
  async everything(): Promise<object> {
    const lists = await this.lists();
    const leases = join(this.lab.dir, 'ipam');
    const noted = existsSync(leases) ? readdirSync(leases, { recursive: true }) : [];
    return {
      ...lists,
      logs: readdirSync(this.lab.podLogs).sort(),
      groups: this.groups(),
      addresses: noted
        .map(String)
        .filter((name) => /\/\d+(?:\.\d+){3}$/.test(name))
        .sort(),
    };
  }

  /** Control groups, in any hierarchy, of what was ever seen here; other labs may have theirs beside them. */
  groups(): readonly string[] {
    const tops = [CGROUPS, ...readdirSync(CGROUPS).map((name) => join(CGROUPS, name))];
    const found = tops
      .map((top) => join(top, PROBE_GROUP))
      .filter((path) => existsSync(path))
      .flatMap((path) => readdirSync(path).filter((name) => this.#ids.has(name)));
    return [...new Set(found)].sort();
  }

  /** What is on the runtime. */
  async lists(): Promise<object> {
    const { cri } = this.lab;
    const options = { signal: this.#closing.signal };
    const { items } = await cri.call(RuntimeService.method.listPodSandbox, {}, options);
    const { containers } = await cri.call(RuntimeService.method.listContainers, {}, options);
    const { images } = await cri.call(ImageService.method.listImages, {}, options);
    for (const { id } of [...items, ...containers]) this.#ids.add(id);
    return {
      sandboxes: items.map(({ id }) => id).sort(),
      containers: containers.map(({ id }) => id).sort(),
      images: images.flatMap(({ id, repoTags }) => [id, ...repoTags]).sort(),
    };
  }

  /** The server's own log so far. */
  log(): string {
    return readFileSync(this.#dashboard.logPath, 'utf8');
  }
}

/** Opens a node of the wanted containerd; where that or root is missing the test is skipped. */
export async function openProbeNode(version: string): Promise<ProbeNode> {
  const reason = whyNoLab();
  base.skip(reason !== null, reason ?? '');
  const closing = new AbortController();
  const { signal } = closing;
  const isHere = (await findContainerd(version, signal)) !== null;
  base.skip(!isHere, `containerd ${version} is not here: npx tsx scripts/lab-install.ts`);
  const lab = await startLab({ version, signal });
  try {
    await pushImage(bulkyImage(FRESH.ref, 256 * 1024), lab.registryUrl, signal);
    return new ProbeNode(lab, await startServer(lab, signal), closing);
  } catch (error) {
    await lab.close();
    throw error;
  }
}

function startServer(lab: Lab, signal: AbortSignal): Promise<Dashboard> {
  const tokens = join(lab.dir, 'tokens');
  writeFileSync(tokens, `operator olga ${OPERATOR}\nadmin ada ${ADMIN}\n`, { mode: 0o600 });
  const command = serverCommand().command ?? [
    process.execPath,
    '--import',
    'tsx',
    'server/main.ts',
  ];
  const [program, ...args] = command as [string, ...string[]];
  const allow = ['--allow', 'probe', '--token-file', tokens];
  return startDashboard(lab, { signal, kubelet: null, command: [program, ...args, ...allow] });
}
