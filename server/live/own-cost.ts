import type { NodeStatus } from '../contract/node-status.ts';

type Cost = NodeStatus['cost'];

/** CPU is averaged over at least this long, so that a burst of requests does not read as our usual cost. */
const WINDOW_MS = 5_000;

/** Measures what this process costs the node; asking is cheap and starts no timer. */
export function createOwnCost(rendererRssBytes: () => number | null): () => Cost {
  let last = { atMs: performance.now(), cpu: process.cpuUsage() };
  let cpuPercent = 0;
  return () => {
    const elapsedMs = performance.now() - last.atMs;
    if (elapsedMs >= WINDOW_MS) {
      const used = process.cpuUsage(last.cpu);
      cpuPercent = Math.round(((used.user + used.system) / 1_000 / elapsedMs) * 1_000) / 10;
      last = { atMs: performance.now(), cpu: process.cpuUsage() };
    }
    return {
      rssBytes: process.memoryUsage.rss(),
      rendererRssBytes: rendererRssBytes(),
      cpuPercent,
    };
  };
}
