import { describe, expect, it } from 'vitest';
import { toKubeletPod, toKubeletPods } from './to-kubelet-pod.ts';

const metadata = { name: 'web', namespace: 'shop', uid: 'u1' };

describe('toKubeletPod', () => {
  it('takes what a verdict reads', () => {
    const pod = toKubeletPod({
      metadata: {
        ...metadata,
        labels: { app: 'web' },
        annotations: {
          'kubernetes.io/config.source': 'file',
          'kubectl.kubernetes.io/last-applied-configuration': '{"env":"secret"}',
        },
        creationTimestamp: '2026-11-29T20:52:25Z',
      },
      spec: {
        restartPolicy: 'Never',
        hostNetwork: true,
        containers: [{ name: 'app', image: 'a:1', readinessProbe: {}, imagePullPolicy: 'Always' }],
      },
      status: {
        phase: 'Pending',
        conditions: [
          { type: 'Ready', status: 'False', lastTransitionTime: '2026-11-29T20:52:25Z' },
        ],
        containerStatuses: [
          {
            name: 'app',
            ready: false,
            restartCount: 3,
            containerID: 'containerd://c1',
            state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 40s' } },
            lastState: {
              terminated: {
                exitCode: 137,
                reason: 'OOMKilled',
                startedAt: '1970-01-01T00:00:00Z',
                finishedAt: '2026-11-29T20:52:25Z',
              },
            },
          },
        ],
      },
    });
    expect(pod).toMatchObject({
      name: 'web',
      restartPolicy: 'Never',
      hostNetwork: true,
      phase: 'Pending',
      createdAtMs: Date.UTC(2026, 10, 29, 20, 52, 25),
      annotations: { 'kubernetes.io/config.source': 'file' },
    });
    expect(pod?.annotations).not.toHaveProperty('kubectl.kubernetes.io/last-applied-configuration');
    expect(pod?.conditions).toEqual([
      {
        type: 'Ready',
        status: 'False',
        reason: null,
        message: null,
        changedAtMs: Date.UTC(2026, 10, 29, 20, 52, 25),
      },
    ]);
    expect(pod?.containers).toEqual([
      {
        name: 'app',
        type: 'app',
        image: 'a:1',
        imagePullPolicy: 'Always',
        hasReadinessProbe: true,
        hasLivenessProbe: false,
        hasStartupProbe: false,
        ready: false,
        started: null,
        restartCount: 3,
        containerId: 'c1',
        state: { kind: 'waiting', reason: 'CrashLoopBackOff', message: 'back-off 40s' },
        lastState: {
          kind: 'terminated',
          exitCode: 137,
          signal: 0,
          reason: 'OOMKilled',
          message: '',
          startedAtMs: null,
          finishedAtMs: Date.UTC(2026, 10, 29, 20, 52, 25),
        },
        wants: { command: [], args: [], mountPaths: [], security: [] },
      },
    ]);
  });

  it('tells requests and limits, a limit without a request being both', () => {
    const pod = toKubeletPod({
      metadata,
      spec: {
        containers: [
          {
            name: 'a',
            resources: { requests: { cpu: '250m', memory: '64Mi' }, limits: { cpu: 2 } },
          },
          { name: 'b', resources: { limits: { memory: '1G' }, requests: 'odd' } },
          { name: 'c', resources: {} },
        ],
      },
    });
    expect(pod?.containers.map(({ resources }) => resources)).toEqual([
      {
        cpuRequestCores: 0.25,
        cpuLimitCores: 2,
        memoryRequestBytes: 67_108_864,
        memoryLimitBytes: null,
      },
      {
        cpuRequestCores: null,
        cpuLimitCores: null,
        memoryRequestBytes: 1e9,
        memoryLimitBytes: 1e9,
      },
      undefined,
    ]);
  });

  it('tells how a container shall be run, never its env', () => {
    const pod = toKubeletPod({
      metadata,
      spec: {
        securityContext: { runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            name: 'a',
            command: ['/bin/sh', '-c'],
            args: ['exec app --token=$(TOKEN)'],
            env: [{ name: 'TOKEN', value: 'hunter2' }],
            volumeMounts: [{ name: 'config', mountPath: '/etc/app' }],
            securityContext: {
              runAsUser: 0,
              privileged: true,
              capabilities: { add: ['SYS_ADMIN'] },
            },
          },
          { name: 'b', command: 7 },
          { name: 'c', args: ['x'.repeat(5_000)] },
        ],
      },
    });
    expect(pod?.containers.map(({ wants }) => wants)).toEqual([
      {
        command: ['/bin/sh', '-c'],
        args: ['exec app --token=$(TOKEN)'],
        mountPaths: ['/etc/app'],
        security: ['privileged', 'user 0', 'adds SYS_ADMIN', 'seccomp RuntimeDefault'],
      },
      { command: [], args: [], mountPaths: [], security: ['user 1000', 'seccomp RuntimeDefault'] },
      undefined,
    ]);
    expect(JSON.stringify(pod)).not.toContain('hunter2');
  });

  it('tells the four types of containers, in the order of the spec', () => {
    const pod = toKubeletPod({
      metadata,
      spec: {
        initContainers: [{ name: 'init' }, { name: 'proxy', restartPolicy: 'Always' }],
        containers: [{ name: 'app' }],
        ephemeralContainers: [{ name: 'debug' }],
      },
    });
    expect(pod?.containers.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'init init',
      'proxy sidecar',
      'app app',
      'debug ephemeral',
    ]);
    expect(pod?.containers[0]?.state).toEqual({ kind: 'none' });
  });

  it.each([
    ['fields of other types', { metadata: { ...metadata, labels: 7 }, spec: 'x', status: [] }],
    ['nulls', { metadata, spec: { containers: null }, status: { conditions: null } }],
    [
      'a broken container among sound ones',
      { metadata, spec: { containers: [null, { name: 1 }, { name: 'app' }] } },
    ],
  ])('keeps a pod with %s', (_name, json) => {
    expect(toKubeletPod(json)?.name).toBe('web');
  });

  it.each([null, 7, 'x', {}, { metadata: { name: '' } }])(
    'refuses what bears no name: %j',
    (json) => {
      expect(toKubeletPod(json)).toBeNull();
    },
  );

  it('takes control sequences out of names and messages', () => {
    const pod = toKubeletPod({
      metadata: { ...metadata, name: 'a\u001b[2Jb' },
      status: { message: '\u202ex' },
    });
    expect(pod?.name).toBe('ab');
    expect(pod?.message).toBe('x');
  });
});

describe('toKubeletPods', () => {
  it('counts malformed items without losing the others', () => {
    const read = toKubeletPods({ items: [{ metadata }, null, { metadata: {} }] });
    expect(read?.pods).toHaveLength(1);
    expect(read?.malformed).toBe(2);
  });

  it.each([null, [], { items: 'x' }, 'not JSON'])('refuses what is no list: %j', (json) => {
    expect(toKubeletPods(json)).toBeNull();
  });

  it('reads an empty list', () => {
    expect(toKubeletPods({ kind: 'PodList', items: null })).toEqual({ pods: [], malformed: 0 });
  });
});
