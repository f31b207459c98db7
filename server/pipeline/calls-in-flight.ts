import type { CallRecord } from '../contract/journal.ts';
import type { CallInFlight } from '../contract/node-status.ts';
import { valueOr } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { type CallOwner, callOwners } from './call-owners.ts';
import { callWitnesses } from './call-witness.ts';
import { normalizeImage } from './image-ref.ts';
import { measurePull } from './measure-pull.ts';
import type { PodView } from './pod-view.ts';
import { pullFacts } from './pull-facts.ts';
import { iso } from './time.ts';

/** 2 s: shorter calls are the normal pulse of a node. */
const MIN_AGE_MS = 2_000;

function subjectOf(call: CallRecord, owners: readonly CallOwner[]): string | null {
  const [owner] = owners;
  const more = owners.length > 1 ? ` and ${owners.length - 1} more` : '';
  const pod = owner === undefined ? null : `${owner.namespace}/${owner.name}${more}`;
  if (call.imageRef === null) return pod;
  return pod === null ? call.imageRef : `${call.imageRef} for ${pod}`;
}

/** Calls that have been under way for more than two seconds, by a second witness; the longest first. */
export function callsInFlight(
  snapshot: NodeSnapshot,
  views: readonly PodView[],
  nowMs: number,
): readonly CallInFlight[] {
  const open = valueOr(snapshot.calls, []).filter(
    ({ outcome, beganAtMs }) =>
      outcome === 'open' && beganAtMs !== null && nowMs - beganAtMs >= MIN_AGE_MS,
  );
  if (open.length === 0) return [];
  const owners = callOwners(snapshot, views);
  const witnesses = callWitnesses(snapshot, owners, nowMs);
  const { activities } = pullFacts(snapshot);
  const list: CallInFlight[] = [];
  for (const call of open) {
    const since = iso(call.beganAtMs);
    if (since === null || witnesses.judge(call).doubt !== null) continue;
    const own = owners.of(call);
    const activity = activities?.get(normalizeImage(call.imageRef ?? ''));
    const detail =
      activity === undefined ? null : measurePull(activity, call.beganAtMs, nowMs).detail;
    list.push({
      call: call.call,
      subject: subjectOf(call, own),
      since,
      detail: detail ?? own[0]?.container ?? null,
    });
  }
  return list.sort((a, b) => a.since.localeCompare(b.since));
}
