import type { Acting } from '../../platform/acting';
import { fail } from '../../platform/errors';
import { localDateOf } from '../../platform/time';
import { sampleRecordActions } from './sample-records.audit';
import type { NewSampleRecord } from './sample-records.contract';
import { faultOfDay } from './sample-records.rules';
import { findTimeZone, insertSampleRecord, markRemoved } from './sample-records.store';

const refuse = (code: Parameters<typeof fail.unprocessable>[0], field: keyof NewSampleRecord) =>
  fail.unprocessable(code, { fields: [{ field, code }] });

/**
 * @returns the id of the new one
 * @throws 422 unknownLocation, inFuture, tooLongAgo
 */
export function addSampleRecord(acting: Acting, fields: NewSampleRecord): Promise<number> {
  return acting.db.transaction().execute(async (trx) => {
    const timeZone = await findTimeZone(trx, acting.scope, fields.locationId);
    if (timeZone === undefined) throw refuse('sampleRecords.unknownLocation', 'locationId');
    const fault = faultOfDay(fields.recordedOn, localDateOf(acting.now, timeZone));
    if (fault) throw refuse(fault, 'recordedOn');
    const id = await insertSampleRecord(trx, acting.scope.organisationId, { fields, now: acting.now });
    await acting.audit(trx, { action: sampleRecordActions.add, entity: 'sampleRecord', entityId: id, after: fields });
    await acting.touch(trx);
    return id;
  });
}

/** @throws 404 unknown */
export async function removeSampleRecord(acting: Acting, id: number): Promise<void> {
  await acting.db.transaction().execute(async (trx) => {
    const before = await markRemoved(trx, acting.scope, { id, now: acting.now });
    if (!before) throw fail.notFound('sampleRecords.unknown');
    await acting.audit(trx, { action: sampleRecordActions.remove, entity: 'sampleRecord', entityId: id, before });
    await acting.touch(trx);
  });
}
