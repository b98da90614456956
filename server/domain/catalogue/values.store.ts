import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { TreeValue, ValueTree } from './hierarchies.contract';
import type { FlwDestination, Material } from './hierarchies.rules';
import type { ElementCode } from './refdata.contract';

/** Values that were merged into others stand for those, and are listed nowhere. */
const standing = sql`not exists (select from ref_merge m where m.organisation_id = v.organisation_id and m.old_id = v.id)`;

const valueColumns = sql`
  v.id as "valueId", v.hierarchy_id as "hierarchyId", v.parent_id as "parentId", v.name, v.status, v.tare_g as "tareGrams",
  v.counts_as_waste as "countsAsWaste", v.flw_destination as "flwDestination", v.is_donation as donation, v.material, v.version`;

export async function listTreeValues(db: Db, organisationId: number, elementCode: ElementCode): Promise<TreeValue[]> {
  const { rows } = await sql<TreeValue>`
    select ${valueColumns}, coalesce((
      select jsonb_object_agg(t.locale, t.name) from ref_value_translation t where t.organisation_id = v.organisation_id and t.ref_id = v.id), '{}') as translations
    from ref_value v where v.organisation_id = ${organisationId} and v.element_code = ${elementCode} and ${standing}
    order by lower(v.name), v.id`.execute(db);
  return rows;
}

export async function listLists(
  db: Db | Trx,
  organisationId: number,
  elementCode: ElementCode,
): Promise<ValueTree['hierarchies']> {
  const { rows } = await sql<ValueTree['hierarchies'][number]>`
    select id as "hierarchyId", name as "hierarchyName" from hierarchy
    where organisation_id = ${organisationId} and element_code = ${elementCode} order by lower(name), id`.execute(db);
  return rows;
}

export interface StoredValue extends Omit<TreeValue, 'translations'> {
  elementCode: ElementCode;
}

/** The value, locked, unless it was merged into another one. */
export async function lockValue(trx: Trx, organisationId: number, valueId: number): Promise<StoredValue | undefined> {
  const { rows } = await sql<StoredValue>`
    select ${valueColumns}, v.element_code as "elementCode" from ref_value v
    where v.organisation_id = ${organisationId} and v.id = ${valueId} and ${standing} for update of v`.execute(trx);
  return rows[0];
}

export interface StoredList {
  hierarchyId: number;
  name: string;
  elementCode: ElementCode;
}

export async function lockList(trx: Trx, organisationId: number, hierarchyId: number): Promise<StoredList | undefined> {
  const { rows } = await sql<StoredList>`
    select id as "hierarchyId", name, element_code as "elementCode" from hierarchy where organisation_id = ${organisationId} and id = ${hierarchyId} for update`.execute(
    trx,
  );
  return rows[0];
}

export async function listIsNamed(
  trx: Trx,
  organisationId: number,
  { elementCode, name, exceptId = 0 }: { elementCode: ElementCode; name: string; exceptId?: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from hierarchy where organisation_id = ${organisationId} and element_code = ${elementCode} and lower(name) = lower(${name}) and id <> ${exceptId}`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function insertList(
  trx: Trx,
  organisationId: number,
  { elementCode, name }: { elementCode: ElementCode; name: string },
): Promise<number> {
  return (
    await trx
      .insertInto('hierarchy')
      .values({ organisation_id: organisationId, element_code: elementCode, name })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}

export async function renameList(
  trx: Trx,
  organisationId: number,
  { hierarchyId, name }: { hierarchyId: number; name: string },
): Promise<void> {
  await trx
    .updateTable('hierarchy')
    .set({ name })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', hierarchyId)
    .execute();
}

/** Whether what is weighed can be told to be a donation at all. */
export async function knowsDonations(db: Db, organisationId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ref_value v where v.organisation_id = ${organisationId} and v.element_code = 'WASTESINK' and v.is_donation and ${standing} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

interface NodeRow {
  valueId: number;
  parentId: number | null;
}

/** Where each value of the element lies, those that were merged too. */
export async function listNodes(
  trx: Trx,
  organisationId: number,
  elementCode: ElementCode,
): Promise<Map<number, NodeRow>> {
  const { rows } = await sql<NodeRow>`
    select id as "valueId", parent_id as "parentId" from ref_value where organisation_id = ${organisationId} and element_code = ${elementCode}`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.valueId, row]));
}

interface Naming {
  elementCode: ElementCode;
  names: readonly string[];
  /** The value that gets them: its own names, and those of what was merged into it, may be among them. */
  exceptId?: number;
}

/** Those of the names by which another value of the element goes, in whatever language. */
export async function listTakenNames(
  trx: Trx,
  organisationId: number,
  { elementCode, names, exceptId = 0 }: Naming,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct n.name from unnest(${[...names]}::text[]) as n (name)
    join (
      select v.id, v.name from ref_value v where v.organisation_id = ${organisationId} and v.element_code = ${elementCode}
      union all
      select v.id, t.name from ref_value v join ref_value_translation t on t.organisation_id = v.organisation_id and t.ref_id = v.id
      where v.organisation_id = ${organisationId} and v.element_code = ${elementCode}) taken on lower(taken.name) = lower(n.name)
    left join ref_merge m on m.organisation_id = ${organisationId} and m.old_id = taken.id
    where coalesce(m.new_id, taken.id) <> ${exceptId}`.execute(trx);
  return rows.map((row) => row.name);
}

/** Takes a name over from a value that was merged into this one, which gets this one's in exchange; both lead to it. */
export async function freeMergedName(
  trx: Trx,
  organisationId: number,
  { value, name }: { value: StoredValue; name: string },
): Promise<void> {
  const {
    rows: [held],
  } = await sql<{ id: number }>`
    select v.id from ref_value v join ref_merge m on m.organisation_id = v.organisation_id and m.old_id = v.id
    where v.organisation_id = ${organisationId} and v.element_code = ${value.elementCode} and lower(v.name) = lower(${name}) and m.new_id = ${value.valueId}`.execute(
    trx,
  );
  if (!held) return;
  const rename = (id: number, to: string) =>
    sql`update ref_value set name = ${to} where organisation_id = ${organisationId} and id = ${id}`.execute(trx);
  // A unique name is checked row by row, so the exchange goes by a third one, which nobody types.
  await rename(value.valueId, `\u0001${value.valueId}`);
  await rename(held.id, value.name);
}

export interface Facts {
  name: string;
  status: 'A' | 'I';
  tareGrams: number | null;
  countsAsWaste: boolean;
  flwDestination: FlwDestination | null;
  donation: boolean;
  material: Material | null;
}

const factColumns = ({ name, status, tareGrams, countsAsWaste, flwDestination, donation, material }: Facts) => ({
  name,
  status,
  tare_g: tareGrams,
  counts_as_waste: countsAsWaste,
  flw_destination: flwDestination,
  is_donation: donation,
  material,
});

interface Placed {
  hierarchyId: number;
  parentId: number | null;
}

export async function insertValue(
  trx: Trx,
  organisationId: number,
  { elementCode, place, facts }: { elementCode: ElementCode; place: Placed; facts: Facts },
): Promise<number> {
  const row = {
    organisation_id: organisationId,
    element_code: elementCode,
    hierarchy_id: place.hierarchyId,
    parent_id: place.parentId,
    ...factColumns(facts),
  };
  return (await trx.insertInto('ref_value').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateValue(
  trx: Trx,
  organisationId: number,
  { valueId, facts }: { valueId: number; facts: Facts },
): Promise<void> {
  await trx
    .updateTable('ref_value')
    .set({ ...factColumns(facts), version: sql<number>`version + 1` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', valueId)
    .execute();
}

/** A name of null is taken away. */
export async function putTranslations(
  trx: Trx,
  organisationId: number,
  { valueId, names }: { valueId: number; names: Readonly<Record<string, string | null>> },
): Promise<void> {
  for (const [locale, name] of Object.entries(names)) {
    await trx
      .deleteFrom('ref_value_translation')
      .where('organisation_id', '=', organisationId)
      .where('ref_id', '=', valueId)
      .where('locale', '=', locale)
      .execute();
    if (name !== null)
      await trx
        .insertInto('ref_value_translation')
        .values({ organisation_id: organisationId, ref_id: valueId, locale, name })
        .execute();
  }
}

/** The value with all that lies in it, as rows (id). */
const subtree = (organisationId: number, valueId: number) => sql`
  with recursive below (id, far) as (
    select ${valueId}::bigint, 1
    union all
    select v.id, below.far + 1 from below join ref_value v on v.organisation_id = ${organisationId} and v.parent_id = below.id where below.far < 50)`;

/** @returns how many were in use */
export async function retireBelow(trx: Trx, organisationId: number, valueId: number): Promise<number> {
  const { rows } = await sql`
    ${subtree(organisationId, valueId)}
    update ref_value v set status = 'I', version = version + 1 from below
    where v.organisation_id = ${organisationId} and v.id = below.id and v.id <> ${valueId} and v.status = 'A' returning v.id`.execute(
    trx,
  );
  return rows.length;
}

/** Puts the value, with what lies in it, somewhere else. */
export async function moveValue(
  trx: Trx,
  organisationId: number,
  { valueId, place }: { valueId: number; place: Placed },
): Promise<void> {
  await sql`
    ${subtree(organisationId, valueId)}
    update ref_value v set hierarchy_id = ${place.hierarchyId},
      parent_id = case when v.id = ${valueId} then ${place.parentId}::bigint else v.parent_id end,
      version = v.version + case when v.id = ${valueId} then 1 else 0 end
    from below where v.organisation_id = ${organisationId} and v.id = below.id`.execute(trx);
}

/** Retires the values that have neither a price nor a translation nor anything below them. @returns those that are retired now */
export async function retireUnusedValues(trx: Trx, organisationId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update ref_value v set status = 'I', version = version + 1
    where v.organisation_id = ${organisationId} and v.id = any(${[...ids]}::bigint[]) and v.status = 'A'
      and not exists (select from cost_rule c where c.organisation_id = v.organisation_id and c.ref_item_id = v.id)
      and not exists (select from ref_value_translation t where t.organisation_id = v.organisation_id and t.ref_id = v.id)
      and not exists (select from ref_value b where b.organisation_id = v.organisation_id and b.parent_id = v.id)
      and not exists (select from ref_merge m where m.organisation_id = v.organisation_id and v.id in (m.new_id, m.old_id))
    returning v.id`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function reviveValues(trx: Trx, organisationId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update ref_value set status = 'A', version = version + 1
    where organisation_id = ${organisationId} and id = any(${[...ids]}::bigint[]) and status = 'I'`.execute(trx);
}

interface Shown {
  organisationId: number;
  /** null takes the picture away. */
  imageId: number | null;
}

/** Gives values their picture, or takes it away. @returns the ids of those that showed another one, with that */
export async function putValueImage(
  trx: Trx,
  { organisationId, imageId }: Shown,
  valueIds: readonly number[],
): Promise<{ valueId: number; before: number | null }[]> {
  const { rows } = await sql<{ valueId: number; before: number | null }>`
    with before as (
      select id, image_id from ref_value
      where organisation_id = ${organisationId} and id = any(${[...valueIds]}::bigint[]) and image_id is distinct from ${imageId} order by id for update)
    update ref_value v set image_id = ${imageId}::bigint from before
    where v.organisation_id = ${organisationId} and v.id = before.id returning v.id as "valueId", before.image_id as before`.execute(
    trx,
  );
  return rows;
}

/** Every value that shows the one shows the other, those that were merged too. @returns their ids */
export async function moveValueImages(
  trx: Trx,
  organisationId: number,
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const { rows } = await sql<{ valueId: number }>`
    update ref_value set image_id = ${to} where organisation_id = ${organisationId} and image_id = ${from} returning id as "valueId"`.execute(
    trx,
  );
  return rows.map(({ valueId }) => valueId);
}
