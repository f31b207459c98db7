import { request } from 'node:http';
import { headers } from 'next/headers';
import { cache } from 'react';
import type { Problem } from '../server/contract/error-codes.ts';
import type { FirstView } from '../server/contract/live.ts';
import { CAPABILITY_HEADER, FIRST_VIEW_PATH } from '../server/contract/paths.ts';

export type FirstViewResult =
  | { readonly ok: true; readonly first: FirstView }
  | { readonly ok: false; readonly sentence: string };

/** 5 s: the server answers from what it has; beyond that a page that says so is worth more than waiting. */
const TIMEOUT_MS = 5_000;

/**
 * What the page shows before any script runs, fetched once a request from the server over its private socket: the
 * capability is single use, and layout and page share the answer.
 */
export const getFirstView = cache(async (): Promise<FirstViewResult> => {
  const capability = (await headers()).get(CAPABILITY_HEADER);
  const socketPath = process.env['CRI_TRIAGE_API_SOCKET'];
  if (capability === null || socketPath === undefined) {
    return { ok: false, sentence: 'This page is served by cri-triage only, not by its renderer.' };
  }
  try {
    const { status, body } = await getJson(socketPath, capability);
    if (status === 200) return { ok: true, first: body as FirstView };
    return { ok: false, sentence: (body as Problem).detail };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, sentence: `cri-triage did not answer its own page renderer: ${reason}.` };
  }
});

function getJson(
  socketPath: string,
  capability: string,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        socketPath,
        path: FIRST_VIEW_PATH,
        headers: { [CAPABILITY_HEADER]: capability, accept: 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          try {
            const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
            resolve({ status: response.statusCode ?? 0, body });
          } catch (error) {
            reject(error);
          }
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}
