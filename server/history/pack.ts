import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type PodDetail, podDetailSchema } from '../contract/pod.ts';

/** 64 KiB packed, some 600 KiB of JSON: beyond it the timeline and the steps are left out. */
const MAX_PACKED_BYTES = 64 * 1024;
/** A detail unpacks to less; more is a damaged record. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;

/** A tenth of the usual working memory: details are small, and what was once taken is not always given back. */
const SMALL = { level: 6, memLevel: 5, windowBits: 13 } as const;

/** The detail as bytes to keep; its longest parts are left out where it is too large, null where even that is. */
export function packDetail(detail: PodDetail): Uint8Array | null {
  const { history: _, ...kept } = detail;
  const whole = pack(kept);
  if (whole.length <= MAX_PACKED_BYTES) return whole;
  const stages = detail.stages.map(({ steps: _steps, ...cell }) => cell);
  const short = pack({ ...kept, stages, timeline: [] });
  return short.length <= MAX_PACKED_BYTES ? short : null;
}

function pack(value: unknown): Uint8Array {
  return deflateRawSync(JSON.stringify(value), SMALL);
}

/** The detail in these bytes; null when they are damaged or of a form that is no longer known. */
export function unpackDetail(bytes: Uint8Array): PodDetail | null {
  try {
    const text = inflateRawSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }).toString('utf8');
    const parsed = podDetailSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    // What it tells is lost; the page then says that the pod is not known, which is true.
    return null;
  }
}
