import type { Page } from '@playwright/test';

/** The line of CPU on a container's Stats tab, as it is drawn. */
export interface CpuLine {
  /** How many strokes it is drawn with: one more than it has gaps. */
  readonly strokes: number;
  /** How far the strokes are apart at most. */
  readonly widestGapPx: number;
  /** What the page tells of the line to who does not see it. */
  readonly told: { readonly gaps: number; readonly highest: number };
}

/** Reads the line from the page; no strokes while nothing is drawn. */
export async function readCpuLine(page: Page): Promise<CpuLine> {
  const card = page.getByRole('region', { name: 'CPU cores' });
  const path = await card.locator('.recharts-line-curve').first().getAttribute('d');
  const told = card.locator('[data-figure="cpuCores"]');
  const strokes = toStrokes(path ?? '');
  const gaps = strokes
    .slice(1)
    .map((stroke, index) => (stroke[0] ?? Number.NaN) - (strokes[index]?.at(-1) ?? Number.NaN));
  return {
    strokes: strokes.length,
    widestGapPx: Math.max(0, ...gaps),
    told: {
      gaps: Number(await told.getAttribute('data-gaps')),
      highest: Number(await told.getAttribute('data-highest')),
    },
  };
}

/** The strokes of a path, each as its places from left to right. */
function toStrokes(path: string): readonly (readonly number[])[] {
  return path
    .split('M')
    .filter(Boolean)
    .map((stroke) => [...stroke.matchAll(/(-?[\d.]+),-?[\d.]+/gu)].map(([, x]) => Number(x)));
}
