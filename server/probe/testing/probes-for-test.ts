import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Caller } from '../../access/gate.ts';
import type { PodDetail } from '../../contract/pod.ts';
import { type Probe, probeRequestSchema } from '../../contract/probe.ts';
import { connectRuntime } from '../../cri/connect.ts';
import { readConfig } from '../../cri/read-config.ts';
import { NodeProbeFolders } from '../../host/probe-folders.ts';
import { explain } from '../../pipeline/explain/explain.ts';
import { createProbes, type OwnedProbes } from '../create-probes.ts';
import { LIMITS, type ProbeLimits } from '../limits.ts';
import { probeCommands } from '../plan/commands.ts';
import { planProbe } from '../plan/plan-probe.ts';
import { redactRequest } from '../plan/redact-request.ts';
import type { ProbeNode } from '../probe-node.ts';
import type { ProbePlanner } from '../probes-parts.ts';
import { LittleRuntime } from './little-runtime.ts';

/** As on a node where nothing is stuck. */
const PLANNER: ProbePlanner = {
  plan: planProbe,
  readConfig,
  redact: redactRequest,
  commands: probeCommands,
  template: async () => null,
  compare: async () => null,
};

const never = new AbortController().signal;

/** Short where a test would wait, long where it must not be what ends something. */
const QUICK: ProbeLimits = {
  ...LIMITS,
  callMs: { RunPodSandbox: 5_000, PullImage: 5_000, CreateContainer: 5_000, StartContainer: 5_000 },
  deadlineMs: { all: 60_000, step: 60_000 },
  lookMs: 30,
  observeMs: 40,
  observeEachMs: 10,
  verdictMs: 60,
  progressEachMs: 10,
  removal: { callMs: 300, graceSeconds: 0, lookAgainMs: [50, 150] },
  sweepEachMs: 40,
  firstSweepEachMs: 40,
  closeMs: 1_000,
};

const caller = (role: Caller['identity']['role'], name = `the-${role}`): Caller => ({
  identity: { role, name },
  proof: { kind: 'bearer' },
});
export const OPERATOR = caller('operator');
export const ADMIN = caller('admin');

export interface ProbesForTest {
  readonly probes: OwnedProbes;
  readonly runtime: LittleRuntime;
  /** Every line of the log, as JSON. */
  readonly log: string[];
  /** Owners that live, beside this one. */
  readonly alive: Set<string>;
  /** Below the root of pod logs. */
  logFolders(): readonly string[];
  start(request?: Record<string, unknown>, who?: Caller): Promise<Probe>;
  get(id: string): Promise<Probe>;
  /** Asks for it until it is as wanted. */
  until(id: string, isWanted: (probe: Probe) => boolean): Promise<Probe>;
  /** Until it has ended and was cleaned up as far as that goes. */
  ended(id: string): Promise<Probe>;
  next(id: string): Promise<void>;
  /** Another server on the same node. */
  another(more?: ForTest): OwnedProbes;
}

export interface ForTest {
  readonly limits?: Partial<ProbeLimits>;
  readonly node?: Partial<ProbeNode>;
  readonly owner?: string;
  readonly detail?: (name: string) => PodDetail | null;
}

/** Probes on a little runtime behind a real socket, with a root of pod logs of their own. */
export async function probesForTest(options: ForTest = {}): Promise<ProbesForTest> {
  const hostRoot = mkdtempSync(join(tmpdir(), 'probes-'));
  const podLogs = join(hostRoot, 'var/log/pods');
  mkdirSync(podLogs, { recursive: true });
  const runtime = new LittleRuntime();
  await runtime.start();
  const connection = connectRuntime({ endpoint: runtime.server.path });
  const log: string[] = [];
  const alive = new Set<string>();
  const write = (fields: object, message: string): void => {
    log.push(JSON.stringify({ ...fields, message }, withErrors));
  };
  const made: OwnedProbes[] = [];
  const another = (more: ForTest = {}): OwnedProbes => {
    const node = nodeForTest({
      cri: connection.cri,
      health: () => connection.health(),
      hostRoot,
      alive,
      more,
    });
    const probes = createProbes({
      node,
      planner: PLANNER,
      log: { info: write, warn: write, error: write },
      limits: { ...QUICK, ...more.limits },
      nowMs: Date.now,
    });
    made.push(probes);
    return probes;
  };
  const probes = another(options);
  onTestFinished(async () => {
    for (const one of made) await one.close();
    await connection.close();
    await runtime.close();
    rmSync(hostRoot, { recursive: true, force: true });
  });
  const asked = { signal: never };
  const get = async (id: string): Promise<Probe> => {
    const probe = await probes.get(id, asked);
    if (probe === null) throw new Error(`no probe ${id}`);
    return probe;
  };
  const until: ProbesForTest['until'] = async (id, isWanted) => {
    for (;;) {
      const probe = await get(id);
      if (isWanted(probe)) return probe;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  return {
    probes,
    runtime,
    log,
    alive,
    another,
    get,
    until,
    logFolders: () => (existsSync(podLogs) ? readdirSync(podLogs) : []),
    start: (request = {}, who = OPERATOR) =>
      probes.start(who, probeRequestSchema.parse(request), asked),
    ended: (id) => until(id, ({ endedAt }) => endedAt !== null),
    async next(id) {
      await probes.next(OPERATOR, id, asked);
    },
  };
}

function nodeForTest(parts: {
  readonly cri: ProbeNode['cri'];
  readonly health: ProbeNode['health'];
  readonly hostRoot: string;
  readonly alive: ReadonlySet<string>;
  readonly more: ForTest;
}): ProbeNode {
  const { cri, health, hostRoot, alive, more } = parts;
  const podLogs = async () => '/var/log/pods';
  return {
    cri,
    folders: new NodeProbeFolders({ hostRoot, podLogs }),
    health,
    podLogs,
    explain,
    podDetail: async ({ name }) => more.detail?.(name) ?? null,
    usual: () => [{ call: 'RunPodSandbox', medianMs: 300, p95Ms: 900, count: 12 }],
    wasStopped: async () => null,
    warnings: async () => [],
    owner: more.owner ?? '4242.1000',
    isOwnerAlive: async (owner) => alive.has(owner),
    ...more.node,
  };
}

function withErrors(_: string, value: unknown): unknown {
  return value instanceof Error
    ? { name: value.name, message: value.message, stack: value.stack }
    : value;
}
