import type { PodDetail } from '../../contract/pod.ts';

/** A verdict in the form of the scenario table: "stuck pull failed image-not-found". */
export function verdictWords({ verdict }: PodDetail): string {
  return `${verdict.outcome} ${verdict.stage} ${verdict.state} ${verdict.cause ?? '-'}`;
}
