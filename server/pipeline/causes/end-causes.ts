import type { Cause } from '../cause.ts';
import { cniDelWithoutNetns } from './cni/cni-del-without-netns.ts';
import { iptablesMissingOnTeardown } from './cni/iptables-missing-on-teardown.ts';
import { netnsBusyOnTeardown } from './cni/netns-busy-on-teardown.ts';
import { networkTeardownFailed } from './cni/network-teardown-failed.ts';
import { appExitNonzero } from './exit-run/app-exit-nonzero.ts';
import { containerRecordLost } from './exit-run/container-record-lost.ts';
import { exitZeroLoop } from './exit-run/exit-zero-loop.ts';
import { initContainerFailed } from './exit-run/init-container-failed.ts';
import { initContainerRunning } from './exit-run/init-container-running.ts';
import { killWaitTimeout } from './exit-run/kill-wait-timeout.ts';
import { livenessProbeFailed } from './exit-run/liveness-probe-failed.ts';
import { nodeLevelOom } from './exit-run/node-level-oom.ts';
import { oomFlagStaleRealEndSigterm } from './exit-run/oom-flag-stale-real-end-sigterm.ts';
import { oomKilled } from './exit-run/oom-killed.ts';
import { prestopPoststartHookFailed } from './exit-run/prestop-poststart-hook-failed.ts';
import { readinessProbeFailed } from './exit-run/readiness-probe-failed.ts';
import { runtimeLostExitStatus } from './exit-run/runtime-lost-exit-status.ts';
import { sigabrtIllegalCpuOrAssert } from './exit-run/sigabrt-illegal-cpu-or-assert.ts';
import { sigillCpuFeature } from './exit-run/sigill-cpu-feature.ts';
import { sigkillAfterGrace } from './exit-run/sigkill-after-grace.ts';
import { sigtermReportedAsError } from './exit-run/sigterm-reported-as-error.ts';
import { startupProbeFailed } from './exit-run/startup-probe-failed.ts';

/** Teardown, and how containers end. In order of precedence. */
export const END_CAUSES: readonly Cause[] = [
  iptablesMissingOnTeardown,
  netnsBusyOnTeardown,
  cniDelWithoutNetns,
  killWaitTimeout,
  networkTeardownFailed,
  initContainerRunning,
  nodeLevelOom,
  oomKilled,
  oomFlagStaleRealEndSigterm,
  prestopPoststartHookFailed,
  startupProbeFailed,
  livenessProbeFailed,
  readinessProbeFailed,
  containerRecordLost,
  runtimeLostExitStatus,
  sigkillAfterGrace,
  sigillCpuFeature,
  sigabrtIllegalCpuOrAssert,
  initContainerFailed,
  sigtermReportedAsError,
  exitZeroLoop,
  appExitNonzero,
];
