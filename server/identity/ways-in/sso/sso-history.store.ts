import { sql } from 'kysely';
import { countAuditRows, listAuditRows, type AuditRow } from '../../../platform/audit-trail';
import type { Db } from '../../../platform/db/database';

export type SsoEvent = AuditRow;

const where = sql<boolean>`(a.action like 'sso.%' or (a.action = 'session.refuse' and a.entity = 'ssoConfig'))`;

/** What has happened to a tenant's providers and by them, the newest first. */
export const listSsoEvents = (
  db: Db,
  tenantNumber: number,
  page: { limit: number; offset: number },
): Promise<SsoEvent[]> => listAuditRows(db, { organisationId: tenantNumber, where }, page);

export const countSsoEvents = (db: Db, tenantNumber: number): Promise<number> =>
  countAuditRows(db, { organisationId: tenantNumber, where });
