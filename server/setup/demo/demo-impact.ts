import { listTreeValues } from '../../domain/catalogue';
import { categorize, suggestCategory } from '../../features/impact';
import type { ActingPersonally } from '../../platform/acting';

/** The categories that the items' names speak for; dishes have none, as nobody knows what is in them. */
export async function addDemoCategories(acting: ActingPersonally): Promise<void> {
  const { db } = acting;
  const { organisationId } = acting.scope;
  const items = await listTreeValues(db, organisationId, 'WASTEITEM');
  const changes = items.flatMap(({ valueId: itemId, name }) => {
    const category = suggestCategory(name);
    return category === null ? [] : [{ itemId, category }];
  });
  await categorize(acting, changes);
}
