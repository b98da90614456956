import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import type { AdapterKind, AdapterRow, AuthKind, RunHead, Sample } from './adapters.contract';
import type { SourceColumns } from './columns.rules';

export interface OfAdapter {
  organisationId: number;
  adapterId: number;
}

interface Last extends Pick<RunHead, 'runId' | 'mode' | 'origin' | 'state' | 'problem'> {
  askedAt: string;
  endedAt: string | null;
  menus: number | null;
  faulty: number | null;
}

type StoredRow = Omit<AdapterRow, 'file' | 'lastRun' | 'weekdays'> & {
  weekdays: string;
  fileName: string | null;
  uploadedAt: Date | null;
  last: Last | null;
};

const daysIn = (weekdays: string) => [...weekdays].map(Number);

/** Without those that were removed, by name. A secret is never among what is read here. */
export async function listAdapters(
  db: Db | Trx,
  organisationId: number,
  { adapterId }: { adapterId?: number } = {},
): Promise<AdapterRow[]> {
  const { rows } = await sql<StoredRow>`
    select a.id as "adapterId", a.name, a.kind, a.address, a.auth, a.auth_name as "authName", a.run_hour as hour, a.weekdays, a.paused, a.columns, a.sample,
      a.version, f.name as "fileName", f.uploaded_at as "uploadedAt", r.last
    from menu_adapter a
    left join menu_adapter_file f on f.organisation_id = a.organisation_id and f.adapter_id = a.id
    left join lateral (
      select jsonb_build_object('runId', r.id, 'mode', r.mode, 'origin', r.origin, 'state', r.state, 'askedAt', r.asked_at, 'endedAt', r.ended_at,
        'problem', r.problem, 'menus', r.result->'menus', 'faulty', r.result->'faulty') as last
      from menu_adapter_run r where r.organisation_id = a.organisation_id and r.adapter_id = a.id order by r.id desc limit 1) r on true
    where a.organisation_id = ${organisationId} and a.removed_at is null and (${adapterId ?? null}::bigint is null or a.id = ${adapterId ?? null})
    order by lower(a.name), a.id`.execute(db);
  return rows.map(({ fileName, uploadedAt, last, weekdays, ...row }) => ({
    ...row,
    weekdays: daysIn(weekdays),
    file: fileName === null || uploadedAt === null ? null : { name: fileName, uploadedAt },
    lastRun: last && {
      ...last,
      menus: last.menus ?? undefined,
      faulty: last.faulty ?? undefined,
      adapterId: row.adapterId,
      askedBy: '',
      askedAt: new Date(last.askedAt),
      endedAt: last.endedAt === null ? null : new Date(last.endedAt),
    },
  }));
}

/** Nobody else changes it before the transaction ends. @returns undefined where there is none */
export async function lockAdapter(trx: Trx, { organisationId, adapterId }: OfAdapter): Promise<AdapterRow | undefined> {
  await sql`select 1 from menu_adapter where organisation_id = ${organisationId} and id = ${adapterId} for update`.execute(
    trx,
  );
  const [row] = await listAdapters(trx, organisationId, { adapterId });
  return row;
}

export interface StoredSettings {
  name: string;
  address: string;
  auth: AuthKind;
  authName: string;
  /** undefined: as it was. */
  secret: Buffer | null | undefined;
  hour: number | null;
  weekdays: readonly number[];
  scheduledOn: LocalDate | null;
}

const columnsOf = ({ name, address, auth, authName, secret, hour, weekdays, scheduledOn }: StoredSettings) => ({
  name,
  address,
  auth,
  auth_name: authName,
  ...(secret === undefined ? {} : { secret }),
  run_hour: hour,
  weekdays: weekdays.toSorted().join(''),
  scheduled_on: scheduledOn,
});

export async function insertAdapter(
  trx: Trx,
  organisationId: number,
  {
    kind,
    settings,
    createdBy,
    now,
  }: { kind: AdapterKind; settings: StoredSettings; createdBy: number | null; now: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('menu_adapter')
    .values({ organisation_id: organisationId, kind, ...columnsOf(settings), created_by: createdBy, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSettings(
  trx: Trx,
  { organisationId, adapterId }: OfAdapter,
  settings: StoredSettings,
): Promise<void> {
  await trx
    .updateTable('menu_adapter')
    .set((eb) => ({ ...columnsOf(settings), version: eb('version', '+', 1) }))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', adapterId)
    .execute();
}

interface AdapterChange {
  paused?: boolean;
  columns?: SourceColumns;
  sample?: Sample;
  scheduledOn?: LocalDate;
  removedAt?: Date;
}

export async function updateAdapter(
  trx: Trx,
  { organisationId, adapterId }: OfAdapter,
  { paused, columns, sample, scheduledOn, removedAt }: AdapterChange,
): Promise<void> {
  await trx
    .updateTable('menu_adapter')
    .set((eb) => ({
      ...(paused === undefined ? {} : { paused }),
      ...(columns === undefined ? {} : { columns: JSON.stringify(columns) }),
      ...(sample === undefined ? {} : { sample: JSON.stringify(sample) }),
      ...(scheduledOn === undefined ? {} : { scheduled_on: scheduledOn }),
      // What lets us into the source goes with it.
      ...(removedAt === undefined ? {} : { removed_at: removedAt, auth: 'none', auth_name: '', secret: null }),
      // What a run notes is no change of somebody’s.
      ...(sample === undefined && scheduledOn === undefined ? { version: eb('version', '+', 1) } : {}),
    }))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', adapterId)
    .execute();
}

/** Of what is not kept with the adapter itself. */
export async function countChange(trx: Trx, { organisationId, adapterId }: OfAdapter): Promise<void> {
  await trx
    .updateTable('menu_adapter')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', adapterId)
    .execute();
}

export async function nameIsTaken(trx: Trx, { organisationId, adapterId }: OfAdapter, name: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from menu_adapter where organisation_id = ${organisationId} and lower(name) = lower(${name}) and removed_at is null and id <> ${adapterId}`.execute(
    trx,
  );
  return rows.length > 0;
}

/** As it was sealed. */
export async function findSecret(db: Db, { organisationId, adapterId }: OfAdapter): Promise<Buffer | null> {
  const row = await db
    .selectFrom('menu_adapter')
    .select('secret')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', adapterId)
    .executeTakeFirst();
  return row?.secret ?? null;
}

export async function putFile(
  trx: Trx,
  { organisationId, adapterId }: OfAdapter,
  { name, content, now }: { name: string; content: Buffer; now: Date },
): Promise<void> {
  const file = { name, content, uploaded_at: now };
  await trx
    .insertInto('menu_adapter_file')
    .values({ organisation_id: organisationId, adapter_id: adapterId, ...file })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'adapter_id']).doUpdateSet(file))
    .execute();
}

export async function deleteFile(trx: Trx, { organisationId, adapterId }: OfAdapter): Promise<void> {
  await trx
    .deleteFrom('menu_adapter_file')
    .where('organisation_id', '=', organisationId)
    .where('adapter_id', '=', adapterId)
    .execute();
}

export async function findFile(db: Db, { organisationId, adapterId }: OfAdapter): Promise<Buffer | null> {
  const row = await db
    .selectFrom('menu_adapter_file')
    .select('content')
    .where('organisation_id', '=', organisationId)
    .where('adapter_id', '=', adapterId)
    .executeTakeFirst();
  return row?.content ?? null;
}

export interface Scheduled extends OfAdapter {
  hour: number;
  weekdays: number[];
  scheduledOn: LocalDate | null;
  timeZone: string;
}

/** Of all organizations, those that run by themselves. */
export async function listScheduled(db: Db): Promise<Scheduled[]> {
  const { rows } = await sql<Omit<Scheduled, 'weekdays'> & { weekdays: string }>`
    select a.organisation_id as "organisationId", a.id as "adapterId", a.run_hour as hour, a.weekdays, a.scheduled_on::text as "scheduledOn", o.time_zone as "timeZone"
    from menu_adapter a join organisation o on o.id = a.organisation_id
    where a.run_hour is not null and not a.paused and a.removed_at is null and a.kind = 'feed' and a.columns is not null
    order by a.organisation_id, a.id`.execute(db);
  return rows.map((row) => ({ ...row, weekdays: daysIn(row.weekdays) }));
}
