import { pushImage } from '../image-transfer.ts';
import { bulkyImage } from '../images.ts';
import { makeContainer, makePod } from '../lab-pod.ts';
import { HOSTS } from '../registries.ts';
import type { Fault } from './fault.ts';

const IMAGE = `${HOSTS.good}/lab/large:1`;
const MIB = 1024 * 1024;
/** Enough for what every lab has on its node, not for this image. */
const ROOT_BYTES = 40 * MIB;
const IMAGE_BYTES = 48 * MIB;

/** The disk of the image store fills up while an image comes in. */
export const diskFull: Fault = {
  id: 'disk-full',
  node: { rootBytes: ROOT_BYTES },
  proof: [{ source: 'runtime-log', says: 'no space left on device' }],
  async apply({ lab, kubelet, signal }) {
    await pushImage(bulkyImage(IMAGE, IMAGE_BYTES), lab.registryUrl, signal);
    const pod = makePod('disk-full', { containers: [makeContainer({ image: IMAGE })] });
    kubelet.addPod(pod);
    return { pod };
  },
};
