import { afterEach, describe, expect, it } from 'vitest';
import { STATS_FIGURES, type StatsSeries } from '../contract/stats.ts';
import type { StatsQuestion } from '../runtime.ts';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';

const VIEWER = { token: 'viewer-token-1' };
const FIGURES = Object.fromEntries(
  STATS_FIGURES.map((name) => [name, []]),
) as unknown as StatsSeries['figures'];
const SERIES: StatsSeries = {
  containerId: 'abc',
  figures: FIGURES,
  attempt: 0,
  at: [],
  gapAt: [],
  asOf: '2026-11-29T00:00:00.000Z',
  everySeconds: 1,
  missing: {},
  container: null,
  earlier: [],
  gaps: [],
};
let server: TestServer;
let asked: unknown[] = [];

async function start(): Promise<TestServer> {
  asked = [];
  server = await startTestServer({
    runtime: {
      stats: async (question: StatsQuestion) => {
        asked.push(question);
        return { asOf: SERIES.asOf, everySeconds: 5, containers: [], pods: [], gaps: ['why'] };
      },
      containerStats: async (id, sinceMs) => {
        asked.push([id, sinceMs]);
        return id === 'abc' ? SERIES : null;
      },
    },
  });
  return server;
}

afterEach(() => server.close());

describe('GET /stats', () => {
  it('tells all containers, or those of a pod, with points for small lines', async () => {
    await start();
    const all = await server.ask('/api/v1/stats', VIEWER);
    expect([all.status, JSON.parse(all.body).gaps]).toEqual([200, ['why']]);
    await server.ask('/api/v1/stats?recent=60&pod=shop/web&uid=u1', VIEWER);
    expect(asked).toEqual([
      { pod: null, recent: 0 },
      { pod: { namespace: 'shop', name: 'web', uid: 'u1' }, recent: 60 },
    ]);
  });

  it.each(['?recent=x', '?recent=721', '?recent=-1', '?pod=web', '?uid=u1', '?since=1m'])(
    'refuses %s',
    async (query) => {
      await start();
      expect((await server.ask(`/api/v1/stats${query}`, VIEWER)).status).toBe(400);
      expect(asked).toEqual([]);
    },
  );

  it('asks for a login first', async () => {
    await start();
    expect((await server.ask('/api/v1/stats')).status).toBe(401);
    expect((await server.ask('/api/v1/stats/abc')).status).toBe(401);
    expect(asked).toEqual([]);
  });
});

describe('GET /stats/{containerId}', () => {
  it('tells the line, after a time or of the last minutes', async () => {
    await start();
    const answer = await server.ask('/api/v1/stats/abc?since=2026-11-29T00:00:01.500Z', VIEWER);
    expect([answer.status, JSON.parse(answer.body).everySeconds]).toEqual([200, 1]);
    await server.ask('/api/v1/stats/abc', VIEWER);
    await server.ask('/api/v1/stats/abc?since=5m', VIEWER);
    expect(asked.slice(0, 2)).toEqual([
      ['abc', Date.UTC(2026, 10, 29, 0, 0, 1, 500)],
      ['abc', null],
    ]);
    expect(asked[2]).toEqual(['abc', expect.any(Number)]);
  });

  it('of a container that nobody knows is not there', async () => {
    await start();
    const answer = await server.ask('/api/v1/stats/nope', VIEWER);
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([404, 'not-found']);
  });

  it('refuses a time that is none', async () => {
    await start();
    expect((await server.ask('/api/v1/stats/abc?since=yesterday', VIEWER)).status).toBe(400);
  });
});
