import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  dialAgain,
  lookIntoImage,
  pullPauseImage,
  startedFile,
  wantedPauseImage,
} from './error-checks.ts';
import { shellWord } from './next-checks.ts';
import { failedAt, nodeFor } from './testing/stopped-view.ts';

const crio = { node: { ...nodeFor(), runtimeName: 'cri-o' } };

describe('checks made from the error text', () => {
  it.each([
    ['dial tcp 192.0.2.7:443: connect: connection refused', '/dev/tcp/192.0.2.7/443'],
    ['dial tcp [2001:db8::1]:5000: i/o timeout', '/dev/tcp/2001:db8::1/5000'],
  ])('%s is dialled again', (text, place) => {
    expect(dialAgain(failedAt('pull', text))[0]?.command).toContain(place);
  });

  it.each(['no address', 'dial tcp $(reboot):443: refused', 'dial tcp: lookup x: no such host'])(
    'nothing is dialled for: %s',
    (text) => {
      expect(dialAgain(failedAt('pull', text))).toEqual([]);
    },
  );

  it.each([
    ['exec: "/srv/tool": permission denied', '/srv/tool'],
    ['exec: \\"/srv/tool\\": stat /srv/tool: no such file', '/srv/tool'],
    ['exec /entrypoint.sh: exec format error', '/entrypoint.sh'],
    ['nothing was started', '/PATH/OF/FILE'],
  ])('%s starts %s', (text, file) => {
    expect(startedFile(failedAt('start', text))).toBe(file);
  });

  it('looks into the image with the tool of the runtime, whatever the file is called', () => {
    const text = 'exec: "/a\';touch$IFS/tmp/x;\'b": permission denied';
    for (const more of [{}, crio]) {
      const view = failedAt('start', text, more);
      const check = lookIntoImage(
        view,
        'See',
        (root) => `ls -l ${root}${shellWord(startedFile(view))}`,
      );
      expect(spawnSync('bash', ['-n', '-c', check.command ?? '(']).status).toBe(0);
      expect(check.command).toContain(shellWord(startedFile(view)));
      expect(check.command).toContain(more === crio ? 'podman image mount' : 'ctr -n k8s.io');
    }
  });

  it('pulls the pause image that the error names', () => {
    const named = failedAt(
      'sandbox',
      'failed to get sandbox image "registry.example/pause:9": failed to pull image',
    );
    expect(pullPauseImage(named).command).toBe('crictl pull registry.example/pause:9');
    expect(pullPauseImage(failedAt('sandbox', 'x')).command).toBe('crictl pull PAUSE_IMAGE');
  });

  it('asks each runtime for its own setting', () => {
    expect(wantedPauseImage(failedAt('sandbox', 'x', crio)).command).not.toContain('containerd');
    expect(wantedPauseImage(failedAt('sandbox', 'x')).command).not.toContain('crio');
  });
});
