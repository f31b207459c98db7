'use client';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type RefObject,
  useCallback,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';

/** Up to this many rows are simply all there: the browser's own find works, and nothing has to be measured. */
const PLAIN_ROWS = 150;
const OVERSCAN_ROWS = 12;

export interface RowWindow {
  /** The rows to make: [from, to). */
  readonly from: number;
  readonly to: number;
  /** Room of the rows that are not made, in px. */
  readonly before: number;
  readonly after: number;
  readonly reveal: (index: number) => void;
}

interface RowWindowOptions {
  readonly count: number;
  readonly body: RefObject<HTMLElement | null>;
  /** Heights as the style sheet has them: of a line, and of a row in a window up to `narrowUpTo` wide. */
  readonly rowPx: number;
  readonly narrowRowPx: number;
  readonly narrowUpTo: number;
  /** The row that is folded out, and the room it takes beyond its line. */
  readonly opened?: { readonly index: number; readonly px: number };
  readonly rowId: (index: number) => string;
}

/** Which rows of a long list exist. */
export function useRowWindow({ count, body, opened, rowId, ...px }: RowWindowOptions): RowWindow {
  const isNarrow = useIsNarrow(px.narrowUpTo);
  const top = useTop(body);
  const rowPx = isNarrow ? px.narrowRowPx : px.rowPx;
  const extraPx = (index: number) => (opened?.index === index ? opened.px : 0);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: (index) => rowPx + extraPx(index),
    overscan: OVERSCAN_ROWS,
    scrollMargin: top ?? 0,
    enabled: count > PLAIN_ROWS,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when a height changes, what was reckoned with it is old
  useLayoutEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rowPx, opened?.index, opened?.px]);
  if (count <= PLAIN_ROWS) {
    const reveal = (index: number) =>
      document.getElementById(rowId(index))?.closest('tr')?.scrollIntoView({ block: 'nearest' });
    return { from: 0, to: count, before: 0, after: 0, reveal };
  }
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  const reveal = (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' });
  if (top === null || first === undefined || last === undefined) {
    const after = (count - PLAIN_ROWS) * rowPx;
    return { from: 0, to: PLAIN_ROWS, before: 0, after, reveal };
  }
  return {
    from: first.index,
    to: last.index + 1,
    before: first.start - top,
    after: virtualizer.getTotalSize() - (last.end - top),
    reveal,
  };
}

/** Where the list begins on the page; what stands above it may grow. */
function useTop(body: RefObject<HTMLElement | null>): number | null {
  const [top, setTop] = useState<number | null>(null);
  useLayoutEffect(() => {
    const box = body.current?.getBoundingClientRect();
    if (box !== undefined) setTop(Math.round(box.top + window.scrollY));
  });
  return top;
}

function useIsNarrow(upToPx: number): boolean {
  const media = `(max-width: ${upToPx}px)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = window.matchMedia(media);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    [media],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(media).matches,
    () => false,
  );
}
