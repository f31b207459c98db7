import type { CallList } from '../contract/call.ts';
import type { ApiRequest } from './api-route.ts';
import { parseCallListParams } from './call-params.ts';

/** GET /calls: the call journal, in flight first, then newest first, one page of it. */
export function getCalls(request: ApiRequest): Promise<CallList> {
  const { runtime, query, signal } = request;
  return runtime.calls(parseCallListParams(query, runtime.nowMs()), { signal });
}
