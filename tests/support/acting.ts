import { enqueueNothing } from '../../server/domain/events/domain-events';
import { actingAs, type Acting } from '../../server/platform/acting';
import type { Scope } from '../../server/platform/actor';
import type { Db } from '../../server/platform/db/database';
import type { Clock } from '../../server/platform/time';
import { domainWithoutJobs } from '../../server/resources';

/** The features listen; the test itself does what a job would. */
export const domain = domainWithoutJobs();

interface Wish {
  organisationId: number;
  clock: Clock;
  scope?: Partial<Scope>;
}

/** The system, or somebody who sees only a part, in an organisation of the database. */
export function actingIn(db: Db, { organisationId, clock, scope }: Wish): Acting {
  return actingAs(
    { database: { db }, jobs: enqueueNothing, domain },
    {
      scope: { organisationId, restriction: null, ...scope },
      actor: { kind: 'system', name: 'test' },
      now: clock.now(),
    },
  );
}

/** The names of what was done in an organisation, oldest first. */
export async function auditedIn(db: Db, organisationId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select('action')
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.action);
}
