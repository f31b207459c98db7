'use client';
import { Ghost, Unplug } from 'lucide-react';
import Link from 'next/link';
import { podKey } from '../../server/contract/live.ts';
import type { RuntimeHealth } from '../../server/contract/node-status.ts';
import { pagePaths } from '../../server/contract/paths.ts';
import { useAllPods } from '../data/queries.ts';
import { Picture } from '../ui/picture.tsx';
import { podsNear } from './pods-near.ts';

interface PodMissingProps {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string | null;
  readonly health: RuntimeHealth;
}

/** A link to a pod that is not here: it says so, and whether that can be relied on. */
export function PodMissing({ namespace, name, uid, health }: PodMissingProps) {
  const isSure = health.state === 'ok';
  const near = podsNear({ namespace, name, uid }, useAllPods()?.pods ?? []);
  return (
    <div className="pod-page">
      <nav className="crumbs" aria-label="Breadcrumb">
        <Link href={pagePaths.pods()} prefetch={false}>
          Pods
        </Link>
        <span aria-hidden>›</span>
        <span>{namespace}</span>
      </nav>
      <h1>
        <span className="pod-title-namespace">{namespace} /</span> {name}
      </h1>
      <Picture
        icon={isSure ? Ghost : Unplug}
        tone={isSure ? 'idle' : 'fail'}
        title={
          isSure ? 'There is no such pod on this node now' : 'This pod cannot be looked up now'
        }
      >
        {isSure ? (
          <p>
            No source on this node knows{' '}
            {uid === null ? 'a pod of this name' : `a pod of this name with uid ${uid}`}: it was
            removed, or runs on another node. Should it come back, this page shows it by itself.
          </p>
        ) : (
          <p>
            {health.message ??
              'The runtime has not answered yet; the page follows as soon as it does.'}
          </p>
        )}
        {near.length > 0 && (
          <p>
            Here is{' '}
            {near.map((pod, index) => (
              <span key={podKey(pod)}>
                {index > 0 && ', '}
                <Link
                  className="link"
                  href={pagePaths.pod(pod.namespace, pod.name)}
                  prefetch={false}
                >
                  {pod.name}
                </Link>
              </span>
            ))}
            .
          </p>
        )}
        <p>
          <Link className="link" href={pagePaths.pods(`ns:${namespace}`)} prefetch={false}>
            Pods of {namespace}
          </Link>
        </p>
      </Picture>
    </div>
  );
}
