import { toMarkdown } from '../report/to-markdown.ts';
import type { ApiRequest } from './api-route.ts';
import { AppError } from './app-error.ts';
import { parseReportParams } from './params.ts';
import { type Reply, toJsonReply } from './respond.ts';

/** GET /report: evidence about one pod (?pod=namespace/name), or about the node; Markdown unless ?format=json. */
export async function getReport(request: ApiRequest): Promise<Reply> {
  const { pod, format } = parseReportParams(request.query);
  const report = await request.runtime.report(pod, { signal: request.signal });
  if (report === null) {
    throw new AppError(
      'not-found',
      `no pod ${pod?.namespace}/${pod?.name} is on this node or remembered by it`,
    );
  }
  if (format === 'json') return toJsonReply(report);
  return { status: 200, type: 'text/markdown; charset=utf-8', body: toMarkdown(report) };
}
