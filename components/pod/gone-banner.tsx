'use client';
import { History } from 'lucide-react';
import Link from 'next/link';
import { podKey } from '../../server/contract/live.ts';
import type { PodDetail } from '../../server/contract/pod.ts';
import { podHrefsOf } from '../data/pod-href.ts';
import { useAllPods } from '../data/queries.ts';
import { utcClock } from '../ui/format.ts';
import { Ago } from '../ui/time.tsx';
import { podsNear } from './pods-near.ts';

/** Says that the pod is gone, since when, and who is here in its place. */
export function GoneBanner({ pod }: { pod: PodDetail }) {
  const goneAt = pod.history?.lastSeenAt ?? pod.asOf;
  const all = useAllPods()?.pods ?? [];
  const near = podsNear(pod, all);
  const hrefOf = podHrefsOf(all);
  return (
    <p className="gone" role="note">
      <History aria-hidden />
      <span>
        <b>This pod is gone from the node</b> since {utcClock(goneAt)} UTC, <Ago at={goneAt} />. It
        is shown as it was last seen; nothing here is live.
        {near.length > 0 && (
          <>
            {' '}
            Here now:{' '}
            {near.map((other, index) => (
              <span key={podKey(other)}>
                {index > 0 && ', '}
                <Link className="link" href={hrefOf(other)} prefetch={false}>
                  {other.name}
                </Link>
              </span>
            ))}
            .
          </>
        )}
      </span>
    </p>
  );
}
