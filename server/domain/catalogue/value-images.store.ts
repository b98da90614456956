import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';

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
