import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';
import type { Question } from './questions.contract';

export interface UnconfirmedEvent {
  eventId: number;
  questions: readonly Question[];
}

export async function markUnconfirmed(
  trx: Trx,
  organisationId: number,
  events: readonly UnconfirmedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await sql`
    update waste_event e set unconfirmed = string_to_array(n.questions, ',')
    from unnest(${events.map(({ eventId }) => eventId)}::bigint[], ${events.map(({ questions }) => questions.join())}::text[]) as n (id, questions)
    where e.organisation_id = ${organisationId} and e.id = n.id`.execute(trx);
}
