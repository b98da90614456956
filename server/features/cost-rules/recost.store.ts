import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { LocationWeek } from '../../platform/domain-events';
import type { LocalDate } from '../../platform/time';
import { categoriesOf } from '../waste-events';
import type { RecostBody, RecostSums, RecostView } from './recost.contract';
import type { NewCost, PricedEvent } from './recost.rules';

export interface RecostKey {
  organisationId: number;
  id: number;
}

const viewColumns = sql`
  r.id as "recostId", r.from_day as "fromDay", r.to_day as "toDay", r.site_id as "siteId", s.name as "siteName", r.reason, r.state, r.by_login as "byLogin",
  r.created_at as "createdAt", r.finished_at as "finishedAt", r.counted, r.written`;
const viewTables = sql`from recost r left join site s on s.organisation_id = r.organisation_id and s.id = r.site_id`;

const mostListed = 20;

/** The newest first. */
export async function listRecosts(db: Db, organisationId: number): Promise<RecostView[]> {
  const { rows } = await sql<RecostView>`
    select ${viewColumns} ${viewTables} where r.organisation_id = ${organisationId} order by r.id desc limit ${mostListed}`.execute(
    db,
  );
  return rows;
}

export async function findRecost(db: Db, { organisationId, id }: RecostKey): Promise<RecostView | undefined> {
  const { rows } =
    await sql<RecostView>`select ${viewColumns} ${viewTables} where r.organisation_id = ${organisationId} and r.id = ${id}`.execute(
      db,
    );
  return rows[0];
}

export async function recostIsRunning(trx: Trx, organisationId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from recost where organisation_id = ${organisationId} and state = 'RUNNING'`.execute(trx);
  return rows.length > 0;
}

interface NewRecost {
  body: RecostBody;
  by: { userId: number | null; login: string };
  rulesMark: string;
  now: Date;
}

export async function insertRecost(
  trx: Trx,
  organisationId: number,
  { body: { fromDay, toDay, siteId, reason }, by, rulesMark, now }: NewRecost,
): Promise<number> {
  const row = await trx
    .insertInto('recost')
    .values({
      organisation_id: organisationId,
      from_day: fromDay,
      to_day: toDay,
      site_id: siteId,
      reason,
      state: 'COUNTING',
      by_user_id: by.userId,
      by_login: by.login,
      rules_mark: rulesMark,
      created_at: now,
      alive_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** After which event it goes on. */
interface Cursor {
  locationId: number;
  afterDay: LocalDate | null;
  afterEvent: number | null;
}

export interface StoredRecost extends Cursor {
  fromDay: LocalDate;
  toDay: LocalDate;
  siteId: number | null;
  reason: string;
  state: RecostView['state'];
  rulesMark: string;
  counted: RecostSums | null;
  written: RecostSums | null;
  userId: number | null;
  login: string;
}

export async function lockRecost(trx: Trx, { organisationId, id }: RecostKey): Promise<StoredRecost | undefined> {
  const { rows } = await sql<StoredRecost>`
    select from_day as "fromDay", to_day as "toDay", site_id as "siteId", reason, state, rules_mark as "rulesMark", counted, written,
      location_id as "locationId", after_day as "afterDay", after_event as "afterEvent", by_user_id as "userId", by_login as login
    from recost where organisation_id = ${organisationId} and id = ${id} for update`.execute(trx);
  return rows[0];
}

interface Progress {
  state?: RecostView['state'];
  cursor?: Cursor;
  counted?: RecostSums;
  written?: RecostSums;
  by?: NewRecost['by'];
  finishedAt?: Date;
  now: Date;
}

export async function changeRecost(
  trx: Trx,
  { organisationId, id }: RecostKey,
  { state, cursor, counted, written, by, finishedAt, now }: Progress,
): Promise<void> {
  await trx
    .updateTable('recost')
    .set({
      alive_at: now,
      ...(state ? { state } : {}),
      ...(cursor ? { location_id: cursor.locationId, after_day: cursor.afterDay, after_event: cursor.afterEvent } : {}),
      ...(counted ? { counted: JSON.stringify(counted) } : {}),
      ...(written ? { written: JSON.stringify(written) } : {}),
      ...(by ? { by_user_id: by.userId, by_login: by.login } : {}),
      ...(finishedAt ? { finished_at: finishedAt } : {}),
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute();
}

export type ReadEvent = PricedEvent & LocationWeek & { eventId: number };

/** The next events of the period that are not voided, by location and day. */
export async function readEvents(
  trx: Trx,
  organisationId: number,
  { recost, limit }: { recost: StoredRecost; limit: number },
): Promise<ReadEvent[]> {
  const { locationId, afterDay, afterEvent, fromDay, toDay, siteId } = recost;
  const { rows } = await sql<Omit<ReadEvent, 'categoryIds'>>`
    select e.id as "eventId", e.location_id as "locationId", e.week_start as "weekStart", e.local_date as day, s.id as "siteId",
      coalesce(m.new_id, e.item_id) as "itemId", round(e.net_g * 100) as "netCentigrams", s.currency_code as currency, c.exponent,
      e.cost_amount::text as "costAmount", e.cost_currency as "costCurrency", e.cost_rule_id as "costRuleId"
    from location l
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    join currency c on c.code = s.currency_code
    cross join lateral (
      select * from waste_event w
      where w.organisation_id = l.organisation_id and w.location_id = l.id and w.voided_at is null and w.local_date between ${fromDay}::date and ${toDay}::date
        and (l.id > ${locationId} or (w.local_date, w.id) > (${afterDay ?? fromDay}::date, ${afterEvent ?? 0}::bigint))
      order by w.local_date, w.id limit ${limit}) e
    left join ref_merge m on m.organisation_id = e.organisation_id and m.old_id = e.item_id
    where l.organisation_id = ${organisationId} and l.id >= ${locationId} and (${siteId}::bigint is null or l.site_id = ${siteId})
    order by l.id, e.local_date, e.id limit ${limit}`.execute(trx);
  const paths = await readCategories(
    trx,
    organisationId,
    rows.flatMap((row) => row.itemId ?? []),
  );
  return rows.map((row) => ({ ...row, categoryIds: paths.get(row.itemId ?? 0) ?? [] }));
}

/** By item: what it lies in, nearest first. */
async function readCategories(
  trx: Trx,
  organisationId: number,
  itemIds: readonly number[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ id: number; categoryIds: number[] }>`
    select v.id, ${categoriesOf(organisationId, sql`v.parent_id`)} as "categoryIds" from ref_value v
    where v.organisation_id = ${organisationId} and v.id = any(${[...new Set(itemIds)]}::bigint[]) and v.parent_id is not null`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.id, row.categoryIds]));
}

interface Writing {
  changes: readonly { eventId: number; cost: NewCost }[];
  why: string;
  userId: number | null;
  now: Date;
}

/** Gives events another cost, and keeps them as they were. */
export async function writeCosts(
  trx: Trx,
  organisationId: number,
  { changes, why, userId, now }: Writing,
): Promise<void> {
  const of = <T>(value: (one: Writing['changes'][number]) => T) => changes.map(value);
  await sql`
    insert into waste_event_revision (organisation_id, event_id, at, by_user_id, why, before, cause)
    select e.organisation_id, e.id, ${now}, ${userId}, ${why}, to_jsonb(e), 'RECOST'
    from waste_event e where e.organisation_id = ${organisationId} and e.id = any(${of((one) => one.eventId)}::bigint[]) order by e.id`.execute(
    trx,
  );
  await sql`
    update waste_event e set cost_amount = n.amount, cost_currency = n.currency, cost_rule_id = n.rule_id
    from unnest(${of((one) => one.eventId)}::bigint[], ${of(({ cost }) => cost.costAmount)}::numeric[], ${of(({ cost }) => cost.costCurrency)}::text[],
      ${of(({ cost }) => cost.costRuleId)}::bigint[]) as n (id, amount, currency, rule_id)
    where e.organisation_id = ${organisationId} and e.id = n.id`.execute(trx);
}

/** Those that are under way and whose worker has said nothing since then. */
export async function listSilentRecosts(db: Db, before: Date): Promise<RecostKey[]> {
  const { rows } = await sql<RecostKey>`
    select organisation_id as "organisationId", id from recost where state in ('COUNTING', 'RUNNING') and alive_at <= ${before}`.execute(
    db,
  );
  return rows;
}
