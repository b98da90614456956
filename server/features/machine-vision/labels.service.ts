import { listValuesOf } from '../../domain/catalogue';
import { lockEventOf } from '../../domain/events';
import type { ActingPersonally } from '../../platform/acting';
import type { Locale } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { labelIn } from './answer-form.rules';
import { listOpenLabels, replaceLabel } from './labels.store';
import { findOpenVersion } from './taxonomy.store';
import { visionActions } from './vision.audit';
import type { AnswerForm } from './vision.contract';
import { answerText, namedItems, needsAnother, type NamedItem } from './vision.rules';

/** The items that an event can be, as the person reads them. */
export async function listItems(db: Db, organisationId: number, locale: Locale): Promise<NamedItem[]> {
  const values = await listValuesOf(db, organisationId, { elementCodes: ['WASTEITEM'], locale });
  return namedItems(values.get('WASTEITEM') ?? []);
}

/**
 * Keeps what somebody sees on an event. It changes nothing of the event until it is published.
 * @throws Failure 404 unknownEvent, 409 notWaiting, needsAnother, 422 by field
 */
export async function answerEvent(
  acting: ActingPersonally,
  { eventId, form, locale }: { eventId: number; form: AnswerForm; locale: Locale },
): Promise<void> {
  const { organisationId } = acting.scope;
  const { userId } = acting.actor;
  const label = labelIn(form, await listItems(acting.db, organisationId, locale));
  if ('code' in label) throw fail.unprocessable(label.code, { fields: [label] });
  await acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    const event = await lockEventOf(trx, acting.scope, eventId);
    if (!event) throw fail.notFound('wasteEvents.unknownEvent');
    if (event.state !== 'UNCLASSIFIED' || event.voided) throw fail.conflict('machineVision.notWaiting');
    const open = await listOpenLabels(trx, organisationId, [eventId]);
    if (needsAnother(open, userId)) throw fail.conflict('machineVision.needsAnother');
    const labelId = await replaceLabel(trx, organisationId, {
      ...label,
      eventId,
      userId,
      answer: answerText(label),
      // Who gives the second opinion asks for no third one.
      secondWanted: form.second && open.every((one) => one.userId === userId),
      taxonomyNumber: await findOpenVersion(trx, organisationId),
      now: acting.now,
    });
    await acting.audit(trx, {
      action: visionActions.answer,
      entity: 'wasteEvent',
      entityId: eventId,
      after: { labelId, ...label, secondWanted: form.second },
    });
    await acting.touch(trx);
  });
}
