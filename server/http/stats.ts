import { z } from 'zod';
import type { StatsList, StatsSeries } from '../contract/stats.ts';
import type { ApiRequest } from './api-route.ts';
import { AppError } from './app-error.ts';
import { parse, podChoice, toPodRef } from './params.ts';
import { sinceParam } from './since-param.ts';

/** An hour of the list's pace: the small line of a row is narrower. */
const MAX_RECENT = 720;

const listParams = z.strictObject({
  ...podChoice,
  recent: z
    .string()
    .regex(/^\d{1,3}$/u, 'expected a whole number')
    .transform(Number)
    .pipe(z.number().max(MAX_RECENT))
    .optional(),
});
const seriesParams = z.strictObject({ since: z.string().min(1).max(64).optional() });

/** GET /stats: what containers use now; ?pod= of one pod only, ?recent= with points for a small line. */
export function getStats({ runtime, query, signal }: ApiRequest): Promise<StatsList> {
  const params = parse(listParams, query);
  return runtime.stats({ pod: toPodRef(params), recent: params.recent ?? 0 }, { signal });
}

/** GET /stats/{containerId}: its line; ?since= only what is later. */
export async function getContainerStats(request: ApiRequest): Promise<StatsSeries> {
  const { runtime, query, params, signal } = request;
  const { since } = parse(seriesParams, query);
  const containerId = params['containerId'] ?? '';
  const sinceMs = since === undefined ? null : sinceParam('since', since, runtime.nowMs());
  const series = await runtime.containerStats(containerId, sinceMs, { signal });
  if (series === null) {
    throw new AppError('not-found', `no container ${containerId.slice(0, 80)} is known here`);
  }
  return series;
}
