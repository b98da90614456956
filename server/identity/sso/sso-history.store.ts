import { sql } from 'kysely';
import type { Db } from '../../platform/db/database';

export interface SsoEvent {
  id: number;
  at: Date;
  /** `noun.verb`, as it was written. */
  action: string;
  actor: string;
  /** As it was written: of any version of this program. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const isOfSso = sql<boolean>`(a.action like 'sso.%' or (a.action = 'session.refuse' and a.entity = 'ssoConfig'))`;

/** What has happened to a tenant's providers and by them, the newest first. */
export async function listSsoEvents(
  db: Db,
  tenantNumber: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<SsoEvent[]> {
  const { rows } = await sql<SsoEvent>`
    select a.id, a.at, a.action, a.actor, a.before, a.after from audit_log a where a.organisation_id = ${tenantNumber} and ${isOfSso} order by a.id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

export async function countSsoEvents(db: Db, tenantNumber: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from audit_log a where a.organisation_id = ${tenantNumber} and ${isOfSso}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
