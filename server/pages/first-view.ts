import { MAX_EXPLAIN_BYTES } from '../contract/explain-stage.ts';
import type { FirstView } from '../contract/live.ts';
import type { PodList, PodRow } from '../contract/pod.ts';
import { matchesPod, parsePodQuery } from '../contract/pod-query.ts';
import { matchPath } from '../http/match-path.ts';
import type { Runtime } from '../runtime.ts';
import type { Grant } from './capabilities.ts';

/** Rows in the HTML of the pods page: what fits a few screens; the stream brings the others. */
const MAX_ROWS = 100;
/** The page filters by itself: its first rows are the first of all calls. */
const FIRST_CALLS = {
  pod: null,
  sinceMs: null,
  calls: null,
  outcomes: null,
  q: '',
  after: null,
} as const;
/** Stuck pods in the HTML of the node page; the page has room for as many. */
const MAX_STUCK_ROWS = 8;

/** Everything the page behind `grant` shows before any script runs. */
export async function toFirstView(
  runtime: Runtime,
  grant: Grant,
  signal: AbortSignal,
): Promise<FirstView> {
  const view = await toView(runtime, grant, signal);
  const node = await runtime.node({ signal });
  return { now: new Date(runtime.nowMs()).toISOString(), session: grant.session, node, view };
}

async function toView(
  runtime: Runtime,
  { url }: Grant,
  signal: AbortSignal,
): Promise<FirstView['view']> {
  if (url.path === '/') {
    const [findings, { pods }] = [
      await runtime.findings({ signal }),
      await runtime.pods({ signal }),
    ];
    return { page: 'node', findings, stuck: pods.filter(needsPerson).slice(0, MAX_STUCK_ROWS) };
  }
  if (url.path === '/pods') {
    const query = url.query.get('q') ?? '';
    return { page: 'pods', query, pods: await toRows(runtime, query, signal) };
  }
  if (url.path === '/calls') {
    const query = url.query.get('q') ?? '';
    const calls = await runtime.calls({ ...FIRST_CALLS, limit: MAX_ROWS }, { signal });
    return { page: 'calls', query, calls };
  }
  if (url.path === '/images') {
    const query = url.query.get('q') ?? '';
    return { page: 'images', query, images: await runtime.images({ signal }) };
  }
  if (url.path === '/explain') {
    const text = (url.query.get('text') ?? '').slice(0, MAX_EXPLAIN_BYTES);
    return {
      page: 'explain',
      text,
      answer: text.trim() === '' ? null : runtime.explain(text),
    };
  }
  const params = matchPath('/pods/{namespace}/{name}', url.path);
  if (params === null) return { page: 'other' };
  const { namespace = '', name = '' } = params;
  const pod = await runtime.pod({ namespace, name, uid: url.query.get('uid') }, { signal });
  return { page: 'pod', pod, namespace, name };
}

async function toRows(runtime: Runtime, query: string, signal: AbortSignal): Promise<PodList> {
  const { asOf, stale, pods } = await runtime.pods({ signal });
  const terms = parsePodQuery(query);
  const fitting = pods.filter((pod) => matchesPod(pod, terms));
  const rows = [...fitting].sort((a, b) => urgency(a) - urgency(b)).slice(0, MAX_ROWS);
  return { asOf, stale, pods: rows, nextCursor: null, total: fitting.length };
}

/** What needs a person comes first; rows of one kind keep their order. */
function urgency(row: PodRow): number {
  return { stuck: 0, unknown: 1, starting: 2, terminating: 3, ready: 4, completed: 5 }[
    row.verdict.outcome
  ];
}

function needsPerson({ verdict }: PodRow): boolean {
  return (
    verdict.outcome === 'stuck' || (verdict.outcome === 'terminating' && verdict.state === 'failed')
  );
}
