import { userIdOf, type Acting } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail, Failure } from '../../platform/errors';
import type { Metrics } from '../../platform/metrics';
import { instantOf } from '../../platform/time';
import { editEvent } from './event-changes.service';
import type { EventEdit, ManualEvent } from './event-input.contract';
import { changeOf, valuesOf, weigh, wireField } from './event-input.rules';
import { findLocationId, findTimeZone } from './event-list.store';
import { eventActions } from './event.audit';
import type { IngestCandidate, IngestResult } from './ingest.contract';
import { ingestEvents } from './ingest.service';
import { findOccurredAt } from './ingest.store';
import { unanswered } from './questions.rules';
import { confirmFirst } from './questions.service';
import { isInvalidUuid } from './values.rules';

export interface Entered {
  eventId: number;
  outcome: 'taken' | 'known';
}

interface Taking {
  metrics: Pick<Metrics, 'ingested'>;
  /** What is kept with an event that was not known, in the transaction that takes it. */
  alongside?: (trx: Trx, eventId: number) => Promise<void>;
}

/**
 * Takes one event that a person has typed in, and counts it; typed again with the same UUID it is known.
 * @throws 422 with the refusal's code and its field as pages know it; 409 wasteEvents.confirmFirst with the questions that are open
 */
export async function takeTypedEvent(
  acting: Acting,
  typed: ManualEvent,
  { metrics, alongside }: Taking,
): Promise<Entered> {
  try {
    const entered = await namedAsOnPages(enterEvent(acting, typed, alongside));
    metrics.ingested('web', { [entered.outcome]: 1 });
    return entered;
  } catch (error) {
    // Who is asked has not been refused.
    if (error instanceof Failure && error.code !== 'wasteEvents.confirmFirst') metrics.ingested('web', { refused: 1 });
    throw error;
  }
}

/** A failure names fields as pages know them. */
export async function namedAsOnPages<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Failure) || !error.options.fields) throw error;
    const fields = error.options.fields.map((field) => ({ ...field, field: wireField(field.field) }));
    throw new Failure(error.status, error.code, { ...error.options, fields });
  }
}

async function enterEvent(acting: Acting, typed: ManualEvent, alongside: Taking['alongside']): Promise<Entered> {
  const {
    scope: { organisationId },
    now,
    domain,
  } = acting;
  const zone = await zoneOf(acting, typed.locationId);
  return acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    const candidate = candidateOf(typed, await instantTyped(trx, acting, { typed, zone }));
    const source = {
      organisationId,
      origin: 'WEB' as const,
      createdBy: userIdOf(acting) ?? undefined,
      clock: { now: () => now },
      domain,
      asks: true,
    };
    const result = await ingestEvents(trx, source, [candidate]);
    const open = unanswered(result.taken[0]?.asked ?? [], typed.confirm);
    if (open.length > 0) throw confirmFirst(acting, open);
    const entered = enteredOf(result);
    if (entered.outcome === 'taken') {
      await acting.audit(trx, {
        action: eventActions.enter,
        entity: 'wasteEvent',
        entityId: entered.eventId,
        after: typed,
      });
      await alongside?.(trx, entered.eventId);
      await acting.touch(trx);
    }
    return entered;
  });
}

function enteredOf({ taken: [taken], known: [known], refused: [refusal] }: IngestResult): Entered {
  if (taken) return { eventId: taken.eventId, outcome: 'taken' };
  if (known) return { eventId: known.eventId, outcome: 'known' };
  throw fail.unprocessable(refusal?.code ?? 'errors.badRequest', {
    params: refusal?.params,
    fields: refusal ? [refusal] : [],
  });
}

/**
 * Corrects an event with what a person has typed; day and time are the wall clock's of the location that it will belong to.
 * @throws 404 unknownEvent, and as `editEvent`
 */
export async function correctEvent(
  acting: Acting,
  { eventId, change, reason, standing, confirm }: { eventId: number } & EventEdit,
): Promise<void> {
  const from = await findLocationId(acting.db, acting.scope, eventId);
  if (from === undefined) throw fail.notFound('wasteEvents.unknownEvent');
  const zone = await zoneOf(acting, change.locationId ?? from);
  const { localDate, localTime } = change;
  const occurredAt =
    localDate === undefined || localTime === undefined ? undefined : instantOf(localDate, `${localTime}:00`, zone);
  await editEvent(acting, { eventId, reason, standing, confirm, change: changeOf(change, occurredAt) });
}

async function zoneOf({ db, scope }: Acting, locationId: number): Promise<string> {
  const zone = await findTimeZone(db, scope, locationId);
  if (zone === undefined)
    throw fail.unprocessable('wasteEvents.unknownLocation', {
      fields: [{ field: 'locationId', code: 'wasteEvents.unknownLocation' }],
    });
  return zone;
}

interface Typed {
  typed: ManualEvent;
  zone: string;
}

/** Now, where no time was typed; what is sent again happened when it was sent first. */
async function instantTyped(
  trx: Trx,
  { scope: { organisationId }, now }: Acting,
  { typed: { clientEventUuid, localDate, localTime }, zone }: Typed,
): Promise<Date> {
  if (localDate !== undefined && localTime !== undefined) return instantOf(localDate, `${localTime}:00`, zone);
  const earlier = isInvalidUuid(clientEventUuid)
    ? undefined
    : await findOccurredAt(trx, organisationId, clientEventUuid);
  return earlier ?? now;
}

function candidateOf(typed: ManualEvent, occurredAt: Date): IngestCandidate {
  const weighed = weigh(typed);
  if ('code' in weighed) throw fail.unprocessable(weighed.code, { fields: [weighed] });
  return {
    clientEventUuid: typed.clientEventUuid,
    locationId: typed.locationId,
    occurredAt,
    stageId: typed.wasteStageId,
    ...weighed,
    ...valuesOf(typed),
    ...(typed.costAmount === null || typed.costAmount === undefined ? {} : { costAmount: typed.costAmount }),
  };
}
