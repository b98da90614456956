import { sql, type RawBuilder } from 'kysely';
import { visibleLocations } from '../../domain/places';
import type { Locale, Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { OperatorFields, OperatorList, OperatorRow, OperatorSort, OperatorsQuery } from './operators.contract';

const columns = sql`
  p.id as "operatorId", p.alias, s.name as "siteName", l.id as "locationId", l.name as "locationName", s.time_zone as "timeZone", p.locale,
  p.pin_set_at as "pinSetAt", p.status, p.version`;

const tables = sql`
  from operator p
  join location l on l.organisation_id = p.organisation_id and l.id = p.location_id
  join site s on s.organisation_id = l.organisation_id and s.id = l.site_id`;

const sortColumns: Record<OperatorSort, RawBuilder<unknown>> = {
  alias: sql`lower(p.alias)`,
  siteName: sql`lower(s.name)`,
  locationName: sql`lower(l.name)`,
  locale: sql`p.locale`,
  pinSetAt: sql`p.pin_set_at`,
  status: sql`p.status`,
};

type Row = Omit<OperatorRow, 'pinSetAt'> & { pinSetAt: Date };
const rowOf = ({ pinSetAt, ...row }: Row): OperatorRow => ({ ...row, pinSetAt: pinSetAt.toISOString() });

/** Languages in which the operators of the organization are greeted. */
export async function listOperatorLocales(db: Db, organisationId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('operator')
    .select('locale')
    .distinct()
    .where('organisation_id', '=', organisationId)
    .where('status', '=', 'A')
    .execute();
  return rows.map(({ locale }) => locale);
}

/** Those of the locations that the scope holds. */
export async function listOperators(db: Db, scope: Scope, query: OperatorsQuery): Promise<OperatorList> {
  const wanted = [visibleLocations(scope)];
  if (query.status !== undefined) wanted.push(sql`p.status = ${query.status}`);
  if (query.text !== undefined)
    wanted.push(sql`strpos(lower(concat_ws(' ', p.alias, s.name, l.name)), lower(${query.text})) > 0`);
  const where = sql.join(wanted, sql` and `);
  const way = query.sort.direction === 'desc' ? sql`desc` : sql`asc`;
  const counted = await sql<{ total: number }>`select count(*) as total ${tables} where ${where}`.execute(db);
  const { rows } = await sql<Row>`
    select ${columns} ${tables} where ${where}
    order by ${sortColumns[query.sort.column]} ${way}, p.id ${way} limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(
    db,
  );
  return { operators: rows.map(rowOf), total: counted.rows[0]?.total ?? 0, page: query.page, limit: query.limit };
}

export async function findOperator(db: Db, scope: Scope, operatorId: number): Promise<OperatorRow | undefined> {
  const { rows } =
    await sql<Row>`select ${columns} ${tables} where p.id = ${operatorId} and ${visibleLocations(scope)}`.execute(db);
  return rows[0] && rowOf(rows[0]);
}

/** The same, locked. */
export async function lockOperator(trx: Trx, scope: Scope, operatorId: number): Promise<OperatorRow | undefined> {
  const { rows } =
    await sql<Row>`select ${columns} ${tables} where p.id = ${operatorId} and ${visibleLocations(scope)} for update of p`.execute(
      trx,
    );
  return rows[0] && rowOf(rows[0]);
}

export async function openLocation(trx: Trx, scope: Scope, locationId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from location l where l.id = ${locationId} and l.status = 'A' and ${visibleLocations(scope)}`.execute(
      trx,
    );
  return rows.length > 0;
}

export async function aliasIsTaken(
  trx: Trx,
  { organisationId }: Scope,
  { alias, locationId, exceptId = 0 }: { alias: string; locationId: number; exceptId?: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from operator where organisation_id = ${organisationId} and location_id = ${locationId} and lower(alias) = lower(${alias}) and status = 'A' and id <> ${exceptId}`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function insertOperator(
  trx: Trx,
  { organisationId }: Scope,
  { fields, pinHash, now }: { fields: OperatorFields; pinHash: string; now: Date },
): Promise<number> {
  const values = {
    organisation_id: organisationId,
    location_id: fields.locationId,
    alias: fields.alias,
    locale: fields.locale,
    pin_hash: pinHash,
    pin_set_at: now,
    created_at: now,
    updated_at: now,
  };
  return (await trx.insertInto('operator').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

interface Changed {
  location_id?: number;
  alias?: string;
  locale?: string;
  status?: string;
  pin_hash?: string;
  pin_set_at?: Date;
  failed_pins?: number;
  locked_until?: Date | null;
}

export async function updateOperator(
  trx: Trx,
  { organisationId }: Scope,
  { operatorId, changed, now }: { operatorId: number; changed: Changed; now: Date },
): Promise<void> {
  await trx
    .updateTable('operator')
    .set((of) => ({ ...changed, updated_at: now, version: of('version', '+', 1) }))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', operatorId)
    .execute();
}

export interface AtDevice {
  id: number;
  alias: string;
  locale: string;
  pin_hash: string;
  failed_pins: number;
  locked_until: Date | null;
}

/** The one of this name where the device stands, locked. */
export async function lockAtLocation(
  trx: Trx,
  { organisationId }: Scope,
  { alias, locationId }: { alias: string; locationId: number },
): Promise<AtDevice | undefined> {
  const { rows } = await sql<AtDevice>`
    select id, alias, locale, pin_hash, failed_pins, locked_until from operator
    where organisation_id = ${organisationId} and location_id = ${locationId} and lower(alias) = lower(${alias}) and status = 'A' for update`.execute(
    trx,
  );
  return rows[0];
}

/** Who may sign in where a device stands, by name. */
export async function listActiveOperators(
  db: Db,
  organisationId: number,
  locationId: number,
): Promise<{ alias: string; locale: Locale }[]> {
  const { rows } = await sql<{ alias: string; locale: Locale }>`
    select alias, locale from operator
    where organisation_id = ${organisationId} and location_id = ${locationId} and status = 'A' order by lower(alias), id`.execute(
    db,
  );
  return rows;
}

/** Tries change nothing that an editor sees. */
export async function countTries(
  trx: Trx,
  { organisationId }: Scope,
  { operatorId, failedPins, lockedUntil }: { operatorId: number; failedPins: number; lockedUntil: Date | null },
): Promise<void> {
  await trx
    .updateTable('operator')
    .set({ failed_pins: failedPins, locked_until: lockedUntil })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', operatorId)
    .execute();
}
