import { podKey } from '../contract/live.ts';
import type { Database, Statement } from './database.ts';
import {
  atMsOf,
  type CallEntry,
  type Entry,
  type FindingEntry,
  type PodEntry,
  type PodName,
  type TransitionEntry,
} from './entries.ts';
import { packDetail } from './pack.ts';

/** Runtimes print whole error chains; the middle of such a text is never what decides. */
const MAX_TEXT_CHARS = 4_000;

const SQL = {
  // A call that ended is never made open again: the log may be read a second time from the middle.
  call: `insert into calls (key, at, call, outcome, duration, owner, image, record) values (?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (key) do update set at = excluded.at, outcome = excluded.outcome, duration = excluded.duration,
      owner = coalesce(excluded.owner, owner), image = excluded.image, record = excluded.record
    where (excluded.outcome <> 'open' or outcome = 'open') and record <> excluded.record`,
  // The same call, read once with its begin and once from a log that starts behind it.
  sameEnd: `select key from calls where at = ? and call = ? and (key like call || ':end:%') <> ?
    and coalesce(owner = ?, true)
    and coalesce(json_extract(record, '$.sandboxId') = ?, true)
    and coalesce(json_extract(record, '$.containerId') = ?, true)
    and coalesce(json_extract(record, '$.imageRef') = ?, true)`,
  forget: 'delete from calls where key = ?',
  pod: `insert into pods (namespace, name, uid, first_seen, last_seen, gone_at, detail) values (?, ?, ?, ?, ?, ?, ?)
    on conflict (namespace, name, uid) do update set last_seen = max(last_seen, excluded.last_seen),
      gone_at = excluded.gone_at, detail = coalesce(excluded.detail, detail)`,
  podId: 'select id from pods where namespace = ? and name = ? and uid = ?',
  transition: `insert into transitions (pod, at, outcome, stage, state, cause, container, summary)
    values (?, ?, ?, ?, ?, ?, ?, ?)`,
  finding: `insert into findings (id, began_at, ended_at, finding) values (?, ?, ?, ?)
    on conflict (id, began_at) do update set ended_at = excluded.ended_at, finding = excluded.finding`,
  change: 'insert or ignore into changes (at, kind, text, evidence) values (?, ?, ?, ?)',
  begin: 'begin immediate',
  commit: 'commit',
  rollback: 'rollback',
} as const;

function cut(text: string): string {
  return text.length <= MAX_TEXT_CHARS ? text : `${text.slice(0, MAX_TEXT_CHARS)}…`;
}

/** Writes entries into the database: each batch as a whole, or not at all. */
export class EntryWriter {
  readonly #statements: Readonly<Record<keyof typeof SQL, Statement>>;

  constructor(database: Database) {
    const prepared = Object.entries(SQL).map(([name, sql]) => [name, database.prepare(sql)]);
    this.#statements = Object.fromEntries(prepared) as Record<keyof typeof SQL, Statement>;
  }

  /** One transaction; throws the driver's error and leaves nothing behind where it fails. */
  write(entries: Iterable<Entry>): void {
    this.#statements.begin.run();
    try {
      for (const entry of entries) this.#writeOne(entry);
      this.#statements.commit.run();
    } catch (error) {
      try {
        this.#statements.rollback.run();
      } catch {
        // SQLite has rolled back by itself, as it does when the disk is full; the first error tells why.
      }
      throw error;
    }
  }

  #writeOne(entry: Entry): void {
    switch (entry.kind) {
      case 'call':
        this.#writeCall(entry);
        break;
      case 'pod':
        this.#writePod(entry);
        break;
      case 'transition':
        this.#writeTransition(entry);
        break;
      case 'finding':
        this.#writeFinding(entry);
        break;
      case 'change': {
        const { at, kind, text, evidence } = entry.change;
        this.#statements.change.run(Date.parse(at), kind, text, JSON.stringify(evidence));
        break;
      }
      default:
        entry satisfies never;
    }
  }

  #writeCall({ key, record, image }: CallEntry): void {
    const { call, outcome, beganAtMs, endedAtMs, pod } = record;
    const at = atMsOf(record);
    const owner = pod === null ? null : podKey(pod);
    const isWhole = beganAtMs !== null && Number.isFinite(beganAtMs);
    if (endedAtMs !== null) {
      const names = [owner, record.sandboxId, record.containerId, record.imageRef];
      const found = this.#statements.sameEnd.get(at, call, isWhole ? 0 : 1, ...names);
      if (found !== undefined && !isWhole) return;
      if (found !== undefined) this.#statements.forget.run((found as { key: string }).key);
    }
    const duration =
      outcome === 'ok' && isWhole && endedAtMs !== null ? endedAtMs - beganAtMs : null;
    const error = record.error === null ? null : cut(record.error);
    const text = JSON.stringify({ ...record, error, text: cut(record.text) });
    this.#statements.call.run(key, at, call, outcome, duration, owner, image, text);
  }

  #writePod({ pod, seenAtMs, goneAtMs, detail }: PodEntry): void {
    const { namespace, name, uid } = pod;
    const bytes = detail === null ? null : packDetail(detail);
    this.#statements.pod.run(namespace, name, uid, seenAtMs, seenAtMs, goneAtMs, bytes);
  }

  #writeTransition({ pod, transition }: TransitionEntry): void {
    const { at, outcome, stage, state, cause, container, summary } = transition;
    const atMs = Date.parse(at);
    const id = this.#podId(pod, atMs);
    this.#statements.transition.run(id, atMs, outcome, stage, state, cause, container, summary);
  }

  #podId({ namespace, name, uid }: PodName, atMs: number): number {
    const find = () =>
      this.#statements.podId.get(namespace, name, uid) as { id: number } | undefined;
    const known = find();
    if (known !== undefined) return known.id;
    this.#statements.pod.run(namespace, name, uid, atMs, atMs, null, null);
    return find()?.id ?? 0;
  }

  #writeFinding({ finding, beganAtMs, endedAtMs }: FindingEntry): void {
    this.#statements.finding.run(finding.id, beganAtMs, endedAtMs, JSON.stringify(finding));
  }
}
