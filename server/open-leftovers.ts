import type { Config } from './config.ts';
import { chooseDirectory } from './data-directory.ts';
import { isMarkAlive, ownMark, readBootId } from './host/process-mark.ts';
import { Leftovers } from './leftovers/leftovers.ts';
import type { Log } from './log.ts';
import type { NodeReach } from './node-reach.ts';
import { endStarted } from './streams/end-started.ts';

/** Joins the node's processes and the data directory into what outlives a server that is killed. */
export async function openLeftovers(parts: {
  readonly config: Config;
  readonly log: Log;
  readonly reach: NodeReach;
}): Promise<Leftovers> {
  const { config, log, reach } = parts;
  const { hostRoot } = config;
  const { processes } = reach;
  const { directory, noDirectoryReason } = chooseDirectory(config.dataDir);
  const bootId = await readBootId(hostRoot);
  const canEnd = processes.canEnd();
  if (config.allow.includes('exec')) tellLimits({ log, canEnd, directory, noDirectoryReason });
  return new Leftovers({
    directory,
    owner: ownMark(),
    bootId,
    canEnd,
    node: {
      isAlive: (mark) => isMarkAlive(hostRoot, mark),
      find: (start) => processes.find(start),
      runs: async (process) => (await processes.left(process)).length > 0,
      end: (process) => endStarted(reach, process),
    },
    log,
  });
}

/** What does not hold here, for whoever switches exec on. */
function tellLimits(known: {
  readonly log: Log;
  readonly canEnd: boolean;
  readonly directory: string | null;
  readonly noDirectoryReason: string;
}): void {
  const { log, canEnd, directory, noDirectoryReason } = known;
  const next = directory === null ? 'nothing ends' : 'only the next start of it ends';
  if (!canEnd) {
    log.info(
      `were this server killed, ${next} what runs in containers by exec: it does not share the node's process numbers (in a pod: hostPID: true)`,
    );
  } else if (directory === null) {
    log.info(
      { why: noDirectoryReason },
      'no list of commands in containers is kept for the next server: were this one killed, its watchdog alone ends them',
    );
  }
}
