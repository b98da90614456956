import { sql } from 'kysely';
import type { Locale } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { valuesIn } from '../catalogue';
import type { Crop, ImageFacts, ImageRow, ImageUse } from './images.contract';

/** The values that show picture `i`, as `v`; one that was merged is what it has become, and shows what that one shows. */
const showing = sql`
  ref_value v where v.organisation_id = i.organisation_id and v.image_id = i.id
    and not exists (select from ref_merge m where m.organisation_id = v.organisation_id and m.old_id = v.id)`;

export interface OfImage {
  organisationId: number;
  imageId: number;
}

/** The newest first. */
export async function listImages(
  db: Db | Trx,
  organisationId: number,
  { imageId = null }: { imageId?: number | null } = {},
): Promise<ImageRow[]> {
  type Row = Omit<ImageRow, 'createdAt' | 'crop'> & Crop & { createdAt: Date };
  const { rows } = await sql<Row>`
    select i.id as "imageId", i.name, i.content_hash as "contentHash", i.width, i.height, length(i.content) as bytes,
      i.crop_left as left, i.crop_top as top, i.crop_right as right, i.crop_bottom as bottom,
      i.license, i.source, i.tags, i.status = 'I' as retired, i.version, i.created_at as "createdAt", p.full_name as "createdBy",
      coalesce((select jsonb_object_agg(a.locale, a.alt) from image_alt a where a.organisation_id = i.organisation_id and a.image_id = i.id), '{}') as alts,
      used.uses, used.elements
    from image i
    left join identity.person p on p.id = i.created_by
    cross join lateral (select count(*)::int as uses, coalesce(array_agg(distinct v.element_code), '{}') as elements from ${showing}) used
    where i.organisation_id = ${organisationId} and (${imageId}::bigint is null or i.id = ${imageId})
    order by i.created_at desc, i.id desc`.execute(db);
  return rows.map(({ left, top, right, bottom, createdAt, ...row }) => ({
    ...row,
    crop: { left, top, right, bottom },
    createdAt: createdAt.toISOString(),
  }));
}

/** By list and name. */
export async function listImageUses(
  db: Db | Trx,
  { organisationId, imageId }: OfImage,
  { locale }: { locale: Locale },
): Promise<ImageUse[]> {
  const { rows } = await sql<ImageUse>`
    select v.id as "valueId", v.element_code as element, named.name, v.status = 'I' as retired
    from image i, ${valuesIn(locale)} named, ${showing}
      and named.organisation_id = i.organisation_id and named.id = v.id and i.organisation_id = ${organisationId} and i.id = ${imageId}
    order by v.element_code, lower(named.name), v.id`.execute(db);
  return rows;
}

/** Under which name the picture of each value is served, of those that have one. */
export async function listValueImages(
  db: Db | Trx,
  organisationId: number,
  { ids = null }: { ids?: readonly number[] | null } = {},
): Promise<Map<number, string>> {
  const { rows } = await sql<{ valueId: number; contentHash: string }>`
    select v.id as "valueId", i.content_hash as "contentHash"
    from ref_value v join image i on i.organisation_id = v.organisation_id and i.id = v.image_id
    where v.organisation_id = ${organisationId} and v.image_id is not null
      and (${ids === null} or v.id = any(${ids === null ? [] : [...ids]}::bigint[]))`.execute(db);
  return new Map(rows.map(({ valueId, contentHash }) => [valueId, contentHash]));
}

/** The bytes that are served under a name, of whichever organization: the same name has the same bytes everywhere. */
export async function findContent(db: Db, contentHash: string, part: 'content' | 'thumbnail'): Promise<Buffer | null> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select ${sql.ref(part)} as bytes from image where content_hash = ${contentHash} limit 1`.execute(db);
  return rows[0]?.bytes ?? null;
}

export async function findOriginal(db: Db | Trx, { organisationId, imageId }: OfImage): Promise<Buffer | null> {
  const { rows } = await sql<{ original: Buffer }>`
    select original from image where organisation_id = ${organisationId} and id = ${imageId}`.execute(db);
  return rows[0]?.original ?? null;
}

export async function findSame(trx: Trx, organisationId: number, originalHash: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from image where organisation_id = ${organisationId} and original_hash = ${originalHash}`.execute(trx);
  return rows[0]?.id ?? null;
}

/** One picture of an organization is added after the other. */
export async function lockLibrary(trx: Trx, organisationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`images ${organisationId}`}, 0))`.execute(trx);
}

export async function countImages(trx: Trx, organisationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from image where organisation_id = ${organisationId}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Until the transaction ends, nobody changes, uses or deletes it. */
export async function lockImage(trx: Trx, { organisationId, imageId }: OfImage): Promise<ImageRow | undefined> {
  const { rows } = await sql`
    select 1 from image where organisation_id = ${organisationId} and id = ${imageId} for update`.execute(trx);
  if (rows.length === 0) return undefined;
  return (await listImages(trx, organisationId, { imageId }))[0];
}

/** What is shown of a picture. */
export interface ImageContent {
  content: Buffer;
  thumbnail: Buffer;
  contentHash: string;
  width: number;
  height: number;
}

const contentColumns = ({ content, thumbnail, contentHash, width, height }: ImageContent) => ({
  content,
  thumbnail,
  content_hash: contentHash,
  width,
  height,
});

export interface NewImage extends ImageContent {
  original: Buffer;
  originalHash: string;
  name: string;
  license: string;
  source: string;
  by: number | null;
  now: Date;
}

/** @returns its id */
export async function insertImage(trx: Trx, organisationId: number, image: NewImage): Promise<number> {
  const { original, originalHash, name, license, source, by, now } = image;
  const { id } = await trx
    .insertInto('image')
    .values({
      organisation_id: organisationId,
      original,
      original_hash: originalHash,
      ...contentColumns(image),
      name,
      license,
      source,
      created_by: by,
      created_at: now,
      changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Fields = Partial<Pick<ImageFacts, 'name' | 'license' | 'source' | 'tags'>> & {
  retired?: boolean;
  cropped?: ImageContent & { crop: Crop };
};

export async function updateImage(
  trx: Trx,
  { organisationId, imageId }: OfImage,
  { fields: { retired, cropped, ...facts }, now }: { fields: Fields; now: Date },
): Promise<void> {
  await trx
    .updateTable('image')
    .set({
      ...facts,
      ...(retired === undefined ? {} : { status: retired ? 'I' : 'A' }),
      ...(cropped && {
        ...contentColumns(cropped),
        crop_left: cropped.crop.left,
        crop_top: cropped.crop.top,
        crop_right: cropped.crop.right,
        crop_bottom: cropped.crop.bottom,
      }),
      version: sql<number>`version + 1`,
      changed_at: now,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', imageId)
    .execute();
}

/** In place of all that it has. */
export async function putAlts(trx: Trx, { organisationId, imageId }: OfImage, alts: ImageFacts['alts']): Promise<void> {
  const of = { organisation_id: organisationId, image_id: imageId };
  await trx
    .deleteFrom('image_alt')
    .where('organisation_id', '=', organisationId)
    .where('image_id', '=', imageId)
    .execute();
  const rows = Object.entries(alts).map(([locale, alt]) => ({ ...of, locale, alt }));
  if (rows.length > 0) await trx.insertInto('image_alt').values(rows).execute();
}

export async function deleteImage(trx: Trx, { organisationId, imageId }: OfImage): Promise<void> {
  await trx.deleteFrom('image').where('organisation_id', '=', organisationId).where('id', '=', imageId).execute();
}
