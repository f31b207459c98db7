import type { Finding } from '../contract/finding.ts';
import { podKey } from '../contract/live.ts';
import type { NodeStatus } from '../contract/node-status.ts';
import type { PodDetail, PodRow } from '../contract/pod.ts';
import { findingsFingerprint, nodeFingerprint, rowFingerprint } from './fingerprint.ts';

/** A value with the text by which it is compared; equal texts of successive judgements are one string. */
export interface Marked<T> {
  readonly value: T;
  readonly fingerprint: string;
}

/** What is said about the node at one moment, ready to be compared with the next. */
export interface Judgement {
  readonly version: number;
  readonly judgedAtMs: number;
  readonly asOf: string;
  readonly stale: boolean;
  readonly node: Marked<NodeStatus>;
  readonly findings: Marked<readonly Finding[]>;
  /** By podKey, in order of namespace and name. */
  readonly rows: ReadonlyMap<string, Marked<PodRow>>;
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

/** Makes a judgement comparable with the one before. */
export function toJudgement(
  judged: Judged,
  { version, judgedAtMs, before }: JudgementContext,
): Judgement {
  const sorted = [...judged.pods].sort(byNamespaceAndName);
  const rows = new Map<string, Marked<PodRow>>();
  const details = new Map<string, PodDetail>();
  for (const detail of sorted) {
    const key = podKey(detail);
    rows.set(key, toMarkedRow(detail, before?.rows.get(key)));
    details.set(key, detail);
  }
  return {
    version,
    judgedAtMs,
    asOf: judged.node.asOf,
    stale: judged.node.stale,
    node: { value: judged.node, fingerprint: nodeFingerprint(judged.node) },
    findings: { value: judged.findings, fingerprint: findingsFingerprint(judged.findings) },
    rows,
    details,
  };
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

/** A row of which every part is the very same as before is not written out again. */
function toMarkedRow(detail: PodDetail, before: Marked<PodRow> | undefined): Marked<PodRow> {
  const value = toRow(detail);
  if (before !== undefined && hasSameParts(value, before.value)) return before;
  const fingerprint = rowFingerprint(value);
  const old = before?.fingerprint;
  return { value, fingerprint: old === fingerprint ? old : fingerprint };
}

function hasSameParts(a: PodRow, b: PodRow): boolean {
  return (
    a.verdict === b.verdict &&
    a.dots === b.dots &&
    a.containers === b.containers &&
    a.readyCount === b.readyCount &&
    a.kind === b.kind &&
    a.createdAt === b.createdAt
  );
}

function toRow(detail: PodDetail): PodRow {
  const { namespace, name, uid, kind, createdAt, verdict, dots, readyCount, containers } = detail;
  return { namespace, name, uid, kind, createdAt, verdict, dots, readyCount, containers };
}
