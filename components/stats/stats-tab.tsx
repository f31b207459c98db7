'use client';
import { lazy, Suspense } from 'react';

const StatsPanel = lazy(async () => ({ default: (await import('./stats-panel.tsx')).StatsPanel }));

/** Charts of the selected container; their code is loaded when they are first opened. */
export function StatsTab() {
  return (
    <Suspense fallback={<div className="stat-wait" />}>
      <StatsPanel />
    </Suspense>
  );
}
