import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';
import type { OutboxCheck, Resources } from '../../platform/resources';
import { listTold } from './delivery.store';
import { findRecipients } from './recipients.service';
import { isHeard, listNamed, withdrawTelling } from './standing.store';

type Means = Pick<Resources, 'reach' | 'config'>;

/** By which one firing for one person, and one summary for one person, are known in the outbox. */
export const keyOfFiring = ({ organisationId, firingId, userId }: { organisationId: number; firingId: number; userId: number }) => `alerts/${organisationId}/${firingId}/${userId}`;
export const keyOfDigest = ({ organisationId, userId, localDate }: { organisationId: number; userId: number; localDate: string }) => `alerts.digest/${organisationId}/${userId}/${localDate}`;

/**
 * Whether what was posted by a key may still be told: it may have waited for a day, and meanwhile the event was voided, the alert
 * deleted, or the person switched off, narrowed or muted.
 */
export async function standsStill(trx: Trx, means: Means, key: string): Promise<boolean> {
  const [kind, organisation, second, third] = key.split('/');
  if (kind === 'alerts') return firingStands(trx, means, { organisationId: Number(organisation), firingId: Number(second), userId: Number(third) });
  return digestStands(trx, means, { organisationId: Number(organisation), userId: Number(second), outboxKey: key });
}

async function firingStands(trx: Trx, means: Means, { organisationId, firingId, userId }: { organisationId: number; firingId: number; userId: number }): Promise<boolean> {
  const [firing] = await listTold(trx, organisationId, { which: sql`f.id = ${firingId}`, locale: 'en_US' });
  if (!firing || !(await isHeard(trx, organisationId, { alertId: firing.alertId, userId }))) return false;
  const recipients = await findRecipients(trx, means, { organisationId, userIds: [userId], locationIds: [firing.locationId] });
  return recipients.get(userId)?.sees(firing.locationId) ?? false;
}

/** All of it or nothing: what still stands comes with the next summary. */
async function digestStands(trx: Trx, means: Means, { organisationId, userId, outboxKey }: { organisationId: number; userId: number; outboxKey: string }): Promise<boolean> {
  const named = await listNamed(trx, organisationId, outboxKey);
  if (named.some(({ stands }) => !stands)) return false;
  const recipient = (await findRecipients(trx, means, { organisationId, userIds: [userId], locationIds: named.map(({ locationId }) => locationId) })).get(userId);
  return recipient !== undefined && named.every(({ locationId }) => recipient.sees(locationId));
}

/** Asked before every try; what does not stand is withdrawn, and may be told anew should it stand again. */
const stands: OutboxCheck['stands'] = (resources, key) => resources.database.db.transaction().execute(async (trx) => {
  // A push has one item for each browser, by what follows the key.
  const base = key.split('/').slice(0, 4).join('/');
  if (await standsStill(trx, resources, base)) return true;
  await withdrawTelling(trx, { organisationId: Number(base.split('/')[1]), outboxKey: base, now: resources.clock.now() });
  return false;
});

export const alertChecks: OutboxCheck[] = [{ prefix: 'alerts/', stands }, { prefix: 'alerts.digest/', stands }];
