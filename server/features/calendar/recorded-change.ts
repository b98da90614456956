import { findRecordedChange, type RecordedChange } from '../../platform/audit-trail';
import type { Db, Trx } from '../../platform/db/database';

export type { RecordedChange };

interface ChangeKey {
  organisationId: number;
  locationId: number;
  userId: number;
  changeId: string;
}

/** What the audit says of one change of this person's to this location, or to many. */
export const findChange = (
  db: Db | Trx,
  { organisationId, locationId, userId, changeId }: ChangeKey,
): Promise<RecordedChange | undefined> =>
  findRecordedChange(db, {
    organisationId,
    userId,
    entity: 'calendar',
    entityIds: [String(locationId), 'many'],
    requestId: changeId,
  });
