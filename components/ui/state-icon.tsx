/** The states of a step, whatever the step is. */
export type StepState = 'ok' | 'skipped' | 'running' | 'failed' | 'not-reached' | 'unknown';
/** What an icon can say: the state of a step, or a remark. */
export type IconState = StepState | 'warning' | 'info';
export type Tone = 'ok' | 'run' | 'fail' | 'info' | 'idle';

export const STEP_TONE: Readonly<Record<IconState, Tone>> = {
  ok: 'ok',
  skipped: 'idle',
  running: 'run',
  failed: 'fail',
  'not-reached': 'idle',
  unknown: 'idle',
  warning: 'run',
  info: 'info',
};

export const STEP_WORD: Readonly<Record<StepState, string>> = {
  ok: 'ok',
  skipped: 'skipped',
  running: 'running',
  failed: 'failed',
  'not-reached': 'not reached',
  unknown: 'unknown',
};

const GLYPH: Readonly<Record<IconState, string>> = {
  ok: 'M4.6 8.3l2.3 2.3 4.5-4.9',
  skipped: 'M5 8h6',
  running: 'M8 4.6V8l2.3 1.6',
  failed: 'M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8',
  'not-reached': '',
  unknown: 'M6.2 6.5a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.6-.8 1.2M8 11.2v.1',
  warning: 'M8 4.4v4.2M8 11.3v.1',
  info: 'M8 4.7v.1M8 7.4v4.2',
};

/** A state as a shape: filled where something happened, a ring where nothing did. A word stands beside it. */
export function StateIcon({ state, label }: { state: IconState; label?: string }) {
  const isHollow = state === 'not-reached' || state === 'unknown';
  return (
    <svg
      className={`state-icon tone-${STEP_TONE[state]}`}
      data-state={state}
      viewBox="0 0 16 16"
      role="img"
      aria-hidden={label === undefined}
      aria-label={label}
    >
      <circle
        className={isHollow ? 'state-ring' : 'state-disc'}
        cx="8"
        cy="8"
        r={isHollow ? 6.2 : 7}
      />
      <path className={isHollow ? 'state-mark' : 'state-glyph'} d={GLYPH[state]} />
    </svg>
  );
}

/** A row of small squares, one a step; each shape differs, so colour is not the only sign. */
export function StepDots({ steps }: { steps: readonly { label: string; state: StepState }[] }) {
  const decisive = steps.find(
    (s) => s.state === 'failed' || s.state === 'running' || s.state === 'unknown',
  );
  const words = decisive ? `${decisive.label} ${STEP_WORD[decisive.state]}` : 'all steps ok';
  return (
    <span
      className="dots"
      role="img"
      aria-label={words}
      title={steps.map((s) => `${s.label}: ${STEP_WORD[s.state]}`).join('\n')}
    >
      {steps.map((step) => (
        <i key={step.label} data-state={step.state} />
      ))}
    </span>
  );
}
