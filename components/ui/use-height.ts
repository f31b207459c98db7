'use client';
import { type RefCallback, useCallback, useState } from 'react';

/** The height of an element that comes and goes; 0 while it is not there. */
export function useHeight(): readonly [RefCallback<Element>, number] {
  const [px, setPx] = useState(0);
  const ref = useCallback((element: Element | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(() => setPx(element.getBoundingClientRect().height));
    observer.observe(element);
    return () => {
      observer.disconnect();
      setPx(0);
    };
  }, []);
  return [ref, px];
}
