/** Factors of Kubernetes' quantities: decimal and binary. */
const FACTORS: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};
const QUANTITY = /^([+-]?\d*\.?\d+|[+-]?\d+\.)(?:([eE][+-]?\d+)|([numkMGTPE]|[KMGTPE]i)?)$/u;

/** A quantity of the Kubernetes API as a number ("250m" is 0.25, "64Mi" 67108864); null for anything else. */
export function parseQuantity(value: string | number): number | null {
  const [, digits, exponent = '', suffix = ''] = QUANTITY.exec(String(value)) ?? [];
  const factor = FACTORS[suffix];
  return digits === undefined || factor === undefined ? null : Number(digits + exponent) * factor;
}
