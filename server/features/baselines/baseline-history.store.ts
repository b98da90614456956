import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import { listAuditRows } from '../../platform/audit-trail';
import type { Db } from '../../platform/db/database';
import type { Recorded } from './baseline-history.rules';

/** More are not shown; the audit log has them. */
const mostRecorded = 200;

/** Decisions about these baselines of a location, and the switches of auto-baseline there, the newest first. */
export async function listRecorded(
  db: Db,
  { organisationId }: Scope,
  { locationId, ids }: { locationId: number; ids: readonly number[] },
): Promise<Recorded[]> {
  const rows = await listAuditRows(
    db,
    {
      organisationId,
      where: sql<boolean>`(a.entity = 'baseline' and a.entity_id = any(${ids.map(String)}::text[])
        or a.entity = 'location' and a.entity_id = ${String(locationId)} and a.action = 'baseline.switchAuto')`,
    },
    { limit: mostRecorded, offset: 0 },
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
