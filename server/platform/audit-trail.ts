import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from './db/database';

export interface RecordedChange {
  action: string;
  entityId: string;
  before: unknown;
  after: unknown;
}

interface OneChange {
  organisationId: number;
  userId: number;
  entity: string;
  /** Any of these. */
  entityIds: readonly string[];
  requestId: string;
}

/** What a person did to something in one request; of several rows, the newest. */
export async function findRecordedChange(
  db: Db | Trx,
  { organisationId, userId, entity, entityIds, requestId }: OneChange,
): Promise<RecordedChange | undefined> {
  const { rows } = await sql<RecordedChange>`
    select action, entity_id as "entityId", before, after from audit_log
    where organisation_id = ${organisationId} and entity = ${entity} and entity_id = any(${[...entityIds]}::text[])
      and user_id = ${userId} and request_id = ${requestId}
    order by id desc limit 1`.execute(db);
  return rows[0];
}

export interface AuditRow {
  id: number;
  at: Date;
  /** `noun.verb`, as it was written. */
  action: string;
  actor: string;
  entityId: string | null;
  /** As it was written: of any version of this program. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

interface AuditQuery {
  organisationId: number;
  /** Over a row of the audit, called `a`. */
  where: RawBuilder<boolean>;
}

/** The newest first. */
export async function listAuditRows(
  db: Db,
  { organisationId, where }: AuditQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select a.id, a.at, a.action, a.actor, a.entity_id as "entityId", a.before, a.after from audit_log a
    where a.organisation_id = ${organisationId} and ${where} order by a.id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

export async function countAuditRows(db: Db, { organisationId, where }: AuditQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_log a where a.organisation_id = ${organisationId} and ${where}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
