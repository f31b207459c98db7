import type { ServerResponse } from 'node:http';
import type { Caller } from '../access/gate.ts';
import type { Role, Session } from '../contract/live.ts';
import type { AllowKind } from '../contract/ticket.ts';
import type { Log } from '../log.ts';
import type { Runtime } from '../runtime.ts';
import type { Reply } from './respond.ts';

/** A request that passed host, login, origin and role: only then one of these exists. */
export interface ApiRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly session: Session;
  readonly caller: Caller;
  readonly runtime: Runtime;
  /** Aborts when the client leaves or the server stops. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** The body as JSON; refuses other types and more bytes than `maxBytes`. */
  readJson(maxBytes: number): Promise<unknown>;
}

/** What a stream needs beyond a request. */
export interface StreamRequest extends ApiRequest {
  readonly acceptsGzip: boolean;
  /** False once the login has ended; asking keeps it alive. */
  isStillAllowed(): boolean;
}

interface RouteBase {
  /** Below /api/v1, with `{names}`. */
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly role: Role;
  /** The switch of --allow that guards it. */
  readonly feature?: AllowKind;
}

export type ApiRoute =
  | (RouteBase & {
      readonly kind: 'json';
      /** Of an answer that went well; 200 unless told. */
      readonly status?: 201;
      answer(request: ApiRequest): Promise<unknown> | unknown;
    })
  | (RouteBase & {
      /** An answer of another form than JSON. */
      readonly kind: 'reply';
      answer(request: ApiRequest): Promise<Reply>;
    })
  | (RouteBase & {
      readonly kind: 'stream';
      stream(request: StreamRequest, response: ServerResponse): Promise<void>;
    });
