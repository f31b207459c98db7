import type { Scenario } from '../model/scenario.ts';
import { crash } from './crash.ts';
import { execMissing } from './exec-missing.ts';
import { healthy } from './healthy.ts';
import { image404 } from './image-404.ts';

/** Every scenario of the simulated node; each row of scenarios.tsv marked sim is one. */
export const SCENARIOS: readonly Scenario[] = [healthy, image404, execMissing, crash];

/** The scenarios of these names; throws for a name that is none. */
export function scenariosOf(names: readonly string[] | 'demo'): readonly Scenario[] {
  const wanted = names === 'demo' ? SCENARIOS.map((one) => one.name) : names;
  return wanted.map((name) => {
    const found = SCENARIOS.find((one) => one.name === name);
    if (found === undefined) {
      throw new Error(
        `no scenario "${name}"; there are: ${SCENARIOS.map((one) => one.name).join(', ')}`,
      );
    }
    return found;
  });
}
