import { CriError } from '../cri-error.ts';

export interface ListWays<T> {
  /** The plain list. */
  all(): Promise<readonly T[]>;
  /** The same rows in pieces, where the runtime serves it. */
  streamed(): Promise<readonly T[]>;
  /** The list cut by a filter, each piece a plain call; null where no filter cuts it. */
  readonly inParts: (() => Promise<readonly T[]>) | null;
  readonly rpc: string;
}

/** The whole list by the first way that fits through the size limit, or a CriError that says why none does. */
export async function wholeList<T>(ways: ListWays<T>): Promise<readonly T[]> {
  const direct = await unlessTooLarge(ways.all());
  if (direct) return direct;
  const streamed = await unlessUnimplemented(ways.streamed());
  if (streamed) return streamed;
  const parts = ways.inParts ? await unlessTooLarge(ways.inParts()) : null;
  if (parts) return parts;
  throw new CriError(
    ways.rpc,
    'RESOURCE_EXHAUSTED',
    'the list is larger than the limit of 16 MiB for one answer, and this runtime serves it in no smaller pieces',
  );
}

async function unlessTooLarge<T>(answer: Promise<T>): Promise<T | null> {
  return unless(answer, (error) => error.isTooLarge);
}

async function unlessUnimplemented<T>(answer: Promise<T>): Promise<T | null> {
  return unless(answer, (error) => error.isUnimplemented || error.isTooLarge);
}

async function unless<T>(
  answer: Promise<T>,
  isExpected: (error: CriError) => boolean,
): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CriError && isExpected(error)) return null;
    throw error;
  }
}
