'use client';
import { Archive } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { CaptureOrigin } from '../../server/contract/node-status.ts';
import { formatAge, utcClock, utcStamp } from '../ui/format.ts';

/** 30 s: an age of minutes and hours needs no more. */
const TICK_MS = 30_000;

function subscribe(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = () => {
    listener();
    timer = setTimeout(tick, TICK_MS);
  };
  timer = setTimeout(tick, TICK_MS);
  return () => clearTimeout(timer);
}

/** Over every page of a capture. Its age is told by this machine's clock: the page's own stands at the capture. */
export function CaptureBanner({ capture }: { capture: CaptureOrigin }) {
  const madeAtMs = Date.parse(capture.madeAt);
  const age = useSyncExternalStore(
    subscribe,
    () => formatAge(Date.now() - madeAtMs),
    () => '',
  );
  return (
    <aside
      className="capture-banner"
      aria-label="Capture"
      title={`${capture.file}, ${utcStamp(capture.madeAt)}`}
    >
      <Archive aria-hidden />
      <span>
        <b>Capture of {capture.node}</b>, made {capture.madeAt.slice(0, 10)}{' '}
        {utcClock(capture.madeAt).slice(0, 5)} UTC{age === '' ? '' : ` (${age} ago)`}: nothing here
        is live.
      </span>
      <span className="capture-file mono">{capture.file}</span>
    </aside>
  );
}
