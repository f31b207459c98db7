import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { registryAnswer } from './image-transfer.ts';
import { type EndlessImage, endlessImage } from './images.ts';

const MIB = 1024 * 1024;
const TICK_MS = 500;
/** The longest a timer takes: a good three weeks. */
const FOREVER_MS = 2 ** 31 - 1;
/** In front of the name on the registry: image references bear it. */
export const SLOW_IMAGES = {
  /** One large layer, drop by drop. */
  bulky: 'lab/bulky',
  /** Several at once, each at its own pace. */
  layers: 'lab/layers',
  /** Some megabytes, and then nothing any more. */
  halfway: 'lab/halfway',
} as const;

/** Of one large layer. */
interface Pace {
  readonly sizeBytes: number;
  readonly bytesPerTick: number;
  /** Where it stops for good; absent: never. */
  readonly untilBytes?: number;
}

/** containerd writes lumps of half a MiB; at these paces each layer takes minutes and moves every few seconds. */
const PACES: Readonly<Record<string, readonly Pace[]>> = {
  [SLOW_IMAGES.bulky]: [{ sizeBytes: 20 * MIB, bytesPerTick: 16 * 1024 }],
  [SLOW_IMAGES.layers]: [
    { sizeBytes: 90 * MIB, bytesPerTick: 96 * 1024 },
    { sizeBytes: 80 * MIB, bytesPerTick: 64 * 1024 },
    { sizeBytes: 70 * MIB, bytesPerTick: 64 * 1024 },
    { sizeBytes: 60 * MIB, bytesPerTick: 64 * 1024 },
  ],
  [SLOW_IMAGES.halfway]: [{ sizeBytes: 50 * MIB, bytesPerTick: MIB, untilBytes: 3 * MIB }],
};

/** Sizes of a slow image's large layers, in their order. */
export function layerSizes(repository: string): readonly number[] {
  return (PACES[repository] ?? []).map(({ sizeBytes }) => sizeBytes);
}

/** Answers manifests, configurations and small layers at once, large layers at their pace and never wholly. */
export function slowRegistry(host: string): (path: string, response: ServerResponse) => void {
  const images = new Map<string, EndlessImage>();
  return (path, response) => {
    if (path === '/v2/') return void response.end('{}');
    const repository = Object.keys(PACES).find((name) => path.startsWith(`/v2/${name}/`));
    if (repository === undefined) return void response.writeHead(404).end();
    const known =
      images.get(repository) ?? endlessImage(`${host}/${repository}:1`, layerSizes(repository));
    images.set(repository, known);
    const index = known.layers.findIndex(({ digest }) => path.includes(digest));
    const pace = PACES[repository]?.[index];
    if (pace === undefined) return answerAtOnce(known, path, response);
    response.writeHead(200, { 'content-length': pace.sizeBytes });
    if (response.req.method === 'HEAD') return void response.end();
    drip(pace, response);
  };
}

function answerAtOnce({ image }: EndlessImage, path: string, response: ServerResponse): void {
  const answer = registryAnswer(image, path.split('?')[0] ?? path);
  if (answer === null) return void response.writeHead(404).end();
  response.writeHead(200, {
    'content-type': answer.type,
    'content-length': answer.content.length,
    'docker-content-digest': answer.digest,
  });
  response.end(response.req.method === 'HEAD' ? undefined : answer.content);
}

function drip({ sizeBytes, bytesPerTick, untilBytes }: Pace, response: ServerResponse): void {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const drop = Buffer.alloc(bytesPerTick);
  // The last drop never comes: what was sent is not what the digest promises.
  const endBytes = Math.min(untilBytes ?? sizeBytes, sizeBytes - bytesPerTick);
  const drops = async function* () {
    for (let sent = 0; sent < endBytes; sent += bytesPerTick) {
      yield drop;
      await delay(TICK_MS, undefined, { signal: gone.signal });
    }
    await delay(FOREVER_MS, undefined, { signal: gone.signal });
  };
  // The client goes away in the middle: that is how a slow pull ends in a test.
  pipeline(Readable.from(drops()), response).catch(() => undefined);
}
