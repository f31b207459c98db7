import { z } from 'zod';
import { type Probe, probeRequestSchema } from '../contract/probe.ts';
import { switchedOffSentence } from '../contract/stream-words.ts';
import type { ApiRequest, ApiRoute } from './api-route.ts';
import { AppError } from './app-error.ts';
import type { Probes } from './drive.ts';
import { MAX_VALUE_LENGTH, parse, podChoice, refuseParams, toPodRef } from './params.ts';
import { readBody } from './request-body.ts';

const optionsParams = z.strictObject({
  ...podChoice,
  container: z.string().min(1).max(MAX_VALUE_LENGTH).optional(),
});

type Answer = (probes: Probes, request: ApiRequest) => Promise<unknown> | unknown;

/** Routes of probes. Null: there is no node to probe, or probes are switched off on it. */
export function probeRoutes(probes: Probes | null): readonly ApiRoute[] {
  const route = (method: ApiRoute['method'], path: string, answer: Answer) => ({
    method,
    path,
    role: 'viewer' as const,
    feature: 'probe' as const,
    kind: 'json' as const,
    answer: (request: ApiRequest) => answer(there(probes), request),
  });
  return [
    { ...route('POST', '/probes', startProbe), status: 201 },
    route('GET', '/probes', listProbes),
    route('GET', '/probes/options', getOptions),
    route('POST', '/probes/sweep', sweep),
    route('GET', '/probes/{id}', getProbe),
    route('DELETE', '/probes/{id}', cancelProbe),
    route('POST', '/probes/{id}/next', nextCall),
    route('GET', '/probes/{id}/commands', getCommands),
  ];
}

function there(probes: Probes | null): Probes {
  if (probes !== null) return probes;
  throw new AppError('feature-disabled', switchedOffSentence('probe'));
}

async function startProbe(probes: Probes, request: ApiRequest): Promise<Probe> {
  refuseParams(request.query);
  const body = await readBody(request, probeRequestSchema);
  return probes.start(request.caller, body, request);
}

function listProbes(probes: Probes, request: ApiRequest): Promise<unknown> {
  refuseParams(request.query);
  return probes.list(request);
}

function getOptions(probes: Probes, request: ApiRequest): Promise<unknown> {
  const given = parse(optionsParams, request.query);
  const pod = toPodRef(given);
  if (pod === null && given.container !== undefined) {
    throw new AppError('bad-request', '?container= needs ?pod=namespace/name');
  }
  const beside = pod === null ? null : { pod, container: given.container ?? null };
  return probes.options(request.caller, beside, request);
}

function sweep(probes: Probes, request: ApiRequest): Promise<unknown> {
  refuseParams(request.query);
  return probes.sweep(request.caller, request);
}

function getProbe(probes: Probes, request: ApiRequest): Promise<Probe> {
  refuseParams(request.query);
  return known(request, (id) => probes.get(id, request));
}

function cancelProbe(probes: Probes, request: ApiRequest): Promise<Probe> {
  refuseParams(request.query);
  return known(request, (id) => probes.cancel(request.caller, id, request));
}

function nextCall(probes: Probes, request: ApiRequest): Promise<Probe> {
  refuseParams(request.query);
  return known(request, (id) => probes.next(request.caller, id, request));
}

function getCommands(probes: Probes, request: ApiRequest): Promise<unknown> {
  refuseParams(request.query);
  return known(request, async (id) => probes.commands(id));
}

async function known<T>(request: ApiRequest, ask: (id: string) => Promise<T | null>): Promise<T> {
  const { id = '' } = request.params;
  const found = await ask(id);
  if (found !== null) return found;
  throw new AppError('not-found', `this server knows no probe ${id.slice(0, 64)}`);
}
