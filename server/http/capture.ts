import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { StreamRequest } from './api-route.ts';
import { AppError } from './app-error.ts';
import { parseCaptureParams } from './params.ts';

/** "2026-01-02T03:04:05.678Z" as it may stand in a file name. */
function stamp(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** GET /capture: the black box as one compressed file; ?stacks=kernel or, for admins, ?stacks=runtime. */
export async function sendCapture(request: StreamRequest, response: ServerResponse): Promise<void> {
  const { stacks } = parseCaptureParams(request.query);
  if (stacks === 'runtime' && request.session.role !== 'admin') {
    throw new AppError('forbidden', 'stacks=runtime sends a signal to the runtime: admins only');
  }
  const { runtime, signal } = request;
  const lines = await runtime.capture(stacks, { signal });
  const node = runtime.nodeName().replace(/[^A-Za-z0-9.-]+/g, '-');
  response.writeHead(200, {
    'content-type': 'application/gzip',
    'content-disposition': `attachment; filename="cri-triage-${node}-${stamp(runtime.nowMs())}.capture.gz"`,
    'cache-control': 'no-store',
  });
  // Whoever leaves in the middle gets a file that says it is cut off.
  await pipeline(Readable.from(lines), createGzip(), response, { signal });
}
