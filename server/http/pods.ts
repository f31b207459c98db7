import { podKey } from '../contract/live.ts';
import type { PodDetail, PodList, PodRow } from '../contract/pod.ts';
import { matchesPod, parsePodQuery } from '../contract/pod-query.ts';
import type { ApiRequest } from './api-route.ts';
import { AppError } from './app-error.ts';
import { parsePodListParams, parsePodParams, toPodQueryTerms } from './params.ts';

/** Names told in a 404: enough to see the slip of the pen. */
const MAX_NEAR_NAMES = 3;

/** GET /pods: the rows that fit the filter, by namespace and name, one page of them. */
export async function getPods(request: ApiRequest): Promise<PodList> {
  const params = parsePodListParams(request.query);
  const terms = [...toPodQueryTerms(params), ...parsePodQuery(params.q ?? '')];
  const { asOf, stale, pods } = await request.runtime.pods({ signal: request.signal });
  const fitting = pods.filter((pod) => matchesPod(pod, terms));
  const from = params.cursor === undefined ? 0 : indexAfter(fitting, fromCursor(params.cursor));
  const page = fitting.slice(from, from + params.limit);
  const last = page.at(-1);
  const hasMore = from + page.length < fitting.length;
  return {
    asOf,
    stale,
    pods: page,
    nextCursor: hasMore && last !== undefined ? toCursor(last) : null,
    total: fitting.length,
  };
}

/** GET /pods/{namespace}/{name}: one pod in full; the newest where several bear the name and no uid is given. */
export async function getPod(request: ApiRequest): Promise<PodDetail> {
  const ref = {
    namespace: request.params['namespace'] ?? '',
    name: request.params['name'] ?? '',
    uid: parsePodParams(request.query).uid,
  };
  const found = await request.runtime.pod(ref, { signal: request.signal });
  if (found !== null) return found;
  const { pods } = await request.runtime.pods({ signal: request.signal });
  const any = { ...ref, uid: null };
  const namesake =
    ref.uid === null ? null : await request.runtime.pod(any, { signal: request.signal });
  throw new AppError('not-found', toAbsence(ref, pods, namesake));
}

function toAbsence(
  ref: { namespace: string; name: string; uid: string | null },
  pods: readonly PodRow[],
  namesake: PodDetail | null,
): string {
  const title = `${ref.namespace}/${ref.name}`;
  if (ref.uid !== null && pods.some((pod) => `${pod.namespace}/${pod.name}` === title)) {
    return `pod ${title} is here, but not with uid ${ref.uid}: it was replaced`;
  }
  if (namesake !== null && namesake.source === 'history') {
    return `pod ${title} is gone and not remembered with uid ${ref.uid}; the last of that name had uid ${namesake.uid} and was seen until ${namesake.asOf}`;
  }
  const stem = ref.name.split('-')[0] ?? ref.name;
  const near = pods
    .filter(
      (pod) =>
        pod.name === ref.name || (pod.namespace === ref.namespace && pod.name.startsWith(stem)),
    )
    .slice(0, MAX_NEAR_NAMES)
    .map((pod) => `${pod.namespace}/${pod.name}`);
  const hint = near.length === 0 ? '' : `; here are ${near.join(', ')}`;
  return `no pod ${title} among the ${pods.length} pods of this node: removed, or on another node${hint}`;
}

/** Cursors name the last row that was given, so that rows that come and go do not shift the pages. */
function toCursor(row: PodRow): string {
  return Buffer.from(podKey(row)).toString('base64url');
}

function fromCursor(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString('utf8');
  if (key.split('/').length !== 3) throw new AppError('bad-request', '?cursor= is not one of ours');
  return key;
}

function indexAfter(rows: readonly PodRow[], key: string): number {
  const [namespace = '', name = '', uid = ''] = key.split('/');
  const isAfter = (row: PodRow): boolean => {
    if (row.namespace !== namespace) return row.namespace > namespace;
    if (row.name !== name) return row.name > name;
    return (row.uid ?? '') > uid;
  };
  const index = rows.findIndex(isAfter);
  return index === -1 ? rows.length : index;
}
