import type { PodPlan } from '../model/scenario.ts';
import { MINUTE_MS } from './parts.ts';

/** Many healthy pods for measurements; one image, so that nothing but their number costs. */
export function* scalePods(scale: {
  readonly pods: number;
  readonly containersPerPod: number;
}): Generator<PodPlan> {
  // 500 pods and 1,200 containers are 2.4 a pod: the fraction decides which pods have one more.
  let made = 0;
  for (let index = 0; index < scale.pods; index += 1) {
    const due = Math.round((index + 1) * scale.containersPerPod);
    const count = Math.max(1, due - made);
    made += count;
    yield {
      namespace: `load-${index % 10}`,
      name: `web-${index}`,
      ageMs: 30 * MINUTE_MS + index * 500,
      labels: { app: 'web', tier: 'frontend' },
      containers: Array.from({ length: count }, (_, one) => ({
        name: one === 0 ? 'app' : `side-${one}`,
        image: 'registry.example/load/web:1',
        log: ['listening on :8080'],
      })),
    };
  }
}
