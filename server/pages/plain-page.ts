import type { RequestUrl } from '../access/request-url.ts';
import type { NodeStatus } from '../contract/node-status.ts';
import { pagePaths } from '../contract/paths.ts';
import { escapeHtml, PLAIN_PAGE_POLICY, toPage } from '../http/html.ts';
import { matchPath } from '../http/match-path.ts';
import { type Reply, toHtmlReply } from '../http/respond.ts';
import type { Runtime } from '../runtime.ts';

/** 5 s: the renderer starts in two. */
const REFRESH_SECONDS = 5;

/**
 * The page while the renderer cannot make one: the node's verdict, the asked pod's verdict, and why there is no more.
 * 503, and it tries again by itself.
 */
export async function plainPage(options: {
  readonly runtime: Runtime;
  readonly url: RequestUrl;
  readonly basePath: string;
  readonly reason: string;
  readonly signal: AbortSignal;
}): Promise<Reply> {
  const { runtime, url, signal } = options;
  const node = await runtime.node({ signal });
  const pod = await podSentence(runtime, url, signal);
  const body = `${pod}${nodeSentence(node)}
<p class="muted">The full page is not there: ${escapeHtml(options.reason)}. It is tried again every ${REFRESH_SECONDS} s; the API at <code>${escapeHtml(options.basePath)}/api/v1</code> answers meanwhile.</p>
<p><a href="${escapeHtml(options.basePath)}${pagePaths.node()}">Node</a> · <a href="${escapeHtml(options.basePath)}${pagePaths.pods()}">Pods</a></p>`;
  const page = toPage(`${node.name} · cri-triage`, body, { refreshSeconds: REFRESH_SECONDS });
  return toHtmlReply(503, page, {
    'content-security-policy': PLAIN_PAGE_POLICY,
    'retry-after': String(REFRESH_SECONDS),
  });
}

function nodeSentence(node: NodeStatus): string {
  const { lead, rest, tone } = node.sentence;
  const stale = node.runtime.health.message;
  const warning = stale === null ? '' : `<p class="fail">${escapeHtml(stale)}</p>`;
  return `<h1>${escapeHtml(node.name)}</h1><p><b class="${tone === 'bad' ? 'fail' : ''}">${escapeHtml(lead)}</b> ${escapeHtml(rest)}</p>${warning}`;
}

async function podSentence(
  runtime: Runtime,
  url: RequestUrl,
  signal: AbortSignal,
): Promise<string> {
  const params = matchPath('/pods/{namespace}/{name}', url.path);
  if (params === null) return '';
  const { namespace = '', name = '' } = params;
  const pod = await runtime.pod({ namespace, name, uid: url.query.get('uid') }, { signal });
  const title = `<h1>${escapeHtml(`${namespace}/${name}`)}</h1>`;
  if (pod === null) return `${title}<p>There is no such pod on this node now.</p>`;
  const raw = pod.rawError === null ? '' : `<p><code>${escapeHtml(pod.rawError.text)}</code></p>`;
  return `${title}<p>${escapeHtml(pod.sentence)}</p>${raw}`;
}
