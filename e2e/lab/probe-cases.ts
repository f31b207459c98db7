import { IMAGES } from './lab-images.ts';
import { ADMIN, FRESH } from './probe-node.ts';
import { HOSTS, LOGIN } from './registries.ts';

/** What probes are asked for on the lab, and what has to come of it. */

interface Stop {
  readonly what: string;
  readonly request: object;
  readonly call: string;
  readonly cause: string;
  readonly token?: string;
}

/** What goes wrong, at which call, and the cause that has to be told. */
export const STOPS: readonly Stop[] = [
  {
    what: 'an image that does not exist',
    request: { image: `${HOSTS.good}/lab/nothing:1` },
    call: 'PullImage',
    cause: 'image-not-found',
  },
  {
    what: 'a registry that wants credentials, without them',
    request: { image: `${HOSTS.unauthorized}/${FRESH.repository}:1` },
    call: 'PullImage',
    cause: 'image-unauthorized',
  },
  {
    what: 'a registry that wants credentials, with wrong ones',
    request: {
      image: `${HOSTS.unauthorized}/${FRESH.repository}:1`,
      auth: { ...LOGIN, password: 'wrong-and-secret' },
    },
    call: 'PullImage',
    cause: 'image-unauthorized',
  },
  {
    what: 'a handler that is not configured',
    request: { runtimeHandler: 'kata' },
    call: 'RunPodSandbox',
    cause: 'runtime-handler-not-configured',
  },
  {
    what: 'a command that is not in the image',
    request: { image: IMAGES.busybox, command: ['/usr/bin/no-such-binary'] },
    call: 'StartContainer',
    cause: 'exec-not-found',
  },
  {
    what: 'a command that fails',
    request: { image: IMAGES.busybox, command: ['/bin/sh', '-c', 'echo no database >&2; exit 3'] },
    call: 'Observe',
    cause: 'app-exit-nonzero',
  },
  {
    what: 'a mount that is not there',
    request: {
      containerConfig: {
        metadata: { name: 'app' },
        image: { image: IMAGES.busybox },
        command: ['sleep', '60'],
        mounts: [{ host_path: '/etc/passwd/data', container_path: '/data' }],
      },
    },
    token: ADMIN,
    call: 'CreateContainer',
    cause: 'mount-source-missing',
  },
];

const SANDBOX = {
  metadata: {
    name: 'nginx-sandbox',
    namespace: 'default',
    attempt: 1,
    uid: 'hdishd83djaidwnduwk28bcsb',
  },
  log_directory: '/tmp',
  linux: {},
};
const CONTAINER = {
  metadata: { name: 'busybox' },
  image: { image: IMAGES.busybox },
  command: ['top'],
  log_path: 'busybox.0.log',
  linux: {},
};
/** As crictl's documentation has them, but for an image that this node can have. */
export const DOCUMENTED: Readonly<Record<'JSON' | 'YAML', object>> = {
  JSON: {
    sandboxConfig: JSON.stringify(SANDBOX, null, 4),
    containerConfig: JSON.stringify(CONTAINER, null, 2),
  },
  YAML: {
    sandboxConfig: `
metadata:
  name: nginx-sandbox
  namespace: default
  attempt: 1
  uid: hdishd83djaidwnduwk28bcsb
log_directory: /tmp
linux: {}
`,
    containerConfig: `
metadata:
  name: busybox
image:
  image: ${IMAGES.busybox}
command: [top]
log_path: busybox.0.log
linux: {}
`,
  },
};

const PAIR = { metadata: { name: 'x', namespace: 'y', uid: 'z', attempt: 1 } };
/** What reaches the node, and where the refusal has to point. */
export const REACHING: readonly (readonly [what: string, request: object, path: string])[] = [
  [
    'privileged',
    { sandboxConfig: { ...PAIR, linux: { security_context: { privileged: true } } } },
    'sandbox_config.linux.security_context.privileged',
  ],
  [
    'the processes of the node',
    {
      sandboxConfig: {
        ...PAIR,
        linux: { security_context: { namespace_options: { pid: 'NODE' } } },
      },
    },
    'sandbox_config.linux.security_context.namespace_options.pid',
  ],
  [
    'a path of the node',
    { containerConfig: container({ mounts: [{ host_path: '/etc', container_path: '/etc2' }] }) },
    'container_config.mounts[0].host_path',
  ],
  [
    'a device',
    {
      containerConfig: container({
        devices: [{ host_path: '/dev/kmsg', container_path: '/dev/kmsg', permissions: 'rwm' }],
      }),
    },
    'container_config.devices[0]',
  ],
];

/** A field, a type and an enum that CRI does not have, and where. */
export const WRONG: readonly (readonly [request: object, path: string])[] = [
  [
    { sandboxConfig: { ...PAIR, linux: { cgroup_parrent: '/x' } } },
    'sandbox_config.linux.cgroup_parrent',
  ],
  [
    { sandboxConfig: { ...PAIR, metadata: { ...PAIR.metadata, attempt: 'first' } } },
    'sandbox_config.metadata.attempt',
  ],
  [
    {
      sandboxConfig: {
        ...PAIR,
        linux: { security_context: { namespace_options: { network: 'HOST' } } },
      },
    },
    'sandbox_config.linux.security_context.namespace_options.network',
  ],
  [
    { containerConfig: container({ mounts: [{ host_path: '/etc', readonly: 'yes' }] }) },
    'container_config.mounts[0].readonly',
  ],
];

function container(more: object): object {
  return { metadata: { name: 'app' }, image: { image: IMAGES.busybox }, ...more };
}
