import { existsSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DashboardProcess, startDashboard } from '../e2e/bench/dashboard-process.ts';
import { measureCost, measureTroubled } from '../e2e/bench/measure-cost.ts';
import { measureDiagnose } from '../e2e/bench/measure-diagnose.ts';
import { measureIdle } from '../e2e/bench/measure-idle.ts';
import { measureJournal } from '../e2e/bench/measure-journal.ts';
import { measureLists } from '../e2e/bench/measure-lists.ts';
import { measureLogs } from '../e2e/bench/measure-logs.ts';
import { measureSimulatedStreams } from '../e2e/bench/measure-streams.ts';
import { type SimulatedNode, startNode } from '../e2e/bench/simulated-node.ts';
import type { NodeStatus } from '../server/contract/node-status.ts';
import { apiPaths } from '../server/contract/paths.ts';

const PODS = 500;
const CONTAINERS = 1200;
/** MiB of log that is read and searched: what is promised is promised of 1 GiB. `--log-mib 256` for another size. */
const LOG_MIB = 1_024;

type Row = readonly [what: string, value: string, note: string];

/** Prints the table; the exit code tells only whether the idle server listed anything. Times are never judged. */
async function main(): Promise<number> {
  if (!existsSync('dist/server.mjs')) {
    console.error('bench: dist/server.mjs is missing; run npm run build first');
    return 1;
  }
  if (process.argv.includes('--streams')) return printStreams();
  if (!process.argv.includes('--logs')) await printCost();
  if (process.argv.includes('--cost')) return 0;
  console.log(`simulated node: ${PODS} pods, ${CONTAINERS} containers, containerd dress\n`);
  const node = await startNode(PODS, CONTAINERS);
  const dashboard = await startDashboard(node.flags);
  try {
    if (process.argv.includes('--logs')) {
      await printLogs(dashboard, node.flags);
      return 0;
    }
    const startedBytes = dashboard.rssBytes();
    const lists = await measureLists(node.endpoint, dashboard);
    print([
      ['raw gRPC lists', ms(lists.rawMs), 'ListPodSandbox + ListContainers + ListImages, median'],
      ['/pods cold', ms(lists.coldMs), `${ratio(lists.coldMs, lists.rawMs)} × the raw lists`],
      [
        '/pods warm',
        ms(lists.warmMs),
        `${ratio(lists.warmMs, lists.rawMs)} × the raw lists, median`,
      ],
      [
        '/pods warm, best',
        ms(lists.warmBestMs),
        `${ratio(lists.warmBestMs, lists.rawMs)} × the raw lists`,
      ],
      ['/pods answer', mib(lists.bodyBytes), `${lists.rows} rows`],
    ]);
    // The first page starts the renderer.
    await dashboard.get('/');
    const { rssBytes, rendererRssBytes } = await costWithRenderer(dashboard);
    print([
      ['RSS server, started', mib(startedBytes), 'before anybody looked'],
      ['RSS server, working', mib(rssBytes), 'after the reads above'],
      ['RSS renderer', rendererRssBytes === null ? '-' : mib(rendererRssBytes), 'after one page'],
    ]);
    const diagnose = await measureDiagnose(node.flags);
    const journal = measureJournal(node.runtimeLog, node.kubeletLog);
    print([
      ['diagnose', ms(diagnose.ms), `${diagnose.pods} pods judged, median`],
      ['runtime log', `${journal.runtimeLinesPerSecond}`, 'lines/s, parsed and paired into calls'],
      ['kubelet log', `${journal.kubeletLinesPerSecond}`, 'lines/s'],
    ]);
    await printLogs(dashboard, node.flags);
    await printStreams();
    return await printIdle(node, dashboard);
  } finally {
    await dashboard.close();
    await node.close();
  }
}

/** Listing while nobody looks is the one fault that the exit code tells. */
async function printIdle(node: SimulatedNode, dashboard: DashboardProcess): Promise<number> {
  const { calls, listsAndStats, watchedMs } = await measureIdle(node);
  const all = Object.entries(calls).map(([rpc, total]) => `${rpc} ${total}`);
  print([
    ['CRI calls while idle', `${listsAndStats}`, `lists and stats in ${watchedMs / 1000} s`],
    ['all calls while idle', all.join(', ') || 'none', ''],
    ['RSS server, idle', mib(dashboard.rssBytes()), 'after the work'],
  ]);
  if (listsAndStats > 0) console.error('bench: the idle server lists: it must not');
  return listsAndStats > 0 ? 1 : 0;
}

/** The budget of a node, and what of it is taken; a busy machine makes process time longer. */
async function printCost(): Promise<void> {
  const cost = await measureCost();
  const { rssBytes, rendererRssBytes } = cost.tenViewers;
  const both = rssBytes + (rendererRssBytes ?? 0);
  console.log(`simulated node: ${cost.pods} pods that are well; ${loadWords()}`);
  print([
    ['RSS, started', mib(cost.startedBytes), 'of 80 MiB; nobody has looked yet'],
    ['CPU, idle', percent(cost.idleCpuPercent), 'of 0.2 % of a core'],
    ['CPU, one viewer', percent(cost.viewerCpuPercent), 'of 3 % of a core'],
    ['CPU, ten viewers', percent(cost.tenViewersCpuPercent), ''],
    ['RSS, ten viewers', mib(both), `of 200 MiB; server ${mib(rssBytes)} and renderer`],
    ['RSS, idle again', mib(cost.restedBytes), 'of 80 MiB; the renderer ends after ten minutes'],
    ['CPU, idle again', percent(cost.restedCpuPercent), 'of 0.2 % of a core'],
  ]);
  const troubled = await measureTroubled();
  const note = `of 3 % of a core; ${troubled.pods} pods, many of which fail again and again`;
  print([['CPU, troubled node', percent(troubled.viewerCpuPercent), note]]);
  console.log('');
}

async function printLogs(dashboard: DashboardProcess, flags: readonly string[]): Promise<void> {
  const given = process.argv[process.argv.indexOf('--log-mib') + 1];
  const mebibytes = process.argv.includes('--log-mib') ? Number(given) : LOG_MIB;
  console.log(`log of ${mebibytes} MiB; ${loadWords()}`);
  const figures = await measureLogs(dashboard, flags, mebibytes);
  print(
    figures.map(({ what, ms: ours, baseMs, note }) => [
      what,
      ms(ours),
      baseMs === null ? note : `${ratio(ours, baseMs)} × ${ms(baseMs)}: ${note}`,
    ]),
  );
  print([['RSS server, logs', mib(dashboard.rssBytes()), 'after reading and searching them']]);
}

/** A terminal straight from the runtime and by way of the product, in one run. */
async function printStreams(): Promise<0> {
  const { direct, proxied, rssBeforeBytes, rssPausedBytes } = await measureSimulatedStreams();
  const speed = (value: number): string => `${value.toFixed(1)} MB/s`;
  const echoes = `p95 ${ms(proxied.p95Ms)}, straight ${ms(direct.p50Ms)} and ${ms(direct.p95Ms)}`;
  print([
    ['echo, p50', ms(proxied.p50Ms), echoes],
    ['yes', speed(proxied.megabytesPerSecond), `straight ${speed(direct.megabytesPerSecond)}`],
    ['RSS server, paused', mib(rssPausedBytes), `reader stopped; ${mib(rssBeforeBytes)} before`],
  ]);
  return 0;
}

/** The cost as the server tells it, once it tells the renderer's too: it is measured with each judgement. */
async function costWithRenderer(dashboard: DashboardProcess): Promise<NodeStatus['cost']> {
  for (let looks = 0; ; looks++) {
    const { cost } = JSON.parse(await dashboard.get(apiPaths.node())) as NodeStatus;
    if (cost.rendererRssBytes !== null || looks === 20) return cost;
    await sleep(500);
  }
}

function print(rows: readonly Row[]): void {
  const width = Math.max(22, ...rows.map(([what]) => what.length));
  for (const [what, value, note] of rows) {
    console.log(`${what.padEnd(width)} ${value.padStart(12)}  ${note}`);
  }
}

const loadWords = (): string =>
  `load ${loadavg()[0]?.toFixed(1) ?? '-'} on ${availableParallelism()} cores`;
const percent = (value: number): string => `${value.toFixed(2)} %`;
const ms = (value: number): string => `${value.toFixed(1)} ms`;
const mib = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
const ratio = (value: number, base: number): string => (value / base).toFixed(1);

process.exitCode = await main();
