import { CaptureError } from './capture/capture.ts';
import { openCapture } from './capture/open-capture.ts';
import { readCapture } from './capture/read-capture.ts';
import type { Config } from './config.ts';
import { ConfigError } from './config-error.ts';
import type { Log } from './log.ts';
import type { NodeReach } from './node-reach.ts';
import { openNode } from './open-node.ts';
import type { Runtime } from './runtime.ts';

/** The node's sources, or the capture that --open names in their place, which nothing can act on; throws ConfigError when it is none. */
export async function openRuntime(
  config: Config,
  log: Log,
  rendererRssBytes: () => number | null,
  isBrief = false,
): Promise<{ readonly runtime: Runtime; readonly reach: NodeReach | null }> {
  if (config.open === null) return openNode({ config, log, rendererRssBytes, isBrief });
  try {
    const runtime = openCapture(await readCapture(config.open), config.open);
    return { runtime, reach: null };
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    throw new ConfigError(`--open ${config.open}: ${error.message}`, { cause: error });
  }
}
