import { setClassification } from '../../domain/events';
import { addPhoto } from '../../domain/photos';
import { answerEvent, planPublishing, publish } from '../../features/machine-vision';
import { answerForm } from '../../features/machine-vision/vision.contract';
import type { ActingPersonally } from '../../platform/acting';
import { listClassified, type StatedEvent } from './classification.store';
import { drawnPlate } from './drawn-plates';

/** Some wait without a photo. */
const photographed = { waiting: 24, classified: 30 };

/** Photos of the simulated caterer, drawn for the demo, and answers about some of them from which others are suggested. */
export async function addDemoPhotos(acting: ActingPersonally): Promise<void> {
  const { organisationId } = acting.scope;
  const { locale } = acting.actor;
  const waiting = await listClassified(acting.db, organisationId, {
    state: 'UNCLASSIFIED',
    limit: photographed.waiting,
  });
  for (const event of waiting) await photograph(acting, event);

  const known = await listClassified(acting.db, organisationId, {
    state: 'CLASSIFIED',
    limit: photographed.classified,
    itemIds: waiting.map(({ itemId }) => itemId),
  });
  const eventIds = known.map(({ eventId }) => eventId);
  await acting.db
    .transaction()
    .execute((trx) => setClassification(trx, organisationId, { eventIds, state: 'UNCLASSIFIED' }));
  for (const event of known) {
    await photograph(acting, event);
    const form = answerForm.parse({ answer: `item:${event.itemId}` });
    await answerEvent(acting, { eventId: event.eventId, form, locale });
  }
  const labelIds = (await planPublishing(acting, locale)).map(({ labelId }) => labelId);
  await publish(acting, { labelIds, reason: 'Classified from its photo' });
}

async function photograph(acting: ActingPersonally, { eventId, itemId }: StatedEvent): Promise<void> {
  await addPhoto(acting, { eventId, file: await drawnPlate({ itemId, eventId }) });
}
