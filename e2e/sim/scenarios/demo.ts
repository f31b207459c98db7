import type { PodPlan, Scenario } from '../model/scenario.ts';
import { crash } from './crash.ts';
import { createFailsMount } from './create-fails-mount.ts';
import { demoHealthyPods } from './demo-healthy.ts';
import { execMissing } from './exec-missing.ts';
import { initHangs } from './init-hangs.ts';
import { MINUTE_MS, podOf } from './parts.ts';
import { pullSlow } from './pull-slow.ts';
import { readiness } from './readiness.ts';
import { runtimeHandler } from './runtime-handler.ts';
import { terminatingStuck } from './terminating-stuck.ts';
import { volume } from './volume.ts';

/** A pod whose image the private registry does not give out. */
function unauthorized(namespace: string, app: string, tag: string, ageMinutes: number): PodPlan {
  return podOf(namespace, app, {
    ageMs: ageMinutes * MINUTE_MS,
    containers: [
      {
        name: 'migrate',
        type: 'init',
        image: 'registry.example/tools/busybox:1.36',
        log: ['schema is up to date'],
        run: { kind: 'exits', afterMs: 1800, exitCode: 0 },
      },
      {
        name: 'app',
        image: `registry.example/private/${app}:${tag}`,
        pull: { kind: 'fails', fault: 'unauthorized' },
        resources: { cpuMilli: 250, memoryMiB: 256 },
      },
    ],
  });
}

/** Three pods, one cause: the credentials for one registry ran out. */
const credentialsGone: Scenario = {
  name: 'credentials-gone',
  pods: [
    unauthorized('shop', 'checkout', '2.14', 14),
    unauthorized('shop', 'cart-api', '1.20', 13),
    unauthorized('ops', 'audit', '0.9', 11),
  ],
};

/** A lively node: most pods run, a few stop at each of the stages, three of them for one reason. */
export function demoScenarios(): readonly Scenario[] {
  return [
    { name: 'demo-healthy', pods: demoHealthyPods() },
    credentialsGone,
    crash,
    createFailsMount,
    execMissing,
    initHangs,
    pullSlow,
    readiness,
    runtimeHandler,
    terminatingStuck,
    volume,
  ];
}
