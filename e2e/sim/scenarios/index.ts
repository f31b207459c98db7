import type { Scenario } from '../model/scenario.ts';
import { badManifest } from './bad-manifest.ts';
import { cniConfigMissing } from './cni-config-missing.ts';
import { cniPluginMissing } from './cni-plugin-missing.ts';
import { crash } from './crash.ts';
import { createFailsMount } from './create-fails-mount.ts';
import { createFailsUser } from './create-fails-user.ts';
import { demoScenarios } from './demo.ts';
import { execMissing } from './exec-missing.ts';
import { execNoperm } from './exec-noperm.ts';
import { healthy } from './healthy.ts';
import { hostPort } from './host-port.ts';
import { image401 } from './image-401.ts';
import { image404 } from './image-404.ts';
import { imageBadname } from './image-badname.ts';
import { imageNever } from './image-never.ts';
import { initFails } from './init-fails.ts';
import { initHangs } from './init-hangs.ts';
import { initSidecar } from './init-sidecar.ts';
import { ipamExhausted } from './ipam-exhausted.ts';
import { jobDone } from './job-done.ts';
import { liveness } from './liveness.ts';
import { memoryTooLow } from './memory-too-low.ts';
import { mountType } from './mount-type.ts';
import { nonroot } from './nonroot.ts';
import { oom } from './oom.ts';
import { pauseImage } from './pause-image.ts';
import { pullBehindHung } from './pull-behind-hung.ts';
import { pullHung } from './pull-hung.ts';
import { pullSlow } from './pull-slow.ts';
import { pullUnpacking } from './pull-unpacking.ts';
import { rateLimited } from './rate-limited.ts';
import { readiness } from './readiness.ts';
import { registryRefused } from './registry-refused.ts';
import { rejected } from './rejected.ts';
import { runtimeDown } from './runtime-down.ts';
import { runtimeHandler } from './runtime-handler.ts';
import { runtimeHung } from './runtime-hung.ts';
import { sandboxReplaced } from './sandbox-replaced.ts';
import { seccompMissing } from './seccomp-missing.ts';
import { secretMissing } from './secret-missing.ts';
import { strangeNames } from './strange-names.ts';
import { terminating } from './terminating.ts';
import { terminatingStuck } from './terminating-stuck.ts';
import { volume } from './volume.ts';

/** Every scenario of the simulated node; each row of scenarios.tsv marked sim is one. */
export const SCENARIOS: readonly Scenario[] = [
  healthy,
  initSidecar,
  jobDone,
  image404,
  image401,
  registryRefused,
  rateLimited,
  pullHung,
  pullBehindHung,
  pullSlow,
  pullUnpacking,
  imageBadname,
  imageNever,
  nonroot,
  createFailsMount,
  createFailsUser,
  seccompMissing,
  execMissing,
  execNoperm,
  mountType,
  memoryTooLow,
  crash,
  oom,
  liveness,
  readiness,
  initFails,
  initHangs,
  volume,
  secretMissing,
  cniConfigMissing,
  cniPluginMissing,
  ipamExhausted,
  pauseImage,
  runtimeHandler,
  rejected,
  hostPort,
  badManifest,
  terminating,
  terminatingStuck,
  sandboxReplaced,
  runtimeHung,
  runtimeDown,
  strangeNames,
];

/** The scenarios of these names; throws for a name that is none. */
export function scenariosOf(names: readonly string[] | 'demo'): readonly Scenario[] {
  if (names === 'demo') return demoScenarios();
  return names.map((name) => {
    const found = SCENARIOS.find((one) => one.name === name);
    if (found === undefined) {
      throw new Error(
        `no scenario "${name}"; there are: ${SCENARIOS.map((one) => one.name).join(', ')}`,
      );
    }
    return found;
  });
}
