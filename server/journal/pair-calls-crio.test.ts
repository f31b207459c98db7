import { describe, expect, it } from 'vitest';
import type { CallRecord } from '../contract/journal.ts';
import { parseCrioLog } from './crio-log.ts';
import { pairCalls } from './pair-calls.ts';

const SANDBOX = 'a'.repeat(64);
const CONTAINER = 'c'.repeat(64);

function short(record: CallRecord): string {
  return `${record.call} ${record.outcome}`;
}

describe('pairCalls on CRI-O words', () => {
  const crio = (...lines: readonly [level: string, message: string, fields: string][]) =>
    pairCalls(
      parseCrioLog(
        lines.map(
          ([level, message, fields]) =>
            `time="2024-06-04 00:29:27.978766890+08:00" level=${level} msg=${JSON.stringify(message)} ${fields}`,
        ),
        'crio.log',
      ),
    );
  const run = 'id=r1 name=/runtime.v1.RuntimeService/RunPodSandbox';
  const create = 'id=r2 name=/runtime.v1.RuntimeService/CreateContainer';
  const start = 'id=r3 name=/runtime.v1.RuntimeService/StartContainer';
  const pull = (id: string) => `id=${id} name=/runtime.v1.ImageService/PullImage`;

  it('tells the calls of a healthy pod, with the uid from the network line', () => {
    const records = crio(
      ['info', 'Running pod sandbox: shop/web/POD', run],
      [
        'info',
        `Got pod network &{Name:web Namespace:shop ID:${SANDBOX} UID:u1 NetNS:/var/run/netns/1 Networks:[]}`,
        run,
      ],
      ['info', `Ran pod sandbox ${SANDBOX} with infra container: shop/web/POD`, run],
      ['info', 'Pulling image: registry.example/a:1', pull('p1')],
      ['info', 'Pulled image: registry.example/a@sha256:1', pull('p1')],
      ['info', 'Creating container: shop/web/app', create],
      ['info', `Created container ${CONTAINER}: shop/web/app`, create],
      ['info', `Starting container: ${CONTAINER}`, start],
      [
        'info',
        'Started container',
        `PID=12 containerID=${CONTAINER} description=shop/web/app ${start} sandboxID=${SANDBOX}`,
      ],
    );
    expect(records.map(short)).toEqual([
      'RunPodSandbox ok',
      'PullImage ok',
      'CreateContainer ok',
      'StartContainer ok',
    ]);
    expect(records[0]?.pod).toEqual({ namespace: 'shop', name: 'web', uid: 'u1', attempt: 0 });
    expect(records[0]?.sandboxId).toBe(SANDBOX);
    expect(records[0]?.endedAtMs).toBe(Date.UTC(2024, 5, 3, 16, 29, 27, 978));
    expect(records[1]?.imageRef).toBe('registry.example/a:1');
    expect(records[2]?.container?.name).toBe('app');
    expect(records[3]?.sandboxId).toBe(SANDBOX);
  });

  it('sees a failure in what CRI-O undoes, and takes uid and attempt from the reserved name', () => {
    const [record] = crio(
      ['info', 'Running pod sandbox: shop/web/POD', run],
      ['info', 'runSandbox: releasing pod sandbox name: k8s_web_shop_u1_3', run],
    );
    expect(record).toMatchObject({ outcome: 'failed', error: null });
    expect(record?.pod).toEqual({ namespace: 'shop', name: 'web', uid: 'u1', attempt: 3 });
  });

  it('takes the reason from an error line or the debug answer, in whatever order', () => {
    const [record] = crio(
      ['info', 'Creating container: shop/web/app', create],
      ['error', 'Container creation error: no such file', create],
      ['info', 'createCtr: releasing container name k8s_app_web_shop_u1_4', create],
      ['debug', 'Response error: container create failed: no such file', create],
    );
    expect(record).toMatchObject({
      outcome: 'failed',
      error: 'container create failed: no such file',
      container: { name: 'app', attempt: 4 },
    });
  });

  it('corrects itself when a call succeeds in spite of an error line', () => {
    const records = crio(
      ['info', 'Pulling image: a:1', pull('p1')],
      ['error', 'mirror does not answer', pull('p1')],
      ['info', 'Pulled image: a@sha256:1', pull('p1')],
    );
    expect(records.map(short)).toEqual(['PullImage ok']);
    expect(records[0]?.error).toBeNull();
  });

  it('joins the errors of the network, which bear no request id, by the pod', () => {
    const stop = 'id=r9 name=/runtime.v1.RuntimeService/StopPodSandbox';
    const records = crio(
      [
        'info',
        'Running pod sandbox: shop/other/POD',
        'id=r0 name=/runtime.v1.RuntimeService/RunPodSandbox',
      ],
      ['info', 'Running pod sandbox: shop/web/POD', run],
      [
        'error',
        'Error adding pod shop_web to CNI network "net": plugin type="bridge" failed (add): no address',
        '',
      ],
      ['info', `runSandbox: deleting pod ID ${SANDBOX} from idIndex`, run],
      [
        'info',
        'Running pod sandbox: shop/web/POD',
        'id=r2 name=/runtime.v1.RuntimeService/RunPodSandbox',
      ],
      ['info', `Ran pod sandbox ${SANDBOX} with infra container: shop/web/POD`, 'id=r2'],
      ['info', `Stopping pod sandbox: ${SANDBOX}`, stop],
      ['error', 'Error deleting pod shop_web from CNI network "net": no plugin', ''],
    );
    expect(records.map((record) => [short(record), record.error])).toEqual([
      ['RunPodSandbox open', null],
      ['RunPodSandbox failed', 'plugin type="bridge" failed (add): no address'],
      ['RunPodSandbox ok', null],
      ['StopPodSandbox failed', 'no plugin'],
    ]);
    expect(records[1]?.where).toBe('crio.log:3');
  });

  it('takes a caller that gave up for the reason', () => {
    const [record] = crio(
      ['info', 'Running pod sandbox: shop/web/POD', run],
      [
        'info',
        'runSandbox: context was either canceled or the deadline was exceeded: context canceled',
        run,
      ],
    );
    expect(record).toMatchObject({ outcome: 'failed', error: expect.stringContaining('canceled') });
  });

  it('doubts a pull whose image is pulled again: at level info no failure of a pull is written', () => {
    const [first, second] = crio(
      ['info', 'Pulling image: a:1', pull('p1')],
      ['info', 'Pulling image: a:1', pull('p2')],
    );
    expect(first?.doubt).toContain('began again');
    expect(second).toMatchObject({ outcome: 'open' });
    expect(second).not.toHaveProperty('doubt');
  });

  it('reads the way down', () => {
    expect(
      crio(
        ['info', `Stopping container: ${CONTAINER} (timeout: 30s)`, 'id=s1'],
        ['info', `Stopped container ${CONTAINER}: shop/web/app`, 'id=s1'],
        ['info', `Removing container: ${CONTAINER}`, 'id=s2'],
        ['info', `Removed container ${CONTAINER}: shop/web/app`, 'id=s2'],
        ['info', `Stopping pod sandbox: ${SANDBOX}`, 'id=s3'],
        ['info', `Stopped pod sandbox: ${SANDBOX}`, 'id=s3'],
        ['info', `Removing pod sandbox: ${SANDBOX}`, 'id=s4'],
        ['info', `Removed pod sandbox: ${SANDBOX}`, 'id=s4'],
      ).map(short),
    ).toEqual([
      'StopContainer ok',
      'RemoveContainer ok',
      'StopPodSandbox ok',
      'RemovePodSandbox ok',
    ]);
  });

  it('ends open calls when CRI-O starts again', () => {
    const [record] = crio(
      ['info', 'Pulling image: a:1', pull('p1')],
      ['info', 'Starting CRI-O, version: 1.37.0, git: x', ''],
    );
    expect(record?.error).toContain('restarted');
  });
});
