import { describe, expect, it } from 'vitest';
import { probeRequestSchema } from '../../contract/probe.ts';
import type { ContainerStatus } from '../../contract/runtime-objects.ts';
import { readConfig } from '../../cri/read-config.ts';
import { planProbe } from './plan-probe.ts';
import { type TemplateSource, templateFor } from './template.ts';
import { STUCK_UID, stuckAt, wantedPod } from './testing/stuck-pod.ts';

const DIGEST = `registry.example/shop/web@sha256:${'3'.repeat(64)}`;
const WEB = {
  id: 'sha256:cc',
  tags: ['registry.example/shop/web:1'],
  digests: [DIGEST],
  sizeBytes: 1,
  pinned: false,
};
const KUBELET = `/var/lib/kubelet/pods/${STUCK_UID}`;

function status(mounts: readonly (readonly [container: string, host: string])[]): ContainerStatus {
  return {
    id: '3f2a',
    state: 'created',
    createdAtMs: null,
    startedAtMs: null,
    finishedAtMs: null,
    exitCode: 0,
    reason: '',
    message: '',
    logPath: '',
    mounts: mounts.map(([containerPath, hostPath]) => ({
      containerPath,
      hostPath,
      readonly: false,
    })),
  };
}

function template(part: Partial<TemplateSource> = {}) {
  const made = templateFor({
    detail: stuckAt('create'),
    container: null,
    kubeletPod: wantedPod(),
    status: null,
    mayUsePrivileges: false,
    ...part,
  });
  // What a form begins with is a request that the route takes.
  expect(probeRequestSchema.parse(made.request)).toEqual(made.request);
  return { ...made, left: made.leftOut.map(({ what }) => what) };
}

describe('a request from a stuck pod', () => {
  it('asks for the same image, handler and policy, beside the pod', () => {
    const { request, left } = template({
      kubeletPod: wantedPod({ runtimeClassName: 'gvisor' }, { imagePullPolicy: 'Always' }),
      runtimeClasses: [{ name: 'gvisor', handler: 'runsc' }],
      images: [WEB],
    });
    expect(request).toMatchObject({
      image: 'registry.example/shop/web:1',
      runtimeHandler: 'runsc',
      pullPolicy: 'Always',
      hostNetwork: false,
      containerConfig: null,
      pod: { namespace: 'shop', name: 'web-7c9', uid: STUCK_UID, container: 'app' },
    });
    expect(left).toEqual(expect.arrayContaining(['environment', 'mounts', 'registry login']));
    expect(left).not.toContain('runtime handler');
  });

  it('names the image by digest where the node has it', () => {
    expect(template({ images: [WEB] }).request.image).toBe(DIGEST);
    expect(template({ images: [] }).request.image).toBe('registry.example/shop/web:1');
  });

  it('takes the handler of the sandbox before that of the class, and says where it guesses', () => {
    const sandbox = {
      id: '9c1b',
      attempt: 0,
      state: 'ready' as const,
      createdAt: null,
      ip: null,
      runtimeHandler: 'kata-qemu',
    };
    const kubeletPod = wantedPod({ runtimeClassName: 'kata' });
    const detail = stuckAt('create', {}, { sandboxes: [sandbox] });
    expect(template({ detail, kubeletPod }).request.runtimeHandler).toBe('kata-qemu');
    const guessed = template({ kubeletPod });
    expect(guessed.request.runtimeHandler).toBe('kata');
    expect(guessed.left).toContain('runtime handler');
    expect(template({ kubeletPod: null }).left).toContain('runtime handler');
  });

  it('says what is not known without kubelet', () => {
    const { request, left } = template({ kubeletPod: null });
    expect(request).toMatchObject({ pullPolicy: 'IfNotPresent', hostNetwork: false });
    expect(left).toEqual(expect.arrayContaining(['pull policy', 'network', 'runtime handler']));
    const [row] = stuckAt('pull').containers;
    const detail = stuckAt('pull', {}, { containers: row ? [{ ...row, image: null }] : [] });
    const bare = template({ detail, kubeletPod: null });
    expect(bare.request.image).toBeNull();
    expect(bare.left).toContain('image');
  });

  it('runs the command that the pod asks for', () => {
    const wants = {
      command: ['/bin/app'],
      args: ['--port=80'],
      mountPaths: ['/data'],
      security: [],
    };
    const { request, left } = template({ kubeletPod: wantedPod({}, { wants }) });
    expect(request).toMatchObject({ command: ['/bin/app'], args: ['--port=80'] });
    expect(left).toContain('mount /data');
    expect(left).not.toContain('command and arguments');
    const made = template({
      kubeletPod: wantedPod({}, { wants }),
      status: status([['/data', `${KUBELET}/volumes/kubernetes.io~empty-dir/data`]]),
      mayUsePrivileges: true,
    });
    expect(made.request).toMatchObject({
      command: [],
      containerConfig: { command: ['/bin/app'], args: ['--port=80'] },
    });
  });

  it('leaves a command with a secret to the pod, and says what nobody fills in', () => {
    const wants = { command: [], mountPaths: [], security: ['user 1000'] };
    const secret = template({
      kubeletPod: wantedPod({}, { wants: { ...wants, args: ['--password', 'hunter2'] } }),
    });
    expect(secret.request.args).toEqual([]);
    expect(secret.left).toContain('command and arguments');
    expect(JSON.stringify(secret)).not.toContain('hunter2');
    expect(JSON.stringify(secret)).toContain('user 1000');
    const open = template({
      kubeletPod: wantedPod({}, { wants: { ...wants, args: ['--name=$(NAME)', '$$(x)'] } }),
    });
    expect(open.request.args).toEqual(['--name=$(NAME)', '$$(x)']);
    expect(open.left).toContain('variables of the command');
  });

  it("gives the node's network to an admin only", () => {
    const kubeletPod = wantedPod({ hostNetwork: true });
    expect(template({ kubeletPod })).toMatchObject({
      request: { hostNetwork: false },
      left: expect.arrayContaining(['host network']),
    });
    const admins = template({ kubeletPod, mayUsePrivileges: true });
    expect(admins.request.hostNetwork).toBe(true);
    expect(admins.left).not.toContain('host network');
  });
});

describe('mounts', () => {
  const MOUNTS = status([
    ['/data', `${KUBELET}/volumes/kubernetes.io~csi/pvc-1/mount`],
    ['/cfg', `${KUBELET}/volumes/kubernetes.io~configmap/cfg`],
    ['/tls', `${KUBELET}/volumes/kubernetes.io~secret/tls`],
    [
      '/var/run/secrets/kubernetes.io/serviceaccount',
      `${KUBELET}/volumes/kubernetes.io~projected/api`,
    ],
    ['/sub', `${KUBELET}/volume-subpaths/tls/app/0`],
    ['/etc/hosts', `${KUBELET}/etc-hosts`],
    ['/dev/termination-log', `${KUBELET}/containers/app/0a1b`],
    ['/host', '/etc'],
    ['/out', `${KUBELET}/volumes/kubernetes.io~empty-dir/x/../../../../..`],
    ['/other', '/var/lib/kubelet/pods/another/volumes/kubernetes.io~csi/pvc/mount'],
  ]);

  it('of kubelet without secrets go to an admin, to read only', () => {
    const { request, left } = template({ status: MOUNTS, mayUsePrivileges: true });
    const mounts = [
      {
        container_path: '/data',
        host_path: `${KUBELET}/volumes/kubernetes.io~csi/pvc-1/mount`,
        readonly: true,
      },
      {
        container_path: '/cfg',
        host_path: `${KUBELET}/volumes/kubernetes.io~configmap/cfg`,
        readonly: true,
      },
    ];
    expect(request.containerConfig).toEqual({
      metadata: { name: 'app' },
      image: { image: 'registry.example/shop/web:1' },
      mounts,
    });
    expect(left.filter((what) => what.startsWith('mount '))).toHaveLength(8);
    const planned = planProbe(request, {
      id: 'a',
      uid: 'b',
      owner: '1.1',
      deadlineSeconds: 1,
      podLogs: '/var/log/pods',
      images: [],
      isAdmin: true,
      cgroupDriver: null,
      readConfig,
    });
    expect(planned).toMatchObject({ kind: 'plan', plan: { containerConfig: { mounts } } });
  });

  it('go to no operator, and each is named', () => {
    const { request, left } = template({ status: MOUNTS });
    expect(request.containerConfig).toBeNull();
    expect(left.filter((what) => what.startsWith('mount '))).toHaveLength(10);
  });

  it('of a pod whose uid is not known go to nobody', () => {
    const detail = stuckAt('create', {}, { uid: null });
    const { request } = template({ detail, status: MOUNTS, mayUsePrivileges: true });
    expect(request.containerConfig).toBeNull();
  });
});
