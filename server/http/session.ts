import type { Session } from '../contract/live.ts';
import type { ApiRequest } from './api-route.ts';
import { refuseParams } from './params.ts';

/** GET /session: who asks, and what that role may do here. */
export function getSession(request: ApiRequest): Session {
  refuseParams(request.query);
  return request.session;
}
