'use client';
import { lazy, Suspense } from 'react';

const LogsPanel = lazy(async () => ({ default: (await import('./logs-panel.tsx')).LogsPanel }));

/** The log of the selected container; its code is loaded when it is first opened. */
export function LogsTab() {
  return (
    <Suspense fallback={<div className="logs log-none" />}>
      <LogsPanel />
    </Suspense>
  );
}
