import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';

interface Classified {
  organisationId: number;
  /** The newest so many. */
  unclassified: number;
  /** So many before them. */
  classified: number;
}

/** Gives the newest events of an organisation a state of classification, so that its menu has something to tell. */
export async function addClassificationStates(
  trx: Trx,
  { organisationId, unclassified, classified }: Classified,
): Promise<void> {
  await sql`
    update waste_event e set classification_state = case when newest.at <= ${unclassified} then 'UNCLASSIFIED' else 'CLASSIFIED' end
    from (select id, local_date, row_number() over (order by occurred_at desc, id desc) as at from waste_event
      where organisation_id = ${organisationId} and voided_at is null order by occurred_at desc, id desc limit ${unclassified + classified}) newest
    where e.organisation_id = ${organisationId} and e.id = newest.id and e.local_date = newest.local_date`.execute(trx);
}
