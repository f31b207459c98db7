'use client';
import { X } from 'lucide-react';
import type { RefObject } from 'react';
import { pagePaths } from '../../server/contract/paths.ts';
import { withBase } from '../data/base-path.ts';
import { Kbd } from '../ui/kbd.tsx';
import { useKeys } from '../ui/use-keys.ts';

interface PodFilterProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly query: string;
  readonly onQuery: (text: string) => void;
  readonly shown: number;
  readonly total: number;
}

/** The filter box: a plain form without scripts, at once with them. */
export function PodFilter({ input, query, onQuery, shown, total }: PodFilterProps) {
  useKeys({ '/': () => input.current?.select() });
  return (
    <form
      className="filter"
      action={withBase(pagePaths.pods())}
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
        aria-label="Filter pods"
        placeholder="any word, or stage: state: outcome: ns: cause: image:"
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
        {query === '' ? '' : `${shown} of ${total}`}
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
