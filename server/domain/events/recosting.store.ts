import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';
import { categoriesOf, type StoredRecost } from '../catalogue';
import type { NewCost, PricedEvent } from '../catalogue/recost.rules';
import type { LocationWeek } from '../weeks/location-week.contract';
import { keepRevisions, type Revising } from './event-changes.store';

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

interface Writing extends Omit<Revising, 'cause'> {
  changes: readonly { eventId: number; cost: NewCost }[];
}

/** Gives events another cost, and keeps them as they were. */
export async function writeCosts(
  trx: Trx,
  organisationId: number,
  { changes, why, userId, now }: Writing,
): Promise<void> {
  const of = <T>(value: (one: Writing['changes'][number]) => T) => changes.map(value);
  await keepRevisions(trx, organisationId, { eventIds: of((one) => one.eventId), why, userId, now, cause: 'RECOST' });
  await sql`
    update waste_event e set cost_amount = n.amount, cost_currency = n.currency, cost_rule_id = n.rule_id
    from unnest(${of((one) => one.eventId)}::bigint[], ${of(({ cost }) => cost.costAmount)}::numeric[], ${of(({ cost }) => cost.costCurrency)}::text[],
      ${of(({ cost }) => cost.costRuleId)}::bigint[]) as n (id, amount, currency, rule_id)
    where e.organisation_id = ${organisationId} and e.id = n.id`.execute(trx);
}
