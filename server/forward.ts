// Leads ports of this machine to a pod's; for a person's own machine, where the server is reached over the network.

import {
  type ForwardArguments,
  ForwardUsage,
  readForwardArguments,
} from './forward/forward-arguments.ts';
import { type ForwardedPort, findSandbox, forwardPort } from './forward/forward-port.ts';

const USAGE_CODE = 2;

function tell(line: string): void {
  process.stderr.write(`forward: ${line}\n`);
}

/** Listens on all ports, or on none. */
async function listenAll(asked: ForwardArguments): Promise<readonly ForwardedPort[]> {
  const open: ForwardedPort[] = [];
  try {
    for (const pair of asked.ports) {
      const forwarded = await forwardPort(asked, pair, tell);
      open.push(forwarded);
      process.stdout.write(
        `${asked.listen}:${forwarded.localPort} -> ${asked.namespace}/${asked.pod}:${pair.podPort}\n`,
      );
    }
    return open;
  } catch (error) {
    await Promise.all(open.map((port) => port.close()));
    throw error;
  }
}

async function main(): Promise<void> {
  const asked = readForwardArguments(process.argv.slice(2), process.env);
  // Said before anybody connects: a name that is wrong, a token that is refused.
  await findSandbox(asked);
  const open = await listenAll(asked);
  const stop = (): void => {
    void Promise.all(open.map((port) => port.close())).then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

try {
  await main();
} catch (error) {
  if (error instanceof ForwardUsage && error.isHelp) process.stdout.write(error.message);
  else {
    tell(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof ForwardUsage ? USAGE_CODE : 1;
  }
}
