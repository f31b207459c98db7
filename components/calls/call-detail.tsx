import Link from 'next/link';
import type { ReactNode, Ref } from 'react';
import type { CallRow } from '../../server/contract/call.ts';
import { StateLink } from '../data/state-link.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { ShortId } from '../ui/cut.tsx';
import { formatDuration } from '../ui/format.ts';
import { Quote } from '../ui/quote.tsx';
import { At } from '../ui/time.tsx';
import { podHrefOf } from './call-words.ts';
import { COLUMN_COUNT } from './calls-head.tsx';

/** The line that a call was read from, its ids, and who witnesses that it is in flight. */
export function CallDetail({
  call,
  measure,
}: {
  call: CallRow;
  measure: Ref<HTMLTableRowElement>;
}) {
  return (
    <tr className="call-detail" ref={measure}>
      <td colSpan={COLUMN_COUNT}>
        <div className="call-detail-body">
          {call.error !== null && <p className="call-error tone-fail">{call.error}</p>}
          {call.doubt !== null && <p className="muted">It is not known to run: {call.doubt}</p>}
          <Quote
            where={call.where}
            at={call.endedAt ?? call.beganAt}
            text={call.text}
            mark={null}
          />
          {call.witnesses.map((witness, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: witnesses have no identity but their place
            <Quote key={index} speaker={`witness: ${witness.source}`} {...witness} />
          ))}
          <Facts call={call} />
        </div>
      </td>
    </tr>
  );
}

function Facts({ call }: { call: CallRow }) {
  const href = podHrefOf(call);
  return (
    <dl className="call-facts">
      <Time term="began" at={call.beganAt} />
      <Time term="ended" at={call.endedAt} />
      {call.usualMs !== null && <Fact term="usually">{formatDuration(call.usualMs)}</Fact>}
      {call.attempt !== null && <Fact term="attempt">{call.attempt}</Fact>}
      <Id term="image" id={call.imageRef} isWhole />
      <Id term="sandbox" id={call.sandboxId} />
      <Id term="container" id={call.containerId} />
      <Id term="uid" id={call.uid} />
      {call.source === 'history' && <Fact term="from">history</Fact>}
      {href !== null && (
        <Fact term="pod">
          <Link className="link" href={href} prefetch={false}>
            open
          </Link>{' '}
          ·{' '}
          <StateLink className="link" change={{ q: `pod:${call.namespace}/${call.pod}` }}>
            its calls
          </StateLink>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Time({ term, at }: { term: string; at: string | null }) {
  if (at === null) return null;
  return (
    <Fact term={term}>
      <At at={at} millis /> UTC
    </Fact>
  );
}

interface IdProps {
  readonly term: string;
  readonly id: string | null;
  readonly isWhole?: boolean;
}

function Id({ term, id, isWhole = false }: IdProps) {
  if (id === null) return null;
  return (
    <Fact term={term}>
      <span className="with-copy">
        {isWhole ? <span className="mono">{id}</span> : <ShortId id={id} />}
        <CopyButton text={id} label={`Copy ${term}`} />
      </span>
    </Fact>
  );
}
