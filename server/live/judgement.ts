import type { Finding } from '../contract/finding.ts';
import { podKey } from '../contract/live.ts';
import type { NodeStatus } from '../contract/node-status.ts';
import type { PodDetail, PodRow } from '../contract/pod.ts';

/** A value with its JSON, by which two judgements are compared. */
export interface Keyed<T> {
  readonly value: T;
  readonly json: string;
}

/** What is said about the node at one moment, ready to be compared with the next. */
export interface Judgement {
  readonly version: number;
  readonly judgedAtMs: number;
  readonly asOf: string;
  readonly stale: boolean;
  readonly node: Keyed<NodeStatus>;
  readonly findings: Keyed<readonly Finding[]>;
  /** By podKey, in order of namespace and name. */
  readonly rows: ReadonlyMap<string, Keyed<PodRow>>;
  readonly details: ReadonlyMap<string, PodDetail>;
}

/** The parts of a judgement as the pipeline gives them. */
export interface Judged {
  readonly node: NodeStatus;
  readonly findings: readonly Finding[];
  readonly pods: readonly PodDetail[];
}

export interface JudgementContext {
  readonly version: number;
  readonly judgedAtMs: number;
  readonly before: Judgement | null;
}

/** Makes a judgement comparable; rows equal to those of `before` keep their identity, so that comparing is cheap. */
export function toJudgement(
  judged: Judged,
  { version, judgedAtMs, before }: JudgementContext,
): Judgement {
  const sorted = [...judged.pods].sort(byNamespaceAndName);
  const rows = new Map<string, Keyed<PodRow>>();
  const details = new Map<string, PodDetail>();
  for (const detail of sorted) {
    const key = podKey(detail);
    const value = toRow(detail);
    const json = JSON.stringify(value);
    const old = before?.rows.get(key);
    rows.set(key, old?.json === json ? old : { value, json });
    details.set(key, detail);
  }
  return {
    version,
    judgedAtMs,
    asOf: judged.node.asOf,
    stale: judged.node.stale,
    node: { value: judged.node, json: withoutClock(judged.node) },
    findings: { value: judged.findings, json: JSON.stringify(judged.findings) },
    rows,
    details,
  };
}

/** A detail's JSON without the fields that change with every look. */
export function detailJson(detail: PodDetail): string {
  return JSON.stringify({ ...detail, asOf: null });
}

function withoutClock(node: NodeStatus): string {
  const health = { ...node.runtime.health, lastAnswerAt: null, callsInFlight: null };
  return JSON.stringify({ ...node, asOf: null, cost: null, runtime: { ...node.runtime, health } });
}

function byNamespaceAndName(a: PodDetail, b: PodDetail): number {
  return (
    compare(a.namespace, b.namespace) ||
    compare(a.name, b.name) ||
    compare(a.uid ?? '', b.uid ?? '')
  );
}

/** By code unit: the same order on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function toRow(detail: PodDetail): PodRow {
  const { namespace, name, uid, kind, createdAt, verdict, dots, readyCount, containers } = detail;
  return { namespace, name, uid, kind, createdAt, verdict, dots, readyCount, containers };
}
