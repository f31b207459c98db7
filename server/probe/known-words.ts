import type { ProbePodRef } from '../contract/probe.ts';
import { shellWord } from '../contract/shell-word.ts';

/** Words that stand in a command for names that an error's text alone does not tell. */
const PLACEHOLDER = /\b(?:IMAGE|NAMESPACE|POD|CONTAINER|SANDBOX|WORKLOAD)\b/g;

/** What is known beside an error's text. */
export interface KnownNames {
  readonly image: string;
  /** The stuck pod that the probe is held beside. */
  readonly beside: ProbePodRef | null;
}

/**
 * A command with the names that are known here. Null where it asks for a pod and there is none: the probe's own is gone
 * by the time a person reads it.
 */
export function withKnownNames(command: string, { image, beside }: KnownNames): string | null {
  const names: Readonly<Record<string, string | null>> = {
    IMAGE: image,
    NAMESPACE: beside?.namespace ?? null,
    POD: beside?.name ?? null,
    CONTAINER: beside?.container ?? null,
  };
  const filled = command.replace(PLACEHOLDER, (word) => {
    const name = names[word] ?? null;
    return name === null ? word : shellWord(name);
  });
  return beside === null && filled.search(PLACEHOLDER) !== -1 ? null : filled;
}
