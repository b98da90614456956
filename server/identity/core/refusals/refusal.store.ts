import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database';

export interface Refusals {
  organisationId: number;
  way: string;
  fault: string;
  /** What an audit row of them is about. */
  entity: string;
  refused: number;
}

/** @returns how many it is since they were last counted */
export async function countRefusal(
  trx: Trx,
  { organisationId, way, fault, entity }: Omit<Refusals, 'refused'>,
): Promise<number> {
  const { rows } = await sql<{ refused: number }>`
    insert into identity.refusal_of_fault as r (organisation_id, way, fault, entity, refused) values (${organisationId}, ${way}, ${fault}, ${entity}, 1)
    on conflict (organisation_id, way, fault) do update set refused = r.refused + 1 returning refused`.execute(trx);
  return rows[0]!.refused;
}

/** Begins to count anew. @returns what there was */
export async function takeRefusals(trx: Trx): Promise<Refusals[]> {
  const { rows } =
    await sql<Refusals>`delete from identity.refusal_of_fault returning organisation_id::int as "organisationId", way, fault, entity, refused`.execute(
      trx,
    );
  return rows;
}
