import { listTreeValues } from '../../domain/catalogue';
import { categorize, suggestCategory } from '../../features/impact';
import { actingAs } from '../../platform/acting';
import type { Resources } from '../../platform/resources';

/** The categories that the items' names speak for; dishes have none, as nobody knows what is in them. */
export async function addDemoCategories(
  { database, jobs, domain, reach, clock }: Resources,
  { organisationId, userId }: { organisationId: number; userId: number },
): Promise<void> {
  const found = await reach.ofPerson(database.db, { userId, organisationId });
  if (!found) return;
  const acting = actingAs({ database, jobs, domain }, { ...found, now: clock.now() });
  const items = await listTreeValues(database.db, organisationId, 'WASTEITEM');
  const changes = items.flatMap(({ valueId: itemId, name }) => {
    const category = suggestCategory(name);
    return category === null ? [] : [{ itemId, category }];
  });
  await categorize(acting, changes);
}
