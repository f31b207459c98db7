import { actionRoutes } from './actions.ts';
import type { ApiRoute } from './api-route.ts';
import { getCalls } from './calls.ts';
import { sendCapture } from './capture.ts';
import type { Actions, Probes } from './drive.ts';
import { createEventsRoute } from './events.ts';
import { createExplainRoute } from './explain.ts';
import { getFindings } from './findings.ts';
import { getImages } from './images.ts';
import { logRoutes } from './logs.ts';
import { getNode } from './node.ts';
import { getPod, getPods } from './pods.ts';
import { probeRoutes } from './probes.ts';
import { getReport } from './report.ts';
import { getSession } from './session.ts';
import { getContainerStats, getStats } from './stats.ts';
import type { Touch } from './touch.ts';
import { touchRoutes } from './touch-routes.ts';

/** The map of the API below /api/v1. What does not stand here does not exist. */
export function createRoutes(
  options: {
    readonly heartbeatMs?: number;
    readonly touch?: Touch | null;
    readonly probes?: Probes | null;
    readonly actions?: Actions | null;
  } = {},
): readonly ApiRoute[] {
  return [
    { method: 'GET', path: '/node', role: 'viewer', kind: 'json', answer: getNode },
    { method: 'GET', path: '/pods', role: 'viewer', kind: 'json', answer: getPods },
    {
      method: 'GET',
      path: '/pods/{namespace}/{name}',
      role: 'viewer',
      kind: 'json',
      answer: getPod,
    },
    { method: 'GET', path: '/calls', role: 'viewer', kind: 'json', answer: getCalls },
    { method: 'GET', path: '/images', role: 'viewer', kind: 'json', answer: getImages },
    { method: 'GET', path: '/stats', role: 'viewer', kind: 'json', answer: getStats },
    {
      method: 'GET',
      path: '/stats/{containerId}',
      role: 'viewer',
      kind: 'json',
      answer: getContainerStats,
    },
    { method: 'GET', path: '/findings', role: 'viewer', kind: 'json', answer: getFindings },
    {
      method: 'POST',
      path: '/explain',
      role: 'viewer',
      kind: 'json',
      answer: createExplainRoute(),
    },
    { method: 'GET', path: '/report', role: 'viewer', kind: 'reply', answer: getReport },
    { method: 'GET', path: '/capture', role: 'viewer', kind: 'stream', stream: sendCapture },
    { method: 'GET', path: '/session', role: 'viewer', kind: 'json', answer: getSession },
    {
      method: 'GET',
      path: '/events',
      role: 'viewer',
      kind: 'stream',
      stream: createEventsRoute(options),
    },
    ...logRoutes(),
    ...touchRoutes(options.touch ?? null),
    ...probeRoutes(options.probes ?? null),
    ...actionRoutes(options.actions ?? null),
  ];
}
