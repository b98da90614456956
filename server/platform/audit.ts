import type { Trx } from './db/database';

export interface AuditEntry {
  organisationId: number;
  /** null when the system acts by itself. */
  userId: number | null;
  /** A name that still means something when the user is gone. */
  actor: string;
  at: Date;
  action: string;
  entity: string;
  entityId?: string | number;
  before?: unknown;
  after?: unknown;
  requestId?: string;
}

/** Writes one row for one use case, in the use case's own transaction, so that neither exists without the other. */
export async function recordAudit(trx: Trx, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      organisation_id: entry.organisationId,
      user_id: entry.userId,
      actor: entry.actor,
      at: entry.at,
      action: entry.action,
      entity: entry.entity,
      entity_id: entry.entityId === undefined ? null : String(entry.entityId),
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      request_id: entry.requestId ?? null,
    })
    .execute();
}
