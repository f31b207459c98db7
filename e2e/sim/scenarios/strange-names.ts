import type { Scenario } from '../model/scenario.ts';
import { MINUTE_MS } from './parts.ts';

/** Names, labels and logs of somebody who means harm: control sequences and markup. No row of scenarios.tsv. */
export const strangeNames: Scenario = {
  name: 'strange-names',
  pods: [
    {
      namespace: 'shop',
      name: 'evil-\u001b[31mred\u001b[0m',
      ageMs: 9 * MINUTE_MS,
      labels: { app: '<img src=x onerror=alert(1)>', note: 'line\nbreak' },
      containers: [
        {
          name: 'app',
          image: 'registry.example/shop/<script>alert(1)</script>:1',
          isLogStderr: true,
          log: ['\u001b[2J\u001b]0;owned\u0007clear screen', '<b>bold</b> & more'],
          run: { kind: 'exits', afterMs: 200, exitCode: 2 },
        },
      ],
    },
  ],
};
