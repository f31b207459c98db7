import type { Cause } from '../cause.ts';
import { type ConditionSpec, conditionCause } from '../condition-cause.ts';
import { withNames } from '../fixes/fill-places.ts';
import { podCause } from '../pod-cause.ts';
import type { TableCause } from '../table-cause.ts';
import { STATUS_TEXTS } from './exit-run/status-texts.ts';
import { EVICTION_TEXTS } from './node-limits-storage/eviction-texts.ts';
import { LIMIT_TEXTS } from './node-limits-storage/texts.ts';

const ROWS = [...STATUS_TEXTS, ...EVICTION_TEXTS, ...LIMIT_TEXTS];

function rowOf(id: string): TableCause {
  const row = ROWS.find((each) => each.id === id);
  if (row === undefined) throw new Error(`no row ${id}`);
  return row;
}

interface StatusSpec {
  /** status.reason; the words of the row must stand in the message as well. */
  readonly reasons: readonly string[];
  readonly impact: string;
  readonly isNodeWide: boolean;
}

const GONE = 'The pod is Failed for good; its controller makes another one, maybe elsewhere.';
const REFUSED = 'The pod was rejected; a controller tries again elsewhere or later.';

const BY_STATUS: Readonly<Record<string, StatusSpec>> = {
  'own-storage-limit-exceeded': { reasons: ['Evicted'], impact: GONE, isNodeWide: false },
  'evicted-memory-pressure': { reasons: ['Evicted'], impact: GONE, isNodeWide: true },
  'evicted-pid-pressure': { reasons: ['Evicted'], impact: GONE, isNodeWide: true },
  'memory-pressure-admission': { reasons: ['Evicted'], impact: REFUSED, isNodeWide: true },
  'pid-pressure-admission': { reasons: ['Evicted'], impact: REFUSED, isNodeWide: true },
  'node-shutting-down': {
    reasons: ['Terminated', 'NodeShutdown', 'Shutdown'],
    impact: 'The pod stays Failed; its controller made another one. It can be deleted.',
    isNodeWide: true,
  },
  'pod-preempted': { reasons: ['Preempting'], impact: GONE, isNodeWide: false },
};

/** The table's causes that kubelet's status of the whole pod tells. */
export const STATUS_CAUSES: readonly Cause[] = Object.entries(BY_STATUS).map(([id, spec]) => {
  const { title, explanation, confusedWith, checks, patterns, except = [] } = rowOf(id);
  return podCause({
    id,
    stages: ['run', 'kubelet'],
    title,
    explanation,
    confusedWith,
    impact: spec.impact,
    isNodeWide: spec.isNodeWide,
    nextChecks: (view) => withNames(checks, view),
    reasons: spec.reasons,
    says: (text) =>
      patterns.some((pattern) => pattern.test(text)) &&
      !except.some((pattern) => pattern.test(text)),
  });
});

const OLD_SIZE = 'It runs on with the resources it had before.';
const BY_CONDITION: Readonly<Record<string, ConditionSpec & { readonly impact: string }>> = {
  'resize-infeasible': {
    type: 'PodResizePending',
    status: 'True',
    reasons: ['Infeasible'],
    impact: OLD_SIZE,
  },
  'resize-deferred': {
    type: 'PodResizePending',
    status: 'True',
    reasons: ['Deferred'],
    impact: OLD_SIZE,
  },
  'resize-failed': {
    type: 'PodResizeInProgress',
    status: 'True',
    reasons: ['Error'],
    impact: OLD_SIZE,
  },
  'readiness-gate-unset': {
    type: 'Ready',
    status: 'False',
    reasons: ['ReadinessGatesNotReady'],
    impact: 'It runs, but gets no traffic from services.',
  },
};

/** The table's causes that a condition of a running pod tells. */
export const CONDITION_CAUSES: readonly Cause[] = Object.entries(BY_CONDITION).map(([id, spec]) => {
  const { title, explanation, confusedWith, checks } = rowOf(id);
  const { impact, ...condition } = spec;
  const nextChecks: Cause['nextChecks'] = (view) => withNames(checks, view);
  return conditionCause({ id, title, explanation, impact, confusedWith, nextChecks }, condition);
});
