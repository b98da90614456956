import { actingAs, type ActingPersonally } from '../../platform/acting';
import type { Resources } from '../../platform/resources';

/** Somebody of the demo, who makes what people make. null where they have no access to the organization */
export async function actingInDemo(
  { database, jobs, domain, reach, clock }: Resources,
  who: { organisationId: number; userId: number },
): Promise<ActingPersonally | null> {
  const found = await reach.ofPerson(database.db, who);
  return found && actingAs({ database, jobs, domain }, { ...found, now: clock.now() });
}
