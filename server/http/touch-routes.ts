import {
  commandRequestSchema,
  type PortCheck,
  portCheckRequestSchema,
  type Ticket,
  ticketRequestSchema,
} from '../contract/ticket.ts';
import type { ApiRequest, ApiRoute } from './api-route.ts';
import { AppError } from './app-error.ts';
import { refuseParams } from './params.ts';
import { readBody } from './request-body.ts';
import { sinceParam } from './since-param.ts';
import type { Touch } from './touch.ts';

const CONTAINER_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Routes that act on containers: tickets for streams, commands, questions to ports. Null: there is no node to act on. */
export function touchRoutes(touch: Touch | null): readonly ApiRoute[] {
  return [
    {
      method: 'POST',
      path: '/tickets',
      role: 'viewer',
      kind: 'json',
      status: 201,
      answer: (request) => issueTicket(there(touch), request),
    },
    {
      method: 'POST',
      path: '/containers/{id}/exec',
      role: 'viewer',
      feature: 'exec',
      kind: 'json',
      answer: (request) => runCommand(there(touch), request),
    },
    {
      method: 'POST',
      path: '/pods/{namespace}/{name}/check-port',
      role: 'viewer',
      feature: 'port-forward',
      kind: 'json',
      answer: (request) => checkPort(there(touch), request),
    },
  ];
}

function there(touch: Touch | null): Touch {
  if (touch !== null) return touch;
  throw new AppError('feature-disabled', 'a capture is shown: there is no node to act on');
}

async function issueTicket(touch: Touch, request: ApiRequest): Promise<Ticket> {
  refuseParams(request.query);
  const body = await readBody(request, ticketRequestSchema);
  if (body.kind !== 'logs') return touch.issueTicket(request.caller, body);
  if ((body.containerId === null) === (body.pod === null)) {
    throw new AppError('bad-request', 'expected containerId or pod, and not both');
  }
  const { since } = body;
  const nowMs = request.runtime.nowMs();
  const from = since === null ? null : new Date(sinceParam('since', since, nowMs)).toISOString();
  return touch.issueTicket(request.caller, { ...body, since: from });
}

async function runCommand(touch: Touch, request: ApiRequest): Promise<unknown> {
  refuseParams(request.query);
  const containerId = request.params['id'] ?? '';
  if (!CONTAINER_ID.test(containerId))
    throw new AppError('bad-request', 'id: no id of a container');
  const body = await readBody(request, commandRequestSchema);
  return touch.runCommand(request.caller, { containerId, request: body }, request.signal);
}

async function checkPort(touch: Touch, request: ApiRequest): Promise<PortCheck> {
  refuseParams(request.query);
  const body = await readBody(request, portCheckRequestSchema);
  const { namespace = '', name = '' } = request.params;
  const pod = await request.runtime.pod({ namespace, name, uid: body.uid }, request);
  const sandbox = pod?.sandboxes.find(({ state }) => state === 'ready');
  if (pod === null) throw new AppError('not-found', `there is no pod ${namespace}/${name} here`);
  if (sandbox === undefined) {
    throw new AppError('not-found', `${namespace}/${name} has no sandbox that runs, so no network`);
  }
  const asked = { podSandboxId: sandbox.id, request: body };
  return touch.checkPort(request.caller, asked, request.signal);
}
