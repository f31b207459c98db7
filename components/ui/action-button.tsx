'use client';
import { Check, LoaderCircle, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';

/** 1.5 s for a word that is only seen, 8 s for a sentence that is read. */
const DONE_MS = 1_500;
const PROBLEM_MS = 8_000;
/** 60 s: a capture of a large node over a slow tunnel. */
const TIMEOUT_MS = 60_000;

interface ActionButtonProps {
  readonly icon: LucideIcon;
  readonly children: string;
  /** What the button says for a moment when it went well: "Copied". */
  readonly done: string;
  /** What it does, in a sentence. */
  readonly title: string;
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/** A button for what takes a moment and can fail: it keeps its width, and its problem is told under it. */
export function ActionButton({ icon: Icon, children, done, title, run }: ActionButtonProps) {
  const [state, setState] = useState<'idle' | 'working' | 'done'>('idle');
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (state !== 'done' && problem === '') return;
    const reset = () => {
      setState('idle');
      setProblem('');
    };
    const timer = setTimeout(reset, problem === '' ? DONE_MS : PROBLEM_MS);
    return () => clearTimeout(timer);
  }, [state, problem]);
  const onClick = () => {
    setProblem('');
    setState('working');
    run(AbortSignal.timeout(TIMEOUT_MS)).then(
      () => setState('done'),
      (error: unknown) => {
        setState('idle');
        setProblem(error instanceof Error ? error.message : String(error));
      },
    );
  };
  const Shown = { idle: Icon, working: LoaderCircle, done: Check }[state];
  return (
    <span className="action needs-script">
      <button
        type="button"
        className="button"
        title={title}
        disabled={state === 'working'}
        onClick={onClick}
      >
        <Shown aria-hidden />
        <span className="copy-word">
          <span className="copy-reserve" aria-hidden>
            {children}
          </span>
          <span>{state === 'done' ? done : children}</span>
        </span>
      </button>
      <span className="action-problem" role="status">
        {problem}
        {state === 'done' && <span className="only-screen-reader">{done}</span>}
      </span>
    </span>
  );
}
