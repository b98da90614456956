import { randomUUID } from 'node:crypto';
import { group } from 'd3-array';
import { sql } from 'kysely';
import type { Locale } from '../../platform/actor';
import type { Trx } from '../../platform/db/database';
import { eachApart } from '../../platform/jobs/each-apart';
import type { Resources } from '../../platform/resources';
import { alertChannel, type AlertChannel } from './alert-channels';
import {
  deleteDeliveries,
  deliveryName,
  insertDeliveries,
  listSubscribers,
  listTold,
  listWaitingOrganisations,
  takePending,
  type Subscriber,
  type ToldFiring,
} from './delivery.store';
import { keyOfFiring, keyOfSeveral } from './outbox-keys.rules';
import { findRecipients, type Recipient } from './recipients.service';

/** So many firings are told in one transaction. Those that wait together are one mail to each person: an import fills nobody's mailbox. */
const firingsAtOnce = 2_000;

type Dependencies = Pick<Resources, 'database' | 'outbox' | 'clock' | 'reach' | 'config' | 'signer'>;

/** Hands what waits to be told over to the outbox, in steps; each firing and person by each channel once, whoever does it again. */
export async function tellFirings(means: Dependencies, organisationId: number): Promise<void> {
  const tellSome = () => means.database.db.transaction().execute((trx) => tellNext(trx, means, organisationId));
  while (await tellSome());
}

/** For what a job that was lost has left behind. */
export async function tellEverywhere(means: Dependencies): Promise<void> {
  await eachApart(await listWaitingOrganisations(means.database.db, means.clock.now()), (organisationId) =>
    tellFirings(means, organisationId),
  );
}

/** @returns whether there may be more */
async function tellNext(trx: Trx, means: Dependencies, organisationId: number): Promise<boolean> {
  const ids = await takePending(trx, organisationId, { limit: firingsAtOnce, now: means.clock.now() });
  if (ids.length === 0) return false;
  const which = sql`f.id = any(${ids}::bigint[])`;
  const firings = await listTold(trx, organisationId, { which, locale: 'en_US' });
  const subscribers = await listSubscribers(
    trx,
    organisationId,
    firings.map(({ alertId }) => alertId),
  );
  const recipients = await findRecipients(trx, means, {
    organisationId,
    userIds: subscribers.map(({ userId }) => userId),
    locationIds: firings.map(({ locationId }) => locationId),
  });
  const inLocale = new Map<Locale, Map<number, ToldFiring>>();
  for (const locale of new Set([...recipients.values()].map(({ settings }) => settings.locale))) {
    inLocale.set(
      locale,
      new Map(
        (locale === 'en_US' ? firings : await listTold(trx, organisationId, { which, locale })).map((one) => [
          one.firingId,
          one,
        ]),
      ),
    );
  }
  await post(trx, means, { organisationId, tellings: tellingsOf({ firings, subscribers, recipients }), inLocale });
  return ids.length === firingsAtOnce;
}

/** What one person is told by one channel, the newest first. */
interface Telling {
  firings: ToldFiring[];
  recipient: Recipient;
  channel: AlertChannel;
}

/** Nobody is told of an event outside of what they see. */
function tellingsOf({
  firings,
  subscribers,
  recipients,
}: {
  firings: readonly ToldFiring[];
  subscribers: readonly Subscriber[];
  recipients: ReadonlyMap<number, Recipient>;
}): Telling[] {
  const ofAlert = group(subscribers, ({ alertId }) => alertId);
  const tellings = new Map<string, Telling>();
  for (const firing of firings) {
    for (const subscriber of ofAlert.get(firing.alertId) ?? []) {
      const recipient = recipients.get(subscriber.userId);
      const channel = alertChannel(subscriber.channel);
      if (!recipient?.sees(firing.locationId) || !channel?.reaches(recipient)) continue;
      const name = `${recipient.userId} ${channel.name}`;
      const telling = tellings.get(name) ?? { firings: [], recipient, channel };
      telling.firings.push(firing);
      tellings.set(name, telling);
    }
  }
  return [...tellings.values()];
}

interface Posting {
  organisationId: number;
  tellings: readonly Telling[];
  inLocale: ReadonlyMap<Locale, ReadonlyMap<number, ToldFiring>>;
}

async function post(
  trx: Trx,
  { outbox, clock }: Dependencies,
  { organisationId, tellings, inLocale }: Posting,
): Promise<void> {
  const now = clock.now();
  const together = randomUUID();
  const planned = tellings.map((telling) => ({ ...telling, key: keyOf(organisationId, together, telling) }));
  const rows = planned.flatMap(({ firings, recipient: { userId }, channel, key }) =>
    firings.map(({ firingId }) => ({
      firingId,
      userId,
      channel: channel.name,
      frequency: 'IMMEDIATE' as const,
      outboxChannel: channel.outboxChannel,
      outboxKey: key,
    })),
  );
  const isNew = await insertDeliveries(trx, organisationId, { deliveries: rows, now });
  const unable: { channel: string; key: string }[] = [];
  for (const { firings, recipient, channel, key } of planned) {
    const told = firings
      .filter(({ firingId }) => isNew.has(deliveryName({ firingId, userId: recipient.userId, channel: channel.name })))
      .map((one) => inLocale.get(recipient.settings.locale)?.get(one.firingId) ?? one);
    if (told.length > 0 && !(await channel.tell(trx, outbox, { key, organisationId, recipient, firings: told, now })))
      unable.push({ channel: channel.name, key });
  }
  await deleteDeliveries(trx, organisationId, unable);
}

function keyOf(organisationId: number, together: string, { firings, recipient: { userId } }: Telling): string {
  const [one, ...others] = firings;
  return one && others.length === 0
    ? keyOfFiring({ organisationId, firingId: one.firingId, userId })
    : keyOfSeveral({ organisationId, together, count: firings.length, userId });
}
