import type { Scenario } from '../model/scenario.ts';
import { appPod } from './parts.ts';

/** The app ends with exit code 1 again and again; its log says why. */
export const crash: Scenario = {
  name: 'crash',
  pods: [
    appPod('orders', {
      image: 'registry.example/shop/orders:5.1.0',
      isLogStderr: true,
      log: [
        'orders 5.1.0 starting',
        'reading configuration from environment',
        'config error: DB_HOST not set',
      ],
      run: {
        kind: 'exits',
        afterMs: 350,
        exitCode: 1,
        terminationMessage: 'config error: DB_HOST not set\n',
      },
    }),
  ],
};
