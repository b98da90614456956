import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { MailSubscription } from './unsubscribe-token';

/** Of notifications `n`. */
const subscribed = ({ organisationId, userId, about }: MailSubscription): RawBuilder<unknown> => sql`
  n.organisation_id = ${organisationId} and n.user_id = ${userId} and ${'frequency' in about ? sql`n.frequency = ${about.frequency}` : sql`n.alert_id = any(${[...about.alertIds]}::bigint[])`}`;

export interface Mailed {
  alertName: string;
  mailed: boolean;
}

/** The alerts that somebody is mailed about, or was until they ended that by the link of a mail. */
export async function listMailed(db: Db, subscription: MailSubscription): Promise<Mailed[]> {
  const { rows } = await sql<Mailed>`
    select a.name as "alertName", n.notify_email as mailed from alert_notification n
    join alert a on a.organisation_id = n.organisation_id and a.id = n.alert_id and a.deleted_at is null
    where ${subscribed(subscription)} and (n.notify_email or n.unsubscribed_at is not null) order by lower(a.name), a.id`.execute(
    db,
  );
  return rows;
}

/** @returns the alerts that somebody was mailed about until now */
export async function endMails(trx: Trx, subscription: MailSubscription, now: Date): Promise<number[]> {
  const { rows } = await sql<{ alertId: number }>`
    update alert_notification n set notify_email = false, unsubscribed_at = ${now}, updated_at = ${now}
    where ${subscribed(subscription)} and n.notify_email returning n.alert_id as "alertId"`.execute(trx);
  return rows.map(({ alertId }) => alertId).sort((one, other) => one - other);
}

/** What has fired meanwhile comes with no summary. @returns the alerts of which the link had ended the mails */
export async function resumeMails(trx: Trx, subscription: MailSubscription, now: Date): Promise<number[]> {
  const { rows } = await sql<{ alertId: number }>`
    update alert_notification n set notify_email = true, unsubscribed_at = null, frequency_since = ${now}, updated_at = ${now}
    where ${subscribed(subscription)} and not n.notify_email and n.unsubscribed_at is not null returning n.alert_id as "alertId"`.execute(
    trx,
  );
  return rows.map(({ alertId }) => alertId).sort((one, other) => one - other);
}
