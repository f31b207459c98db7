import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/cri-config.ts';
import { type ProbeRequest, probeRequestSchema } from '../../contract/probe.ts';
import { PROBE_IMAGE_ANNOTATION, PROBE_LABELS } from '../../contract/probe-words.ts';
import { readConfig } from '../../cri/read-config.ts';
import type { PlanFacts, ProbePlan } from '../plan.ts';
import { planProbe } from './plan-probe.ts';

const UID = '7f6f2f0e-3c1e-4a54-9f3f-0a6a3f6f0c11';
const PAUSE = {
  id: 'sha256:aa00000000000000000000000000000000000000000000000000000000000001',
  tags: ['registry.example/pause:3.10'],
  digests: [`registry.example/pause@sha256:${'1'.repeat(64)}`],
  sizeBytes: 320_000,
  pinned: true,
};
const BUSYBOX = {
  id: 'sha256:bb00000000000000000000000000000000000000000000000000000000000002',
  tags: ['docker.io/library/busybox:latest'],
  digests: [`docker.io/library/busybox@sha256:${'2'.repeat(64)}`],
  sizeBytes: 200_000,
  pinned: false,
};

const FACTS: PlanFacts = {
  id: 'k3x9',
  uid: UID,
  owner: '4711.882233',
  deadlineSeconds: 1_790_000_000,
  podLogs: '/var/log/pods',
  images: [BUSYBOX, PAUSE],
  isAdmin: false,
  cgroupDriver: 'cgroupfs',
  readConfig,
};

function plan(request: Partial<ProbeRequest>, facts: Partial<PlanFacts> = {}) {
  return planProbe({ ...probeRequestSchema.parse({}), ...request }, { ...FACTS, ...facts });
}

function planned(request: Partial<ProbeRequest>, facts: Partial<PlanFacts> = {}): ProbePlan {
  const result = plan(request, facts);
  if (result.kind !== 'plan') throw new Error(JSON.stringify(result));
  return result.plan;
}

function problems(request: Partial<ProbeRequest>, facts: Partial<PlanFacts> = {}) {
  const result = plan(request, facts);
  if (result.kind === 'plan') throw new Error('it was planned');
  return { kind: result.kind, paths: result.problems.map(({ path }) => path), result };
}

describe('from the form', () => {
  it('asks for what kubelet asks for', () => {
    const made = planned({ image: 'registry.example/app:1', command: ['sleep'], args: ['5'] });
    expect(made.pod).toEqual({ namespace: 'cri-triage', name: 'probe-k3x9', uid: UID });
    expect(made.changes).toEqual([]);
    expect(made.privileges).toEqual([]);
    expect({ sandbox: made.sandboxConfig, container: made.containerConfig }).toMatchSnapshot();
  });

  it('takes the image that does nothing, by digest, where none is named', () => {
    expect(planned({}).image).toBe(PAUSE.digests[0]);
    expect(planned({}, { images: [BUSYBOX] }).image).toBe(BUSYBOX.digests[0]);
    expect(problems({}, { images: [] })).toMatchObject({ kind: 'wrong', paths: ['image'] });
  });

  it.each([
    ['busybox', 'IfNotPresent', false],
    ['busybox:latest', 'Always', false],
    [BUSYBOX.id, 'IfNotPresent', false],
    ['bb0000000000', 'IfNotPresent', false],
    ['busybox:1.36', 'IfNotPresent', true],
    ['busybox:1.36', 'Always', true],
    ['busybox:1.36', 'Never', false],
    ['registry.example/busybox', 'IfNotPresent', true],
  ] as const)('%s with %s goes with the probe: %s', (image, pullPolicy, goes) => {
    const { sandboxConfig } = planned({ image, pullPolicy });
    const annotations = sandboxConfig['annotations'] as JsonObject | undefined;
    expect(annotations?.[PROBE_IMAGE_ANNOTATION]).toBe(goes ? image : undefined);
  });

  it.each(['-rf', 'a b', 'a\nb', '  '])('refuses %j as an image', (image) => {
    expect(problems({ image })).toMatchObject({ kind: 'wrong', paths: ['image'] });
  });

  it.each([
    ['cgroupfs', '/cri-triage-probe'],
    ['systemd', '/cri_triage_probe.slice'],
    [null, '/cri_triage_probe.slice'],
  ])('with the driver %s its group is %s', (cgroupDriver, parent) => {
    expect(planned({}, { cgroupDriver }).sandboxConfig).toMatchObject({
      linux: { cgroup_parent: parent },
    });
  });

  it("uses the node's network for an admin, and says so; the node's name with it", () => {
    expect(problems({ hostNetwork: true })).toMatchObject({
      kind: 'not-allowed',
      paths: ['hostNetwork'],
    });
    const made = planned({ hostNetwork: true }, { isAdmin: true });
    expect(made.privileges).toEqual(["hostNetwork: uses the node's own network"]);
    expect(made.sandboxConfig).not.toHaveProperty('hostname');
    for (const config of [made.sandboxConfig, made.containerConfig]) {
      expect(config).toMatchObject({
        linux: { security_context: { namespace_options: { network: 2, pid: 1 } } },
      });
    }
  });
});

/** The pair of crictl's documentation. */
const DOC_SANDBOX = {
  metadata: { name: 'nginx-sandbox', namespace: 'default', attempt: 1, uid: 'hdishd83' },
  log_directory: '/tmp',
  linux: {},
};
const DOC_CONTAINER = {
  metadata: { name: 'busybox' },
  image: { image: 'busybox' },
  command: ['top'],
  log_path: 'busybox.0.log',
  linux: {},
};

describe('from configurations', () => {
  it("crictl's own pair works, and every change is told", () => {
    const made = planned({
      sandboxConfig: JSON.stringify(DOC_SANDBOX),
      containerConfig: DOC_CONTAINER,
    });
    expect(made.image).toBe('busybox');
    expect(made.containerConfig).toMatchObject({ command: ['top'] });
    expect(made.changes.map(({ path }) => path)).toEqual([
      'sandbox_config.metadata.name',
      'sandbox_config.metadata.namespace',
      'sandbox_config.metadata.uid',
      'sandbox_config.metadata.attempt',
      'sandbox_config.log_directory',
      'sandbox_config.labels',
      'sandbox_config.linux.cgroup_parent',
      'sandbox_config.linux.security_context.seccomp',
      'container_config.image.user_specified_image',
      'container_config.log_path',
      'container_config.labels',
      'container_config.linux.resources.cpu_period',
      'container_config.linux.resources.cpu_quota',
      'container_config.linux.resources.cpu_shares',
      'container_config.linux.resources.memory_limit_in_bytes',
      'container_config.linux.resources.oom_score_adj',
      'container_config.linux.security_context.seccomp',
      'container_config.linux.security_context.masked_paths',
      'container_config.linux.security_context.readonly_paths',
    ]);
    expect(made.changes[0]).toMatchObject({ was: 'nginx-sandbox', is: 'probe-k3x9' });
    expect(made.changes.find(({ path }) => path.endsWith('cgroup_parent'))).toMatchObject({
      was: 'not set',
      is: '/cri-triage-probe',
    });
  });

  it('wrong fields of both are told before anything else', () => {
    const wrong = problems({
      sandboxConfig: { metadta: {} },
      containerConfig: 'log_pth: x',
      hostNetwork: true,
      command: ['x'],
    });
    expect(wrong).toMatchObject({
      kind: 'wrong',
      paths: ['sandbox_config.metadta', 'container_config.log_pth'],
    });
  });

  it('what the form says and nobody would hear is a problem', () => {
    const wrong = problems({
      sandboxConfig: DOC_SANDBOX,
      containerConfig: DOC_CONTAINER,
      image: 'registry.example/other',
      command: ['a'],
      args: ['b'],
      hostNetwork: true,
    });
    expect(wrong).toMatchObject({
      kind: 'wrong',
      paths: ['command', 'args', 'hostNetwork', 'image'],
    });
  });

  it('the images of both may be spelled differently', () => {
    const image = 'docker.io/library/busybox:latest';
    const made = planned({ image, containerConfig: DOC_CONTAINER });
    expect(made.image).toBe(image);
    expect(made.containerConfig).toMatchObject({ image: { image, user_specified_image: image } });
    const without = { ...DOC_CONTAINER, image: {} };
    expect(planned({ image, containerConfig: without }).image).toBe(image);
    expect(planned({ containerConfig: without }).image).toBe(PAUSE.digests[0]);
  });

  it.each(['', '../../etc/cron.d', 'A b', 'x'.repeat(64)])(
    'a container is not called %j',
    (name) => {
      const containerConfig = { ...DOC_CONTAINER, metadata: { name } };
      expect(problems({ containerConfig })).toMatchObject({
        kind: 'wrong',
        paths: ['container_config.metadata.name'],
      });
    },
  );

  it('a hostname is one that the kernel takes', () => {
    expect(problems({ sandboxConfig: { hostname: 'a\nb' } }).paths).toEqual([
      'sandbox_config.hostname',
    ]);
  });

  it('nothing of what a probe sets itself can be chosen', () => {
    const made = planned({
      sandboxConfig: {
        metadata: { name: '../../x', namespace: '..', uid: '/', attempt: 7 },
        log_directory: '/etc/cron.d',
        labels: {
          'io.kubernetes.pod.uid': 'of-another',
          [PROBE_LABELS.deadline]: '9999999999',
          app: 'web',
        },
        annotations: {
          [PROBE_IMAGE_ANNOTATION]: 'registry.example/of-another',
          'kubernetes.io/config.source': 'file',
        },
        linux: { cgroup_parent: '/../../system.slice' },
      },
      containerConfig: {
        ...DOC_CONTAINER,
        image: {
          image: 'busybox',
          image_ref: 'x',
          user_specified_image: 'registry.example/trusted',
        },
        log_path: '../../../../etc/cron.d/x',
        labels: { 'io.kubernetes.container.name': 'kube-apiserver' },
      },
    });
    expect(made.sandboxConfig).toMatchObject({
      metadata: made.pod,
      log_directory: `/var/log/pods/cri-triage_probe-k3x9_${UID}`,
      annotations: {},
      labels: {
        app: 'web',
        'io.kubernetes.pod.uid': UID,
        [PROBE_LABELS.probe]: 'k3x9',
        [PROBE_LABELS.deadline]: '1790000000',
        [PROBE_LABELS.owner]: '4711.882233',
      },
      linux: { cgroup_parent: '/cri-triage-probe' },
    });
    expect(made.containerConfig).toMatchObject({
      image: { image: 'busybox', user_specified_image: 'busybox' },
      log_path: 'busybox/0.log',
      labels: { 'io.kubernetes.container.name': 'busybox', [PROBE_LABELS.probe]: 'k3x9' },
    });
    expect(made.containerConfig['image']).not.toHaveProperty('image_ref');
    const told = made.changes.map(({ path }) => path);
    expect(told).toContain('sandbox_config.annotations["kubernetes.io/config.source"]');
    expect(told).toContain('sandbox_config.metadata.uid');
  });

  it('the one that is missing is completed so that both agree', () => {
    const host = {
      security_context: { privileged: true, namespace_options: { network: 2, pid: 2 } },
    };
    const made = planned({ containerConfig: { ...DOC_CONTAINER, linux: host } }, { isAdmin: true });
    expect(made.sandboxConfig).toMatchObject({ linux: host });
    expect(made.privileges.every((text) => text.startsWith('container_config.'))).toBe(true);
    expect(made.privileges).toHaveLength(3);
    const other = planned(
      {
        sandboxConfig: { linux: { security_context: { namespace_options: { pid: 2 } } } },
        command: ['x'],
      },
      { isAdmin: true },
    );
    expect(other.containerConfig).toMatchObject({
      command: ['x'],
      linux: { security_context: { namespace_options: { pid: 2 } } },
    });
    expect(other.containerConfig).not.toHaveProperty('linux.security_context.privileged');
  });

  it("the form's network holds for a given container too", () => {
    const made = planned({ hostNetwork: true, containerConfig: DOC_CONTAINER }, { isAdmin: true });
    const onNode = { linux: { security_context: { namespace_options: { network: 2 } } } };
    expect(made.containerConfig).toMatchObject(onNode);
    expect(made.sandboxConfig).toMatchObject(onNode);
    expect(made.privileges).toEqual(["hostNetwork: uses the node's own network"]);
  });
});

describe('limits', () => {
  const resources = (given: JsonObject, isAdmin: boolean) => {
    const containerConfig = { ...DOC_CONTAINER, linux: { resources: given } };
    const made = planned({ containerConfig }, { isAdmin });
    const linux = made.containerConfig['linux'] as JsonObject;
    return { is: linux['resources'], made };
  };
  const wide = {
    cpu_period: 1_000,
    cpu_quota: -1,
    cpu_shares: 262_144,
    memory_limit_in_bytes: '9223372036854771712',
    memory_swap_limit_in_bytes: -1,
    oom_score_adj: -998,
  };

  it('are pulled in for an operator and left to an admin', () => {
    const own = {
      cpu_period: 100_000,
      cpu_quota: 50_000,
      cpu_shares: 102,
      memory_limit_in_bytes: 268_435_456,
      oom_score_adj: 1_000,
    };
    expect(resources(wide, false).is).toEqual({ ...own, memory_swap_limit_in_bytes: 268_435_456 });
    expect(resources({}, true).is).toEqual(own);
    const { is, made } = resources(wide, true);
    expect(is).toEqual(wide);
    expect(made.privileges.map((text) => text.split(':')[0]?.split('.').at(-1))).toEqual(
      expect.arrayContaining(['cpu_shares', 'memory_limit_in_bytes', 'oom_score_adj']),
    );
  });

  it('that are smaller stay', () => {
    const small = {
      cpu_period: 50_000,
      cpu_quota: 5_000,
      cpu_shares: 2,
      memory_limit_in_bytes: 33_554_432,
      memory_swap_limit_in_bytes: 33_554_432,
      oom_score_adj: 1_000,
    };
    const { is, made } = resources(small, false);
    expect(is).toEqual(small);
    expect(made.changes.some(({ path }) => path.includes('resources'))).toBe(false);
  });

  it('hold for the sandbox too, where it names any', () => {
    const sandboxConfig = { linux: { overhead: { memory_limit_in_bytes: 1 << 30 } } };
    expect(planned({ sandboxConfig }).sandboxConfig).toMatchObject({
      linux: { overhead: { memory_limit_in_bytes: 268_435_456 } },
    });
  });
});
