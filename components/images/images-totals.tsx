import type { ImageList } from '../../server/contract/image-list.ts';
import { StateLink } from '../data/state-link.tsx';
import { formatBytes } from '../ui/format.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';

/** What the runtime's sizes are, since they do not add up to what the disk shows. */
const SIZE_IS: Readonly<Record<ImageList['sizeIs'], string | null>> = {
  compressed: 'compressed, as containerd counts: on the disk they take more',
  unpacked: 'unpacked: layers that images share are counted in each',
  unknown: null,
};

/** All images together, what of them nothing needs, and the disk they lie on. */
export function ImagesTotals({ list }: { list: ImageList }) {
  const { images, totalBytes, unusedBytes, sizeIs, disk } = list;
  const unused = images.filter((row) => row.neededBecause === null).length;
  return (
    <p className="counts muted images-totals">
      <span>
        <b className="num">{images.length}</b> {images.length === 1 ? 'image' : 'images'},{' '}
        <b className="num">{formatBytes(totalBytes)}</b>
        {SIZE_IS[sizeIs] !== null && ` (${SIZE_IS[sizeIs]})`}
      </span>
      {unusedBytes !== null && unused > 0 && (
        <StateLink change={{ q: 'is:unused' }} className="link">
          <span className="num">{unused}</span> unused,{' '}
          <span className="num">{formatBytes(unusedBytes)}</span>
        </StateLink>
      )}
      {unusedBytes !== null && unused === 0 && images.length > 0 && <span>none unused</span>}
      {disk !== null && <Disk disk={disk} />}
    </p>
  );
}

function Disk({ disk }: { disk: NonNullable<ImageList['disk']> }) {
  const { path, totalBytes, availableBytes } = disk;
  const used = totalBytes - availableBytes;
  const free = totalBytes <= 0 ? 0 : availableBytes / totalBytes;
  return (
    <span className="images-disk">
      <ProgressBar
        label={`Disk of the images, ${path}`}
        done={used}
        total={totalBytes}
        tone={free < 0.15 ? 'run' : 'idle'}
      />
      <span>
        <b className="num">{formatBytes(availableBytes)}</b> free of{' '}
        <span className="num">{formatBytes(totalBytes)}</span> at{' '}
        <span className="mono">{path}</span>
      </span>
    </span>
  );
}
