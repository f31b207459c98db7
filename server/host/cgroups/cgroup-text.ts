/** The number in a file of one number; null for "max" and anything else. */
export function parseCount(text: string): number | null {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? value : null;
}

/** The value after a key in a file of "key value" lines; null where there is no such line. */
export function valueAfter(text: string, key: string): number | null {
  let from = 0;
  while (from < text.length) {
    const at = text.indexOf(key, from);
    if (at === -1) return null;
    const after = at + key.length;
    const isKey = (at === 0 || text[at - 1] === '\n') && text[after] === ' ';
    if (isKey) {
      const end = text.indexOf('\n', after);
      return parseCount(text.slice(after + 1, end === -1 ? undefined : end));
    }
    from = after;
  }
  return null;
}

/** Share of time in which some task waited, over 10 s, of a pressure file. */
export function parsePressure(text: string): number | null {
  const percent = /^some avg10=(\d+(?:\.\d+)?)/m.exec(text)?.[1];
  return percent === undefined ? null : Number(percent) / 100;
}

/** cpu.max: "150000 100000" is one and a half cores, "max 100000" is no limit. */
export function parseCpuMax(text: string): number | null {
  const [quota = '', period = ''] = text.trim().split(' ');
  return toCores(parseCount(quota), parseCount(period));
}

/** A quota of microseconds a period as cores; null for no limit. */
export function toCores(quotaUs: number | null, periodUs: number | null): number | null {
  if (quotaUs === null || periodUs === null || quotaUs <= 0 || periodUs <= 0) return null;
  return quotaUs / periodUs;
}

/** Version 1 writes "no limit" as the largest number of whole pages that fits; no machine has a quarter of it. */
const NO_LIMIT_BYTES = 2 ** 61;

/** memory.max or memory.limit_in_bytes; null for no limit. */
export function parseMemoryLimit(text: string): number | null {
  const bytes = parseCount(text);
  return bytes === null || bytes >= NO_LIMIT_BYTES ? null : bytes;
}

/** Of kubelet's 2 (no request) and the kernel's 1024 (nobody set it) neither tells a request. */
const NO_REQUEST = new Set([2, 1024]);

/** cpu.shares as the request that it was made of; null where it tells none. */
export function parseCpuShares(text: string): number | null {
  const shares = parseCount(text);
  return shares === null || NO_REQUEST.has(shares) ? null : shares / 1024;
}

/** What does not go below zero: usage without what can be dropped at once. */
export function workingSet(usageBytes: number, inactiveFileBytes: number): number {
  return Math.max(0, usageBytes - inactiveFileBytes);
}

/** The first process of a list of them; null when there is none. 0 stands for one that our pid namespace cannot see. */
export function parseFirstPid(text: string): number | null {
  const end = text.indexOf('\n');
  return end <= 0 ? null : parseCount(text.slice(0, end));
}
