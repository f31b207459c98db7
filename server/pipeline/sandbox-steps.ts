import type { Evidence } from '../contract/evidence.ts';
import type { StageState } from '../contract/stage.ts';
import type { StageStep } from '../contract/stage-step.ts';
import { quote, quoteRuntimeLine, shortId } from './evidence.ts';
import type { Clue, PodView, StageResult } from './pod-view.ts';
import { shorten } from './status-words.ts';
import { step, unknownStep } from './step.ts';
import { unwrapError } from './unwrap-error.ts';

const PAUSE_IMAGE = ['pause-image', 'Pause image'] as const;
const NETNS = ['network-namespace', 'Network namespace'] as const;
const CNI_ADD = ['cni-add', 'CNI ADD'] as const;
const TASK = ['task', 'Pause container'] as const;
/** Told only where it fails: looked up before the network is touched. */
const HANDLER = ['runtime-handler', 'Runtime handler'] as const;
type Name = readonly [string, string];

/** containerd 1.x and CRI-O have the pause image ready before they touch the network; containerd 2.x after it. */
const IMAGE_FIRST: readonly Name[] = [PAUSE_IMAGE, NETNS, CNI_ADD, TASK];
const NETWORK_FIRST: readonly Name[] = [NETNS, CNI_ADD, PAUSE_IMAGE, TASK];
/** 2: from this version of containerd on the network comes first. */
const NETWORK_FIRST_SINCE = 2;
/** 140 characters: one line of a cell's parts. */
const MAX_DETAIL_LENGTH = 140;

/** Whose words an error is in, by the frames of RunPodSandbox. The special before the general. */
const FRAMES: readonly (readonly [Name, RegExp])[] = [
  [PAUSE_IMAGE, /sandbox image|pause image|infra(?:structure)? image|pull(?:ing)? image .*pause/i],
  [
    NETNS,
    /(?:create|creating|set ?up|pin|new) (?:pod )?network namespace|failed to (?:create|pin|mount) net ?ns|unshare.*net/i,
  ],
  [
    CNI_ADD,
    /set ?up (?:pod )?network for sandbox|create pod network sandbox|cni plugin not initialized|CNI network|network plugin|plugin type=|no CNI configuration|failed \(add\)|NetPlugin failed|ipam/i,
  ],
  [
    HANDLER,
    /failed to get sandbox runtime|no runtime for .*is configured|(?:find|unknown|invalid) runtime handler|runtime handler .*not (?:found|configured|supported)/i,
  ],
  [
    TASK,
    /containerd task|start sandbox|sandbox container|OCI runtime|create shim|start shim|\bshim\b|\brunc\b|\bcrun\b|\bkata\b|runtime handler|cgroup|conmon/i,
  ],
];

/** The step of RunPodSandbox that an error text speaks of; null where it does not tell. */
function sandboxStepOf(text: string): string | null {
  return FRAMES.find(([, pattern]) => pattern.test(text))?.[0][0] ?? null;
}

function orderOf(view: PodView): readonly Name[] {
  const { runtimeName, around } = view.node;
  const isNew = (around.runtimeMajor ?? 0) >= NETWORK_FIRST_SINCE;
  return runtimeName === 'containerd' && isNew ? NETWORK_FIRST : IMAGE_FIRST;
}

/** containerd 1.x looks the handler up once it has the pause image, the others at the very beginning. */
function withHandler(view: PodView): readonly Name[] {
  const { runtimeName, around } = view.node;
  const isOld = runtimeName === 'containerd' && (around.runtimeMajor ?? 0) < NETWORK_FIRST_SINCE;
  const order = orderOf(view);
  return isOld ? order.toSpliced(1, 0, HANDLER) : [HANDLER, ...order];
}

function isOrderKnown(view: PodView): boolean {
  const { runtimeName, around } = view.node;
  return runtimeName === 'cri-o' || (runtimeName === 'containerd' && around.runtimeMajor !== null);
}

function failedSteps(view: PodView, clues: readonly Clue[]): readonly StageStep[] {
  const clue = clues.find((item) => sandboxStepOf(item.text) !== null);
  const at = clue === undefined ? null : sandboxStepOf(clue.text);
  if (clue === undefined || at === null) return [];
  const order = at === HANDLER[0] ? withHandler(view) : orderOf(view);
  const index = order.findIndex(([id]) => id === at);
  return order.map((name, position) => {
    if (position === index) {
      const message = unwrapError(clue.text).message || clue.text;
      return step(name, 'failed', {
        detail: shorten(message, MAX_DETAIL_LENGTH),
        evidence: [clue.evidence],
      });
    }
    if (position > index) return step(name, 'not-reached');
    return isOrderKnown(view) ? step(name, 'ok') : unknownStep(name, []);
  });
}

interface Witness {
  readonly id: string;
  readonly state: StageState;
  readonly waitsFor: string | null;
  readonly evidence: Evidence;
}

/** What shows how far a call in flight has come: its shim, its address, a plugin at work, the runtime's words. */
function witnessesOf(view: PodView, sandboxId: string | null): Witness[] {
  const found: Witness[] = [];
  const { processes } = view.facts;
  const shim = processes.find((item) => item.kind === 'shim');
  if (shim !== undefined) {
    const text = `pid ${shim.pid} ${shim.command}`;
    const evidence = quote('host', `/proc/${shim.pid}`, shim.startedAtMs, text);
    found.push({ id: 'task', state: 'running', waitsFor: `the shim (pid ${shim.pid})`, evidence });
  }
  const address = sandboxId === null ? undefined : view.node.around.addresses.get(sandboxId);
  if (address !== undefined && sandboxId !== null) {
    const evidence = quote('host', `IPAM ${shortId(sandboxId)}`, null, `holds ${address}`);
    found.push({ id: 'cni-add', state: 'running', waitsFor: null, evidence });
  }
  const plugin = processes.find((item) => item.kind === 'cni');
  if (plugin !== undefined) {
    const text = `pid ${plugin.pid} ${plugin.command}, state ${plugin.state}`;
    const evidence = quote('host', `/proc/${plugin.pid}`, plugin.startedAtMs, text);
    const waitsFor = `CNI plugin ${plugin.command} (pid ${plugin.pid})`;
    found.push({ id: 'cni-add', state: 'running', waitsFor, evidence });
  }
  for (const line of view.runtimeLog.slice(-5)) {
    const id = sandboxStepOf(line.text);
    if (id === null || sandboxId === null || !line.text.includes(sandboxId)) continue;
    found.push({ id, state: 'running', waitsFor: null, evidence: quoteRuntimeLine(line) });
  }
  return found;
}

function runningSteps(view: PodView, sinceMs: number | null): readonly StageStep[] {
  const sandboxId = view.sandboxCalls.at(-1)?.sandboxId ?? null;
  const order = orderOf(view);
  const witnesses = witnessesOf(view, sandboxId);
  const positionOf = (id: string): number => order.findIndex(([name]) => name === id);
  const furthest = Math.max(-1, ...witnesses.map((item) => positionOf(item.id)));
  if (furthest < 0) return order.map((name) => unknownStep(name, []));
  return order.map((name, position) => {
    if (position > furthest) return step(name, 'not-reached');
    if (position < furthest) return isOrderKnown(view) ? step(name, 'ok') : unknownStep(name, []);
    const own = witnesses.filter((item) => item.id === name[0]);
    const waitsFor = own.find((item) => item.waitsFor !== null)?.waitsFor ?? null;
    const evidence = own.map((item) => item.evidence);
    return step(name, 'running', { startedAtMs: sinceMs, waitsFor, evidence });
  });
}

const PASSED: ReadonlyMap<readonly Name[], readonly StageStep[]> = new Map(
  [IMAGE_FIRST, NETWORK_FIRST].map((order) => [order, order.map((name) => step(name, 'ok'))]),
);

/** The parts of a RunPodSandbox that went well. */
export function passedSteps(view: PodView): readonly StageStep[] {
  const order = orderOf(view);
  const steps = PASSED.get(order) ?? [];
  const status = view.sandboxStatus;
  if (status === null) return steps;
  const network = status.hostNetwork
    ? step(CNI_ADD, 'skipped', { detail: 'host network' })
    : step(CNI_ADD, 'ok', { detail: status.ip });
  return steps.map((item) => (item.id === CNI_ADD[0] ? network : item));
}

/** The parts of a RunPodSandbox that did not end well, in the order of this runtime, as far as error, lines, processes and address tell them. */
export function sandboxSteps(view: PodView, result: StageResult): readonly StageStep[] {
  if (result.state === 'failed') return failedSteps(view, result.clues);
  if (result.state === 'running' && result.word === 'in flight') {
    return runningSteps(view, result.sinceMs);
  }
  return [];
}
