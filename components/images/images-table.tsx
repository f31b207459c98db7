'use client';
import { useRef, useState } from 'react';
import type { ImageRow } from '../../server/contract/image-list.ts';
import { podHrefsOf } from '../data/pod-href.ts';
import { StateLink } from '../data/state-link.tsx';
import { useHeldOrder } from '../ui/use-held-order.ts';
import { useKeys } from '../ui/use-keys.ts';
import { useRowWindow } from '../ui/use-row-window.ts';
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
  const body = useRef<HTMLTableSectionElement>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const { rows, pending, release } = useHeldOrder(sorted, keyOf, {
    filter: `${sort} ${filter}`,
    isReading: cursor !== null,
  });
  const view = useRowWindow({ count: rows.length, body, rowId, ...ROW_PX });
  const moveTo = (index: number) => {
    const next = Math.min(Math.max(index, 0), rows.length - 1);
    setCursor(next);
    view.reveal(next);
    // The row may have to be made first.
    requestAnimationFrame(() =>
      document.getElementById(rowId(next))?.focus({ preventScroll: true }),
    );
  };
  useKeys({
    j: () => moveTo(cursor === null ? 0 : cursor + 1),
    k: () => moveTo(cursor === null ? 0 : cursor - 1),
  });
  const podHref = podHrefsOf(
    rows.flatMap(({ users }) =>
      users.map(({ namespace, pod: name, uid }) => ({ namespace, name, uid })),
    ),
  );
  return (
    <div className="images-frame card">
      {pending > 0 && (
        <button type="button" className="pill" onClick={release}>
          {pending} {pending === 1 ? 'change' : 'changes'} in the order – show
        </button>
      )}
      <table className="images-table live-data" aria-rowcount={rows.length + 1}>
        <ImagesHead sort={sort} />
        <tbody ref={body}>
          {view.before > 0 && <Spacer height={view.before} />}
          {rows.slice(view.from, view.to).map((row, offset) => (
            <ImagesTableRow
              key={row.id}
              row={row}
              id={rowId(view.from + offset)}
              rowIndex={view.from + offset + 2}
              hrefOf={({ namespace, pod, uid }) => podHref({ namespace, name: pod, uid })}
              refusal={refusal}
              onRemove={() => onRemove(row)}
              onFocus={() => setCursor(view.from + offset)}
              onBlur={() => setCursor(null)}
            />
          ))}
          {view.after > 0 && <Spacer height={view.after} />}
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

function Spacer({ height }: { height: number }) {
  return (
    <tr aria-hidden className="spacer">
      <td colSpan={COLUMNS.length + 1} height={height} />
    </tr>
  );
}
