import { pushImage } from '../image-transfer.ts';
import { slowlyUnpackedImage } from '../images.ts';
import { makeContainer, makePod } from '../lab-pod.ts';
import { HOSTS } from '../registries.ts';
import type { Fault } from './fault.ts';
import { pullOf } from './pull-of.ts';

const IMAGE = `${HOSTS.good}/lab/packed:1`;
/** Unpacked at 16 KiB a second: over four minutes. */
const SIZE_BYTES = 4 * 1024 * 1024;
/** A pull counts as stalled after 60 s without a byte: the proof needs a pull that is older than that. */
const OLD_MS = 70_000;

/** All layers are here, and unpacking takes long: not stalled. */
export const pullUnpacking: Fault = {
  id: 'pull-unpacking',
  node: null,
  proof: [{ source: 'containerd', says: /layers are here; .*layer 1 of 1, .* written/ }],
  also(detail) {
    const pull = pullOf(detail);
    if (pull?.phase !== 'unpacking') return `the pull is ${pull?.phase ?? 'not told'}`;
    if (pull.stalledSince !== null) return `it stands still since ${pull.stalledSince}`;
    const { since } = detail.verdict;
    const ageMs = Date.parse(detail.asOf) - Date.parse(since ?? detail.asOf);
    return ageMs > OLD_MS ? null : `unpacking for ${ageMs} ms only`;
  },
  async apply({ lab, kubelet, signal }) {
    await pushImage(slowlyUnpackedImage(IMAGE, SIZE_BYTES), lab.registryUrl, signal);
    const pod = makePod('pull-unpacking', { containers: [makeContainer({ image: IMAGE })] });
    kubelet.addPod(pod);
    return { pod };
  },
};
