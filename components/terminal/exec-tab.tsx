'use client';
import { DeferredView, ViewCode } from '../ui/deferred-view.tsx';

const CODE = new ViewCode(async () => (await import('./exec-panel.tsx')).ExecPanel);

/** Shell, attach, one command and ports of the selected container; its code is loaded when it is first opened. */
export function ExecTab() {
  return <DeferredView code={CODE} placeholder={<div className="exec" />} />;
}
