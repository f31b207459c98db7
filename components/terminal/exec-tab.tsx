'use client';
import { lazy, Suspense } from 'react';

const ExecPanel = lazy(async () => ({ default: (await import('./exec-panel.tsx')).ExecPanel }));

/** Shell, attach, one command and ports of the selected container; its code is loaded when it is first opened. */
export function ExecTab() {
  return (
    <Suspense fallback={<div className="exec" />}>
      <ExecPanel />
    </Suspense>
  );
}
