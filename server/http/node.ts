import type { NodeStatus } from '../contract/node-status.ts';
import type { ApiRequest } from './api-route.ts';
import { refuseParams } from './params.ts';

/** GET /node: the node, its runtime, its sources and how many pods stand where. */
export function getNode(request: ApiRequest): Promise<NodeStatus> {
  refuseParams(request.query);
  return request.runtime.node({ signal: request.signal });
}
