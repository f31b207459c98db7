'use client';
import { useEffect, useRef } from 'react';

export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** 1 s between the two keys of a chord such as "g p". */
const CHORD_MS = 1_000;

/**
 * Single keys and two-key chords for the whole page. While a person types, or a dialog is open, only keys with Ctrl or ⌘
 * ("mod+k") get through. The names are those of KeyboardEvent.key, and "esc".
 */
export function useKeys(map: KeyMap): void {
  const latest = useRef(map);
  useEffect(() => {
    latest.current = map;
  });
  useEffect(() => {
    const readKey = createKeyReader();
    const onKeyDown = (event: KeyboardEvent) => {
      const action = readKey(event, latest.current);
      if (action === undefined) return;
      event.preventDefault();
      action(event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Remembers the first key of a chord. */
function createKeyReader() {
  let first = '';
  let firstAt = 0;
  return (event: KeyboardEvent, map: KeyMap) => {
    const name = keyName(event);
    if (name === null) return undefined;
    const isChord = event.timeStamp - firstAt < CHORD_MS;
    const action = (isChord ? map[`${first} ${name}`] : undefined) ?? map[name];
    const startsChord = Object.keys(map).some((key) => key.startsWith(`${name} `));
    first = startsChord ? name : '';
    firstAt = startsChord ? event.timeStamp : 0;
    return action;
  };
}

function keyName(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.isComposing || event.altKey) return null;
  if (event.ctrlKey || event.metaKey) return `mod+${event.key.toLowerCase()}`;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select, dialog[open]')) return null;
  if (event.key !== 'Escape') return event.key;
  // Escape closes an open popover first.
  return document.querySelector(':popover-open') === null ? 'esc' : null;
}
