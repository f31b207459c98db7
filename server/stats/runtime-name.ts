import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';

/** "containerd 2.1", as far as the runtime told. */
export function runtimeName({ version }: NodeSnapshot): string {
  if (!version.available) return 'the runtime';
  const { runtimeName: name, runtimeVersion } = version.value;
  const release = /^v?(\d+\.\d+)/u.exec(runtimeVersion)?.[1];
  return release === undefined ? name : `${name} ${release}`;
}
