'use client';
import { MAX_EXPLAIN_BYTES } from '../../server/contract/explain-stage.ts';
import { pagePaths } from '../../server/contract/paths.ts';
import { withBase } from '../data/base-path.ts';
import { Kbd } from '../ui/kbd.tsx';

interface ExplainFormProps {
  readonly text: string;
  readonly isAsking: boolean;
  readonly onText: (text: string) => void;
  readonly onAsk: (text: string) => void;
}

/** The box for the text: a plain form without scripts; with them, a paste is answered at once. */
export function ExplainForm({ text, isAsking, onText, onAsk }: ExplainFormProps) {
  const ask = (given: string) => {
    if (given.trim() !== '') onAsk(given);
  };
  return (
    <form
      className="explain-form card"
      action={withBase(pagePaths.explain())}
      method="get"
      onSubmit={(event) => {
        event.preventDefault();
        ask(text);
      }}
    >
      <textarea
        name="text"
        aria-label="Error text"
        placeholder="Error: failed to create containerd task: …"
        rows={6}
        maxLength={MAX_EXPLAIN_BYTES}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        required
        value={text}
        onChange={(event) => onText(event.target.value)}
        onPaste={(event) => {
          if (text !== '') return;
          const pasted = event.clipboardData.getData('text');
          event.preventDefault();
          onText(pasted.slice(0, MAX_EXPLAIN_BYTES));
          ask(pasted.slice(0, MAX_EXPLAIN_BYTES));
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          ask(text);
        }}
      />
      <div className="explain-actions">
        <button type="submit" className="button" disabled={isAsking}>
          Explain
        </button>
        <span className="muted needs-script">
          <Kbd keys="Ctrl Enter" />
        </span>
        <button
          type="button"
          className="button needs-script"
          hidden={text === ''}
          onClick={() => onText('')}
        >
          Clear
        </button>
      </div>
    </form>
  );
}
