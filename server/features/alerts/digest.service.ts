import { group } from 'd3-array';
import type { Trx } from '../../platform/db/database';
import { eachApart } from '../../platform/jobs/each-apart';
import type { Resources } from '../../platform/resources';
import { instantOf, localDateOf, type LocalDate } from '../../platform/time';
import { channelsFor, type AlertChannel } from './alert-channels';
import { deleteDeliveries, listTold } from './delivery.store';
import { beginDigest, listDigesting, listDigestReaders, nameFirings, newestNamed } from './digest.store';
import { keyOfDigest } from './outbox-keys.rules';
import { findRecipients, type Recipient } from './recipients.service';

/** By the clock of the organisation. */
const sentAt = '07:00:00';
/** Of one alert; how many more there are is told. */
const listedOfAlert = 20;

type Dependencies = Pick<Resources, 'database' | 'outbox' | 'clock' | 'reach' | 'config' | 'signer'>;

/** Makes the summary of the day wherever it is due and nobody has made it: once for each organisation and day, whichever process does it. */
export async function sendDigests(means: Dependencies): Promise<void> {
  const {
    database: { db },
    clock,
  } = means;
  await eachApart(
    await listDigesting(
      db,
      channelsFor('DAILY').map(({ name }) => name),
    ),
    async ({ organisationId, timeZone }) => {
      const now = clock.now();
      const localDate = localDateOf(now, timeZone);
      const due = instantOf(localDate, sentAt, timeZone);
      if (now < due) return;
      await db.transaction().execute(async (trx) => {
        if (await beginDigest(trx, organisationId, { localDate, now }))
          await digestAll(trx, means, { organisationId, localDate, due, now });
      });
    },
  );
}

interface Digest {
  organisationId: number;
  localDate: LocalDate;
  due: Date;
  now: Date;
}

async function digestAll(trx: Trx, means: Dependencies, digest: Digest): Promise<void> {
  const { organisationId, due } = digest;
  for (const channel of channelsFor('DAILY')) {
    const readers = await listDigestReaders(trx, organisationId, { channel: channel.name, due });
    const recipients = await findRecipients(trx, means, { organisationId, userIds: readers, locationIds: [] });
    for (const recipient of recipients.values())
      if (channel.reaches(recipient)) await digestFor(trx, means, { ...digest, channel, recipient });
  }
}

/** Nothing to tell is not told. */
async function digestFor(
  trx: Trx,
  { outbox }: Dependencies,
  { organisationId, localDate, due, now, channel, recipient }: Digest & { channel: AlertChannel; recipient: Recipient },
): Promise<void> {
  const outboxKey = keyOfDigest({ organisationId, userId: recipient.userId, localDate });
  const counts = await nameFirings(trx, organisationId, {
    userId: recipient.userId,
    scope: recipient.scope,
    channel: channel.name,
    outboxKey,
    outboxChannel: channel.outboxChannel,
    due,
    now,
  });
  if (counts.size === 0) return;
  const firings = await listTold(trx, organisationId, {
    which: newestNamed(organisationId, { channel: channel.name, outboxKey, most: listedOfAlert }),
    locale: recipient.settings.locale,
  });
  const alerts = [...group(firings, ({ alertId }) => alertId)]
    .map(([alertId, fired]) => ({
      alert: fired[0]?.alert as (typeof firings)[number]['alert'],
      count: counts.get(alertId) ?? fired.length,
      events: fired.map(({ event, eventId }) => ({ ...event, url: recipient.eventUrl(eventId) })),
    }))
    .sort((one, other) => one.alert.name.localeCompare(other.alert.name));
  if (!(await channel.summarize(trx, outbox, { key: outboxKey, organisationId, recipient, alerts, now })))
    await deleteDeliveries(trx, organisationId, [{ channel: channel.name, key: outboxKey }]);
}
