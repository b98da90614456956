import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../platform/db/database';
import { offeredChannels, supportsEveryFrequency, type Frequency } from './alert-channels.rules';

/** Of a query that calls `alert_notification` `n`: whether its person is told by the channel, or by any. */
export function isTold(channel?: string): RawBuilder<boolean> {
  const which = channel === undefined ? sql`true` : sql`told.channel = ${channel}`;
  return sql<boolean>`exists (select 1 from alert_notification_channel told where told.organisation_id = n.organisation_id
    and told.notification_id = n.id and told.unsubscribed_at is null and ${which})`;
}

/** Of the same query: whether its person is told by each channel, under the names of the published records. */
export const toldColumns = () =>
  sql.join(offeredChannels.map(({ name, field }) => sql`${isTold(name)} as ${sql.ref(field)}`));
export const toldPairs = () => sql.join(offeredChannels.map(({ name, field }) => sql`${field}::text, ${isTold(name)}`));

/** What somebody chooses for an alert. */
export interface Choice {
  alertId: number;
  userId: number;
  frequency: Frequency;
  /** Whether they want each of these; what is not named stays. */
  channels: readonly { channel: string; wanted: boolean; frequency: Frequency }[];
}

interface Choosing {
  choices: readonly Choice[];
  now: Date;
}

/** Of a channel: whether it is told as often as the notification says. */
const following = (channel: RawBuilder<unknown>) =>
  sql`${channel} = any(${offeredChannels.filter(supportsEveryFrequency).map(({ name }) => name)}::text[])`;

/** Whoever asks to be told by one more channel is no longer muted. */
export async function putNotifications(trx: Trx, organisationId: number, { choices, now }: Choosing): Promise<void> {
  const chosen = sql`unnest(${choices.map((one) => one.alertId)}::bigint[], ${choices.map((one) => one.userId)}::bigint[],
    ${choices.map((one) => one.frequency)}::text[]) as w (alert_id, user_id, frequency)`;
  await sql`
    insert into alert_notification (organisation_id, alert_id, user_id, frequency, frequency_since, created_at, updated_at)
    select ${organisationId}, w.alert_id, w.user_id, w.frequency, ${now}, ${now}, ${now} from ${chosen}
    on conflict (organisation_id, alert_id, user_id) do nothing`.execute(trx);
  const gainedChannel = await putChannels(trx, organisationId, { choices, now });
  const own = sql`n.organisation_id = ${organisationId} and n.alert_id = w.alert_id and n.user_id = w.user_id`;
  await sql`
    update alert_notification_channel c set frequency = w.frequency, since = ${now} from ${chosen} join alert_notification n on ${own}
    where c.organisation_id = n.organisation_id and c.notification_id = n.id and c.frequency <> w.frequency and ${following(sql`c.channel`)}`.execute(
    trx,
  );
  await sql`
    update alert_notification_channel c set since = ${now} from alert_notification n
    where n.organisation_id = ${organisationId} and n.id = any(${gainedChannel}::bigint[]) and n.muted_at is not null
      and c.organisation_id = n.organisation_id and c.notification_id = n.id`.execute(trx);
  // After the channels: the columns that the build before reads follow them.
  await sql`
    update alert_notification n set frequency = w.frequency, updated_at = ${now}, muted_at = case when n.id = any(${gainedChannel}::bigint[]) then null else n.muted_at end
    from ${chosen} where ${own}`.execute(trx);
}

/** @returns ids of notifications that gained a channel */
async function putChannels(trx: Trx, organisationId: number, { choices, now }: Choosing): Promise<number[]> {
  const rows = choices.flatMap(({ alertId, userId, channels }) =>
    channels.map((channel) => ({ alertId, userId, ...channel })),
  );
  const chosen = sql`unnest(${rows.map((one) => one.alertId)}::bigint[], ${rows.map((one) => one.userId)}::bigint[], ${rows.map((one) => one.channel)}::text[],
    ${rows.map((one) => one.wanted)}::boolean[], ${rows.map((one) => one.frequency)}::text[]) as w (alert_id, user_id, channel, wanted, frequency)
    join alert_notification n on n.organisation_id = ${organisationId} and n.alert_id = w.alert_id and n.user_id = w.user_id`;
  const { rows: gainedChannel } = await sql<{ id: number }>`
    select distinct n.id from ${chosen}
    left join alert_notification_channel c on c.organisation_id = n.organisation_id and c.notification_id = n.id and c.channel = w.channel and c.unsubscribed_at is null
    where w.wanted and c.channel is null`.execute(trx);
  await sql`
    insert into alert_notification_channel as c (organisation_id, notification_id, channel, frequency, since)
    select n.organisation_id, n.id, w.channel, w.frequency, ${now} from ${chosen} where w.wanted
    on conflict (organisation_id, notification_id, channel) do update set frequency = excluded.frequency, unsubscribed_at = null,
      since = case when c.frequency <> excluded.frequency or c.unsubscribed_at is not null then excluded.since else c.since end`.execute(
    trx,
  );
  await sql`
    delete from alert_notification_channel c using ${chosen}
    where not w.wanted and c.organisation_id = n.organisation_id and c.notification_id = n.id and c.channel = w.channel`.execute(
    trx,
  );
  return gainedChannel.map(({ id }) => id);
}

interface Rest {
  id: number;
  frequency: Frequency;
  /** Whether what fired until now is old: a rest is not made up for by the next summary. */
  fromNow: boolean;
  now: Date;
}

/** How often somebody is told by the channels of a notification that can be had so. */
export async function setChannelFrequency(
  trx: Trx,
  organisationId: number,
  { id, frequency, fromNow, now }: Rest,
): Promise<void> {
  await sql`
    update alert_notification_channel set since = ${now}, frequency = case when ${following(sql`channel`)} then ${frequency} else frequency end
    where organisation_id = ${organisationId} and notification_id = ${id}
      and (${fromNow}::boolean or (${following(sql`channel`)} and frequency <> ${frequency}))`.execute(trx);
}
