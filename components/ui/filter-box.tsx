'use client';
import { X } from 'lucide-react';
import type { RefObject } from 'react';
import { Kbd } from './kbd.tsx';
import { useKeys } from './use-keys.ts';

interface FilterBoxProps {
  readonly input: RefObject<HTMLInputElement | null>;
  /** Where the form leads to without scripts. */
  readonly action: string;
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  readonly onQuery: (text: string) => void;
  readonly shown: number;
  readonly total: number;
}

/** The filter box of a list: a plain form without scripts, at once with them. */
export function FilterBox({ input, query, onQuery, ...props }: FilterBoxProps) {
  useKeys({ '/': () => input.current?.select() });
  return (
    <form
      className="filter"
      action={props.action}
      method="get"
      onSubmit={(event) => event.preventDefault()}
    >
      <span className="needs-script">
        <Kbd keys="/" />
      </span>
      <input
        ref={input}
        name="q"
        type="text"
        aria-label={props.label}
        placeholder={props.placeholder}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && event.key !== 'Enter') return;
          event.preventDefault();
          if (event.key === 'Escape' && query !== '') onQuery('');
          else event.currentTarget.blur();
        }}
      />
      <span className="filter-count muted" role="status">
        {query === '' ? '' : `${props.shown} of ${props.total}`}
      </span>
      <button
        type="button"
        className="icon-button needs-script"
        aria-label="Clear filter"
        data-tip="Clear (Esc)"
        hidden={query === ''}
        onClick={() => onQuery('')}
      >
        <X aria-hidden />
      </button>
    </form>
  );
}
