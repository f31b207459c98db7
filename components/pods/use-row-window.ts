'use client';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** Up to this many rows are simply all there: the browser's own find works, and nothing has to be measured. */
const PLAIN_ROWS = 150;
const OVERSCAN_ROWS = 12;
/** As in pods.css: one line, and three lines on a phone. */
const ROW_PX = 29;
const PHONE_ROW_PX = 68;
const PHONE = '(max-width: 720px)';

export interface RowWindow {
  /** The rows to make: [from, to). */
  readonly from: number;
  readonly to: number;
  /** Room of the rows that are not made, in px. */
  readonly before: number;
  readonly after: number;
  readonly reveal: (index: number) => void;
}

/** Which rows of a long list exist. */
export function useRowWindow(count: number, body: RefObject<HTMLElement | null>): RowWindow {
  const isPhone = useSyncExternalStore(
    subscribePhone,
    () => window.matchMedia(PHONE).matches,
    () => false,
  );
  const [top, setTop] = useState<number | null>(null);
  useLayoutEffect(() => {
    const box = body.current?.getBoundingClientRect();
    if (box !== undefined) setTop(box.top + window.scrollY);
  }, [body]);
  const rowPx = isPhone ? PHONE_ROW_PX : ROW_PX;
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowPx,
    overscan: OVERSCAN_ROWS,
    scrollMargin: top ?? 0,
    enabled: count > PLAIN_ROWS,
  });
  if (count <= PLAIN_ROWS) {
    const reveal = (index: number) =>
      body.current?.children[index]?.scrollIntoView({ block: 'nearest' });
    return { from: 0, to: count, before: 0, after: 0, reveal };
  }
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  const reveal = (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' });
  if (top === null || first === undefined || last === undefined) {
    return {
      from: 0,
      to: PLAIN_ROWS,
      before: 0,
      after: (count - PLAIN_ROWS) * rowPx,
      reveal,
    };
  }
  return {
    from: first.index,
    to: last.index + 1,
    before: first.index * rowPx,
    after: (count - last.index - 1) * rowPx,

    reveal,
  };
}

function subscribePhone(listener: () => void): () => void {
  const query = window.matchMedia(PHONE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
