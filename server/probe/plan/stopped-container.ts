import type { ContainerRow, PodDetail } from '../../contract/pod.ts';

/** The container that is meant: the named one, else the one that decides, else the first that got nowhere. */
export function stoppedContainer(detail: PodDetail, name: string | null): ContainerRow | null {
  const wanted = name ?? detail.verdict.container;
  const { containers } = detail;
  return (
    containers.find((row) => row.name === wanted) ??
    containers.find(({ state }) => state !== 'ok' && state !== 'skipped') ??
    containers[0] ??
    null
  );
}
