import Link from 'next/link';
import type { CallRow } from '../../server/contract/call.ts';
import { Cut, ShortId } from '../ui/cut.tsx';
import { podHrefOf } from './call-words.ts';

/** For whom a call was: its pod as a link, with the container; else the image or an id. */
export function CallFor({ call }: { call: CallRow }) {
  const href = podHrefOf(call);
  if (href === null) return <Subject call={call} />;
  return (
    <div className="call-for">
      <Link href={href} prefetch={false}>
        <span className="muted">{call.namespace}/</span>
        <Cut text={call.pod ?? ''} />
      </Link>
      {call.container !== null && <span className="call-container muted">{call.container}</span>}
    </div>
  );
}

function Subject({ call }: { call: CallRow }) {
  if (call.imageRef !== null) {
    return (
      <span className="call-image mono">
        <Cut text={call.imageRef} />
      </span>
    );
  }
  const id = call.containerId ?? call.sandboxId;
  return id === null ? <span className="faint">the node</span> : <ShortId id={id} />;
}
