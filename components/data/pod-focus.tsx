'use client';
import { createContext, type ReactNode, useContext } from 'react';
import type { ContainerRow, PodDetail } from '../../server/contract/pod.ts';

/** The pod that a page shows, and the container of it that is selected. */
export interface PodFocus {
  readonly pod: PodDetail;
  /** Null where the pod has none yet. */
  readonly container: ContainerRow | null;
}

const PodFocusContext = createContext<PodFocus | null>(null);

export function PodFocusProvider({ focus, children }: { focus: PodFocus; children: ReactNode }) {
  return <PodFocusContext value={focus}>{children}</PodFocusContext>;
}

export function usePodFocus(): PodFocus {
  const focus = useContext(PodFocusContext);
  if (focus === null) throw new Error('usePodFocus needs a PodFocusProvider above it');
  return focus;
}

/** The container that is meant: the one the address names, else the one that decides, else the pod's own first. */
export function selectContainer(pod: PodDetail, asked: string | null): ContainerRow | null {
  const { containers, verdict } = pod;
  const named = (name: string | null) => containers.find((container) => container.name === name);
  return (
    named(asked) ??
    named(verdict.container) ??
    containers.find(({ type }) => type === 'app') ??
    containers[0] ??
    null
  );
}
