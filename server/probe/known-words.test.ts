import { describe, expect, it } from 'vitest';
import { withKnownNames } from './known-words.ts';

const image = 'registry.example/shop/web:1';
const beside = { namespace: 'shop', name: 'web-7c9', uid: null, container: 'app' };

describe('a command with words for names', () => {
  it.each([
    ['crictl inspecti IMAGE | grep cmd', `crictl inspecti ${image} | grep cmd`],
    ['ls -l /etc/cni/net.d', 'ls -l /etc/cni/net.d'],
    // The probe's own pod is gone, and there is no other.
    ['crictl ps -a --name CONTAINER', null],
    ['kubectl edit deployment -n NAMESPACE WORKLOAD', null],
  ])('%s without a stuck pod', (command, told) => {
    expect(withKnownNames(command, { image, beside: null })).toBe(told);
  });

  it.each([
    ['crictl ps -a --name CONTAINER', 'crictl ps -a --name app'],
    ['kubectl get pod -n NAMESPACE POD', 'kubectl get pod -n shop web-7c9'],
    // Whose pod it is nobody tells here: the word stays, to be replaced by hand.
    ['kubectl edit deployment -n NAMESPACE WORKLOAD', 'kubectl edit deployment -n shop WORKLOAD'],
  ])('%s beside one', (command, told) => {
    expect(withKnownNames(command, { image, beside })).toBe(told);
  });

  it('foreign names are one word for a shell', () => {
    const odd = { ...beside, container: 'a; reboot' };
    expect(withKnownNames('crictl logs CONTAINER', { image, beside: odd })).toBe(
      "crictl logs 'a; reboot'",
    );
  });
});
