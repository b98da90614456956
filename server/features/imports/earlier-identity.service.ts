import { findIngestKeys } from '../../domain/events';
import type { Db, Trx } from '../../platform/db/database';
import type { PreparedBatch } from './batch-faults.rules';

/** Gives the events of a batch that an earlier release took the UUID by which it knows them, and the way in which it compared them. */
export async function recogniseEarlier(
  db: Db | Trx,
  organisationId: number,
  { rows, errors }: PreparedBatch,
): Promise<PreparedBatch> {
  const known = await findIngestKeys(
    db,
    organisationId,
    rows.flatMap(({ event }) => event.earlierUuid ?? []),
  );
  if (known.size === 0) return { rows, errors };
  return {
    errors,
    rows: rows.map((row) => {
      const { earlierUuid } = row.event;
      if (earlierUuid === undefined || !known.has(earlierUuid)) return row;
      return { ...row, candidate: { ...row.candidate, clientEventUuid: earlierUuid, contentHash: undefined } };
    }),
  };
}
