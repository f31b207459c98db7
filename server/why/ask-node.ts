import { pino } from 'pino';
import type { Config } from '../config.ts';
import { delay } from '../lib/abort.ts';
import { openRuntime } from '../open-runtime.ts';
import type { PodRef, Runtime } from '../runtime.ts';
import type { WhySource } from './why-source.ts';

/** Facts that keep coming are waited for this long: logs have to be read from their tail first. */
const SETTLE_MS = 2_500;
/** 600 ms without news: what could be had at once is there. */
const QUIET_MS = 600;

/** Follows the live judgement until it has been quiet for a while, so that slow sources are in. */
async function settle(runtime: Runtime, signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  const until = AbortSignal.any([signal, done.signal, AbortSignal.timeout(SETTLE_MS)]);
  let quiet = new AbortController();
  const waitQuiet = (): void => {
    quiet.abort();
    const mine = new AbortController();
    quiet = mine;
    delay(QUIET_MS, AbortSignal.any([mine.signal, until])).then(
      () => done.abort(),
      // News came, or the whole wait is over: the loop below knows.
      () => undefined,
    );
  };
  for await (const change of runtime.live(null, { signal: until })) {
    if (change.version > 0) waitQuiet();
  }
}

/** Opens the node's sources, or the capture that --open names, for one question. */
export async function nodeSource(config: Config, signal: AbortSignal): Promise<WhySource> {
  const { runtime } = await openRuntime(config, pino({ level: 'silent' }), () => null, true);
  if (config.open === null) await settle(runtime, signal);
  return {
    async report(ref: PodRef | null, asked: AbortSignal) {
      const report = await runtime.report(ref, { signal: asked });
      if (report !== null) return { value: report };
      return { absent: `no pod ${ref?.namespace}/${ref?.name} is on this node` };
    },
    async podsNamed(name: string, asked: AbortSignal) {
      const { pods } = await runtime.pods({ signal: asked });
      return pods.filter((pod) => pod.name === name);
    },
    close: () => runtime.close(),
  };
}
