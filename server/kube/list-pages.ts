import { z } from 'zod';
import { valueOfKey } from '../kubelet/split-items.ts';
import { KubeError } from './kube-error.ts';
import type { KubeHttp, KubeQuestion } from './kube-http.ts';

/** 500 objects a page, as kubectl asks. */
const PAGE_SIZE = 500;
const GONE = 410;
const METADATA_KEY = Buffer.from('"metadata"');
const metadataSchema = z.object({ continue: z.string().optional() });

function continueOf(body: Buffer): string | null {
  const bytes = valueOfKey(body, METADATA_KEY);
  if (bytes === null) return null;
  try {
    return metadataSchema.parse(JSON.parse(bytes.toString('utf8'))).continue || null;
  } catch {
    return null; // Then this page is all there is; a list of another form is told by its reader.
  }
}

export interface ListOptions extends KubeQuestion {
  readonly query: Readonly<Record<string, string>>;
  /** More pages than this are not asked for. */
  readonly maxPages: number;
  readonly pageSize?: number;
}

export interface Pages {
  readonly bodies: readonly Buffer[];
  /** True when there was more. */
  readonly isCut: boolean;
}

/** The pages of a list, at most `maxPages`. One that takes so long that its token expires is begun anew, once. */
export async function listPages(
  http: KubeHttp,
  options: ListOptions,
  signal: AbortSignal,
): Promise<Pages> {
  try {
    return await readPages(http, options, signal);
  } catch (error) {
    if (!(error instanceof KubeError) || error.status !== GONE) throw error;
    return readPages(http, options, signal);
  }
}

async function readPages(
  http: KubeHttp,
  options: ListOptions,
  signal: AbortSignal,
): Promise<Pages> {
  const { path, right, query, maxPages, pageSize = PAGE_SIZE } = options;
  const bodies: Buffer[] = [];
  let token: string | null = null;
  do {
    const asked = new URLSearchParams({ ...query, limit: String(pageSize) });
    if (token !== null) {
      asked.set('continue', token);
      // A token already says of which version it is.
      asked.delete('resourceVersion');
    }
    const body = await http.get({ path: `${path}?${asked}`, right }, signal);
    bodies.push(body);
    token = continueOf(body);
  } while (token !== null && bodies.length < maxPages);
  return { bodies, isCut: token !== null };
}

const listSchema = z.object({ items: z.array(z.unknown()).nullable() });

/** The objects of all pages. Throws KubeError for what is no list. */
export function itemsOf({ bodies }: Pages, what: string): readonly unknown[] {
  return bodies.flatMap((body) => {
    try {
      return listSchema.parse(JSON.parse(body.toString('utf8'))).items ?? [];
    } catch (error) {
      throw new KubeError(`${what} were not answered with a list`, { cause: error });
    }
  });
}
