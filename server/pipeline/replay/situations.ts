/** With which sources a recording is replayed. */
export const MODES = {
  /** Everything: /pods, kubelet's log, static manifests, pod log directories. */
  kubelet: { kubelet: 'all', host: true },
  /** As on a worker without a credential for kubelet's port. */
  log: { kubelet: 'log', host: true },
  /** kubelet tells nothing; what lies on the node remains. */
  none: { kubelet: 'none', host: true },
  /** The runtime's socket and its log, and nothing else. */
  bare: { kubelet: 'none', host: false },
} as const;
export type Mode = keyof typeof MODES;

/** "outcome stage state cause" in each mode. */
export type Expected = Readonly<Record<Mode, string>>;

/** No source of the mode names the pod: nothing is said, and nothing is claimed. */
export const NOT_SEEN = 'not seen';

function always(words: string): Expected {
  return { kubelet: words, log: words, none: words, bare: words };
}

/** The right verdict, and what may be known of it where sources are missing: each true as far as it goes. */
function told(words: string, less: Partial<Expected>): Expected {
  return { ...always(words), ...less };
}

/**
 * What each recorded pod must show. Where sources are missing, "unknown" (which names them) stands for what cannot be
 * told: a pod of kubelet alone, a reason that stands in kubelet's log, whose turn a pull is. Without kubelet CRI shows no
 * readiness; where the file asks for a probe "ready" is not claimed. In mode bare nothing tells an init container from
 * another, nor that a probe exists: such a verdict names kubelet among what is missing.
 */
export const SITUATIONS: Readonly<Record<string, Readonly<Record<string, Expected>>>> = {
  main: {
    'bad-yaml.yaml': told('stuck kubelet failed static-manifest-invalid', { bare: 'not seen' }),
    'badcaps-node1': always('stuck create failed seccomp-profile-missing'),
    'cm-missing': told('stuck kubelet failed static-manifest-invalid', {
      none: 'not seen',
      bare: 'not seen',
    }),
    'cm-missing-node1': told('not seen', { none: 'unknown kubelet unknown -' }),
    'crashloop-node1': always('stuck run failed app-exit-nonzero'),
    'done-fail-node1': always('stuck run failed app-exit-nonzero'),
    'done-ok-node1': always('completed run ok -'),
    'exec-missing-node1': always('stuck start failed exec-not-found'),
    'exec-noperm-node1': always('stuck start failed exec-permission-denied'),
    'healthy-node1': told('ready run ok -', { none: 'unknown run unknown -' }),
    'hostnet-node1': always('ready run ok -'),
    'hostpath-absent-node1': told('stuck kubelet failed hostpath-type-check-failed', {
      none: 'unknown kubelet unknown -',
      bare: 'not seen',
    }),
    'hostport-a-node1': always('ready run ok -'),
    'hostport-b-node1': told('stuck kubelet failed host-port-conflict', {
      none: 'unknown kubelet unknown -',
      bare: 'not seen',
    }),
    'image-badname-node1': told('stuck pull failed invalid-image-name', {
      none: 'unknown pull unknown -',
      bare: 'unknown pull unknown -',
    }),
    'image-missing-node1': told('stuck pull failed image-not-found', {
      bare: 'unknown pull unknown -',
    }),
    'image-never-node1': told('stuck pull failed image-never-pull', {
      none: 'unknown pull unknown -',
      bare: 'unknown pull unknown -',
    }),
    'image-refused-node1': told('stuck pull failed registry-refused', {
      bare: 'unknown pull unknown -',
    }),
    'init-fails-node1': told('stuck run failed init-container-failed', {
      bare: 'stuck run failed app-exit-nonzero',
    }),
    'init-hangs-node1': told('stuck run running init-container-running', {
      bare: 'ready run ok -',
    }),
    'liveness-node1': told('stuck run failed liveness-probe-failed', {
      none: 'stuck run failed -',
      bare: 'stuck run failed -',
    }),
    'nodevice-node1': always('ready run ok -'),
    'nonroot-node1': told('stuck create failed run-as-nonroot-root-image', {
      none: 'unknown create unknown -',
      bare: 'unknown pull unknown -',
    }),
    'oom-node1': always('stuck run failed oom-killed'),
    'poststart-node1': told('stuck run failed prestop-poststart-hook-failed', {
      none: 'stuck run failed -',
      bare: 'stuck run failed -',
    }),
    'readiness-node1': told('stuck run failed readiness-probe-failed', {
      none: 'unknown run unknown -',
      bare: 'ready run ok -',
    }),
    'sigkill-node1': always('stuck run failed app-exit-nonzero'),
    'too-big-node1': told('stuck kubelet failed admission-rejected', {
      none: 'unknown kubelet unknown -',
      bare: 'not seen',
    }),
    'twoc-node1': always('stuck run failed app-exit-nonzero'),
    'workdir-node1': always('stuck start failed workdir-inaccessible'),
  },
  'hung-pull': {
    'behind-hung-node1': told('starting pull running -', { bare: 'unknown pull unknown -' }),
    'hung-pull-node1': always('starting pull running -'),
  },
  'hung-pull-after': {
    'behind-hung-node1': told('stuck pull running image-pull-queued', {
      log: 'unknown pull unknown -',
      none: 'unknown pull unknown -',
      bare: 'unknown pull unknown -',
    }),
    'hung-pull-node1': always('stuck pull running image-pull-stalled'),
  },
  lifecycle: {
    'sandbox-killed-node1': always('ready run ok -'),
    'term-slow-node1': told('terminating teardown running -', { bare: 'unknown run unknown -' }),
  },
  reg: {
    'reg-401-node1': always('stuck pull failed image-unauthorized'),
    'reg-403-node1': told('stuck pull failed image-unauthorized', {
      bare: 'unknown pull unknown -',
    }),
    'reg-429-node1': always('stuck pull failed rate-limited'),
    'reg-500-node1': told('stuck pull failed registry-server-error', {
      bare: 'unknown pull unknown -',
    }),
    'startup-node1': told('stuck run failed startup-probe-failed', {
      none: 'stuck run failed -',
      bare: 'stuck run failed -',
    }),
  },
  'pause-bad': {
    'ctd-down-node1': always('stuck sandbox failed sandbox-image-network'),
    'healthy-node1': always('ready run ok -'),
    'pause-bad-node1': always('stuck sandbox failed sandbox-image-network'),
  },
  'cni-badjson': {
    'cni-badjson-node1': told('stuck kubelet failed cni-config-missing', {
      none: 'stuck sandbox failed cni-config-missing',
      bare: 'stuck sandbox failed cni-config-missing',
    }),
    'healthy-node1': always('ready run ok -'),
    'hostnet-node1': always('ready run ok -'),
  },
  'cni-nofile': {
    'cni-nofile-node1': told('stuck kubelet failed cni-config-missing', {
      none: 'unknown kubelet unknown -',
      bare: 'not seen',
    }),
    'healthy-node1': always('ready run ok -'),
    'hostnet-node1': always('ready run ok -'),
  },
  'cni-noplugin': {
    'cni-noplugin-node1': always('stuck sandbox failed cni-plugin-binary-missing'),
    'healthy-node1': always('ready run ok -'),
    'hostnet-node1': always('ready run ok -'),
  },
  'ctd-down': {
    'ctd-down-node1': told('stuck sandbox failed runtime-down', {
      none: 'unknown kubelet unknown -',
      bare: 'not seen',
    }),
    'healthy-node1': told('unknown sandbox unknown -', {
      log: 'unknown kubelet unknown -',
      none: 'unknown kubelet unknown -',
      bare: 'not seen',
    }),
    'image-missing-node1': told('unknown sandbox unknown -', {
      log: 'unknown kubelet unknown -',
      none: 'unknown kubelet unknown -',
      bare: 'not seen',
    }),
  },
  'ctd-hung': {
    'crashloop-node1': told('unknown sandbox unknown -', {
      log: 'unknown kubelet unknown -',
      none: 'unknown kubelet unknown -',
      bare: 'not seen',
    }),
    'healthy-node1': told('unknown sandbox unknown -', {
      log: 'unknown kubelet unknown -',
      none: 'unknown kubelet unknown -',
      bare: 'not seen',
    }),
  },
  ctd16: {
    'badcaps-node1': always('stuck create failed seccomp-profile-missing'),
    'crashloop-node1': always('stuck run failed app-exit-nonzero'),
    'exec-missing-node1': always('stuck start failed exec-not-found'),
    'healthy-node1': always('ready run ok -'),
    'hostpath-absent-node1': told('stuck kubelet failed hostpath-type-check-failed', {
      none: 'unknown kubelet unknown -',
      bare: 'not seen',
    }),
    'image-missing-node1': always('stuck pull failed image-not-found'),
    'image-refused-node1': told('stuck pull failed registry-refused', {
      bare: 'unknown pull unknown -',
    }),
    'init-fails-node1': told('stuck run failed init-container-failed', {
      bare: 'stuck run failed app-exit-nonzero',
    }),
    'liveness-node1': told('stuck run failed liveness-probe-failed', {
      none: 'stuck run failed -',
      bare: 'stuck run failed -',
    }),
    'nonroot-node1': told('stuck create failed run-as-nonroot-root-image', {
      none: 'unknown create unknown -',
      bare: 'unknown pull unknown -',
    }),
    'oom-node1': always('stuck run failed oom-killed'),
    'reg-401-node1': told('stuck pull failed image-unauthorized', {
      bare: 'unknown pull unknown -',
    }),
    'twoc-node1': always('stuck run failed app-exit-nonzero'),
  },
  'sandbox-create-fails': {
    'healthy-node1': always('stuck sandbox failed -'),
  },
  'shim-killed': {
    'readiness-node1': told('stuck run failed readiness-probe-failed', {
      none: 'unknown run unknown -',
      bare: 'ready run ok -',
    }),
  },
  // Nobody was evicted: kubelet's only pods were static, and those it does not touch.
  diskpressure: {},
};

/** What must be said of the node, in mode kubelet; the pods' own causes are not asked for here. */
export const FINDINGS: Readonly<Record<string, readonly string[]>> = {
  main: ['static-manifest-invalid', 'app-exit-nonzero'],
  'hung-pull': [],
  'hung-pull-after': [],
  lifecycle: [],
  reg: ['image-unauthorized'],
  'pause-bad': ['sandbox-image-network'],
  'cni-badjson': ['cni-config-missing'],
  'cni-nofile': ['cni-config-missing'],
  'cni-noplugin': ['cni-plugin-binary-missing'],
  'ctd-down': ['runtime-down'],
  'ctd-hung': ['runtime-hung'],
  ctd16: ['app-exit-nonzero'],
  'sandbox-create-fails': [],
  'shim-killed': [],
  diskpressure: ['evicted-disk-pressure'],
};

/** Recorded outside the hour of the whole logs, or on another runtime. */
export const WITHOUT_WHOLE_LOG: ReadonlySet<string> = new Set([
  'ctd16',
  'sandbox-create-fails',
  'diskpressure',
]);

/** What more the whole logs tell: those pods were called for before the runtime went down. */
export const WITH_WHOLE_LOG: Readonly<Record<string, Partial<Expected>>> = {
  'ctd-down/healthy-node1': { log: 'unknown sandbox unknown -' },
  'ctd-down/image-missing-node1': { log: 'unknown sandbox unknown -' },
};
