'use client';
import { DeferredView, ViewAhead, ViewCode } from '../ui/deferred-view.tsx';

const CODE = new ViewCode(async () => (await import('./logs-panel.tsx')).LogsPanel);

// A link leads straight to the log: its code comes while the page around it is still being woken.
if (typeof window !== 'undefined') {
  if (new URLSearchParams(window.location.search).get('tab') === 'logs') void CODE.fetch();
}

/** The log of the selected container; its code is loaded when it is first opened. */
export function LogsTab() {
  return <DeferredView code={CODE} placeholder={<div className="logs log-none" />} />;
}

/** Loads that code while the rest of the page is being read. */
export function LogsAhead() {
  return <ViewAhead code={CODE} />;
}
