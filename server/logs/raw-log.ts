import type { RawLog } from './container-logs.ts';
import { LogBytes } from './log-bytes.ts';
import type { OpenLog } from './open-log.ts';

/** A log to be handed out as it is; closed when its bytes were taken, or when nobody takes them any more. */
export function toRawLog(open: OpenLog): RawLog {
  const log = new LogBytes(open.parts);
  return {
    attempt: open.parts.at(-1)?.attempt ?? 0,
    sizeBytes: log.sizeBytes,
    async *bytes() {
      try {
        for await (const { bytes } of log.chunks(0, log.sizeBytes)) yield bytes;
      } finally {
        await open.close();
      }
    },
  };
}
