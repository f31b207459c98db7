import { cniConfigMissing } from './cni-config-missing.ts';
import { cniPluginEmpty } from './cni-plugin-empty.ts';
import { cniPluginMissing } from './cni-plugin-missing.ts';
import { crash } from './crash.ts';
import { createFailsMount } from './create-fails-mount.ts';
import { createFailsUser } from './create-fails-user.ts';
import { diskFull } from './disk-full.ts';
import { execMissing } from './exec-missing.ts';
import { execNoperm } from './exec-noperm.ts';
import type { Fault } from './fault.ts';
import { healthy } from './healthy.ts';
import { image401 } from './image-401.ts';
import { image404 } from './image-404.ts';
import { imageNever } from './image-never.ts';
import { initFails } from './init-fails.ts';
import { initHangs } from './init-hangs.ts';
import { ipamExhausted } from './ipam-exhausted.ts';
import { jobDone } from './job-done.ts';
import { memoryTooLow } from './memory-too-low.ts';
import { mountType } from './mount-type.ts';
import { nameReserved } from './name-reserved.ts';
import { oom } from './oom.ts';
import { pauseImage } from './pause-image.ts';
import { pullHalfway } from './pull-halfway.ts';
import { pullHung } from './pull-hung.ts';
import { pullLayers } from './pull-layers.ts';
import { pullSlow } from './pull-slow.ts';
import { pullUnpacking } from './pull-unpacking.ts';
import { registryRefused } from './registry-refused.ts';
import { runtimeBroken } from './runtime-broken.ts';
import { runtimeDown } from './runtime-down.ts';
import { runtimeHandler } from './runtime-handler.ts';
import { runtimeHung } from './runtime-hung.ts';
import { sandboxReplaced } from './sandbox-replaced.ts';
import { seccompMissing } from './seccomp-missing.ts';
import { teardownCniBroken } from './teardown-cni-broken.ts';
import { teardownTermIgnored } from './teardown-term-ignored.ts';

/** Every row of the scenario table that is marked lab, in its order. */
export const FAULTS: readonly Fault[] = [
  healthy,
  jobDone,
  image404,
  image401,
  registryRefused,
  pullHung,
  pullSlow,
  createFailsMount,
  createFailsUser,
  execMissing,
  execNoperm,
  mountType,
  memoryTooLow,
  crash,
  oom,
  initFails,
  initHangs,
  cniConfigMissing,
  cniPluginMissing,
  ipamExhausted,
  pauseImage,
  runtimeHandler,
  sandboxReplaced,
  teardownTermIgnored,
  teardownCniBroken,
  pullLayers,
  pullHalfway,
  pullUnpacking,
  runtimeBroken,
  cniPluginEmpty,
  nameReserved,
  seccompMissing,
  imageNever,
  diskFull,
  runtimeHung,
  runtimeDown,
];
