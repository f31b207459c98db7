import { describe, expect, it } from 'vitest';
import { createContainerdErrors } from './dress/containerd-errors.ts';
import { createContainerdRefusals } from './dress/containerd-refusals.ts';
import { crioErrors } from './dress/crio-errors.ts';
import { crioRefusals } from './dress/crio-refusals.ts';
import type { DressErrors } from './dress/dress.ts';
import type { DressRefusals } from './dress/refusals.ts';
import recorded from './fixtures/recorded.json' with { type: 'json' };
import type { SimContainer } from './model/objects.ts';
import { mask } from './testing/mask.ts';

const UID = '11111111-aaaa-4444-8888-000000000001';
const ID = 'f'.repeat(64);
const SANDBOX = {
  id: ID,
  namespace: 'shop',
  name: 'web-nocni',
  uid: UID,
  attempt: 0,
  runtimeHandler: '',
};

function all(errors: DressErrors, refusals: DressRefusals) {
  const image = 'registry.example/c/nope:7';
  const ended = { id: ID, state: 'exited' } as SimContainer;
  return {
    'sandbox-name-taken': refusals.sandboxNameTaken(`web-0_shop_${UID}_0`, ID),
    'container-name-taken': refusals.containerNameTaken(`app_web-0_shop_${UID}_0`, ID),
    'no-cni': errors.sandbox('cni-config-missing', SANDBOX),
    'sandbox-missing': refusals.sandboxMissing(ID),
    'image-missing': refusals.imageMissing(image),
    'wrong-login': errors.pull('wrong-login', image),
    'bad-reference': refusals.badReference('registry.example/C/App:1', 'capitals'),
    'started-again': refusals.notCreated(ended),
    'sandbox-stopped': refusals.sandboxStopped(ID),
    'log-folder-missing': refusals.logFolderMissing(),
    nameless: refusals.namelessSandbox(true),
  };
}

/** Names of images, folders and pods that only the recording has. */
function plain(text: string): string {
  return mask(text)
    .replaceAll(/(?:registry|private)\.(?:lab:5000|example)\/[\w./-]+(?::[\w.]+)?/gu, 'IMAGE')
    .replaceAll(/\[overlay@[^\]]*\]/gu, '[STORE]')
    .replaceAll(/\/(?:etc\/cni\/net|run\/node\/cni)\.d/gu, '/CNI');
}

describe.each([
  ['containerd-2.1.9', createContainerdErrors('2.1'), createContainerdRefusals('2.1')],
  ['containerd-1.6.20', createContainerdErrors('1.6'), createContainerdRefusals('1.6')],
  ['cri-o-1.37', crioErrors, crioRefusals],
] as const)('what %s refuses', (runtime, errors, refusals) => {
  it.each(Object.entries(all(errors, refusals)))('%s reads as recorded', (what, error) => {
    const table: Record<string, string[]> = recorded.refusals[runtime];
    const [code, text = ''] = table[what] ?? [];
    const own = error?.code.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, '_').toUpperCase() ?? 'OK';
    expect(own).toBe(code);
    expect(plain(error?.message ?? '')).toBe(plain(text));
  });
});
