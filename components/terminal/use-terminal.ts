'use client';
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { openStreamSocket, type StreamRequest } from '../data/stream-socket.ts';
import { TerminalLink } from './terminal-link.ts';
import { OPENING, type TerminalState } from './terminal-state.ts';
import type { TerminalScreen } from './xterm-screen.ts';

export interface UseTerminal {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly state: TerminalState;
  readonly screen: TerminalScreen | null;
  readonly link: TerminalLink | null;
}

/** A terminal in `host`, for as long as the component is there. `isFirst`: it may take up a session of the page before. */
export function useTerminal(
  request: StreamRequest,
  isFirst: boolean,
  onSearch: () => void,
): UseTerminal {
  const host = useRef<HTMLDivElement>(null);
  const [parts, setParts] = useState<{ screen: TerminalScreen; link: TerminalLink } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const search = useEffectEvent(onSearch);
  const key = `${request.kind} ${'containerId' in request ? request.containerId : ''}`;
  const begin = useEffectEvent((element: HTMLElement, open: OpenScreen) => {
    let link: TerminalLink | null = null;
    const screen = open(element, {
      typed: (data) => link?.type(data),
      typedBytes: (bytes) => link?.type(bytes),
      resized: (columns, rows) => link?.resize(columns, rows),
      search,
    });
    const session = isFirst ? readSession(key) : null;
    const keep = (id: string | null) => keepSession(key, id);
    link = new TerminalLink({ open: openStreamSocket, screen, request, session, keep });
    setParts({ screen, link });
    link.connect();
    screen.focus();
    return { screen, link };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each run is a session of its own
  useEffect(() => {
    let made: { screen: TerminalScreen; link: TerminalLink } | null = null;
    let isGone = false;
    import('./xterm-screen.ts').then(
      ({ openScreen }) => {
        if (isGone || host.current === null) return;
        host.current.replaceChildren();
        made = begin(host.current, openScreen);
      },
      () => setFailed(true),
    );
    // The browser knows first when there is a network again.
    const onOnline = () => made?.link.retryIfLost();
    window.addEventListener('online', onOnline);
    return () => {
      isGone = true;
      window.removeEventListener('online', onOnline);
      made?.link.leave();
      made?.screen.close();
      setParts(null);
    };
  }, [key]);
  const state = useSyncExternalStore(
    parts?.link.subscribe ?? subscribeNever,
    parts?.link.get ?? opening,
    opening,
  );
  return {
    host,
    state: hasFailed ? NOT_LOADED : state,
    screen: parts?.screen ?? null,
    link: parts?.link ?? null,
  };
}

type OpenScreen = typeof import('./xterm-screen.ts').openScreen;
const NOT_LOADED: TerminalState = {
  ...OPENING,
  phase: 'ended',
  problem: 'The terminal’s code could not be loaded: load the page again.',
};
const subscribeNever = () => () => undefined;
const opening = () => OPENING;

/** Whether this page had a session there before it was loaded anew. */
export function hasSession(request: StreamRequest): boolean {
  return 'containerId' in request && readSession(`${request.kind} ${request.containerId}`) !== null;
}

const storageKey = (key: string) => `cri-triage.session ${key}`;

function readSession(key: string): string | null {
  try {
    return window.sessionStorage.getItem(storageKey(key));
  } catch {
    return null;
  }
}

/** Of this window only; a browser that shuts its storage begins anew after a reload. */
function keepSession(key: string, id: string | null): void {
  try {
    if (id === null) window.sessionStorage.removeItem(storageKey(key));
    else window.sessionStorage.setItem(storageKey(key), id);
  } catch {
    return;
  }
}
