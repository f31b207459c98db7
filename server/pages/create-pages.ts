import { AppError } from '../http/app-error.ts';
import type { PageRequest, Pages } from '../http/pages.ts';
import { send } from '../http/respond.ts';
import { linkSignals } from '../lib/abort.ts';
import type { Log } from '../log.ts';
import type { RendererProcess } from '../renderer-process/open-renderer-process.ts';
import type { Runtime } from '../runtime.ts';
import type { Capabilities } from './capabilities.ts';
import type { PageProxy } from './page-proxy.ts';
import { plainPage } from './plain-page.ts';

export interface PagesParts {
  readonly renderer: RendererProcess;
  readonly proxy: PageProxy;
  readonly capabilities: Capabilities;
  readonly runtime: Runtime;
  readonly basePath: string;
  readonly log: Log;
  /** How long a page waits for a renderer that starts. */
  readonly maxWaitMs: number;
}

/** Pages by the renderer, started when it is not there, and plain ones while it cannot be had. */
export function createPages(parts: PagesParts): Pages {
  return {
    async answer(page) {
      // The optimiser of images would fetch and decode what a query names; no page of ours uses it.
      if (page.url.path.startsWith('/_next/image')) throw new AppError('not-found');
      const release = parts.renderer.use();
      try {
        await passOn(parts, page);
      } catch (error) {
        await answerPlain(parts, page, error);
      } finally {
        release();
      }
    },
  };
}

async function passOn(parts: PagesParts, page: PageRequest): Promise<void> {
  const link = linkSignals([page.signal, AbortSignal.timeout(parts.maxWaitMs)]);
  const once = async (): Promise<void> => {
    await parts.renderer.ensureUp(link.signal);
    await parts.proxy.forward(page, isAsset(page) ? null : parts.capabilities.mint(page));
  };
  try {
    await once();
  } catch (error) {
    // It died with an earlier page, and this one never reached it.
    if (!isNeverReached(error)) throw error;
    await parts.renderer.afterLoss(link.signal);
    await once();
  } finally {
    link.dispose();
  }
}

function isNeverReached(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'connect';
}

function isAsset(page: PageRequest): boolean {
  return page.url.path.startsWith('/_next/');
}

async function answerPlain(parts: PagesParts, page: PageRequest, error: unknown): Promise<void> {
  if (page.signal.aborted || page.response.headersSent) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  parts.log.warn({ path: page.url.path, reason }, 'the renderer gave no page');
  if (isAsset(page)) throw new AppError('renderer-unavailable', reason);
  const { runtime, basePath } = parts;
  await send(
    page.message,
    page.response,
    await plainPage({ runtime, basePath, url: page.url, reason, signal: page.signal }),
  );
}
