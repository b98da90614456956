import { sql, type RawBuilder } from 'kysely';
import { valuesIn } from '../../domain/catalogue';
import { visibleLocations } from '../../domain/places';
import type { Locale, Scope } from '../../platform/actor';
import type { Trx } from '../../platform/db/database';
import type { AlertPreview } from './alert-preview.contract';
import { fieldOf, type ValueField, type WatchedEvent, type WatchingAlert } from './alerts.rules';
import { watchedColumns } from './watching.store';

const columnOf: Record<ValueField, RawBuilder<unknown>> = {
  stageId: sql`e.stage_id`,
  itemId: sql`e.item_id`,
  reasonId: sql`e.reason_id`,
  sourceId: sql`e.source_id`,
  sinkId: sql`e.sink_id`,
  daypartId: sql`e.daypart_id`,
  containerId: sql`e.container_id`,
};

/** Holds for every event that raises the alert, and for few others: what is rounded gets one step of room. */
function nearly({
  siteId,
  locationId,
  deviceId,
  operator,
  currencyCode,
  threshold,
  refs,
}: WatchingAlert): RawBuilder<unknown> {
  const [measure, least, step] =
    currencyCode === null ? [sql`e.net_g`, threshold / 100, 0.01] : [sql`e.cost_amount`, threshold / 10_000, 0.0001];
  const wanted = [sql`e.voided_at is null`];
  if (siteId !== 0) wanted.push(sql`l.site_id = ${siteId}`);
  if (locationId !== 0) wanted.push(sql`e.location_id = ${locationId}`);
  if (deviceId !== 0) wanted.push(sql`e.device_id = ${deviceId}`);
  if (currencyCode !== null) wanted.push(sql`e.cost_currency = ${currencyCode}`);
  if (operator === 'EQ' || operator === 'GT' || operator === 'GE')
    wanted.push(sql`${measure} >= ${least - step}::numeric`);
  if (operator === 'EQ' || operator === 'LT' || operator === 'LE')
    wanted.push(sql`${measure} <= ${least + step}::numeric`);
  for (const { elementCode, ids } of refs)
    wanted.push(sql`${columnOf[fieldOf[elementCode]]} = any(${[...ids]}::bigint[])`);
  return sql.join(wanted, sql` and `);
}

export interface Cursor {
  occurredAt: Date;
  eventId: number;
}

interface Slice {
  alert: WatchingAlert;
  since: Date;
  after: Cursor | null;
  limit: number;
}

/** The next events that may raise the alert, newest first, of those that the scope sees. */
export async function listNearly(
  trx: Trx,
  scope: Scope,
  { alert, since, after, limit }: Slice,
): Promise<WatchedEvent[]> {
  const beyond = after ? sql`and (e.occurred_at, e.id) < (${after.occurredAt}, ${after.eventId}::bigint)` : sql``;
  const { rows } = await sql<WatchedEvent>`
    select ${watchedColumns} from waste_event e join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
    where e.organisation_id = ${scope.organisationId} and e.occurred_at >= ${since} ${beyond} and ${nearly(alert)} and ${visibleLocations(scope)}
    order by e.occurred_at desc, e.id desc limit ${limit}`.execute(trx);
  return rows;
}

/** Some events with their names, newest first. */
export async function describeEvents(
  trx: Trx,
  scope: Scope,
  { eventIds, locale }: { eventIds: readonly number[]; locale: Locale },
): Promise<Omit<AlertPreview['events'][number], 'href'>[]> {
  const { rows } = await sql<Omit<AlertPreview['events'][number], 'href'>>`
    select e.id as "eventId", e.occurred_at as "occurredAt", s.time_zone as "timeZone", s.name as "siteName", l.name as "locationName", w.id as "wasteStageId",
      w.name as "wasteStageName", item.name as "itemName", reason.name as "reasonName", e.net_g as "netGrams", e.cost_amount as "costAmount", e.cost_currency as "costCurrency"
    from waste_event e
    join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    join waste_stage w on w.id = e.stage_id
    left join ${valuesIn(locale)} item on item.organisation_id = e.organisation_id and item.id = e.item_id
    left join ${valuesIn(locale)} reason on reason.organisation_id = e.organisation_id and reason.id = e.reason_id
    where e.organisation_id = ${scope.organisationId} and e.id = any(${[...eventIds]}::bigint[]) and ${visibleLocations(scope)}
    order by e.occurred_at desc, e.id desc`.execute(trx);
  return rows;
}
