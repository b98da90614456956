import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { ReportedError } from './candidate.rules';
import { importTotals, type ImportState, type ImportTotals } from './import.contract';

export interface ImportKey {
  organisationId: number;
  id: number;
}

export interface StoredImport {
  id: number;
  fileName: string;
  sha256: string | null;
  mapping: unknown;
  state: ImportState;
  linesRead: number;
  eventsTaken: number;
  eventsKnown: number;
  linesRefused: number;
  totals: ImportTotals;
  /** As its account says. */
  eventsReplaced: number;
  failure: string | null;
  failureParams: Record<string, string | number> | null;
  createdBy: number | null;
  createdAt: Date;
  finishedAt: Date | null;
  undoneAt: Date | null;
}

type ImportRow = Omit<StoredImport, 'eventsReplaced' | 'totals'> & { totals: unknown };

const columns = sql`b.id, b.file_name as "fileName", encode(b.file_sha256, 'hex') as sha256, b.mapping, b.state, b.lines_read as "linesRead",
  b.events_taken as "eventsTaken", b.events_known as "eventsKnown", b.lines_refused as "linesRefused", b.totals, b.failure,
  b.failure_params as "failureParams", b.created_by as "createdBy", b.created_at as "createdAt", b.finished_at as "finishedAt", b.undone_at as "undoneAt"`;

function asStored(row: ImportRow): StoredImport {
  const totals = importTotals.parse(row.totals);
  return { ...row, totals, eventsReplaced: totals.account?.replaced.events ?? 0 };
}

export async function findImport(db: Db | Trx, { organisationId, id }: ImportKey): Promise<StoredImport | undefined> {
  const { rows } =
    await sql<ImportRow>`select ${columns} from import_batch b where b.organisation_id = ${organisationId} and b.id = ${id}`.execute(
      db,
    );
  return rows[0] && asStored(rows[0]);
}

/** The row, locked until the transaction ends. */
export async function lockImport(trx: Trx, { organisationId, id }: ImportKey): Promise<StoredImport | undefined> {
  const { rows } =
    await sql<ImportRow>`select ${columns} from import_batch b where b.organisation_id = ${organisationId} and b.id = ${id} for update`.execute(
      trx,
    );
  return rows[0] && asStored(rows[0]);
}

/** The newest first. */
export async function listImports(
  db: Db,
  organisationId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredImport[]> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from import_batch b where b.organisation_id = ${organisationId} order by b.id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows.map(asStored);
}

export async function countImports(db: Db, organisationId: number): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from import_batch where organisation_id = ${organisationId}`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface NewImport {
  organisationId: number;
  fileName: string;
  mapping: unknown;
  state: ImportState;
  createdBy: number | null;
  createdAt: Date;
  totals: Partial<ImportTotals>;
}

export async function insertImport(trx: Trx, wish: NewImport): Promise<number> {
  const row = await trx
    .insertInto('import_batch')
    .values({
      organisation_id: wish.organisationId,
      file_name: wish.fileName,
      mapping: JSON.stringify(wish.mapping),
      state: wish.state,
      created_by: wish.createdBy,
      created_at: wish.createdAt,
      totals: JSON.stringify(wish.totals),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export interface ImportChange {
  state?: ImportState;
  sha256?: string;
  mapping?: unknown;
  linesRead?: number;
  eventsTaken?: number;
  eventsKnown?: number;
  linesRefused?: number;
  /** Laid over what is there. */
  totals?: Partial<ImportTotals>;
  failure?: { code: string; params: Record<string, string | number> } | null;
  finishedAt?: Date | null;
  undoneAt?: Date;
}

export async function changeImport(trx: Trx, { organisationId, id }: ImportKey, change: ImportChange): Promise<void> {
  const {
    state,
    sha256,
    mapping,
    linesRead,
    eventsTaken,
    eventsKnown,
    linesRefused,
    totals,
    failure,
    finishedAt,
    undoneAt,
  } = change;
  await trx
    .updateTable('import_batch')
    .set({
      state,
      file_sha256: sha256 === undefined ? undefined : Buffer.from(sha256, 'hex'),
      mapping: mapping === undefined ? undefined : JSON.stringify(mapping),
      lines_read: linesRead,
      events_taken: eventsTaken,
      events_known: eventsKnown,
      lines_refused: linesRefused,
      totals: totals === undefined ? undefined : sql`totals || ${JSON.stringify(totals)}::jsonb`,
      ...(failure === undefined
        ? {}
        : { failure: failure?.code ?? null, failure_params: failure ? JSON.stringify(failure.params) : null }),
      finished_at: finishedAt,
      undone_at: undoneAt,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute();
}

/** Its errors and its file go with it. */
export async function deleteImport(trx: Trx, { organisationId, id }: ImportKey): Promise<void> {
  await trx.deleteFrom('import_batch').where('organisation_id', '=', organisationId).where('id', '=', id).execute();
}

/** PostgreSQL keeps no U+0000 in a text, and a sheet may hold one in any cell. */
const storable = (text: string) => text.replaceAll('\0', '\uFFFD');

/** Lines that are listed: `errors` are refused, `leftOut` has nothing wrong. */
export async function insertErrors(
  trx: Trx,
  { organisationId, id }: ImportKey,
  { errors, leftOut = [] }: { errors: readonly ReportedError[]; leftOut?: readonly ReportedError[] },
): Promise<void> {
  const all = [
    ...errors.map((one) => ({ ...one, outcome: 'refused' })),
    ...leftOut.map((one) => ({ ...one, outcome: 'leftOut' })),
  ];
  if (all.length === 0) return;
  await sql`
    insert into import_error (organisation_id, batch_id, line, column_name, code, params, raw, outcome)
    select ${organisationId}, ${id}, e.line, e.column_name, e.code, e.params, e.raw, e.outcome
    from unnest(${all.map((one) => one.line)}::int[], ${all.map((one) => one.column ?? '')}::text[], ${all.map((one) => one.code)}::text[],
      ${all.map((one) => JSON.stringify(one.params, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value)))}::jsonb[], ${all.map((one) => storable(one.raw))}::text[], ${all.map((one) => one.outcome)}::text[])
      with ordinality as e (line, column_name, code, params, raw, outcome, place)
    order by e.place`.execute(trx);
}

export async function deleteErrors(trx: Trx, { organisationId, id }: ImportKey): Promise<void> {
  await trx
    .deleteFrom('import_error')
    .where('organisation_id', '=', organisationId)
    .where('batch_id', '=', id)
    .execute();
}

export async function countErrors(
  db: Db | Trx,
  { organisationId, id }: ImportKey,
): Promise<Record<ListedOutcome, number>> {
  const { rows } = await sql<{ outcome: ListedOutcome; n: number }>`
    select ${outcomeOf} as outcome, count(*)::int as n from import_error e where e.organisation_id = ${organisationId} and e.batch_id = ${id} group by 1`.execute(
    db,
  );
  const of = (outcome: ListedOutcome) => rows.find((row) => row.outcome === outcome)?.n ?? 0;
  return { refused: of('refused'), leftOut: of('leftOut'), replaced: of('replaced') };
}

export interface StoredError extends ReportedError {
  id: number;
}

export type ListedOutcome = 'refused' | 'leftOut' | 'replaced';

/** Lines that replace what is there stand among those left out, told from them by their code. */
const outcomeOf = sql<ListedOutcome>`case when e.code = 'import.replaced' then 'replaced' else e.outcome end`;

/** Lines of one kind, in the order of the sheet; those that are asked about first. */
export async function listErrors(
  db: Db,
  { organisationId, id }: ImportKey,
  { limit, offset, outcome = 'refused' }: { limit: number; offset: number; outcome?: ListedOutcome },
): Promise<StoredError[]> {
  const { rows } = await sql<StoredError>`
    select e.id, e.line, nullif(e.column_name, '') as "column", e.code, e.params, e.raw
    from import_error e where e.organisation_id = ${organisationId} and e.batch_id = ${id} and ${outcomeOf} = ${outcome}
    order by e.code in ('import.leftOut.outlier', 'import.leftOut.changed') desc, e.line, e.id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

/** The newest other import of the same bytes that is in. */
export async function findSameFile(
  db: Db | Trx,
  { organisationId, id }: ImportKey,
  sha256: string,
): Promise<{ id: number; fileName: string; finishedAt: Date } | undefined> {
  const { rows } = await sql<{ id: number; fileName: string; finishedAt: Date }>`
    select id, file_name as "fileName", finished_at as "finishedAt" from import_batch
    where organisation_id = ${organisationId} and id <> ${id} and state = 'DONE' and file_sha256 = decode(${sha256}, 'hex')
    order by id desc limit 1`.execute(db);
  return rows[0];
}

/** The names of the files of these imports. */
export async function listFileNames(
  db: Db | Trx,
  organisationId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('import_batch')
    .select(['id', 'file_name'])
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row.file_name]));
}

/** The newest of these imports that still stands: its replaced events must be put back before those of imports before it. */
export async function findUndoneFirst(
  trx: Trx,
  organisationId: number,
  ids: readonly number[],
): Promise<{ id: number; fileName: string } | undefined> {
  const { rows } = await sql<{ id: number; fileName: string }>`
    select id, file_name as "fileName" from import_batch
    where organisation_id = ${organisationId} and id = any(${[...ids]}::bigint[]) and state <> 'UNDONE' order by id desc limit 1`.execute(
    trx,
  );
  return rows[0];
}

/** The newest other import of the same bytes that a command line began and did not end; its events are in as far as it came. */
export async function findBrokenOff(
  db: Db | Trx,
  { organisationId, id }: ImportKey,
  sha256: string,
): Promise<StoredImport | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from import_batch b
    where b.organisation_id = ${organisationId} and b.id <> ${id} and b.file_sha256 = decode(${sha256}, 'hex')
      and coalesce((b.totals ->> 'bytes')::bigint, 0) = 0 and (b.state = 'RUNNING' or b.failure = 'imports.interrupted')
    order by b.id desc limit 1`.execute(db);
  return rows[0] && asStored(rows[0]);
}

/** Whether releases that took the cells of a line for its identity have imported anything that is there. */
export async function hasEarlierImports(db: Db | Trx, organisationId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from import_batch where organisation_id = ${organisationId} and events_taken > 0 and state <> 'UNDONE' and not totals ? 'identity'
      and state not in ('UPLOADED', 'CHECKING', 'CHECKED', 'QUEUED') limit 1`.execute(db);
  return rows.length > 0;
}

/** The newest import of each mapping, so that next month's sheet can be read like this month's. */
export async function listUsedMappings(
  db: Db,
  organisationId: number,
): Promise<{ id: number; name: string; fileName: string }[]> {
  const { rows } = await sql<{ id: number; name: string; fileName: string }>`
    select * from (
      select distinct on (mapping ->> 'name') id, mapping ->> 'name' as name, file_name as "fileName" from import_batch
      where organisation_id = ${organisationId} and state in ('DONE', 'CHECKED') order by mapping ->> 'name', id desc) as newest
    order by id desc limit 20`.execute(db);
  return rows;
}

/** Checks and runs that have given no sign of life since `before`, such as those of a node that is gone. */
export async function listSilentImports(db: Db, before: Date): Promise<(ImportKey & { state: ImportState })[]> {
  const { rows } = await sql<ImportKey & { state: ImportState }>`
    select organisation_id as "organisationId", id, state from import_batch
    where state in ('CHECKING', 'QUEUED', 'RUNNING') and (totals ->> 'aliveAt')::timestamptz < ${before}`.execute(db);
  return rows;
}

/** What the import's events add up to, as they stand. */
export async function sumImport(
  trx: Trx,
  { organisationId, id }: ImportKey,
): Promise<Pick<ImportTotals, 'grams' | 'costs' | 'firstDay' | 'lastDay'>> {
  const { rows } = await sql<{
    grams: number;
    firstDay: string | null;
    lastDay: string | null;
    currency: string | null;
    cost: string | null;
  }>`
    select sum(net_g) as grams, min(local_date) as "firstDay", max(local_date) as "lastDay", cost_currency as currency, sum(cost_amount)::text as cost
    from waste_event where organisation_id = ${organisationId} and import_batch_id = ${id} and voided_at is null group by cost_currency`.execute(
    trx,
  );
  const days = rows
    .flatMap((row) => [row.firstDay, row.lastDay])
    .filter((day) => day !== null)
    .sort();
  return {
    grams: rows.reduce((sum, row) => sum + row.grams, 0),
    costs: Object.fromEntries(
      rows.flatMap((row) => (row.currency !== null && row.cost !== null ? [[row.currency, row.cost]] : [])),
    ),
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
  };
}

export interface SiteClock {
  timeZone: string;
  currency: string;
}

/** Every site of the organisation by its name in small letters. */
export async function listSiteClocks(db: Db | Trx, organisationId: number): Promise<Map<string, SiteClock>> {
  const rows = await db
    .selectFrom('site')
    .select(['name', 'time_zone', 'currency_code'])
    .where('organisation_id', '=', organisationId)
    .execute();
  return new Map(rows.map((row) => [row.name.toLowerCase(), { timeZone: row.time_zone, currency: row.currency_code }]));
}

export interface ErrorGroup {
  code: string;
  column: string | null;
  lines: number;
  firstLine: number;
  /** What stands in that line. */
  firstRaw: string;
  params: ReportedError['params'];
  /** Different cells, the first few. */
  raws: string[];
}

/** The refused lines by what is wrong with them, the commonest first. */
export async function groupErrors(db: Db, { organisationId, id }: ImportKey): Promise<ErrorGroup[]> {
  const { rows } = await sql<ErrorGroup>`
    select code, nullif(column_name, '') as "column", count(distinct line)::int as lines, min(line)::int as "firstLine",
      (array_agg(raw order by line, id))[1] as "firstRaw", (array_agg(params order by line, id))[1] as params, (array_agg(distinct raw))[1:20] as raws
    from import_error where organisation_id = ${organisationId} and batch_id = ${id} and outcome = 'refused'
    group by code, column_name order by 3 desc, 4 limit 30`.execute(db);
  return rows;
}
