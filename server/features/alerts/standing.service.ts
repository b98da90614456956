import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';
import type { JobSender } from '../../platform/jobs/job-handle';
import type { OutboxCheck, Resources } from '../../platform/resources';
import { deliverJob } from './delivery.job';
import { listTold } from './delivery.store';
import { baseOf, readKey, tellsSeveral } from './outbox-keys.rules';
import { findRecipients } from './recipients.service';
import { isHeard, listNamed, listNamedAlerts, putBack, withdrawTelling } from './standing.store';

type Dependencies = Pick<Resources, 'reach' | 'config' | 'signer'>;

/**
 * Whether what was posted by a key may still be told: it may have waited for a day, and meanwhile the event was voided, the alert
 * deleted, or the person switched off, narrowed or muted.
 */
export async function standsStill(trx: Trx, means: Dependencies, key: string): Promise<boolean> {
  const telling = readKey(key);
  if (telling.kind === 'one') return firingStands(trx, means, telling);
  return telling.kind === 'several'
    ? severalStand(trx, means, { ...telling, outboxKey: key })
    : digestStands(trx, means, { ...telling, outboxKey: key });
}

async function firingStands(
  trx: Trx,
  means: Dependencies,
  { organisationId, firingId, userId }: { organisationId: number; firingId: number; userId: number },
): Promise<boolean> {
  const [firing] = await listTold(trx, organisationId, { which: sql`f.id = ${firingId}`, locale: 'en_US' });
  if (!firing || !(await isHeard(trx, organisationId, { alertId: firing.alertId, userId }))) return false;
  const recipients = await findRecipients(trx, means, {
    organisationId,
    userIds: [userId],
    locationIds: [firing.locationId],
  });
  return recipients.get(userId)?.sees(firing.locationId) ?? false;
}

/** All of it or nothing: what still stands comes with the next summary. */
async function digestStands(
  trx: Trx,
  means: Dependencies,
  { organisationId, userId, outboxKey }: { organisationId: number; userId: number; outboxKey: string },
): Promise<boolean> {
  const named = await listNamed(trx, organisationId, outboxKey);
  if (named.some(({ stands }) => !stands)) return false;
  const recipient = (
    await findRecipients(trx, means, {
      organisationId,
      userIds: [userId],
      locationIds: named.map(({ locationId }) => locationId),
    })
  ).get(userId);
  return recipient !== undefined && named.every(({ locationId }) => recipient.sees(locationId));
}

/** All of it or nothing, as a digest; `tellAnew` is for what still stands. */
async function severalStand(
  trx: Trx,
  means: Dependencies,
  {
    organisationId,
    userId,
    outboxKey,
    count,
  }: { organisationId: number; userId: number; outboxKey: string; count: number },
): Promise<boolean> {
  const alertIds = await listNamedAlerts(trx, organisationId, outboxKey);
  if (alertIds.reduce((sum, one) => sum + one.firings, 0) !== count) return false;
  for (const { alertId } of alertIds) if (!(await isHeard(trx, organisationId, { alertId, userId }))) return false;
  return digestStands(trx, means, { organisationId, userId, outboxKey });
}

/**
 * Takes back several that were to be told together, of which one does not stand; the others wait to be told once more.
 * @returns how many do
 */
export async function tellAnew(
  trx: Trx,
  { jobs }: { jobs: JobSender },
  { outboxKey, now }: { outboxKey: string; now: Date },
): Promise<number> {
  const { organisationId } = readKey(outboxKey);
  await withdrawTelling(trx, { organisationId, outboxKey, now });
  const waiting = await putBack(trx, organisationId, outboxKey);
  if (waiting > 0) await jobs.send(trx, deliverJob, { organisationId });
  return waiting;
}

/** Asked before every try; what does not stand is withdrawn, and may be told anew should it stand again. */
const stands: OutboxCheck['stands'] = (resources, key) =>
  resources.database.db.transaction().execute(async (trx) => {
    const outboxKey = baseOf(key);
    if (await standsStill(trx, resources, outboxKey)) return true;
    const now = resources.clock.now();
    if (tellsSeveral(outboxKey)) await tellAnew(trx, resources, { outboxKey, now });
    else await withdrawTelling(trx, { organisationId: readKey(outboxKey).organisationId, outboxKey, now });
    return false;
  });

export const alertChecks: OutboxCheck[] = ['alerts/', 'alerts.several/', 'alerts.digest/'].map((prefix) => ({
  prefix,
  stands,
}));
