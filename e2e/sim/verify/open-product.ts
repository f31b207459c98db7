import pino from 'pino';
import { readConfig } from '../../../server/config.ts';
import { openNode } from '../../../server/open-node.ts';
import type { Runtime } from '../../../server/runtime.ts';
import { flagsFor, type KubeletSight } from '../product-flags.ts';
import type { Sim } from '../sim.ts';

/** The product's own sources and judgement on a simulated node, in this process, without HTTP. */
export async function openProduct(sim: Sim, sight: KubeletSight): Promise<Runtime> {
  const config = readConfig(flagsFor(sim, sight), {});
  const log = pino({ level: 'silent' });
  return (await openNode({ config, log, rendererRssBytes: () => null })).runtime;
}
