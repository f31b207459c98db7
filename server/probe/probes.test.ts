import { describe, expect, it } from 'vitest';
import type { Probe } from '../contract/probe.ts';
import { AppError } from '../http/app-error.ts';
import { ADMIN, OPERATOR, probesForTest } from './testing/probes-for-test.ts';

const { signal } = new AbortController();
const states = ({ steps }: Probe): readonly string[] => steps.map(({ state }) => state);
const failedStep = ({ steps }: Probe) => steps.find(({ state }) => state === 'failed');

describe('a probe of a healthy node', () => {
  it('passes all calls, keeps what was sent and answered, and leaves nothing', async () => {
    const { start, ended, runtime, logFolders } = await probesForTest();
    const before = runtime.lists();
    const { id } = await start();
    const probe = await ended(id);
    expect(states(probe)).toEqual(['ok', 'skipped', 'ok', 'ok', 'ok']);
    expect(probe).toMatchObject({
      state: 'succeeded',
      next: null,
      cancel: null,
      image: 'registry.example/pause:3.9',
      cleanup: { state: 'done', left: [], note: null },
    });
    expect(probe.sentence).toMatch(/^This node can start a pod: three calls in /);
    const [sandbox, pull, create] = probe.steps;
    expect(sandbox).toMatchObject({
      usualMs: 300,
      usualP95Ms: 900,
      request: { config: { metadata: { name: `probe-${id}`, namespace: 'cri-triage' } } },
    });
    expect(pull?.note).toContain('on the node already');
    expect(create?.request?.['pod_sandbox_id']).toBe(sandbox?.response?.['pod_sandbox_id']);
    expect(probe.cleanup.removed.map((text) => text.split(' ')[0])).toEqual([
      'container',
      'sandbox',
    ]);
    expect(runtime.lists()).toEqual(before);
    expect(logFolders()).toEqual([]);
  });

  it('goes on only when a person says so, to the clean-up too', async () => {
    const { start, until, ended, next, runtime } = await probesForTest();
    const { id, state } = await start({ mode: 'step' });
    expect(state).toBe('waiting');
    for (const call of [
      'RunPodSandbox',
      'PullImage',
      'CreateContainer',
      'StartContainer',
      'Observe',
    ]) {
      await until(id, (probe) => probe.state === 'waiting' && probe.next === call);
      await next(id);
    }
    const waiting = await until(id, (probe) => probe.next === 'CleanUp');
    expect(waiting.state).toBe('waiting');
    expect(runtime.containers.size).toBe(1);
    await next(id);
    expect((await ended(id)).state).toBe('succeeded');
    expect(runtime.containers.size).toBe(0);
  });

  it('whose command is done says so and has not failed', async () => {
    const { start, ended, runtime } = await probesForTest();
    runtime.endsWith = { exitCode: 0, reason: 'Completed' };
    const probe = await ended((await start()).id);
    expect(probe.state).toBe('succeeded');
    expect(probe.steps[4]?.note).toContain('exit code 0 (Completed)');
  });

  it('brings its image and takes it with it', async () => {
    const { start, ended, runtime } = await probesForTest();
    runtime.registry.set('registry.example/app:1', 'sha256:app');
    const before = runtime.lists();
    const probe = await ended((await start({ image: 'registry.example/app:1' })).id);
    expect(states(probe)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    expect(probe.cleanup.removed).toContain('image registry.example/app:1');
    expect(runtime.lists()).toEqual(before);
  });

  it('leaves an image that was there by another name', async () => {
    const { start, ended, runtime } = await probesForTest();
    runtime.addImage('registry.example/other:1', 'sha256:app');
    runtime.registry.set('registry.example/app:1', 'sha256:app');
    const probe = await ended((await start({ image: 'registry.example/app:1' })).id);
    expect(probe.cleanup.note).toContain('stays');
    expect(probe.cleanup.left).toEqual([]);
    expect(runtime.server.count('RemoveImage')).toBe(0);
  });
});

describe('a probe stops', () => {
  const CASES = [
    [
      'RunPodSandbox',
      'UNKNOWN',
      'no runtime for "kata" is configured',
      'runtime-handler-not-configured',
    ],
    [
      'PullImage',
      'UNKNOWN',
      'failed to resolve reference "registry.example/app:1": unexpected status from HEAD request to https://registry.example/v2/app/manifests/1: 401 Unauthorized',
      'image-unauthorized',
    ],
    ['CreateContainer', 'UNKNOWN', 'failed to generate container spec: no users found', null],
    [
      'StartContainer',
      'UNKNOWN',
      'failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: exec: "/nope": stat /nope: no such file or directory: unknown',
      'exec-not-found',
    ],
  ] as const;

  it.each(CASES)('at %s, with its cause, and leaves nothing', async (rpc, code, text, cause) => {
    const { start, ended, runtime, logFolders } = await probesForTest();
    const before = runtime.lists();
    runtime.refuse(rpc, code, text);
    if (rpc !== 'PullImage') runtime.registry.set('registry.example/app:1', 'sha256:app');
    const probe = await ended((await start({ image: 'registry.example/app:1' })).id);
    const failed = failedStep(probe);
    expect(probe.state).toBe('failed');
    expect(failed).toMatchObject({ call: rpc, error: { code } });
    expect(failed?.error?.text).toContain(text.slice(0, 20));
    if (cause !== null) expect(failed?.cause).toBe(cause);
    expect(failed?.causeText?.nextChecks.length).toBeGreaterThan(0);
    const after = probe.steps.slice(probe.steps.findIndex(({ call }) => call === rpc) + 1);
    expect(after.every(({ state }) => state === 'not-reached')).toBe(true);
    expect(probe.sentence).toContain(`Stopped at ${rpc}`);
    expect(probe.cleanup.state).toBe('done');
    expect(runtime.lists()).toEqual(before);
    expect(logFolders()).toEqual([]);
  });

  it('where the image is not here and must not be pulled', async () => {
    const { start, ended, runtime } = await probesForTest();
    const request = { image: 'registry.example/app:1', pullPolicy: 'Never' };
    const probe = await ended((await start(request)).id);
    expect(failedStep(probe)).toMatchObject({ call: 'PullImage', cause: 'image-never-pull' });
    expect(runtime.server.count('PullImage')).toBe(0);
  });

  it('where the container ends with an error', async () => {
    const { start, ended, runtime } = await probesForTest();
    runtime.endsWith = { exitCode: 3, reason: 'Error' };
    const probe = await ended((await start()).id);
    expect(failedStep(probe)).toMatchObject({ call: 'Observe', response: { exit_code: 3 } });
    expect(failedStep(probe)?.note).toContain('exit code 3 (Error)');
    expect(probe.sentence).toContain('its container did not stay');
  });

  it('where a call is not answered in its time, and says which', async () => {
    const { start, ended, runtime } = await probesForTest({
      limits: {
        callMs: { RunPodSandbox: 50, PullImage: 50, CreateContainer: 50, StartContainer: 50 },
      },
    });
    runtime.hang('RunPodSandbox');
    const probe = await ended((await start()).id);
    expect(failedStep(probe)).toMatchObject({
      call: 'RunPodSandbox',
      error: { code: 'DEADLINE_EXCEEDED' },
    });
  });

  it('and a plugin that asks the cluster for it is no fault of the node', async () => {
    const { start, ended, next, runtime } = await probesForTest();
    const { id } = await start({ mode: 'step' });
    const text = `plugin type="multus" failed (add): pods "probe-${id}" not found`;
    runtime.refuse('RunPodSandbox', 'UNKNOWN', text);
    await next(id);
    expect((await ended(id)).steps[0]?.note).toContain('a probe is not in the cluster');
  });

  it('and the verdict on its own pod tells what the error does not', async () => {
    const detail = {
      verdict: { stage: 'sandbox' },
      cause: {
        id: 'cni-plugin-missing',
        title: 'A plugin is missing',
        explanation: '',
        impact: '',
        nextChecks: [],
        confusedWith: [],
      },
      stages: [],
    };
    const { start, ended, runtime } = await probesForTest({ detail: () => detail as never });
    runtime.refuse('RunPodSandbox', 'UNKNOWN', 'something went wrong');
    const probe = await ended((await start()).id);
    expect(failedStep(probe)?.cause).toBe('cni-plugin-missing');
  });
});

describe('what is refused', () => {
  const refusal = (work: Promise<unknown>): Promise<AppError> =>
    work.then(
      () => Promise.reject(new Error('it was not refused')),
      (error: unknown) => {
        if (error instanceof AppError) return error;
        throw error;
      },
    );

  it('is a second probe, by the name of the first', async () => {
    const { start } = await probesForTest();
    const { id } = await start({ mode: 'step' });
    const error = await refusal(start());
    expect(error.code).toBe('conflict');
    expect(error.message).toContain(id);
  });

  it('is a wrong configuration, with its path and before any call', async () => {
    const { start, runtime } = await probesForTest();
    const error = await refusal(start({ sandboxConfig: { metadata: { nam: 'x' } } }));
    expect(error).toMatchObject({ code: 'bad-request' });
    expect(error.problems[0]?.path).toContain('sandbox_config.metadata');
    expect(runtime.server.count('RunPodSandbox')).toBe(0);
  });

  it('is what only an admin may, by its path and in the audit', async () => {
    const { start, ended, log, runtime } = await probesForTest();
    const request = {
      sandboxConfig: { metadata: { name: 'x' }, linux: { security_context: { privileged: true } } },
    };
    const error = await refusal(start(request));
    expect(error.code).toBe('forbidden');
    expect(error.message).toContain('sandbox_config.linux.security_context.privileged');
    expect(log.join('\n')).toContain('probe refused');
    expect(runtime.server.count('RunPodSandbox')).toBe(0);
    const probe = await ended((await start(request, ADMIN)).id);
    expect(probe.privileges.join()).toContain('privileged');
    expect(log.find((line) => line.includes('probe started'))).toContain('privileged');
  });

  it('is every probe while the runtime is away', async () => {
    const health = {
      state: 'hung',
      since: null,
      lastAnswerAt: null,
      hangingCall: 'Version',
      message: 'containerd has not answered for 14 s',
      callsInFlight: 1,
    } as const;
    const { start } = await probesForTest({ node: { health: () => health } });
    const error = await refusal(start());
    expect(error).toMatchObject({ code: 'runtime-unavailable', message: health.message });
  });
});

describe('credentials', () => {
  it('reach the runtime and nothing else', async () => {
    const { start, ended, runtime, log, probes } = await probesForTest();
    runtime.refuse('PullImage', 'UNKNOWN', 'login of robot with hunter2-secret failed: 401');
    const auth = { username: 'robot', password: 'hunter2-secret' };
    const probe = await ended((await start({ image: 'registry.example/app:1', auth })).id);
    expect(probe.steps[1]?.request?.['auth']).toBe('[withheld]');
    const told = JSON.stringify([
      probe,
      await probes.list({ signal }),
      log,
      probes.commands(probe.id),
    ]);
    expect(told).not.toContain('hunter2');
    runtime.heal('PullImage');
    runtime.registry.set('registry.example/app:1', 'sha256:app');
    await ended((await start({ image: 'registry.example/app:1', auth })).id);
    expect(runtime.auths).toEqual(['robot:hunter2-secret']);
  });

  it('of an environment are not told', async () => {
    const { start, ended, log } = await probesForTest();
    const containerConfig = {
      metadata: { name: 'app' },
      image: { image: 'registry.example/pause:3.9' },
      envs: [{ key: 'PASSWORD', value: 'hunter2-env' }],
    };
    const probe = await ended((await start({ containerConfig })).id);
    expect(JSON.stringify([probe, log])).not.toContain('hunter2');
    expect(JSON.stringify(probe.steps[2]?.request)).toContain('PASSWORD');
  });
});

it('offers the image of sandboxes first, and who may what', async () => {
  const { probes, runtime } = await probesForTest();
  runtime.addImage('registry.example/app:1', 'sha256:app');
  const options = await probes.options(OPERATOR, null, { signal });
  expect(options.request.image).toBe('registry.example/pause:3.9');
  expect(options.images.map(({ ref }) => ref)).toEqual(['registry.example/app:1']);
  expect(options).toMatchObject({ runtimeHandlers: ['runc'], mayUsePrivileges: false });
  expect((await probes.options(ADMIN, null, { signal })).mayUsePrivileges).toBe(true);
});
