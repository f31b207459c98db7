import type { ProbeComparison, ProbeStep } from '../../contract/probe.ts';
import { compareStages } from './compare-stages.ts';
import { type Beside, compareSubjects } from './compare-subjects.ts';
import { comparisonSentence, stopsOf } from './comparison-sentence.ts';
import { stoppedContainer } from './stopped-container.ts';

export interface ProbeBeside extends Beside {
  readonly steps: readonly ProbeStep[];
}

/** A probe beside a stuck pod: where the one passes and the other fails, what that leaves, and what it clears. */
export function compareWithPod({ steps, ...beside }: ProbeBeside): ProbeComparison {
  const { detail } = beside;
  const container = stoppedContainer(detail, beside.container)?.name ?? null;
  const stages = compareStages(steps, detail, container);
  const { there } = stopsOf(stages);
  const subjects = compareSubjects(
    { ...beside, container },
    there?.reading === 'only-pod-fails' ? there.stage : null,
  );
  return {
    pod: { namespace: detail.namespace, name: detail.name, uid: detail.uid, container },
    stages: [...stages],
    sentence: comparisonSentence({ detail, container, steps, stages, subjects }),
    subjects: [...subjects],
  };
}
