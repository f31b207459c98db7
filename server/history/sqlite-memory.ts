import { findingSchema } from '../contract/finding.ts';
import { type Transition, transitionSchema } from '../contract/history.ts';
import type { CallRecord } from '../contract/journal.ts';
import { podKey } from '../contract/live.ts';
import type { PodDetail } from '../contract/pod.ts';
import type { Database, Statement } from './database.ts';
import { type CallEntry, type PodName, type RememberedChange, toTime } from './entries.ts';
import { unpackDetail } from './pack.ts';
import type { CallQuestion, Memory, PodQuestion, StoredFinding, StoredPod } from './store.ts';

const POD_COLUMNS = 'namespace, name, uid, first_seen, last_seen, gone_at';
const CALL_NAMES: readonly CallRecord['call'][] = [
  'RunPodSandbox',
  'StopPodSandbox',
  'RemovePodSandbox',
  'PullImage',
  'CreateContainer',
  'StartContainer',
  'StopContainer',
  'RemoveContainer',
];

interface PodTableRow {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly first_seen: number;
  readonly last_seen: number;
  readonly gone_at: number | null;
}

interface CallTableRow {
  readonly key: string;
  readonly image: string | null;
  readonly record: string;
}

function toStoredPod(row: PodTableRow): StoredPod {
  const { namespace, name, uid } = row;
  return {
    pod: { namespace, name, uid },
    firstSeenMs: row.first_seen,
    lastSeenMs: row.last_seen,
    goneAtMs: row.gone_at,
  };
}

/** Only we write these rows, and a file of another form is refused when it is opened: their JSON is ours. */
function toCallEntry({ key, image, record }: CallTableRow): CallEntry {
  return { kind: 'call', key, image, record: JSON.parse(record) as CallRecord };
}

/** Reads what the database file remembers. Statements are prepared when first needed. */
export class SqliteMemory implements Memory {
  readonly #database: Database;
  readonly #oldestMs: () => number;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database, oldestMs: () => number) {
    this.#database = database;
    this.#oldestMs = oldestMs;
  }

  pod({ namespace, name, uid }: PodQuestion): StoredPod | null {
    const [row] = this.#all<PodTableRow>(
      `select ${POD_COLUMNS} from pods where namespace = ? and name = ? and (? is null or uid = ?)
       and last_seen >= ? order by gone_at is not null, last_seen desc, first_seen desc limit 1`,
      [namespace, name, uid, uid, this.#oldestMs()],
    );
    return row === undefined ? null : toStoredPod(row);
  }

  gonePods(limit: number): readonly StoredPod[] {
    return this.#all<PodTableRow>(
      `select ${POD_COLUMNS} from pods where gone_at >= ? order by gone_at desc limit ?`,
      [this.#oldestMs(), limit],
    ).map(toStoredPod);
  }

  herePods(): readonly StoredPod[] {
    return this.#all<PodTableRow>(
      `select ${POD_COLUMNS} from pods where gone_at is null and last_seen >= ?`,
      [this.#oldestMs()],
    ).map(toStoredPod);
  }

  detail({ namespace, name, uid }: PodName): PodDetail | null {
    const [row] = this.#all<{ detail: Uint8Array | null }>(
      'select detail from pods where namespace = ? and name = ? and uid = ?',
      [namespace, name, uid],
    );
    return row?.detail ? unpackDetail(row.detail) : null;
  }

  transitions(pod: PodName, limit: number): { kept: readonly Transition[]; total: number } {
    const from = `from transitions t join pods p on p.id = t.pod
       where p.namespace = ? and p.name = ? and p.uid = ? and t.at >= ?`;
    const values = [pod.namespace, pod.name, pod.uid, this.#oldestMs()] as const;
    const rows = this.#all<Record<string, unknown>>(
      `select t.* ${from} order by t.at desc, t.id desc limit ?`,
      [...values, limit],
    );
    const [count] = this.#all<{ total: number }>(`select count(*) as total ${from}`, values);
    const kept = rows.reverse().flatMap((row) => {
      const parsed = transitionSchema.safeParse({ ...row, at: toTime(Number(row['at'])) });
      return parsed.success ? [parsed.data] : [];
    });
    return { kept, total: count?.total ?? 0 };
  }

  calls({ sinceMs, limit, pod, image }: CallQuestion): readonly CallEntry[] {
    const conditions = ['at >= ?'];
    const values: (string | number)[] = [Math.max(sinceMs, this.#oldestMs())];
    if (pod !== undefined) {
      // A call whose uid was not logged counts for every pod of its name.
      conditions.push('owner in (?, ?)');
      values.push(podKey(pod), podKey({ ...pod, uid: null }));
    }
    if (image !== undefined) {
      conditions.push('image = ?');
      values.push(image);
    }
    return this.#all<CallTableRow>(
      `select key, image, record from calls where ${conditions.join(' and ')}
       order by at desc, id desc limit ?`,
      [...values, limit],
    ).map(toCallEntry);
  }

  okDurations(limitEach: number): ReadonlyMap<CallRecord['call'], readonly number[]> {
    const found = new Map<CallRecord['call'], readonly number[]>();
    for (const call of CALL_NAMES) {
      const rows = this.#all<{ duration: number }>(
        `select duration from calls where call = ? and at >= ? and duration is not null
         order by at desc limit ?`,
        [call, this.#oldestMs(), limitEach],
      );
      if (rows.length > 0)
        found.set(
          call,
          rows.map((row) => row.duration),
        );
    }
    return found;
  }

  findings(sinceMs: number): readonly StoredFinding[] {
    const rows = this.#all<{ finding: string; began_at: number; ended_at: number | null }>(
      `select finding, began_at, ended_at from findings
       where coalesce(ended_at, began_at) >= ? or ended_at is null order by began_at`,
      [Math.max(sinceMs, this.#oldestMs())],
    );
    return rows.flatMap((row) => {
      const parsed = findingSchema.safeParse(JSON.parse(row.finding));
      if (!parsed.success) return [];
      return [{ finding: parsed.data, beganAtMs: row.began_at, endedAtMs: row.ended_at }];
    });
  }

  changes(sinceMs: number): readonly RememberedChange[] {
    const rows = this.#all<{ at: number; kind: string; text: string; evidence: string }>(
      'select at, kind, text, evidence from changes where at >= ? order by at',
      [Math.max(sinceMs, this.#oldestMs())],
    );
    return rows.map((row) => ({
      at: toTime(row.at),
      kind: row.kind as RememberedChange['kind'],
      text: row.text,
      evidence: JSON.parse(row.evidence) as RememberedChange['evidence'],
    }));
  }

  #all<T>(sql: string, values: readonly (string | number | null)[]): T[] {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement.all(...values) as T[];
  }
}
