import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { ChannelName } from './alert-channels.rules';
import type { MailSubscription } from './unsubscribe-token';

const mail: ChannelName = 'EMAIL';

/** Of notifications `n` and their channels `c`. */
const subscribed = ({ organisationId, userId, about }: MailSubscription): RawBuilder<unknown> => sql`
  n.organisation_id = ${organisationId} and n.user_id = ${userId} and ${'frequency' in about ? sql`c.frequency = ${about.frequency}` : sql`n.alert_id = any(${[...about.alertIds]}::bigint[])`}
  and c.organisation_id = n.organisation_id and c.notification_id = n.id and c.channel = ${mail}`;

export interface Mailed {
  alertName: string;
  mailed: boolean;
}

/** The alerts that somebody is mailed about, or was until they ended that by the link of a mail. */
export async function listMailed(db: Db, subscription: MailSubscription): Promise<Mailed[]> {
  const { rows } = await sql<Mailed>`
    select a.name as "alertName", c.unsubscribed_at is null as mailed from alert_notification n
    join alert_notification_channel c on ${subscribed(subscription)}
    join alert a on a.organisation_id = n.organisation_id and a.id = n.alert_id and a.deleted_at is null
    order by lower(a.name), a.id`.execute(db);
  return rows;
}

/** @returns the alerts that somebody was mailed about until now */
export async function endMails(trx: Trx, subscription: MailSubscription, now: Date): Promise<number[]> {
  const { rows } = await sql<{ alertId: number }>`
    update alert_notification_channel c set unsubscribed_at = ${now} from alert_notification n
    where ${subscribed(subscription)} and c.unsubscribed_at is null returning n.alert_id as "alertId"`.execute(trx);
  return noted(trx, subscription, { rows, now });
}

/** What has fired meanwhile comes with no summary. @returns the alerts of which the link had ended the mails */
export async function resumeMails(trx: Trx, subscription: MailSubscription, now: Date): Promise<number[]> {
  const { rows } = await sql<{ alertId: number }>`
    update alert_notification_channel c set unsubscribed_at = null, since = ${now} from alert_notification n
    where ${subscribed(subscription)} and c.unsubscribed_at is not null returning n.alert_id as "alertId"`.execute(trx);
  return noted(trx, subscription, { rows, now });
}

async function noted(
  trx: Trx,
  { organisationId, userId }: MailSubscription,
  { rows, now }: { rows: readonly { alertId: number }[]; now: Date },
): Promise<number[]> {
  const alertIds = rows.map(({ alertId }) => alertId).sort((one, other) => one - other);
  await sql`
    update alert_notification set updated_at = ${now}
    where organisation_id = ${organisationId} and user_id = ${userId} and alert_id = any(${alertIds}::bigint[])`.execute(
    trx,
  );
  return alertIds;
}
