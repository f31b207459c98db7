// The verdict as plain lines, for an SSH session or a chat.
import { findLocalDoor } from './access/local-door.ts';
import { type Config, readConfig } from './config.ts';
import { ConfigError, HelpAsked } from './config-error.ts';
import type { PodRef } from './runtime.ts';
import { nodeSource } from './why/ask-node.ts';
import { runningSource } from './why/ask-running.ts';
import { readWhyArguments, WHY_USAGE, type WhyArguments } from './why/why-arguments.ts';
import type { WhySource } from './why/why-source.ts';
import { whyText } from './why/why-text.ts';

const NO_SUCH_POD = 3;
const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort(new Error('interrupted')));

/** The running server of this user where it answers, else the node itself. */
async function openSource(config: Config): Promise<WhySource> {
  const door = config.open === null ? findLocalDoor(config.port) : null;
  if (door !== null) {
    const running = runningSource(door);
    try {
      await running.podsNamed('', stopping.signal);
      return running;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      process.stderr.write(`cri-triage: the server at ${door.url} does not answer (${why})\n`);
    }
  }
  return nodeSource(config, stopping.signal);
}

/** The pod that is meant; a name alone has to be that of one pod. */
async function toRef(
  source: WhySource,
  { pod, uid }: WhyArguments,
): Promise<PodRef | null | { readonly absent: string }> {
  if (pod === null) return null;
  const { namespace, name } = pod;
  if (namespace !== null) return { namespace, name, uid };
  const named = await source.podsNamed(name, stopping.signal);
  const [first] = named;
  if (first === undefined) return { absent: `no pod ${name} is on this node` };
  const spaces = [...new Set(named.map((row) => row.namespace))];
  if (spaces.length > 1) return { absent: `${name} is in ${spaces.join(' and ')}: say which` };
  return { namespace: first.namespace, name, uid };
}

async function answer(source: WhySource, asked: WhyArguments): Promise<number> {
  const ref = await toRef(source, asked);
  const told = ref !== null && 'absent' in ref ? ref : await source.report(ref, stopping.signal);
  if ('absent' in told) {
    process.stderr.write(`cri-triage: ${told.absent}\n`);
    return NO_SUCH_POD;
  }
  const text = asked.isJson ? `${JSON.stringify(told.value, null, 2)}\n` : whyText(told.value);
  process.stdout.write(text);
  return 0;
}

async function main(): Promise<number> {
  const asked = readWhyArguments(process.argv.slice(2));
  if (asked.isHelp) {
    process.stdout.write(WHY_USAGE);
    return 0;
  }
  const source = await openSource(readConfig(asked.flags, process.env));
  try {
    return await answer(source, asked);
  } finally {
    await source.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof ConfigError) && !(error instanceof HelpAsked)) throw error;
  process.stderr.write(`cri-triage: ${error.message}\n`);
  process.exitCode = 2;
}
