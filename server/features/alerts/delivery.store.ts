import { sql, type RawBuilder } from 'kysely';
import type { ToldAlert, ToldEvent } from '../../../views/alerts/alert-mail';
import { valuesIn } from '../../domain/catalogue';
import type { Locale } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { Frequency } from './alert-channels.rules';

/** A firing with its alert and event, as people are told of it. */
export interface ToldFiring {
  firingId: number;
  alertId: number;
  eventId: number;
  locationId: number;
  alert: ToldAlert;
  event: Omit<ToldEvent, 'url'>;
}

/** Takes firings that wait to be told, oldest first; other processes take others. @returns their ids, none where nothing waits */
export async function takePending(
  trx: Trx,
  organisationId: number,
  { limit, now }: { limit: number; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update alert_firing f set pending = false, held_until = null from (
      select id from alert_firing where organisation_id = ${organisationId} and pending and (held_until is null or held_until <= ${now})
      order by id limit ${limit} for update skip locked) next
    where f.organisation_id = ${organisationId} and f.id = next.id returning f.id`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function listWaitingOrganisations(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select distinct organisation_id as id from alert_firing where pending and (held_until is null or held_until <= ${now})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** What stands of the firings: of alerts that are there, and events that count. Item and reason are named by their ids' names in the language. */
export async function listTold(
  trx: Trx,
  organisationId: number,
  { which, locale }: { which: RawBuilder<unknown>; locale: Locale },
): Promise<ToldFiring[]> {
  const { rows } = await sql<ToldFiring & { event: Omit<ToldEvent, 'url' | 'occurredAt'>; occurredAt: Date }>`
    select f.id as "firingId", f.alert_id as "alertId", f.event_id as "eventId", e.location_id as "locationId", e.occurred_at as "occurredAt",
      json_build_object('name', a.name, 'description', a.description, 'compType', a.comp_type, 'operator', a.operator, 'value', a.value,
        'currencyCode', a.currency_code, 'unitAbbr', u.abbr) as alert,
      json_build_object('siteName', s.name, 'locationName', l.name, 'timeZone', s.time_zone, 'stageId', w.id, 'stageName', w.name, 'itemName', item.name,
        'reasonName', reason.name, 'netGrams', e.net_g, 'costAmount', e.cost_amount, 'costCurrency', e.cost_currency) as event
    from alert_firing f
    join alert a on a.organisation_id = f.organisation_id and a.id = f.alert_id and a.deleted_at is null
    join waste_event e on e.organisation_id = f.organisation_id and e.id = f.event_id and e.voided_at is null
    join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    join waste_stage w on w.id = e.stage_id
    left join unit u on u.id = a.unit_id
    left join ${valuesIn(locale)} item on item.organisation_id = e.organisation_id and item.id = e.item_id
    left join ${valuesIn(locale)} reason on reason.organisation_id = e.organisation_id and reason.id = e.reason_id
    where f.organisation_id = ${organisationId} and f.withdrawn_at is null and ${which}
    order by e.occurred_at desc, f.id desc`.execute(trx);
  return rows.map(({ occurredAt, event, ...row }) => ({ ...row, event: { ...event, occurredAt } }));
}

export interface Subscriber {
  alertId: number;
  userId: number;
  channel: string;
}

/** Who wants to be told of these alerts at once, by which channel, and is not muted. */
export async function listSubscribers(
  trx: Trx,
  organisationId: number,
  alertIds: readonly number[],
): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select n.alert_id as "alertId", n.user_id as "userId", c.channel from alert_notification n
    join alert_notification_channel c on c.organisation_id = n.organisation_id and c.notification_id = n.id
    where n.organisation_id = ${organisationId} and n.alert_id = any(${[...new Set(alertIds)]}::bigint[]) and n.muted_at is null
      and c.frequency = 'IMMEDIATE' and c.unsubscribed_at is null
    order by n.alert_id, n.user_id, c.channel`.execute(trx);
  return rows;
}

export interface NewDelivery {
  firingId: number;
  userId: number;
  channel: string;
  frequency: Frequency;
  outboxChannel: string;
  outboxKey: string;
}

/** Each firing, person and channel once; what was withdrawn may be told anew. @returns those that are new, `firing user channel` */
export async function insertDeliveries(
  trx: Trx,
  organisationId: number,
  { deliveries, now }: { deliveries: readonly NewDelivery[]; now: Date },
): Promise<Set<string>> {
  if (deliveries.length === 0) return new Set();
  const { rows } = await sql<{ one: string }>`
    insert into alert_delivery (organisation_id, firing_id, user_id, channel, frequency, outbox_channel, outbox_key, created_at)
    select ${organisationId}, d.*, ${now} from unnest(${deliveries.map((one) => one.firingId)}::bigint[], ${deliveries.map((one) => one.userId)}::bigint[],
      ${deliveries.map((one) => one.channel)}::text[], ${deliveries.map((one) => one.frequency)}::text[], ${deliveries.map((one) => one.outboxChannel)}::text[],
      ${deliveries.map((one) => one.outboxKey)}::text[]) as d
    on conflict (organisation_id, firing_id, user_id, channel) do update set
      state = 'WAITING', settled_at = null, attempts = 0, last_error = null, created_at = excluded.created_at, frequency = excluded.frequency, outbox_key = excluded.outbox_key
      where alert_delivery.state = 'WITHDRAWN'
    returning concat_ws(' ', firing_id, user_id, channel) as one`.execute(trx);
  return new Set(rows.map(({ one }) => one));
}

/** For those who could not be told that way at all: they have no address, or none of their browsers wants to. */
export async function deleteDeliveries(
  trx: Trx,
  organisationId: number,
  unable: readonly { channel: string; key: string }[],
): Promise<void> {
  if (unable.length > 0)
    await sql`
      delete from alert_delivery d using unnest(${unable.map((one) => one.channel)}::text[], ${unable.map((one) => one.key)}::text[]) as u (channel, key)
      where d.organisation_id = ${organisationId} and d.channel = u.channel and d.outbox_key = u.key`.execute(trx);
}

export const deliveryName = ({ firingId, userId, channel }: Pick<NewDelivery, 'firingId' | 'userId' | 'channel'>) =>
  `${firingId} ${userId} ${channel}`;
