import { expect, it } from 'vitest';
import { podDetail } from '../testing/fixtures.ts';
import { toScript } from './commands-script.ts';

const cause = {
  id: 'image-unauthorized',
  title: 'No',
  explanation: '',
  impact: '',
  confusedWith: [],
  nextChecks: [
    { text: 'See the secrets\nrm -rf /', command: 'kubectl get secret -n shop', href: null },
    { text: 'Only words', command: null, href: '/pods' },
    { text: 'Try the pull', command: 'crictl pull x', href: null },
  ],
};

it('has each command under its words, and foreign text in comments only', () => {
  const pod = podDetail('checkout', { cause, sentence: 'Stopped:\u2028reboot\r\nreboot' });
  const script = toScript(pod);
  expect(script).toContain('# 1. See the secrets rm -rf /\nkubectl get secret -n shop\n');
  expect(script).toContain('# 2. Try the pull\ncrictl pull x\n');
  const commands = script.split('\n').filter((line) => line !== '' && !line.startsWith('# '));
  expect(commands).toEqual(['kubectl get secret -n shop', 'crictl pull x']);
});
