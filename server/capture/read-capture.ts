import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { noFurtherFacts } from '../contract/no-facts.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import {
  asCaptured,
  CAPTURE_VERSION,
  type Capture,
  CaptureError,
  type CaptureHead,
  captureHeadSchema,
  captureLineSchema,
  type RememberedPod,
  SNAPSHOT_PARTS,
} from './capture.ts';

/** 512 MiB unpacked: a node of 500 pods makes some 20; beyond it is no capture of ours, or a trap. */
const MAX_BYTES = 512 * 1024 * 1024;
const OLDER = 'This capture was made before this source existed.';

/** Lines of the file, unpacked, bounded. */
async function* unpackedLines(path: string): AsyncGenerator<string, void, void> {
  const file = createReadStream(path);
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error));
  let bytes = 0;
  const lines = createInterface({
    input: file.pipe(unpacked),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  // readline swallows errors of its input: they have to end it.
  const failed = new Promise<never>((_, reject) => {
    unpacked.once('error', reject);
  });
  failed.catch(() => undefined);
  const each = lines[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([each.next(), failed]);
      if (next.done === true) break;
      bytes += next.value.length;
      if (bytes > MAX_BYTES) throw new CaptureError('it unpacks to more than 512 MiB');
      yield next.value;
    }
  } finally {
    lines.close();
    file.destroy();
  }
}

function parse(text: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CaptureError(`line ${number} is not JSON`, { cause: error });
  }
}

function toHead(value: unknown): CaptureHead {
  const head = captureHeadSchema.safeParse(value);
  if (!head.success) throw new CaptureError('it is not a capture of cri-triage');
  if (head.data.version > CAPTURE_VERSION) {
    throw new CaptureError(
      `its form has version ${head.data.version}, and this cri-triage reads up to ${CAPTURE_VERSION}`,
    );
  }
  return head.data;
}

interface Gathered {
  readonly snapshot: Record<string, unknown>;
  readonly facts: Record<string, unknown>;
  readonly remembered: RememberedPod[];
  withheld: Capture['withheld'] | null;
}

function take(gathered: Gathered, value: unknown, number: number): void {
  const line = captureLineSchema.safeParse(value);
  if (!line.success) throw new CaptureError(`line ${number} is of no known kind`);
  const { data } = line;
  if ('snapshot' in data) gathered.snapshot[data.snapshot] = data.value;
  else if ('facts' in data) gathered.facts[data.facts] = data.value;
  else if ('remembered' in data) gathered.remembered.push(data.remembered as RememberedPod);
  else gathered.withheld = data.withheld;
}

function toCapture(head: CaptureHead, gathered: Gathered): Capture {
  const missing = SNAPSHOT_PARTS.filter((name) => gathered.snapshot[name] === undefined);
  if (missing.length > 0) throw new CaptureError(`it lacks ${missing.join(', ')}`);
  const { sources, endpoint, cost, stacks } = gathered.facts as Partial<Capture>;
  if (!Array.isArray(sources) || endpoint === undefined || cost === undefined) {
    throw new CaptureError('it lacks what was said of its sources');
  }
  return {
    madeAtMs: Date.parse(head.madeAt),
    snapshot: { ...noFurtherFacts(OLDER), ...gathered.snapshot } as NodeSnapshot,
    sources: asCaptured(sources),
    endpoint,
    cost,
    stacks: stacks ?? [],
    remembered: gathered.remembered,
    withheld: gathered.withheld ?? [],
  };
}

/** Reads a capture from a file; throws CaptureError with the reason when it is none, damaged or cut off. */
export async function readCapture(path: string): Promise<Capture> {
  const gathered: Gathered = { snapshot: {}, facts: {}, remembered: [], withheld: null };
  let head: CaptureHead | null = null;
  let number = 0;
  try {
    for await (const text of unpackedLines(path)) {
      number += 1;
      const value = parse(text, number);
      if (head === null) head = toHead(value);
      else take(gathered, value, number);
    }
  } catch (error) {
    if (error instanceof CaptureError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new CaptureError(why, { cause: error });
  }
  if (head === null) throw new CaptureError('it is empty');
  if (gathered.withheld === null) throw new CaptureError('it is cut off: its last line is missing');
  return toCapture(head, gathered);
}
