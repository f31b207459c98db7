import type { KlogFields, KubeletLog } from '../files/kubelet-log.ts';
import { readStartError, type ToldEvent, unquote } from './told-events.ts';

/** Events of one object; the API server drops them after an hour. */
const EVENT_TTL_MS = 3_600_000;
/** More kinds than a pod of a scenario has. */
const MAX_EVENTS = 2_000;

/** An event as kubelet would have sent it; equal ones are one with a count. */
export interface RecordedEvent extends ToldEvent {
  readonly podUid: string;
  count: number;
  readonly firstAtMs: number;
  lastAtMs: number;
}

/** Keeps the events that go with what kubelet logs, bounded, equal ones folded. */
export class EventRecorder {
  readonly #now: () => number;
  readonly #events = new Map<string, RecordedEvent>();

  constructor(now: () => number) {
    this.#now = now;
  }

  record(podUid: string, event: ToldEvent): void {
    const atMs = this.#now();
    const key = [podUid, event.reason, event.container ?? '', event.message].join('\n');
    const known = this.#events.get(key);
    if (known !== undefined) {
      known.count += 1;
      known.lastAtMs = atMs;
    } else if (this.#events.size < MAX_EVENTS) {
      this.#events.set(key, { ...event, podUid, count: 1, firstAtMs: atMs, lastAtMs: atMs });
    }
  }

  /** Those of one pod that have not expired. */
  of(podUid: string): readonly RecordedEvent[] {
    const fromMs = this.#now() - EVENT_TTL_MS;
    return [...this.#events.values()].filter(
      (event) => event.podUid === podUid && event.lastAtMs >= fromMs,
    );
  }
}

function textOf(fields: KlogFields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

function ofLine(message: string, fields: KlogFields): ToldEvent | null {
  const err = textOf(fields, 'err');
  const container = textOf(fields, 'containerName') || null;
  switch (message) {
    case 'Error syncing pod, skipping':
      return readStartError(err, textOf(fields, 'pod'), textOf(fields, 'podUID'));
    case 'Pod admission denied': {
      const reason = textOf(fields, 'reason');
      return { type: 'Warning', reason, message: textOf(fields, 'message'), container: null };
    }
    case 'Probe failed': {
      const text = `${textOf(fields, 'probeType')} probe failed: ${textOf(fields, 'output')}`;
      return { type: 'Warning', reason: 'Unhealthy', message: text, container };
    }
    default:
      return null;
  }
}

const FAILED_MOUNT = /podName:([^ ]+) [\s\S]*? Error: (MountVolume\.[\s\S]*)$/;

/** A kubelet's log that also tells the API server what it would: one wording, two places. */
export function withEvents(log: KubeletLog, recorder: EventRecorder): KubeletLog {
  const tell = (message: string, fields: KlogFields = {}): void => {
    const podUid = textOf(fields, 'podUID');
    const event = podUid === '' ? null : ofLine(message, fields);
    if (event !== null) recorder.record(podUid, event);
  };
  return {
    info(where, message, fields) {
      log.info(where, message, fields);
      tell(message, fields);
    },
    error(where, message, fields) {
      log.error(where, message, fields);
      tell(message, fields);
    },
    plainError(where, text) {
      log.plainError(where, text);
      const [, podUid, message] = FAILED_MOUNT.exec(text) ?? [];
      if (podUid === undefined || message === undefined) return;
      const told = unquote(message).replace(
        / \(UniqueName: "[^"]*"\) pod "[^"]*" \(UID: "[^"]*"\)/,
        '',
      );
      recorder.record(podUid, {
        type: 'Warning',
        reason: 'FailedMount',
        message: told,
        container: null,
      });
    },
  };
}
