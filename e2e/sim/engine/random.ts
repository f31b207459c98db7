/** Pseudo-random values from a seed, so that a scenario gives the same ids and times in each run. */
export interface Random {
  /** A whole number from `low` up to and including `high`. */
  between(low: number, high: number): number;
  hex(length: number): string;
  /** A version 4 UUID, as the API server gives to pods. */
  uuid(): string;
}

/** Mulberry32: 32 bits of state are plenty for names. */
export function createRandom(seed: string): Random {
  let state = 2166136261;
  for (const char of seed) state = Math.imul(state ^ char.charCodeAt(0), 16777619);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number): number =>
    low + Math.floor(next() * (high - low + 1));
  const hex = (length: number): string => {
    let text = '';
    while (text.length < length) text += between(0, 0xffffff).toString(16).padStart(6, '0');
    return text.slice(0, length);
  };
  const uuid = (): string => {
    const h = hex(32);
    return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20)}`;
  };
  return { between, hex, uuid };
}
