'use client';
import type { ImageRow } from '../../server/contract/image-list.ts';
import { podHrefsOf } from '../data/pod-href.ts';
import { StateLink } from '../data/state-link.tsx';
import { PendingChanges, SpacerRow } from '../ui/list-parts.tsx';
import { useRowList } from '../ui/use-row-list.ts';
import type { ImageSort } from './images-query.ts';
import { ImagesTableRow } from './images-table-row.tsx';

interface ImagesTableProps {
  readonly rows: readonly ImageRow[];
  readonly sort: ImageSort;
  readonly filter: string;
  /** Why nobody may remove images here; null when it is allowed. */
  readonly refusal: string | null;
  readonly onRemove: (row: ImageRow) => void;
}

/** As in images.css: one line, and two lines in a narrow window. */
const ROW_PX = { rowPx: 29, narrowRowPx: 56, narrowUpTo: 900 } as const;
const keyOf = ({ id }: ImageRow) => id;
const rowId = (index: number) => `image-row-${index}`;

/** Images as rows. Only the rows in sight exist once the list is long. */
export function ImagesTable({ rows: sorted, sort, filter, refusal, onRemove }: ImagesTableProps) {
  const list = useRowList(sorted, { keyOf, rowId, filter: `${sort} ${filter}`, px: ROW_PX });
  const { rows, view } = list;
  const podHref = podHrefsOf(
    rows.flatMap(({ users }) =>
      users.map(({ namespace, pod: name, uid }) => ({ namespace, name, uid })),
    ),
  );
  return (
    <div className="images-frame card">
      <PendingChanges count={list.pending} where="the order" onShow={list.release} />
      <table className="images-table live-data" aria-rowcount={rows.length + 1}>
        <ImagesHead sort={sort} />
        <tbody ref={list.body}>
          <SpacerRow px={view.before} columns={COLUMNS.length + 1} />
          {list.shown.map(({ row, index }) => (
            <ImagesTableRow
              key={row.id}
              row={row}
              id={rowId(index)}
              rowIndex={index + 2}
              hrefOf={({ namespace, pod, uid }) => podHref({ namespace, name: pod, uid })}
              refusal={refusal}
              onRemove={() => onRemove(row)}
              {...list.focusOf(index)}
            />
          ))}
          <SpacerRow px={view.after} columns={COLUMNS.length + 1} />
        </tbody>
      </table>
    </div>
  );
}

const COLUMNS = [
  { className: 'col-image', label: 'Image', sort: 'name' },
  { className: 'col-digest', label: 'Digest', sort: null },
  { className: 'col-number col-size', label: 'Size', sort: 'size' },
  { className: 'col-users', label: 'Used by', sort: 'used' },
] as const;

function ImagesHead({ sort: current }: { sort: ImageSort }) {
  return (
    <thead>
      <tr>
        {COLUMNS.map(({ className, label, sort }) => (
          <th
            key={label}
            scope="col"
            className={className}
            aria-sort={
              sort === current ? (sort === 'name' ? 'ascending' : 'descending') : undefined
            }
          >
            {sort === null ? (
              label
            ) : (
              <StateLink
                className="sort"
                change={{ sort: sort === 'size' ? null : sort }}
                aria-current={sort === current ? 'true' : undefined}
                title={`Order by ${label.toLowerCase()}`}
              >
                {label}
              </StateLink>
            )}
          </th>
        ))}
        <th scope="col" className="col-remove needs-script">
          <span className="only-screen-reader">Remove</span>
        </th>
      </tr>
    </thead>
  );
}
