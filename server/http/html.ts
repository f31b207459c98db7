/** Text made safe for HTML, in element content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** The tokens of our pages, for the few that the server makes itself: they work without the renderer and without script. */
const STYLE = `
:root{color-scheme:light dark;--bg:#f6f7f9;--panel:#fff;--line:#dfe4eb;--text:#18202c;--muted:#5c6778;--accent:#2459c9;--on:#fff;--fail:#c4281c}
@media(prefers-color-scheme:dark){:root{--bg:#0c0f14;--panel:#12161d;--line:#232a35;--text:#dde3ec;--muted:#8a95a6;--accent:#7aa7ff;--on:#0c0f14;--fail:#ff7a70}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--bg);color:var(--text);font:14px/1.5 "Inter Variable",Inter,system-ui,"Segoe UI",sans-serif}
main{width:100%;max-width:440px;background:var(--panel);border:1px solid var(--line);border-radius:10px;padding:24px}
.brand{font-weight:650;color:var(--muted);margin:0 0 16px}.brand b{color:var(--accent)}h1{font-size:20px;line-height:1.3;margin:0 0 8px;letter-spacing:-.015em}p{margin:0 0 12px}.muted{color:var(--muted)}.fail{color:var(--fail)}
label{display:block;font-weight:550;margin:16px 0 4px}input{width:100%;font:13px/1.5 ui-monospace,"JetBrains Mono",monospace;padding:7px 10px;border:1px solid var(--muted);border-radius:6px;background:var(--bg);color:var(--text)}
button{margin-top:14px;font:inherit;font-weight:550;padding:7px 16px;border:0;border-radius:6px;background:var(--accent);color:var(--on);cursor:pointer}
input:focus-visible,button:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}a{color:var(--accent)}code{font:12px ui-monospace,"JetBrains Mono",monospace;overflow-wrap:anywhere}`;

/** The policy of a page made here: its own style and form, no script at all. */
export const PLAIN_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A whole page around `body`, which is HTML already. */
export function toPage(
  title: string,
  body: string,
  options: { readonly refreshSeconds?: number } = {},
): string {
  const refresh =
    options.refreshSeconds === undefined
      ? ''
      : `<meta http-equiv="refresh" content="${options.refreshSeconds}">`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${refresh}<link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><p class="brand">cri<b>·</b>triage</p>${body}</main></body></html>`;
}
