import { escapeHtml, PLAIN_PAGE_POLICY, toPage } from './html.ts';
import { type Reply, toHtmlReply } from './respond.ts';
import { PAGE_REFERRER_POLICY } from './security-headers.ts';

/** The login form, made without renderer and script: it has to work when little else does. */
export function loginPage(options: {
  readonly status: number;
  readonly action: string;
  readonly next: string;
  readonly nodeName: string;
  readonly message: string | null;
}): Reply {
  const message =
    options.message === null
      ? ''
      : `<p class="fail" id="message" role="alert">${escapeHtml(options.message)}</p>`;
  const described = options.message === null ? 'hint' : 'message hint';
  const body = `<h1>Log in to ${escapeHtml(options.nodeName)}</h1>${message}
<form method="post" action="${escapeHtml(options.action)}">
<input type="hidden" name="next" value="${escapeHtml(options.next)}">
<input type="text" name="node" value="${escapeHtml(options.nodeName)}" autocomplete="username" hidden>
<label for="token">Token of this node</label>
<input id="token" name="token" type="password" autocomplete="current-password" autofocus required spellcheck="false" aria-describedby="${described}">
<button type="submit">Log in</button></form>
<p class="muted" id="hint" style="margin:18px 0 0">It was printed when cri-triage started, or stands in the file given with <code>--token-file</code>.</p>`;
  return toHtmlReply(options.status, toPage(`Log in · ${options.nodeName}`, body), {
    'content-security-policy': PLAIN_PAGE_POLICY,
    'referrer-policy': PAGE_REFERRER_POLICY,
  });
}
