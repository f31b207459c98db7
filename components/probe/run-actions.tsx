'use client';
import { SquareTerminal } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Probe } from '../../server/contract/probe.ts';
import { isOver, useProbeCancel, useProbeNext } from '../data/use-probes.ts';
import { Kbd } from '../ui/kbd.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { CommandsDialog } from './commands-dialog.tsx';
import { ProbeLink } from './probe-link.tsx';
import { ROW_LABEL } from './probe-words.ts';

/** 4 s: a second press means it, a later one is another thought. */
const ARMED_MS = 4_000;

/** Next, cancel, by hand, a new one: each at its place whatever the state. */
export function RunActions({ probe }: { probe: Probe }) {
  const [isShown, setIsShown] = useState(false);
  const over = isOver(probe);
  return (
    <div className="run-actions">
      {!over && <Drive probe={probe} />}
      {over && (
        <ProbeLink to={again(probe)} className="button button-main">
          New probe
        </ProbeLink>
      )}
      <button type="button" className="button" onClick={() => setIsShown(true)}>
        <SquareTerminal aria-hidden /> As crictl commands
      </button>
      <CommandsDialog id={probe.id} isOpen={isShown} onClose={() => setIsShown(false)} />
    </div>
  );
}

/** The next one is held beside the same pod. */
function again({ comparison }: Probe) {
  if (comparison === null) return {};
  const { container, ...pod } = comparison.pod;
  return container === null ? { pod } : { pod, container };
}

function Drive({ probe }: { probe: Probe }) {
  const { id, state, next, mode } = probe;
  const button = useRef<HTMLButtonElement>(null);
  const step = useProbeNext(id);
  const canStep = state === 'waiting' && next !== null && !step.isPending;
  const goOn = () => canStep && step.mutate();
  useKeys({ n: goOn });
  // The form that was sent had the focus and is gone.
  const takeFocus = useEffectEvent(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  });
  useEffect(() => takeFocus(), []);
  return (
    <>
      {mode === 'step' && (
        <button
          ref={button}
          type="button"
          className="button button-main next-button"
          aria-disabled={!canStep}
          onClick={goOn}
        >
          <span>{next === null ? 'In flight …' : `Next: ${ROW_LABEL[next]}`}</span>
          <Kbd keys="n" />
        </button>
      )}
      <Cancel probe={probe} takesFocus={mode === 'all'} />
      <span className="tone-fail" role="status">
        {step.error?.message}
      </span>
    </>
  );
}

/** Cancelling takes two presses: what was driven so far is gone then. */
function Cancel({ probe, takesFocus }: { probe: Probe; takesFocus: boolean }) {
  const [isArmed, setIsArmed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { mutate, isPending, error } = useProbeCancel(probe.id);
  const isDone = isPending || probe.cancel !== null || probe.cleanup.state === 'running';
  useEffect(() => {
    if (!isArmed) return;
    const timer = setTimeout(() => setIsArmed(false), ARMED_MS);
    return () => clearTimeout(timer);
  }, [isArmed]);
  const press = () => {
    if (isDone) return;
    setIsArmed(!isArmed);
    if (isArmed) mutate();
  };
  useKeys({ x: press, ...(isArmed ? { esc: () => setIsArmed(false) } : {}) });
  const takeFocus = useEffectEvent(() => {
    const isLost = document.activeElement === document.body;
    if (takesFocus && isLost) button.current?.focus({ preventScroll: true });
  });
  useEffect(() => takeFocus(), []);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button cancel-button"
        data-armed={isArmed || undefined}
        aria-disabled={isDone}
        onClick={press}
      >
        <span aria-live="polite">{isArmed ? 'Press again to cancel' : 'Cancel and clean up'}</span>
        <Kbd keys="x" />
      </button>
      <span className="tone-fail" role="status">
        {error?.message}
      </span>
    </>
  );
}
