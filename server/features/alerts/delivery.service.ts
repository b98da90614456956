import { sql } from 'kysely';
import type { Locale } from '../../platform/actor';
import type { Trx } from '../../platform/db/database';
import { eachApart } from '../../platform/jobs/each-apart';
import type { Resources } from '../../platform/resources';
import { alertChannels, type AlertChannel } from './alert-channels';
import { deleteDeliveries, deliveryName, insertDeliveries, listSubscribers, listTold, listWaitingOrganisations, takePending, type Subscriber, type ToldFiring } from './delivery.store';
import { findRecipients, type Recipient } from './recipients.service';
import { keyOfFiring } from './standing.service';

/** So many firings are told in one transaction; its mails begin to leave with its commit, so the first of a burst do not wait for the last. */
const firingsAtOnce = 25;

type Means = Pick<Resources, 'database' | 'outbox' | 'clock' | 'reach' | 'config'>;

/** Hands what waits to be told over to the outbox, in steps; each firing and person by each channel once, whoever does it again. */
export async function tellFirings(means: Means, organisationId: number): Promise<void> {
  const tellSome = () => means.database.db.transaction().execute((trx) => tellNext(trx, means, organisationId));
  while (await tellSome());
}

/** For what a job that was lost has left behind. */
export async function tellEverywhere(means: Means): Promise<void> {
  await eachApart(await listWaitingOrganisations(means.database.db), (organisationId) => tellFirings(means, organisationId));
}

/** @returns whether there may be more */
async function tellNext(trx: Trx, means: Means, organisationId: number): Promise<boolean> {
  const ids = await takePending(trx, organisationId, firingsAtOnce);
  if (ids.length === 0) return false;
  const which = sql`f.id = any(${ids}::bigint[])`;
  const firings = await listTold(trx, organisationId, { which, locale: 'en_US' });
  const subscribers = await listSubscribers(trx, organisationId, firings.map(({ alertId }) => alertId));
  const recipients = await findRecipients(trx, means, { organisationId, userIds: subscribers.map(({ userId }) => userId), locationIds: firings.map(({ locationId }) => locationId) });
  const inLocale = new Map<Locale, Map<number, ToldFiring>>();
  for (const locale of new Set([...recipients.values()].map(({ settings }) => settings.locale))) {
    inLocale.set(locale, new Map((locale === 'en_US' ? firings : await listTold(trx, organisationId, { which, locale })).map((one) => [one.firingId, one])));
  }
  const notices = noticesOf({ firings, subscribers, recipients }).map((one) => ({ ...one, firing: inLocale.get(one.recipient.settings.locale)?.get(one.firing.firingId) ?? one.firing }));
  await post(trx, means, { organisationId, notices });
  return ids.length === firingsAtOnce;
}

interface Telling {
  firing: ToldFiring;
  recipient: Recipient;
  channel: AlertChannel;
}

/** Nobody is told of an event outside of what they see. */
function noticesOf({ firings, subscribers, recipients }: { firings: readonly ToldFiring[]; subscribers: readonly Subscriber[]; recipients: ReadonlyMap<number, Recipient> }): Telling[] {
  const ofAlert = new Map<number, Subscriber[]>();
  for (const one of subscribers) ofAlert.set(one.alertId, [...(ofAlert.get(one.alertId) ?? []), one]);
  return firings.flatMap((firing) => (ofAlert.get(firing.alertId) ?? []).flatMap((subscriber) => {
    const recipient = recipients.get(subscriber.userId);
    if (!recipient?.sees(firing.locationId)) return [];
    return alertChannels.filter((channel) => channel.wants(subscriber)).map((channel) => ({ firing, recipient, channel }));
  }));
}

async function post(trx: Trx, { outbox, clock }: Means, { organisationId, notices }: { organisationId: number; notices: readonly Telling[] }): Promise<void> {
  const now = clock.now();
  const planned = notices.map(({ firing, recipient, channel }) => ({
    firing, recipient, channel, row: {
      firingId: firing.firingId, userId: recipient.userId, channel: channel.name, frequency: 'IMMEDIATE' as const, outboxChannel: channel.outboxChannel,
      outboxKey: keyOfFiring({ organisationId, firingId: firing.firingId, userId: recipient.userId }),
    },
  }));
  const isNew = await insertDeliveries(trx, organisationId, { deliveries: planned.map(({ row }) => row), now });
  const unable: string[] = [];
  for (const { firing, recipient, channel, row } of planned.filter((one) => isNew.has(deliveryName(one.row)))) {
    const event = { ...firing.event, url: recipient.eventUrl(firing.eventId) };
    if (!(await channel.post(trx, outbox, { key: row.outboxKey, organisationId, recipient, alert: firing.alert, event, now }))) unable.push(row.outboxKey);
  }
  await deleteDeliveries(trx, organisationId, unable);
}
