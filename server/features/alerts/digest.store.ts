import { sql } from 'kysely';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';

/** Of channels `c` of notifications. */
const daily = sql`c.frequency = 'DAILY' and c.unsubscribed_at is null`;

/** What is not named within this time is old news. */
const namedWithin = '7 days';

/** Organisations in which somebody wants a summary by one of the channels. */
export async function listDigesting(
  db: Db,
  channels: readonly string[],
): Promise<{ organisationId: number; timeZone: string }[]> {
  const { rows } = await sql<{ organisationId: number; timeZone: string }>`
    select o.id as "organisationId", o.time_zone as "timeZone" from organisation o
    where exists (
      select 1 from alert_notification_channel c join alert_notification n on n.organisation_id = c.organisation_id and n.id = c.notification_id
      where c.organisation_id = o.id and c.channel = any(${[...channels]}::text[]) and ${daily} and n.muted_at is null)
    order by o.id`.execute(db);
  return rows;
}

/** @returns whether this process makes the summary of the day; another one has, or does, where it is not */
export async function beginDigest(
  trx: Trx,
  organisationId: number,
  { localDate, now }: { localDate: LocalDate; now: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto('alert_digest')
    .values({ organisation_id: organisationId, local_date: localDate, made_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('made_at')
    .executeTakeFirst();
  return row !== undefined;
}

/** Who wanted a summary by the channel before it was due. */
export async function listDigestReaders(
  trx: Trx,
  organisationId: number,
  { channel, due }: { channel: string; due: Date },
): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select distinct n.user_id as "userId" from alert_notification_channel c
    join alert_notification n on n.organisation_id = c.organisation_id and n.id = c.notification_id
    where c.organisation_id = ${organisationId} and c.channel = ${channel} and ${daily} and n.muted_at is null and c.since < ${due} order by 1`.execute(
    trx,
  );
  return rows.map(({ userId }) => userId);
}

interface Naming {
  userId: number;
  /** Of the person. */
  scope: Scope;
  channel: string;
  outboxKey: string;
  outboxChannel: string;
  due: Date;
  now: Date;
}

/**
 * Writes down what a summary names to somebody: what has fired since they wanted one, that they see, and that they have not been
 * told by that channel. @returns how many of each alert
 */
export async function nameFirings(
  trx: Trx,
  organisationId: number,
  { userId, scope, channel, outboxKey, outboxChannel, due, now }: Naming,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ alertId: number; count: number }>`
    with named as (
      insert into alert_delivery (organisation_id, firing_id, user_id, channel, frequency, outbox_channel, outbox_key, created_at)
      select f.organisation_id, f.id, n.user_id, c.channel, 'DAILY', ${outboxChannel}, ${outboxKey}, ${now}
      from alert_notification n
      join alert_notification_channel c on c.organisation_id = n.organisation_id and c.notification_id = n.id and c.channel = ${channel} and ${daily}
      join alert a on a.organisation_id = n.organisation_id and a.id = n.alert_id and a.deleted_at is null
      join alert_firing f on f.organisation_id = a.organisation_id and f.alert_id = a.id and f.withdrawn_at is null
        and f.fired_at >= greatest(c.since, ${due}::timestamptz - ${namedWithin}::interval)
      join waste_event e on e.organisation_id = f.organisation_id and e.id = f.event_id and e.voided_at is null
      join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
      where n.organisation_id = ${organisationId} and n.user_id = ${userId} and n.muted_at is null
        and c.since < ${due} and ${visibleLocations(scope)}
      on conflict (organisation_id, firing_id, user_id, channel) do update set
        state = 'WAITING', settled_at = null, frequency = excluded.frequency, outbox_key = excluded.outbox_key, created_at = excluded.created_at
        where alert_delivery.state = 'WITHDRAWN'
      returning firing_id)
    select f.alert_id as "alertId", count(*)::int as count from named join alert_firing f on f.organisation_id = ${organisationId} and f.id = named.firing_id
    group by f.alert_id`.execute(trx);
  return new Map(rows.map(({ alertId, count }) => [alertId, count]));
}

/** Of what a summary names, the newest of each alert. */
export const newestNamed = (
  organisationId: number,
  { channel, outboxKey, most }: { channel: string; outboxKey: string; most: number },
) => sql`f.id in (
  select id from (
    select g.id, row_number() over (partition by g.alert_id order by g.occurred_at desc, g.id desc) as nth
    from alert_delivery d join alert_firing g on g.organisation_id = d.organisation_id and g.id = d.firing_id
    where d.organisation_id = ${organisationId} and d.channel = ${channel} and d.outbox_key = ${outboxKey}) newest
  where nth <= ${most})`;
