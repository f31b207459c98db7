import { type Database, scalar } from './database.ts';

/** "CTri" in the file's head: a file of another program is not ours to write to. */
const APPLICATION_ID = 0x43_54_72_69;
export const PAGE_BYTES = 4_096;

/**
 * How the tables came to be, one step a version. A released step is never changed: databases out there have gone
 * through it.
 */
export const MIGRATIONS: readonly string[] = [
  `
  create table meta (name text primary key, value text not null) without rowid;
  create table pods (
    id integer primary key,
    namespace text not null,
    name text not null,
    uid text not null,
    first_seen integer not null,
    last_seen integer not null,
    gone_at integer,
    detail blob,
    unique (namespace, name, uid)
  );
  create table transitions (
    id integer primary key,
    pod integer not null references pods (id) on delete cascade,
    at integer not null,
    outcome text not null,
    stage text not null,
    state text not null,
    cause text,
    container text,
    summary text not null
  );
  create table calls (
    id integer primary key,
    key text not null unique,
    at integer not null,
    call text not null,
    outcome text not null,
    duration integer,
    owner text,
    image text,
    record text not null
  );
  create table findings (
    id text not null,
    began_at integer not null,
    ended_at integer,
    finding text not null,
    primary key (id, began_at)
  ) without rowid;
  create table changes (
    at integer not null,
    kind text not null,
    text text not null,
    evidence text not null,
    primary key (at, kind, text)
  ) without rowid;
  `,
  `
  create index pods_by_end on pods (gone_at);
  create index transitions_by_pod on transitions (pod, at);
  create index transitions_by_time on transitions (at);
  create index calls_by_time on calls (at);
  create index calls_by_owner on calls (owner, at);
  create index calls_by_image on calls (image, at) where image is not null;
  create index calls_by_duration on calls (call, at, duration) where duration is not null;
  `,
];

/** Why a file is not used: the words go into the notice. */
export class ForeignFileError extends Error {
  override readonly name = 'ForeignFileError';
}

/**
 * Brings the tables to the newest form, in one transaction; throws ForeignFileError for a file of another program, of a
 * newer version or of another node.
 */
export function migrate(database: Database, nodeName: string): void {
  const version = scalar(database, 'pragma user_version');
  const owner = scalar(database, 'pragma application_id');
  const isNew = version === 0 && scalar(database, 'select count(*) from sqlite_schema') === 0;
  if (!isNew && owner !== APPLICATION_ID) throw new ForeignFileError('it is of another program');
  if (version > MIGRATIONS.length) {
    throw new ForeignFileError(
      `its form has version ${version}, and this cri-triage knows up to ${MIGRATIONS.length}`,
    );
  }
  if (version === MIGRATIONS.length) {
    refuseOtherNode(database, nodeName);
    return;
  }
  database.exec('begin immediate');
  try {
    for (const step of MIGRATIONS.slice(version)) database.exec(step);
    database.exec(`pragma application_id = ${APPLICATION_ID}`);
    database.exec(`pragma user_version = ${MIGRATIONS.length}`);
    database.prepare("insert or ignore into meta values ('node', ?)").run(nodeName);
    refuseOtherNode(database, nodeName);
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

/** Pods of another node must not be shown as this node's: a folder may be copied or shared. */
function refuseOtherNode(database: Database, nodeName: string): void {
  const row = database.prepare("select value from meta where name = 'node'").get();
  const value = (row as { value: string } | undefined)?.value ?? 'without a name';
  if (value !== nodeName) throw new ForeignFileError(`it is of another node, ${value}`);
}
