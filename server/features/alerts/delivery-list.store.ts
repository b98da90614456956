import { sql, type RawBuilder } from 'kysely';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { postedUnder } from '../../platform/outbox/posted';
import type { Frequency } from './alert-channels.rules';
import { editableAlerts, reachesOrganisation, visibleAlerts } from './alerts.store';
import type {
  DeliveriesQuery,
  DeliveryList,
  DeliverySort,
  DeliveryState,
  SubscriptionChange,
  SubscriptionList,
  SubscriptionsQuery,
  SubscriptionSort,
} from './delivery-list.contract';
import { isTold, setChannelFrequency, toldColumns } from './notification-channels.store';

/** Only an open delivery `d` has items that still change; a push has one for each browser. */
const itemsOf = (now: Date) => sql`
  select i.* from (${postedUnder({ channel: sql`d.outbox_channel`, key: sql`d.outbox_key`, createdAt: sql`d.created_at`, now })}) i
  where d.state in ('WAITING', 'FAILED', 'EXPIRED')`;

/** What the outbox knows, or else what is kept; a person is told where one of their browsers is. */
const stateNow = sql<DeliveryState>`case
  when d.state not in ('WAITING', 'FAILED', 'EXPIRED') then d.state when i.sent > 0 then 'SENT' when i.waiting > 0 then 'WAITING' when i.parked > 0 then 'FAILED'
  when d.state = 'WAITING' then 'EXPIRED' else d.state end`;

const errorNow = sql`case when i.attempts is null then d.last_error else i.error end`;

/** Keeps how deliveries ended, before the outbox forgets them. */
export async function settleDeliveries(db: Db, now: Date): Promise<void> {
  await sql`
    update alert_delivery k set state = s.state, attempts = s.attempts, last_error = s.error, settled_at = s.settled_at
    from (
      select d.organisation_id, d.id, ${stateNow} as state, coalesce(i.attempts, d.attempts) as attempts, ${errorNow} as error,
        coalesce(i.settled_at, ${now}) as settled_at
      from alert_delivery d left join lateral (${itemsOf(now)}) i on true
      where d.state in ('WAITING', 'FAILED') and d.created_at > ${now}::timestamptz - interval '30 days') s
    where k.organisation_id = s.organisation_id and k.id = s.id and k.state <> s.state`.execute(db);
}

const deliverySorts: Record<DeliverySort, RawBuilder<unknown>> = {
  createdAt: sql`"createdAt"`,
  alertName: sql`lower("alertName")`,
  notifyUserName: sql`lower("notifyUserName")`,
  state: sql`state`,
  attempts: sql`attempts`,
};

const wayOf = (direction: 'asc' | 'desc') => (direction === 'desc' ? sql`desc` : sql`asc`);

interface Found<Row> {
  rows: (Row & { total: number })[];
}

/** Every delivery of what somebody sees, whatever became of it. */
export async function listDeliveries(
  db: Db,
  scope: Scope,
  { query, now }: { query: DeliveriesQuery; now: Date },
): Promise<DeliveryList> {
  const wanted = [visibleLocations(scope)];
  if (query.channel !== undefined) wanted.push(sql`d.channel = ${query.channel}`);
  if (query.text !== undefined)
    wanted.push(
      sql`strpos(lower(concat_ws(' ', a.name, p.full_name, p.email, s.name, l.name)), lower(${query.text})) > 0`,
    );
  if (query.state !== undefined) wanted.push(sql`${stateNow} = ${query.state}`);
  const { rows }: Found<DeliveryList['deliveries'][number]> = await sql<
    DeliveryList['deliveries'][number] & { total: number }
  >`
    select *, count(*) over ()::int as total from (
      select d.id as "deliveryId", a.id as "alertId", a.name as "alertName", p.id as "notifyUserId", p.full_name as "notifyUserName", p.email as "notifyEmailAddress",
        d.channel, d.frequency as "notifyFreqCode", ${stateNow} as state, coalesce(i.attempts, d.attempts) as attempts, ${errorNow} as "lastError",
        d.created_at as "createdAt", coalesce(i.settled_at, d.settled_at) as "settledAt", e.id as "eventId", e.occurred_at as "occurredAt",
        s.time_zone as "timeZone", s.name as "siteName", l.name as "locationName"
      from alert_delivery d
      join alert_firing f on f.organisation_id = d.organisation_id and f.id = d.firing_id
      join alert a on a.organisation_id = f.organisation_id and a.id = f.alert_id
      join identity.person p on p.id = d.user_id
      join waste_event e on e.organisation_id = f.organisation_id and e.id = f.event_id
      join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
      join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
      left join lateral (${itemsOf(now)}) i on true
      where d.organisation_id = ${scope.organisationId} and ${sql.join(wanted, sql` and `)}) listed
    order by ${deliverySorts[query.sort.column]} ${wayOf(query.sort.direction)}, "deliveryId" ${wayOf(query.sort.direction)}
    limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(db);
  return {
    deliveries: rows.map(({ total: _, ...row }) => row),
    total: rows[0]?.total ?? 0,
    page: query.page,
    limit: query.limit,
  };
}

export interface OpenDelivery {
  state: DeliveryState;
  /** Of what the outbox still has; null where it has forgotten it. */
  itemId: string | null;
  outboxKey: string;
  outboxChannel: string;
}

/** The delivery, locked, where the scope sees its event. */
export async function lockDelivery(
  trx: Trx,
  scope: Scope,
  { deliveryId, now }: { deliveryId: number; now: Date },
): Promise<OpenDelivery | undefined> {
  const { rows } = await sql<OpenDelivery>`
    select ${stateNow} as state, i.id as "itemId", d.outbox_key as "outboxKey", d.outbox_channel as "outboxChannel" from alert_delivery d
    join alert_firing f on f.organisation_id = d.organisation_id and f.id = d.firing_id
    join waste_event e on e.organisation_id = f.organisation_id and e.id = f.event_id
    join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
    left join lateral (${itemsOf(now)}) i on true
    where d.organisation_id = ${scope.organisationId} and d.id = ${deliveryId} and ${visibleLocations(scope)} for update of d`.execute(
    trx,
  );
  return rows[0];
}

export async function reopenDelivery(trx: Trx, organisationId: number, deliveryId: number): Promise<void> {
  await trx
    .updateTable('alert_delivery')
    .set({ state: 'WAITING', settled_at: null })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', deliveryId)
    .execute();
}

const subscriptionSorts: Record<SubscriptionSort, RawBuilder<unknown>> = {
  alertName: sql`lower("alertName")`,
  siteName: sql`lower("siteName")`,
  notifyUserName: sql`lower("notifyUserName")`,
  notifyFreqCode: sql`"notifyFreqCode"`,
  muted: sql`muted`,
  firings: sql`firings`,
};

/** Who is notified of which alert, of those that somebody sees. */
export async function listSubscriptions(
  db: Db,
  scope: Scope,
  { query, now }: { query: SubscriptionsQuery; now: Date },
): Promise<SubscriptionList> {
  const wanted = [visibleAlerts(scope), isTold()];
  if (query.notifyFreqCode !== undefined) wanted.push(sql`n.frequency = ${query.notifyFreqCode}`);
  if (query.muted !== undefined)
    wanted.push(query.muted === 'true' ? sql`n.muted_at is not null` : sql`n.muted_at is null`);
  if (query.text !== undefined)
    wanted.push(
      sql`strpos(lower(concat_ws(' ', a.name, p.full_name, p.email, s.name, l.name)), lower(${query.text})) > 0`,
    );
  const { rows }: Found<SubscriptionList['subscriptions'][number]> = await sql<
    SubscriptionList['subscriptions'][number] & { total: number }
  >`
    select *, count(*) over ()::int as total from (
      select n.id as "alertNotificationId", a.id as "alertId", a.name as "alertName", s.name as "siteName", l.name as "locationName", p.id as "notifyUserId",
        p.full_name as "notifyUserName", p.email as "notifyEmailAddress", ${toldColumns()},
        n.frequency as "notifyFreqCode", n.muted_at is not null as muted, ${reachesOrganisation(scope.organisationId)} as reached,
        (select count(*)::int from alert_firing f where f.organisation_id = a.organisation_id and f.alert_id = a.id and f.withdrawn_at is null
          and f.fired_at > ${now}::timestamptz - interval '30 days') as firings, ${editableAlerts(scope)} as editable
      from alert_notification n
      join alert a on a.organisation_id = n.organisation_id and a.id = n.alert_id
      join identity.person p on p.id = n.user_id
      left join site s on s.organisation_id = a.organisation_id and s.id = a.site_id
      left join location l on l.organisation_id = a.organisation_id and l.id = a.location_id
      where ${sql.join(wanted, sql` and `)}) listed
    order by ${subscriptionSorts[query.sort.column]} ${wayOf(query.sort.direction)} nulls last, "alertNotificationId" ${wayOf(query.sort.direction)}
    limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(db);
  return {
    subscriptions: rows.map(({ total: _, ...row }) => row),
    total: rows[0]?.total ?? 0,
    page: query.page,
    limit: query.limit,
  };
}

/** @returns what it was; undefined where there is none of an alert whose whole place the scope sees */
export async function changeSubscription(
  trx: Trx,
  scope: Scope,
  { id, change, now }: { id: number; change: SubscriptionChange; now: Date },
): Promise<object | undefined> {
  const {
    rows: [before],
  } = await sql<{ frequency: Frequency; muted: boolean }>`
    select n.frequency, n.muted_at is not null as muted from alert_notification n join alert a on a.organisation_id = n.organisation_id and a.id = n.alert_id
    where n.organisation_id = ${scope.organisationId} and n.id = ${id} and ${visibleAlerts(scope)} and ${editableAlerts(scope)} for update of n`.execute(
    trx,
  );
  if (!before) return undefined;
  const frequency = change.notifyFreqCode ?? before.frequency;
  await setChannelFrequency(trx, scope.organisationId, {
    id,
    frequency,
    fromNow: before.muted && change.muted === false,
    now,
  });
  await trx
    .updateTable('alert_notification')
    .set({
      frequency,
      updated_at: now,
      ...(change.muted === undefined || change.muted === before.muted ? {} : { muted_at: change.muted ? now : null }),
    })
    .where('organisation_id', '=', scope.organisationId)
    .where('id', '=', id)
    .execute();
  return before;
}
