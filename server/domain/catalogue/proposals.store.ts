import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { ItemProposal } from './proposals.contract';

const mostListed = 100;

interface Proposing {
  name: string;
  eventId: number;
  userId: number | null;
  now: Date;
}

/** Keeps the name beside the event. What others have proposed by the same name, and nobody has decided, is the same proposal. */
export async function keepProposal(
  trx: Trx,
  organisationId: number,
  { name, eventId, userId, now }: Proposing,
): Promise<void> {
  await sql`
    with kept as (
      insert into item_proposal (organisation_id, name, proposed_by, proposed_at) values (${organisationId}, ${name}, ${userId}, ${now})
      on conflict (organisation_id, lower(name)) where state = 'OPEN' do update set name = item_proposal.name returning id)
    insert into item_proposal_event (organisation_id, event_id, proposal_id)
    select ${organisationId}, ${eventId}, id from kept on conflict do nothing`.execute(trx);
}

/** Those that wait and under which something counts. */
export async function listProposals(db: Db, organisationId: number): Promise<ItemProposal[]> {
  const { rows } = await sql<ItemProposal>`
    select p.id as "proposalId", p.name, p.proposed_at as "proposedAt", who.full_name as "proposedBy", count(*)::int as events
    from item_proposal p
    join item_proposal_event pe on pe.organisation_id = p.organisation_id and pe.proposal_id = p.id
    join waste_event e on e.organisation_id = pe.organisation_id and e.id = pe.event_id and e.voided_at is null
    left join identity.person who on who.id = p.proposed_by
    where p.organisation_id = ${organisationId} and p.state = 'OPEN'
    group by p.id, p.name, p.proposed_at, who.full_name order by p.proposed_at desc, p.id desc limit ${mostListed}`.execute(
    db,
  );
  return rows;
}

/** One that waits, with the events that were weighed under its name. */
export async function lockProposal(
  trx: Trx,
  organisationId: number,
  proposalId: number,
): Promise<{ name: string; eventIds: number[] } | undefined> {
  const { rows } = await sql<{ name: string; eventIds: number[] }>`
    select p.name, array(select pe.event_id from item_proposal_event pe where pe.organisation_id = p.organisation_id and pe.proposal_id = p.id order by 1) as "eventIds"
    from item_proposal p where p.organisation_id = ${organisationId} and p.id = ${proposalId} and p.state = 'OPEN' for update of p`.execute(
    trx,
  );
  return rows[0];
}

interface Decision {
  proposalId: number;
  /** null where it was dismissed. */
  itemId: number | null;
  userId: number | null;
  now: Date;
}

export async function decideProposal(
  trx: Trx,
  organisationId: number,
  { proposalId, itemId, userId, now }: Decision,
): Promise<void> {
  await trx
    .updateTable('item_proposal')
    .set({
      state: itemId === null ? 'DISMISSED' : 'ACCEPTED',
      item_id: itemId,
      decided_by: userId,
      decided_at: now,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', proposalId)
    .execute();
}

/** By event, under what name it was weighed. */
export async function findProposedNames(
  db: Db,
  organisationId: number,
  eventIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ eventId: number; name: string }>`
    select pe.event_id as "eventId", p.name from item_proposal_event pe
    join item_proposal p on p.organisation_id = pe.organisation_id and p.id = pe.proposal_id
    where pe.organisation_id = ${organisationId} and pe.event_id = any(${[...eventIds]}::bigint[])`.execute(db);
  return new Map(rows.map(({ eventId, name }) => [eventId, name]));
}
