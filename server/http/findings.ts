import type { FindingList } from '../contract/finding.ts';
import type { ApiRequest } from './api-route.ts';
import { refuseParams } from './params.ts';

/** GET /findings: causes told once, with the pods they hit. */
export function getFindings(request: ApiRequest): Promise<FindingList> {
  refuseParams(request.query);
  return request.runtime.findings({ signal: request.signal });
}
