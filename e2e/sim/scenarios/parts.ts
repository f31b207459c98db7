import { createRandom } from '../engine/random.ts';
import type { ContainerPlan, PodPlan } from '../model/scenario.ts';

export const MINUTE_MS = 60_000;

/** Letters that ReplicaSet names are made of. */
const NAME_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/** A pod of a Deployment: its name ends as a ReplicaSet's pods do, the same in every run. */
export function podOf(
  namespace: string,
  app: string,
  plan: Omit<PodPlan, 'namespace' | 'name'>,
): PodPlan {
  const random = createRandom(`${namespace}/${app}`);
  const word = (length: number): string =>
    Array.from({ length }, () => NAME_LETTERS[random.between(0, NAME_LETTERS.length - 1)]).join('');
  const hash = word(9);
  return {
    ...plan,
    namespace,
    name: `${app}-${hash}-${word(5)}`,
    labels: { app, 'pod-template-hash': hash, ...plan.labels },
  };
}

/** A pod of one app container named "app", for scenarios that are about that container. */
export function appPod(
  app: string,
  container: Omit<ContainerPlan, 'name'>,
  ageMs = 14 * MINUTE_MS,
): PodPlan {
  return podOf('shop', app, { ageMs, containers: [{ name: 'app', ...container }] });
}

/** Pods that run, for scenarios where something befalls a node that worked. */
export function runningPods(): readonly PodPlan[] {
  const running = (namespace: string, app: string, ageMinutes: number): PodPlan =>
    podOf(namespace, app, {
      ageMs: ageMinutes * MINUTE_MS,
      containers: [
        {
          name: 'app',
          image: `registry.example/${namespace}/${app}:1.4`,
          readiness: 'passes',
          log: ['listening on :8080'],
        },
      ],
    });
  return [running('shop', 'catalog', 190), running('monitoring', 'alertmanager', 120)];
}
