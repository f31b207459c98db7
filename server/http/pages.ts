import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestUrl } from '../access/request-url.ts';
import type { Session } from '../contract/live.ts';

/** A page or asset request of somebody who is logged in. */
export interface PageRequest {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: RequestUrl;
  readonly session: Session;
  readonly signal: AbortSignal;
}

/** Whoever makes pages: the renderer behind its proxy, or a plain page while it cannot. */
export interface Pages {
  answer(request: PageRequest): Promise<void>;
}
