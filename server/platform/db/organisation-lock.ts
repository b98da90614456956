import { sql } from 'kysely';
import type { Trx } from './database';

/**
 * Figures of one organisation change under this lock only, and its data version is raised under it. Take it
 * before any row of a location and before a job is enqueued, or two transactions end in a deadlock.
 */
export async function lockOrganisation(trx: Trx, organisationId: number): Promise<void> {
  await sql`select id from organisation where id = ${organisationId} for no key update`.execute(trx);
}
