import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { ScalarType } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../contract/cri-config.ts';
import { probeRequestSchema } from '../../contract/probe.ts';
import {
  ContainerConfigSchema,
  PodSandboxConfigSchema,
} from '../../cri/generated/runtime/v1/api_pb.js';
import { readConfig } from '../../cri/read-config.ts';
import { CONFIG_FIELDS } from './config-fields.ts';
import { planProbe } from './plan-probe.ts';
import { findPrivileges } from './privileges.ts';

/** Every message below a configuration. */
function messagesOf(desc: DescMessage, found = new Map<string, DescMessage>()) {
  if (found.has(desc.name)) return found;
  found.set(desc.name, desc);
  for (const field of desc.fields) if (field.message) messagesOf(field.message, found);
  return found;
}

const MESSAGES = new Map([
  ...messagesOf(PodSandboxConfigSchema),
  ...messagesOf(ContainerConfigSchema),
]);
const isLong = ({ scalar }: DescField) =>
  [ScalarType.INT64, ScalarType.UINT64].some((type) => type === scalar);

describe('every field of CRI has been judged', () => {
  it.each([...MESSAGES])('%s', (name, desc) => {
    const fields = CONFIG_FIELDS[name] ?? {};
    expect(Object.keys(fields).toSorted()).toEqual(
      desc.fields.map((field) => field.name).toSorted(),
    );
    for (const field of desc.fields) {
      expect(fields[field.name], field.name).toMatchObject({
        ...(field.message ? { message: field.message.name } : {}),
        ...(field.fieldKind === 'map' ? { isMap: true } : {}),
        ...(isLong(field) ? { isLong: true } : {}),
      });
      expect(fields[field.name]?.message !== undefined).toBe(field.message !== undefined);
      expect(fields[field.name]?.isMap === true).toBe(field.fieldKind === 'map');
    }
  });

  it('and nothing else', () => {
    expect(Object.keys(CONFIG_FIELDS).toSorted()).toEqual([...MESSAGES.keys()].toSorted());
  });
});

const around = (path: string, value: JsonValue): JsonObject =>
  path
    .split('.')
    .toReversed()
    .reduce<JsonValue>((inner, name) => ({ [name]: inner }), value) as JsonObject;

const SC = 'linux.security_context';
const NS = `${SC}.namespace_options`;

const REFUSED: readonly (readonly ['sandbox' | 'container', string, JsonValue, string])[] = [
  ['sandbox', `${SC}.privileged`, true, `${SC}.privileged`],
  ['sandbox', `${NS}.network`, 2, `${NS}.network`],
  ['sandbox', `${NS}.network`, 'NODE', `${NS}.network`],
  ['sandbox', `${NS}.pid`, 2, `${NS}.pid`],
  ['sandbox', `${NS}.ipc`, 2, `${NS}.ipc`],
  ['sandbox', `${NS}.userns_options`, {}, `${NS}.userns_options`],
  ['sandbox', 'port_mappings', [{}, { host_port: 80 }], 'port_mappings[1].host_port'],
  [
    'sandbox',
    'annotations',
    { 'io.kubernetes.cri-o.Devices': '/dev/sda' },
    'annotations["io.kubernetes.cri-o.Devices"]',
  ],
  ['sandbox', 'annotations', { plain: '' }, 'annotations.plain'],
  ['sandbox', 'labels', { 'nri.io/cpu': 'all' }, 'labels["nri.io/cpu"]'],
  [
    'sandbox',
    'linux.sysctls',
    { 'kernel.core_pattern': '|/x' },
    'linux.sysctls["kernel.core_pattern"]',
  ],
  [
    'sandbox',
    'linux.resources.unified',
    { 'memory.max': 'max' },
    'linux.resources.unified["memory.max"]',
  ],
  ['sandbox', `${SC}.seccomp.profile_type`, 1, `${SC}.seccomp.profile_type`],
  ['sandbox', `${SC}.selinux_options.type`, 'spc_t', `${SC}.selinux_options.type`],
  [
    'sandbox',
    'windows.security_context.host_process',
    true,
    'windows.security_context.host_process',
  ],
  ['container', `${SC}.privileged`, true, `${SC}.privileged`],
  ['container', `${NS}.pid`, 2, `${NS}.pid`],
  ['container', `${NS}.target_id`, '3f2a', `${NS}.target_id`],
  [
    'container',
    `${SC}.capabilities.add_capabilities`,
    ['SYS_ADMIN'],
    `${SC}.capabilities.add_capabilities[0]`,
  ],
  [
    'container',
    `${SC}.capabilities.add_ambient_capabilities`,
    ['NET_RAW'],
    `${SC}.capabilities.add_ambient_capabilities[0]`,
  ],
  [
    'container',
    `${SC}.seccomp`,
    { profile_type: 2, localhost_ref: 'x.json' },
    `${SC}.seccomp.profile_type`,
  ],
  ['container', `${SC}.seccomp_profile_path`, 'unconfined', `${SC}.seccomp_profile_path`],
  ['container', `${SC}.apparmor_profile`, 'unconfined', `${SC}.apparmor_profile`],
  ['container', `${SC}.apparmor.profile_type`, 1, `${SC}.apparmor.profile_type`],
  ['container', `${SC}.masked_paths`, ['/proc/scsi'], `${SC}.masked_paths`],
  ['container', `${SC}.readonly_paths`, ['/x'], `${SC}.readonly_paths`],
  [
    'container',
    'mounts',
    [{ container_path: '/x', host_path: '/', readonly: true }],
    'mounts[0].host_path',
  ],
  ['container', 'mounts', [{ container_path: '/x' }], 'mounts[0]'],
  ['container', 'mounts', [{ container_path: '/x', image: { image: 'y' } }], 'mounts[0].image'],
  ['container', 'mounts', [{ host_path: '/x', propagation: 2 }], 'mounts[0].propagation'],
  ['container', 'devices', [{ host_path: '/dev/sda' }], 'devices[0].host_path'],
  ['container', 'CDI_devices', [{ name: 'vendor.com/gpu=0' }], 'CDI_devices[0].name'],
  ['container', 'envs', [{ key: 'NVIDIA_VISIBLE_DEVICES', value: 'all' }], 'envs[0].key'],
  ['container', 'working_dir', '/proc/self/fd/8', 'working_dir'],
  ['container', 'working_dir', '/x/../proc/self/fd/8', 'working_dir'],
  [
    'container',
    'linux.resources.hugepage_limits',
    [{ page_size: '2MB', limit: 4 }],
    'linux.resources.hugepage_limits[0].limit',
  ],
  ['container', 'linux.resources.cpuset_cpus', '0', 'linux.resources.cpuset_cpus'],
  ['container', 'image.annotations', { a: 'b' }, 'image.annotations.a'],
  [
    'container',
    'annotations',
    { 'container.apparmor.security.beta.kubernetes.io/x': 'unconfined' },
    'annotations["container.apparmor.security.beta.kubernetes.io/x"]',
  ],
];

const CONTAINER = { metadata: { name: 'c' }, image: { image: 'busybox' } };

function planOf(kind: 'sandbox' | 'container', config: JsonObject, isAdmin: boolean) {
  const given =
    kind === 'sandbox'
      ? { sandboxConfig: config }
      : {
          containerConfig: {
            ...CONTAINER,
            ...config,
            image: { ...CONTAINER.image, ...(config['image'] as JsonObject | undefined) },
          },
        };
  return planProbe(probeRequestSchema.parse(given), {
    id: 'a',
    uid: 'b',
    owner: '1.1',
    deadlineSeconds: 1,
    podLogs: '/var/log/pods',
    images: [{ id: 'sha256:1', tags: ['busybox'], digests: [], sizeBytes: 1, pinned: false }],
    isAdmin,
    cgroupDriver: 'systemd',
    readConfig,
  });
}

describe('what reaches the node', () => {
  it.each(REFUSED)(
    '%s %s %j is refused to an operator as %s, and an admin has it',
    (kind, path, value, told) => {
      const config = around(path, value);
      const refused = planOf(kind, config, false);
      if (refused.kind !== 'not-allowed') throw new Error(JSON.stringify(refused));
      const paths = refused.problems.map((problem) => problem.path);
      expect(paths).toContain(`${kind}_config.${told}`);
      expect(refused.problems[0]?.message).toMatch(
        /^only an admin may set this: with it the probe /,
      );
      const allowed = planOf(kind, config, true);
      if (allowed.kind !== 'plan') throw new Error(JSON.stringify(allowed));
      expect(allowed.plan.privileges.join('\n')).toContain(`${kind}_config.${told}: `);
    },
  );

  it('a field that nobody has judged is one', () => {
    expect(findPrivileges('container', { brand_new: true, toString: 'x' })).toEqual([
      { path: 'container_config.brand_new', lets: expect.any(String) },
      { path: 'container_config.toString', lets: expect.any(String) },
    ]);
  });
});

describe('what reaches nothing', () => {
  it.each<readonly ['sandbox' | 'container', JsonObject]>([
    ['sandbox', around(NS, { network: 0, pid: 1, ipc: 0 })],
    ['sandbox', around(`${NS}.userns_options.mode`, 2)],
    ['sandbox', { dns_config: { servers: ['10.0.0.10'], searches: ['a'], options: ['ndots:5'] } }],
    ['sandbox', { port_mappings: [{ container_port: 80, protocol: 2 }] }],
    ['sandbox', { labels: { app: 'web' } }],
    [
      'container',
      around(SC, {
        run_as_user: { value: 0 },
        run_as_group: { value: 7 },
        readonly_rootfs: true,
        supplemental_groups: [1],
        no_new_privs: true,
      }),
    ],
    ['container', around(SC, { seccomp: {}, apparmor: {}, apparmor_profile: 'runtime/default' })],
    ['container', around(`${SC}.capabilities.drop_capabilities`, ['ALL'])],
    [
      'container',
      {
        envs: [{ key: 'A', value: 'b' }],
        working_dir: '/srv/a..b',
        tty: true,
        stdin: true,
        stop_signal: 3,
      },
    ],
    ['container', { devices: [], mounts: [], annotations: {}, linux: {} }],
  ])("%s %j is an operator's too", (kind, config) => {
    expect(planOf(kind, config, false)).toMatchObject({ kind: 'plan', plan: { privileges: [] } });
  });

  it('the old name of the default profile is said in the new way too', () => {
    const made = planOf(
      'container',
      around(`${SC}.seccomp_profile_path`, 'runtime/default'),
      false,
    );
    expect(made).toMatchObject({
      plan: { containerConfig: around(`${SC}.seccomp`, { profile_type: 0 }) },
    });
  });
});
