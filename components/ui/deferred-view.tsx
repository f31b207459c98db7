'use client';
import { CloudOff } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { Picture } from './picture.tsx';

/** 2 s: by then nobody waits for the page itself, also in browsers that do not tell when they are idle. */
const IDLE_MS = 2_000;

type Code =
  | { readonly state: 'absent' | 'loading' | 'failed' }
  | { readonly state: 'here'; readonly Panel: ComponentType };

/**
 * The code of a view, loaded when it is first shown, or before. As React's lazy, but the view is there as soon as its code
 * is: lazy holds it back for a third of a second once something stood in its place.
 */
export class ViewCode {
  readonly #load: () => Promise<ComponentType>;
  readonly #listeners = new Set<() => void>();
  #code: Code = { state: 'absent' };

  constructor(load: () => Promise<ComponentType>) {
    this.#load = load;
  }

  readonly get = (): Code => this.#code;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Once, unless it failed: then the next one who asks tries again. Never rejects. */
  readonly fetch = async (): Promise<void> => {
    if (this.#code.state === 'loading' || this.#code.state === 'here') return;
    this.#set({ state: 'loading' });
    try {
      this.#set({ state: 'here', Panel: await this.#load() });
    } catch {
      // What failed is the way to our own server: the view says it, with a way on.
      this.#set({ state: 'failed' });
    }
  };

  #set(code: Code): void {
    this.#code = code;
    for (const tell of this.#listeners) tell();
  }
}

const ABSENT: Code = { state: 'absent' };
const getAbsent = (): Code => ABSENT;

interface DeferredViewProps {
  readonly code: ViewCode;
  /** What stands in its place until its code is here. */
  readonly placeholder: ReactNode;
}

/** A view, once its code is here. */
export function DeferredView({ code, placeholder }: DeferredViewProps) {
  const now = useSyncExternalStore(code.subscribe, code.get, getAbsent);
  useEffect(() => void code.fetch(), [code]);
  if (now.state === 'here') return <now.Panel />;
  return now.state === 'failed' ? <NotLoaded onRetry={code.fetch} /> : placeholder;
}

/** Shows nothing, and loads a view's code when the page has nothing better to do. */
export function ViewAhead({ code }: { code: ViewCode }) {
  useEffect(() => whenIdle(code.fetch), [code]);
  return null;
}

function NotLoaded({ onRetry }: { onRetry: () => Promise<void> }) {
  return (
    <Picture icon={CloudOff} tone="fail" title="This view could not be loaded">
      <p>
        Its code did not come from cri-triage: the connection is gone, or another version runs there
        now.
      </p>
      <p>
        <button type="button" className="button" onClick={() => void onRetry()}>
          Try again
        </button>{' '}
        <button type="button" className="button" onClick={() => window.location.reload()}>
          Load the page anew
        </button>
      </p>
    </Picture>
  );
}

function whenIdle(work: () => Promise<void>): () => void {
  // Safari does not tell when it is idle.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(() => void work(), IDLE_MS);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(() => void work(), { timeout: IDLE_MS });
  return () => window.cancelIdleCallback(handle);
}
