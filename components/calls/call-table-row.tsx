import Link from 'next/link';
import { type MouseEvent, memo, type ReactNode } from 'react';
import type { CallRow } from '../../server/contract/call.ts';
import { StateLink } from '../data/state-link.tsx';
import { CutSentence } from '../ui/cut.tsx';
import { STEP_TONE, StateIcon } from '../ui/state-icon.tsx';
import { Ago } from '../ui/time.tsx';
import { CallDuration } from './call-duration.tsx';
import { CallFor } from './call-for.tsx';
import { OUTCOME_STATE, OUTCOME_WORD, remarkOf } from './call-words.ts';

interface CallTableRowProps {
  readonly call: CallRow;
  readonly id: string;
  readonly rowIndex: number;
  readonly isOpen: boolean;
  readonly causeHref: string | null;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
  readonly onToggle: () => void;
  /** The line it was read from, where the row is folded out. */
  readonly children: ReactNode;
}

/** One call: how it ended, for whom, when, how long, and with which error. */
export const CallTableRow = memo(
  function CallTableRow({ call, id, rowIndex, isOpen, onToggle, ...props }: CallTableRowProps) {
    const state = OUTCOME_STATE[call.outcome];
    const began = call.beganAt ?? call.endedAt;
    const onClick = (event: MouseEvent) => {
      const isOnLink = event.target instanceof Element && event.target.closest('a, button');
      if (!isOnLink && window.getSelection()?.isCollapsed !== false) onToggle();
    };
    return (
      <>
        <tr
          className="call-row"
          aria-rowindex={rowIndex}
          data-outcome={call.outcome}
          data-open={isOpen || undefined}
          onClick={onClick}
        >
          <td className={`col-outcome tone-${STEP_TONE[state]}`}>
            <StateIcon state={state} /> {OUTCOME_WORD[call.outcome]}
          </td>
          <td className="col-call">
            <StateLink
              id={id}
              className="call-name"
              change={{ call: isOpen ? null : call.id }}
              aria-expanded={isOpen}
              onFocus={props.onFocus}
              onBlur={props.onBlur}
            >
              {call.call}
            </StateLink>
          </td>
          <td className="col-for">
            <CallFor call={call} />
          </td>
          <td className="num col-began">
            {began === null ? <span className="faint">–</span> : <Ago at={began} short />}
          </td>
          <td className="num col-duration">
            <CallDuration call={call} />
          </td>
          <td className="col-remark">
            <Remark call={call} causeHref={props.causeHref} />
          </td>
        </tr>
        {props.children}
      </>
    );
  },
  (before, after) =>
    before.call === after.call &&
    before.id === after.id &&
    before.isOpen === after.isOpen &&
    before.causeHref === after.causeHref,
);

function Remark({ call, causeHref }: { call: CallRow; causeHref: string | null }) {
  const remark = remarkOf(call);
  return (
    <div className="call-remark">
      {remark !== null && (
        <span className={call.outcome === 'failed' ? 'tone-fail' : 'muted'}>
          <CutSentence text={remark} />
        </span>
      )}
      {causeHref !== null && (
        <Link className="slug" href={causeHref} prefetch={false}>
          {call.cause}
        </Link>
      )}
    </div>
  );
}
