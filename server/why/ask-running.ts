import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LocalDoor } from '../access/local-door.ts';
import { apiPaths } from '../contract/paths.ts';
import { podListSchema } from '../contract/pod.ts';
import { type Report, reportSchema } from '../contract/report.ts';
import type { PodRef } from '../runtime.ts';
import type { Told, WhySource } from './why-source.ts';

/** 5 s: the server answers within one also while the runtime hangs; longer means it hangs itself. */
const TIMEOUT_MS = 5_000;
/** 32 MiB: a report is some hundred KB. */
const MAX_BYTES = 32 * 1024 * 1024;

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** One GET of our own server on this machine: its certificate is for the name people use, not for loopback. */
function get(url: URL, token: string, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      // By whatever address we came: localhost is a Host it always answers to.
      headers: { authorization: `Bearer ${token}`, host: 'localhost' },
      timeout: TIMEOUT_MS,
      rejectUnauthorized: false,
      signal,
    };
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
      url,
      options,
      (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MAX_BYTES) request.destroy(new Error('the answer is too large'));
          else chunks.push(chunk);
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    request.on('timeout', () =>
      request.destroy(new Error(`no answer for ${TIMEOUT_MS / 1_000} s`)),
    );
    request.on('error', reject);
    request.end();
  });
}

function detailOf(body: string): string {
  const { detail } = JSON.parse(body) as { readonly detail?: string };
  return detail ?? 'no reason was given';
}

/** Asks the running server over its own API. Rejects when it does not answer. */
export function runningSource(door: LocalDoor): WhySource {
  const ask = (path: string, signal: AbortSignal): Promise<Answer> =>
    get(new URL(`${door.url}${path}`), door.token, signal);
  return {
    async report(ref: PodRef | null, signal: AbortSignal): Promise<Told<Report>> {
      const path = apiPaths.report(ref ?? undefined);
      const answer = await ask(`${path}${path.includes('?') ? '&' : '?'}format=json`, signal);
      if (answer.status === 404) return { absent: detailOf(answer.body) };
      if (answer.status !== 200) throw new Error(`HTTP ${answer.status}: ${detailOf(answer.body)}`);
      return { value: reportSchema.parse(JSON.parse(answer.body)) };
    },
    async podsNamed(name: string, signal: AbortSignal) {
      const answer = await ask(`${apiPaths.pods()}?limit=5000`, signal);
      if (answer.status !== 200) throw new Error(`HTTP ${answer.status}: ${detailOf(answer.body)}`);
      return podListSchema.parse(JSON.parse(answer.body)).pods.filter((pod) => pod.name === name);
    },
    close: async () => undefined,
  };
}
