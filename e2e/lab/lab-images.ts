import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContainerdBinaries } from './containerd-binaries.ts';
import { packArchive, pushImage } from './image-transfer.ts';
import { busyboxImage, type LabImage, pauseImage } from './images.ts';
import { HOSTS } from './registries.ts';
import { runCommand } from './run-command.ts';

/** Images every lab has; `app` must be pulled, `busybox` is already on the node. */
export const IMAGES = {
  pause: `${HOSTS.good}/lab/pause:1`,
  busybox: `${HOSTS.good}/lab/busybox:1`,
  app: `${HOSTS.good}/lab/app:1`,
} as const;

/** Puts the lab's images on the node and into its good registry. */
export async function provideImages(to: {
  readonly dir: string;
  readonly endpoint: string;
  readonly binaries: ContainerdBinaries;
  readonly registryUrl: string;
  readonly signal: AbortSignal;
}) {
  const load = async (image: LabImage) => {
    const archive = join(to.dir, 'image.tar');
    await writeFile(archive, packArchive(image));
    await runCommand(
      join(to.binaries.binDir, 'ctr'),
      ['--address', to.endpoint, '-n', 'k8s.io', 'images', 'import', archive],
      { signal: to.signal },
    );
  };
  const pause = pauseImage(IMAGES.pause);
  const busybox = busyboxImage(IMAGES.busybox);
  await load(pause);
  await load(busybox);
  await pushImage(pause, to.registryUrl, to.signal);
  await pushImage(busybox, to.registryUrl, to.signal);
  await pushImage({ ...busybox, ref: IMAGES.app }, to.registryUrl, to.signal);
}
