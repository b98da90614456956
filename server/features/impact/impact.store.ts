import { sql } from 'kysely';
import { valuesIn } from '../../domain/catalogue';
import type { Locale, Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { FoodCategory } from './factor-sets.rules';
import type { CategorizedItem } from './impact.contract';

/** Categories of items that have one. */
export async function listCategories(db: Db | Trx, organisationId: number): Promise<Map<number, FoodCategory>> {
  const { rows } = await sql<{ itemId: number; category: FoodCategory }>`
    select item_id as "itemId", category from impact_item_category where organisation_id = ${organisationId}`.execute(
    db,
  );
  return new Map(rows.map(({ itemId, category }) => [itemId, category]));
}

/** Active items by name, with their categories. */
export async function listItems(
  db: Db,
  { organisationId }: Scope,
  { locale }: { locale: Locale },
): Promise<Pick<CategorizedItem, 'itemId' | 'name' | 'category'>[]> {
  const { rows } = await sql<Pick<CategorizedItem, 'itemId' | 'name' | 'category'>>`
    select v.id as "itemId", v.name, c.category from ${valuesIn(locale)} v
    left join impact_item_category c on c.organisation_id = v.organisation_id and c.item_id = v.id
    where v.organisation_id = ${organisationId} and v.element_code = 'WASTEITEM' and v.status = 'A'
    order by lower(v.name), v.id`.execute(db);
  return rows;
}

/** null takes it away. */
export async function setCategory(
  trx: Trx,
  organisationId: number,
  { itemId, category, now }: { itemId: number; category: FoodCategory | null; now: Date },
): Promise<void> {
  if (category === null)
    await sql`delete from impact_item_category where organisation_id = ${organisationId} and item_id = ${itemId}`.execute(
      trx,
    );
  else
    await sql`
      insert into impact_item_category (organisation_id, item_id, category, updated_at) values (${organisationId}, ${itemId}, ${category}, ${now})
      on conflict (organisation_id, item_id) do update set category = excluded.category, updated_at = excluded.updated_at`.execute(
      trx,
    );
}
