'use client';
import { type RefObject, useLayoutEffect, useRef } from 'react';

export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** 1 s between the two keys of a chord such as "g p". */
const CHORD_MS = 1_000;

/** What every part of the page listens for, innermost parts first. */
const maps = new Set<RefObject<KeyMap>>();
/** The first key of a chord, and when it was pressed: of the whole page, so that "g s" is no "s". */
let first = '';
let firstAt = 0;

/**
 * Single keys and two-key chords for the whole page. While a person types, or a dialog is open, only keys with Ctrl or ⌘
 * ("mod+k") get through. The names are those of KeyboardEvent.key, and "esc".
 */
export function useKeys(map: KeyMap): void {
  const latest = useRef(map);
  // Before the page is painted: a key does what is shown, also in the moment after.
  useLayoutEffect(() => {
    latest.current = map;
  });
  useLayoutEffect(() => {
    if (maps.size === 0) document.addEventListener('keydown', onKeyDown);
    maps.add(latest);
    return () => {
      maps.delete(latest);
      if (maps.size === 0) document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

function onKeyDown(event: KeyboardEvent): void {
  const action = findAction(event);
  if (action === undefined) return;
  event.preventDefault();
  action(event);
}

/** What the key does: as the second of a chord first, wherever that is listened for. */
function findAction(event: KeyboardEvent): KeyMap[string] | undefined {
  const name = keyName(event);
  if (name === null) return undefined;
  const isSecond = event.timeStamp - firstAt < CHORD_MS;
  const chord = isSecond ? actionOf(`${first} ${name}`) : undefined;
  const startsChord = chord === undefined && isFirstOfChord(name);
  first = startsChord ? name : '';
  firstAt = startsChord ? event.timeStamp : Number.NEGATIVE_INFINITY;
  return chord ?? actionOf(name);
}

function actionOf(key: string): KeyMap[string] | undefined {
  for (const { current } of maps) {
    const action = current[key];
    if (action !== undefined) return action;
  }
  return undefined;
}

function isFirstOfChord(name: string): boolean {
  return [...maps].some(({ current }) =>
    Object.keys(current).some((key) => key.startsWith(`${name} `)),
  );
}

function keyName(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.isComposing || event.altKey) return null;
  if (event.ctrlKey || event.metaKey) return `mod+${event.key.toLowerCase()}`;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select')) return null;
  // What had the focus in a dialog may be gone by then: the page behind it gets no key all the same.
  if (document.querySelector('dialog[open]') !== null) return null;
  if (event.key !== 'Escape') return event.key;
  // Escape closes an open popover first.
  return document.querySelector(':popover-open') === null ? 'esc' : null;
}
