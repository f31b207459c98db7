import { StateLink } from '../data/state-link.tsx';
import type { CallSort } from './sort-calls.ts';

export const COLUMN_COUNT = 6;

/** The columns; the three that can order the list are links. */
export function CallsHead({ sort }: { sort: CallSort }) {
  return (
    <thead>
      <tr>
        <th scope="col" className="col-outcome">
          Outcome
        </th>
        <th scope="col" className="col-call">
          Call
        </th>
        <th scope="col" className="col-for">
          For
        </th>
        <SortHead className="col-began" label="Began" by="began" sort={sort} />
        <th scope="col" className="col-duration">
          <SortLink label="Duration" by="duration" sort={sort} />
          <SortLink label="vs usual" by="usual" sort={sort} />
        </th>
        <th scope="col">Error, or what is known</th>
      </tr>
    </thead>
  );
}

interface SortProps {
  readonly label: string;
  readonly by: CallSort;
  readonly sort: CallSort;
}

function SortHead({ className, ...props }: SortProps & { className: string }) {
  return (
    <th
      scope="col"
      className={className}
      aria-sort={props.by === props.sort ? 'descending' : undefined}
    >
      <SortLink {...props} />
    </th>
  );
}

function SortLink({ label, by, sort }: SortProps) {
  return (
    <StateLink
      className="sort"
      change={{ sort: by === 'began' ? null : by }}
      aria-current={by === sort ? 'true' : undefined}
      title={`Order by ${label.toLowerCase()}`}
    >
      {label}
    </StateLink>
  );
}
