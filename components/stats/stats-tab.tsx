'use client';
import { DeferredView, ViewCode } from '../ui/deferred-view.tsx';

const CODE = new ViewCode(async () => (await import('./stats-panel.tsx')).StatsPanel);

/** Charts of the selected container; their code is loaded when they are first opened. */
export function StatsTab() {
  return <DeferredView code={CODE} placeholder={<div className="stat-wait" />} />;
}
