import { describe, expect, it } from 'vitest';
import { KlogReader } from './klog.ts';

const ID = '3f2a'.repeat(16);
const OTHER = 'b'.repeat(64);
const UID = '0f2c61b4-5d5e-4b6f-9a6e-0d3b8f1c2a77';
const STATIC_UID = '905a5d9b7c57c333af6dce67b9665d4a';
const NOW_MS = Date.UTC(2026, 10, 29, 21);

const read = (...raw: readonly string[]) => {
  const reader = new KlogReader();
  const entries = raw.flatMap((line) => reader.push(line, 'k:1', NOW_MS));
  return [...entries, ...reader.flush()];
};
const klog = (text: string) => read(`E1129 20:52:27.773654   25653 x.go:1] ${text}`)[0]?.fields;
const json = (entry: object) => read(JSON.stringify(entry))[0];

describe('ids in a line of kubelet', () => {
  it.each([
    ['pod and podUID', `"x" pod="shop/web" podUID="${UID}"`, { pod: 'shop/web', podUID: UID }],
    [
      'podID',
      `"x" podID="${STATIC_UID}" containerID="${ID}"`,
      { podUID: STATIC_UID, containerID: ID },
    ],
    ['a scheme', `"x" containerID="containerd://${ID}"`, { containerID: ID }],
    ['another scheme', `"x" containerID="cri-o://${ID}"`, { containerID: ID }],
    ['an object', `"x" podSandboxID={"Type":"containerd","ID":"${ID}"}`, { sandboxID: ID }],
    ['an object of Go', `"x" containerID={Type:containerd ID:${ID}}`, { containerID: ID }],
    ['podSandboxID', `"x" podSandboxID="${ID}"`, { sandboxID: ID }],
    ['one pod of a list', '"SyncLoop ADD" source="api" pods=["shop/web"]', { pod: 'shop/web' }],
    [
      'an event of the list',
      `"SyncLoop (PLEG): event for pod" pod="shop/web" event={"ID":"${UID}","Type":"ContainerDied","Data":"${ID}"}`,
      { pod: 'shop/web', podUID: UID },
    ],
    [
      'the suffix of an error',
      `"x" err="failed to \\"StartContainer\\" for \\"app\\" with CrashLoopBackOff: \\"back-off 10s restarting failed container=app pod=web-1_shop(${UID})\\""`,
      { pod: 'shop/web-1', podUID: UID },
    ],
    [
      'a bare name with a suffix',
      `"x" pod="web-1" err="pod web-1_shop(${UID})"`,
      { pod: 'shop/web-1', podUID: UID },
    ],
    [
      'a volume',
      `MountVolume.SetUp failed for volume "tls" (UniqueName: "kubernetes.io/secret/${UID}-tls") pod "web" (UID: "${UID}") : secret "x" not found`,
      { podUID: UID },
    ],
    [
      'a pending operation',
      `Operation for "{volumeName:kubernetes.io/host-path/${STATIC_UID}-v podName:${STATIC_UID} nodeName:}" failed.`,
      { podUID: STATIC_UID },
    ],
    ['a folder', `"x" err="rmdir /var/lib/kubelet/pods/${UID}/volumes/x: busy"`, { podUID: UID }],
    [
      'an orphan',
      `"There were many similar errors" err="orphaned pod \\"${UID}\\" found, but"`,
      { podUID: UID },
    ],
    [
      'a pod that is killed',
      `"x" err="failed to \\"KillPodSandbox\\" for \\"${UID}\\" with KillPodSandboxError: \\"failed to destroy network for sandbox \\\\\\"${ID}\\\\\\": x\\""`,
      { podUID: UID, sandboxID: ID },
    ],
    [
      'a container in an error',
      `"x" err="failed to stop container \\"${OTHER}\\": deadline"`,
      { containerID: OTHER },
    ],
  ])('%s', (_name, text, expected) => {
    expect(klog(text)).toMatchObject(expected);
  });

  it('adds nothing that no part of the line tells', () => {
    expect(klog('"Skipping pod synchronization" err="PLEG is not healthy"')).toEqual({
      err: 'PLEG is not healthy',
    });
    expect(klog('"SyncLoop ADD" pods=["shop/web","shop/db"]')).not.toHaveProperty('pod');
  });

  it("does not give a pod the uid of another one's error", () => {
    expect(klog(`"x" pod="shop/web" err="waits for db_shop(${UID})"`)).toEqual({
      pod: 'shop/web',
      err: `waits for db_shop(${UID})`,
    });
  });
});

describe("kubelet's JSON form", () => {
  it('writes a pod as an object and the time in ms', () => {
    expect(
      json({
        ts: 1_795_985_543_171.6,
        caller: 'x.go:1',
        msg: 'Killing',
        v: 2,
        pod: { name: 'web', namespace: 'shop' },
        podUID: UID,
      }),
    ).toMatchObject({
      atMs: 1_795_985_543_171,
      level: 'info',
      message: 'Killing',
      fields: { pod: 'shop/web', podUID: UID },
    });
  });

  it('wrote the time in seconds before', () => {
    expect(json({ ts: 1_580_306_777.047, msg: 'x', v: 4 })?.atMs).toBe(1_580_306_777_047);
  });

  it('tells an error by the lack of a verbosity, and lists pods as objects', () => {
    expect(
      json({ ts: 1, msg: 'x', err: 'broken', pods: [{ name: 'web', namespace: 'shop' }] }),
    ).toMatchObject({ level: 'error', fields: { err: 'broken', pod: 'shop/web' } });
  });

  it('keeps an error of several lines whole', () => {
    expect(json({ ts: 1, msg: 'x', err: 'a\n\tb' })?.fields['err']).toBe('a\n\tb');
  });
});

describe('kubelet within k0s', () => {
  const wrap = (message: string) =>
    `time="2026-11-29 20:52:27" level=info msg=${JSON.stringify(message)} component=kubelet stream=stderr`;

  it('is unwrapped line by line, blocks included', () => {
    const entries = read(
      wrap('E1129 20:52:27.773654   25653 x.go:1] "Failed to execute PostStartHook" err=<'),
      wrap('\tcommand exited with 9'),
      wrap(` > pod="shop/web" podUID="${UID}"`),
      wrap('I1129 20:52:28.000000   25653 x.go:1] "next" pod="shop/web"'),
    );
    expect(entries.map(({ message }) => message)).toEqual([
      'Failed to execute PostStartHook',
      'next',
    ]);
    expect(entries[0]?.fields).toMatchObject({ err: 'command exited with 9', podUID: UID });
  });

  it('leaves lines of other parts as they are', () => {
    const [line] = read('time="2026-11-29 20:52:27" level=warning msg="x" component=etcd');
    expect(line).toMatchObject({ level: 'warning', message: 'x' });
  });
});
