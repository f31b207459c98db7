import { describe, expect, it } from 'vitest';
import { unwrapError } from './unwrap-error.ts';

const RUNC =
  'failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: ';

const ROWS: readonly { text: string; innermost: string; frames?: number }[] = [
  {
    text: `rpc error: code = Unknown desc = ${RUNC}exec: "/bin/x": stat /bin/x: no such file or directory: unknown`,
    innermost: 'exec: "/bin/x": stat /bin/x: no such file or directory',
    frames: 6,
  },
  {
    text: 'Back-off pulling image "r.example/a:1": ErrImagePull: rpc error: code = NotFound desc = failed to pull and unpack image "r.example/a:1": failed to resolve image: r.example/a:1: not found',
    innermost: 'r.example/a:1: not found',
    frames: 5,
  },
  {
    text: 'failed to pull and unpack image "r.example/a:1": no match for platform in manifest: not found',
    innermost: 'no match for platform in manifest',
  },
  {
    text: 'container create failed: time="2026-11-29T20:52:45Z" level=error msg="runc create failed: unable to start container process: exec: \\"/x\\": permission denied"\n',
    innermost: 'exec: "/x": permission denied',
    frames: 4,
  },
  {
    text: 'unable to pull image or OCI artifact: pull image err: initializing source docker://r.example/a:1: reading manifest 1 in r.example/a: manifest unknown; artifact err: image reference: manifest unknown',
    innermost: 'manifest unknown',
  },
  {
    text: 'MountVolume.SetUp failed for volume "f" (UniqueName: "kubernetes.io/host-path/9b-f") pod "web" (UID: "9b") : hostPath type check failed: /x is not a file',
    innermost: 'hostPath type check failed: /x is not a file',
  },
  {
    text: 'OCI runtime create failed: container_linux.go:380: starting container process caused: process_linux.go:545: container init caused: rootfs_linux.go:76: mounting "/a" to rootfs at "/b" caused: not a directory: unknown',
    innermost: 'mounting "/a" to rootfs at "/b" caused: not a directory',
  },
  {
    text: 'failed to setup network for sandbox "ab": plugin type="bridge" failed (add): failed to find plugin "bridge" in path [/opt/cni/bin]',
    innermost: 'failed to find plugin "bridge" in path [/opt/cni/bin]',
  },
  {
    text: 'connection error: desc = "dial unix /a.sock: no"',
    innermost: 'connection error: desc = "dial unix /a.sock: no"',
  },
  {
    text: 'Dec 14 17:08:47 n1 kubelet[50]: E1214 17:08:47.303868    50 log.go:32] "RunPodSandbox from runtime service failed" err="rpc error: code = Unknown desc = failed to reserve sandbox name \\"a\\"" podSandboxID="f5"',
    innermost: 'failed to reserve sandbox name "a"',
    frames: 4,
  },
  {
    text: '  Warning  Failed  8s (x12 over 2m20s)  kubelet  Error: image will run as root',
    innermost: 'image will run as root',
    frames: 2,
  },
  {
    text: 'time="2023-02-11T09:14:01Z" level=error msg="StopPodSandbox for \\"0d\\" failed" error="remove netns: busy"',
    innermost: 'remove netns: busy',
    frames: 1,
  },
  { text: 'nothing to unwrap', innermost: 'nothing to unwrap', frames: 0 },
  { text: '  padded: unknown  ', innermost: 'padded' },
  { text: '', innermost: '', frames: 0 },
  { text: 'rpc error: code = Unknown desc = ', innermost: 'rpc error: code = Unknown desc =' },
];

describe('taking wrappers off', () => {
  it.each(ROWS)('$text', ({ text, innermost, frames }) => {
    const found = unwrapError(text);
    expect(found.message).toBe(innermost);
    if (frames !== undefined) expect(found.frames).toHaveLength(frames);
    const [start, end] = found.innermost;
    expect(text.slice(start, end).trim().replace(/\\"/g, '"')).toBe(innermost);
  });

  it('names the frames from the outside in', () => {
    expect(
      unwrapError('failed to create shim task: OCI runtime create failed: odd').frames,
    ).toEqual(['failed to create shim task', 'OCI runtime create failed']);
  });
});
