import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { NamedMapping, TaxonomyMapping, TaxonomyVersion } from './vision.contract';
import type { NamedItem } from './vision.rules';

/** The newest first. */
export async function listVersions(db: Db | Trx, organisationId: number): Promise<TaxonomyVersion[]> {
  const { rows } = await sql<TaxonomyVersion>`
    select v.number, coalesce(p.full_name, '') as "openedByName", v.opened_at as "openedAt", v.closed_at as "closedAt",
      coalesce(i.items, 0) as items, coalesce(l.answers, 0) as answers
    from taxonomy_version v left join identity.person p on p.id = v.opened_by
    left join (
      select number, count(*)::int as items from taxonomy_item where organisation_id = ${organisationId} group by number) i on i.number = v.number
    left join (
      select taxonomy_number as number, count(*)::int as answers from vision_label
      where organisation_id = ${organisationId} and state = 'PUBLISHED' group by taxonomy_number) l on l.number = v.number
    where v.organisation_id = ${organisationId} order by v.number desc`.execute(db);
  return rows;
}

/** The number of the open version; null before the first. */
export async function findOpenVersion(db: Db | Trx, organisationId: number): Promise<number | null> {
  const row = await db
    .selectFrom('taxonomy_version')
    .select('number')
    .where('organisation_id', '=', organisationId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row?.number ?? null;
}

/** The items of a version, and those that answers in it named although they were added later, by the name that they had. */
export async function listVersionItems(db: Db | Trx, organisationId: number, number: number): Promise<NamedItem[]> {
  const { rows } = await sql<NamedItem>`
    select i.item_id as "itemId", i.name from (
      select item_id, name from taxonomy_item where organisation_id = ${organisationId} and number = ${number}
      union
      select r.id, r.name from ref_value r where r.organisation_id = ${organisationId} and r.id in (
        select (part ->> 'itemId')::bigint from vision_label l, jsonb_array_elements(l.parts) part
        where l.organisation_id = ${organisationId} and l.taxonomy_number = ${number})
        and not exists (select from taxonomy_item t where t.organisation_id = ${organisationId} and t.number = ${number} and t.item_id = r.id)) i
    order by lower(i.name), i.item_id`.execute(db);
  return rows;
}

export async function insertVersion(
  trx: Trx,
  organisationId: number,
  { number, items, userId, now }: { number: number; items: readonly NamedItem[]; userId: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('taxonomy_version')
    .set({ closed_at: now })
    .where('organisation_id', '=', organisationId)
    .where('closed_at', 'is', null)
    .execute();
  await trx
    .insertInto('taxonomy_version')
    .values({ organisation_id: organisationId, number, opened_by: userId, opened_at: now })
    .execute();
  await sql`
    insert into taxonomy_item (organisation_id, number, item_id, name)
    select ${organisationId}, ${number}, item.* from unnest(${items.map(({ itemId }) => itemId)}::bigint[], ${items.map(({ name }) => name)}::text[]) as item`.execute(
    trx,
  );
}

/** The newest version first, by name. */
export async function listMappings(db: Db | Trx, organisationId: number): Promise<NamedMapping[]> {
  const { rows } = await sql<NamedMapping>`
    select number, item_id as "itemId", name, became_id as "becameId" from taxonomy_mapping
    where organisation_id = ${organisationId} order by number desc, lower(name), item_id`.execute(db);
  return rows;
}

export async function insertMappings(
  trx: Trx,
  organisationId: number,
  mappings: readonly NamedMapping[],
): Promise<void> {
  if (mappings.length === 0) return;
  await trx
    .insertInto('taxonomy_mapping')
    .values(
      mappings.map(({ number, itemId, name, becameId }) => ({
        organisation_id: organisationId,
        number,
        item_id: itemId,
        name,
        became_id: becameId,
      })),
    )
    .execute();
}

/** What items that were merged have become, by the item. */
export async function listMerged(db: Db | Trx, organisationId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ oldId: number; newId: number }>`
    select old_id as "oldId", new_id as "newId" from ref_merge where organisation_id = ${organisationId}`.execute(db);
  return new Map(rows.map(({ oldId, newId }) => [oldId, newId]));
}

export async function changeMapping(
  trx: Trx,
  organisationId: number,
  { number, itemId, becameId }: TaxonomyMapping,
): Promise<void> {
  await trx
    .updateTable('taxonomy_mapping')
    .set({ became_id: becameId })
    .where('organisation_id', '=', organisationId)
    .where('number', '=', number)
    .where('item_id', '=', itemId)
    .execute();
}
