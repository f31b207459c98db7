'use client';
import { useEffect, useState } from 'react';

/** 250 ms: between two letters of a person who types. */
const PAUSE_MS = 250;

/** A value once it has rested: what is asked of the server while a person types. */
export function useDebounced(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    if (rested === value) return;
    const timer = setTimeout(() => setRested(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [rested, value]);
  return rested;
}
