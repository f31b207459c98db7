/** What each recorded pod must show, as "outcome stage state cause", with all sources of the node at hand. */
export const SITUATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  main: {
    'badcaps-node1': 'stuck create failed seccomp-profile-missing',
    'crashloop-node1': 'stuck run failed app-exit-nonzero',
    'done-fail-node1': 'stuck run failed app-exit-nonzero',
    'done-ok-node1': 'completed run ok -',
    'exec-missing-node1': 'stuck start failed exec-not-found',
    'exec-noperm-node1': 'stuck start failed exec-permission-denied',
    'healthy-node1': 'ready run ok -',
    'hostnet-node1': 'ready run ok -',
    'hostpath-absent-node1': 'stuck kubelet failed hostpath-type-check-failed',
    'hostport-a-node1': 'ready run ok -',
    'hostport-b-node1': 'stuck kubelet failed host-port-conflict',
    'image-badname-node1': 'stuck pull failed invalid-image-name',
    'image-missing-node1': 'stuck pull failed image-not-found',
    'image-never-node1': 'stuck pull failed image-never-pull',
    'image-refused-node1': 'stuck pull failed registry-refused',
    'init-fails-node1': 'stuck run failed init-container-failed',
    'init-hangs-node1': 'stuck run running init-container-running',
    'liveness-node1': 'stuck run failed liveness-probe-failed',
    'nodevice-node1': 'ready run ok -',
    'nonroot-node1': 'stuck create failed run-as-nonroot-root-image',
    'oom-node1': 'stuck run failed oom-killed',
    'poststart-node1': 'stuck run failed prestop-poststart-hook-failed',
    'readiness-node1': 'stuck run failed readiness-probe-failed',
    'sigkill-node1': 'stuck run failed app-exit-nonzero',
    'too-big-node1': 'stuck kubelet failed admission-rejected',
    'twoc-node1': 'stuck run failed app-exit-nonzero',
    'workdir-node1': 'stuck start failed workdir-inaccessible',
    'bad-yaml.yaml': 'stuck kubelet failed static-manifest-invalid',
    'cm-missing': 'stuck kubelet failed static-manifest-invalid',
  },
  // Recorded 38 s after the pull began: within the minute that a pull may stand still.
  'hung-pull': {
    'hung-pull-node1': 'starting pull running -',
    'behind-hung-node1': 'starting pull running -',
  },
  'hung-pull-after': {
    'hung-pull-node1': 'stuck pull running image-pull-stalled',
    'behind-hung-node1': 'stuck pull running image-pull-queued',
  },
  lifecycle: {
    'sandbox-killed-node1': 'ready run ok -',
    'term-slow-node1': 'terminating teardown running -',
  },
  reg: {
    'reg-401-node1': 'stuck pull failed image-unauthorized',
    'reg-403-node1': 'stuck pull failed image-unauthorized',
    'reg-429-node1': 'stuck pull failed rate-limited',
    'reg-500-node1': 'stuck pull failed registry-server-error',
    'startup-node1': 'stuck run failed startup-probe-failed',
  },
  'pause-bad': {
    'pause-bad-node1': 'stuck sandbox failed sandbox-image-network',
    'ctd-down-node1': 'stuck sandbox failed sandbox-image-network',
    'healthy-node1': 'ready run ok -',
  },
  'cni-badjson': {
    'cni-badjson-node1': 'stuck kubelet failed cni-config-missing',
    'healthy-node1': 'ready run ok -',
    'hostnet-node1': 'ready run ok -',
  },
  'cni-nofile': {
    'cni-nofile-node1': 'stuck kubelet failed cni-config-missing',
    'healthy-node1': 'ready run ok -',
    'hostnet-node1': 'ready run ok -',
  },
  'cni-noplugin': {
    'cni-noplugin-node1': 'stuck sandbox failed cni-plugin-binary-missing',
    'healthy-node1': 'ready run ok -',
    'hostnet-node1': 'ready run ok -',
  },
  // The runtime did not answer at all: what kubelet says then proves nothing.
  'ctd-down': {
    'ctd-down-node1': 'stuck sandbox failed runtime-down',
    'healthy-node1': 'unknown sandbox unknown -',
    'image-missing-node1': 'unknown sandbox unknown -',
  },
  'ctd-hung': {
    'crashloop-node1': 'unknown sandbox unknown -',
    'healthy-node1': 'unknown sandbox unknown -',
  },
  ctd16: {
    'badcaps-node1': 'stuck create failed seccomp-profile-missing',
    'crashloop-node1': 'stuck run failed app-exit-nonzero',
    'exec-missing-node1': 'stuck start failed exec-not-found',
    'healthy-node1': 'ready run ok -',
    'hostpath-absent-node1': 'stuck kubelet failed hostpath-type-check-failed',
    'image-missing-node1': 'stuck pull failed image-not-found',
    'image-refused-node1': 'stuck pull failed registry-refused',
    'init-fails-node1': 'stuck run failed init-container-failed',
    'liveness-node1': 'stuck run failed liveness-probe-failed',
    'nonroot-node1': 'stuck create failed run-as-nonroot-root-image',
    'oom-node1': 'stuck run failed oom-killed',
    'reg-401-node1': 'stuck pull failed image-unauthorized',
    'twoc-node1': 'stuck run failed app-exit-nonzero',
  },
  // "can't get final child's PID from pipe: EOF" may have several reasons; none is claimed.
  'sandbox-create-fails': {
    'healthy-node1': 'stuck sandbox failed -',
  },
  'shim-killed': {
    'readiness-node1': 'stuck run failed readiness-probe-failed',
  },
};

/** With kubelet's log alone everything is told; only its view of the runtime's absence is missing. */
export const WITH_LOG_ONLY: Readonly<Record<string, readonly string[]>> = {};

/**
 * What may be said otherwise when kubelet cannot be asked, because CRI alone does not show it. Each is true as far as
 * it goes, and names kubelet among what is missing.
 */
export const WITHOUT_KUBELET: Readonly<Record<string, readonly string[]>> = {
  // CRI knows no readiness.
  'readiness-node1': ['ready run ok -'],
  // kubelet stopped the container; why stands in its log.
  'liveness-node1': ['stuck run failed -'],
  'poststart-node1': ['stuck run failed -'],
  'startup-node1': ['stuck run failed -'],
  // The call was made and failed; that kubelet waits for the network only kubelet tells.
  'cni-badjson-node1': ['stuck sandbox failed cni-config-missing'],
  // A stop is under way: a probe's or a deletion's.
  'term-slow-node1': ['unknown run unknown -'],
};

/** What else may be said without static manifests: CRI does not tell an init container from another. */
export const BARE: Readonly<Record<string, readonly string[]>> = {
  'init-fails-node1': ['stuck run failed app-exit-nonzero'],
  'init-hangs-node1': ['ready run ok -'],
};
