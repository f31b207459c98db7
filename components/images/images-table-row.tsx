import { Trash2 } from 'lucide-react';
import type { ImageRow } from '../../server/contract/image-list.ts';
import { StateLink } from '../data/state-link.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Cut, ShortId } from '../ui/cut.tsx';
import { formatBytes } from '../ui/format.ts';
import { ImageUsers } from './image-users.tsx';
import { nameOf } from './images-query.ts';

interface ImagesTableRowProps {
  readonly row: ImageRow;
  readonly id: string;
  readonly rowIndex: number;
  readonly hrefOf: (user: ImageRow['users'][number]) => string;
  /** Why nobody may remove it here; null when the server is to be asked. */
  readonly refusal: string | null;
  readonly onRemove: () => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** One image: its name, its digest, how large, who needs it. */
export function ImagesTableRow({ row, id, rowIndex, hrefOf, ...props }: ImagesTableRowProps) {
  const name = nameOf(row);
  const digest = row.digests[0] ?? row.id;
  const hex = digest.slice(digest.lastIndexOf(':') + 1);
  const refusal = props.refusal ?? row.neededBecause;
  return (
    <tr aria-rowindex={rowIndex}>
      <td className="col-image">
        <StateLink
          className="image-name"
          id={id}
          change={{ q: `id:${row.id.replace('sha256:', '').slice(0, 12)}` }}
          title={`Show ${name} alone`}
          onFocus={props.onFocus}
          onBlur={props.onBlur}
        >
          <ImageName name={name} />
          {row.tags.length > 1 && (
            <span className="slug" title={row.tags.join('\n')}>
              +{row.tags.length - 1} {row.tags.length === 2 ? 'name' : 'names'}
            </span>
          )}
          {row.tags.length === 0 && <span className="slug">no tag</span>}
          {row.pinned && (
            <span className="slug" title="The runtime keeps it whether it is used or not">
              pinned
            </span>
          )}
        </StateLink>
      </td>
      <td className="col-digest">
        <span className="with-copy">
          <span title={digest}>
            <ShortId id={hex} />
          </span>
          <CopyButton text={digest} label={`Copy the digest of ${name}`} />
        </span>
      </td>
      <td className="num col-number col-size">{formatBytes(row.sizeBytes)}</td>
      <td className="col-users">
        <ImageUsers row={row} hrefOf={hrefOf} />
      </td>
      <td className="col-remove needs-script">
        <button
          type="button"
          className="icon-button"
          aria-label={`Remove ${name}…`}
          title={refusal ?? 'Remove…'}
          disabled={refusal !== null}
          onClick={props.onRemove}
        >
          <Trash2 aria-hidden />
        </button>
      </td>
    </tr>
  );
}

/** Where it comes from is told apart from what it is. */
function ImageName({ name }: { name: string }) {
  const bare = name.replace(/@sha256:.*$/u, '');
  const cut = bare.lastIndexOf('/') + 1;
  return (
    <span className="image-path" title={name}>
      <span className="muted image-from">{bare.slice(0, cut)}</span>
      <Cut text={bare.slice(cut)} />
    </span>
  );
}
