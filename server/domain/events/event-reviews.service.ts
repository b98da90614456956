import { userIdOf, type Acting } from '../../platform/acting';
import { fail } from '../../platform/errors';
import { lockedEvent } from './event-changes.service';
import { confirmEvent, insertRevision } from './event-changes.store';
import { insertReview } from './event-reviews.store';
import { eventActions } from './event.audit';

/**
 * Says that an event is right although it is suspicious: it is not suspected again until it changes. What a device reported
 * counts as confirmed from then on.
 * @throws 404 unknownEvent, 409 changedMeanwhile, eventIsVoided
 */
export async function reviewEvent(
  acting: Acting,
  { eventId, standing, why }: { eventId: number; standing: number; why: string },
): Promise<void> {
  const { organisationId } = acting.scope;
  await acting.db.transaction().execute(async (trx) => {
    const event = await lockedEvent(trx, acting, { eventId, standing });
    if (event.voided) throw fail.conflict('wasteEvents.eventIsVoided');
    if (event.unconfirmed) {
      await insertRevision(trx, acting, { eventId, why });
      await confirmEvent(trx, organisationId, eventId);
    }
    await insertReview(trx, organisationId, { eventId, userId: userIdOf(acting), now: acting.now });
    await acting.audit(trx, { action: eventActions.review, entity: 'wasteEvent', entityId: eventId });
    await acting.touch(trx);
  });
}
