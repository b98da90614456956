import { sql } from 'kysely';
import type { Db, Trx } from '../db/database';
import { anywhere } from '../like.rules';
import { isAddress } from './pseudonym.rules';

/** A person as rows of the audit know them. */
export interface PersonOfAudit {
  userId: number;
  /** In lower case. */
  names: readonly string[];
}

export interface RowAboutPerson {
  auditId: number;
  actor: string;
  actingPerson: string | null;
  before: unknown;
  after: unknown;
  /** It was done by the person, or by somebody in their name. */
  theirs: boolean;
  /** null: no seal covers it yet. */
  seal: Buffer | null;
}

const within = ({ names }: PersonOfAudit) =>
  sql`${names.map((name) => anywhere(isAddress(name) ? name : JSON.stringify(name)))}::text[]`;
const called = ({ names }: PersonOfAudit) => sql`${names}::text[]`;

const isTheirs = ({ userId }: PersonOfAudit) =>
  sql<boolean>`(a.user_id is not distinct from ${userId} or a.acting_user_id is not distinct from ${userId})`;

const isAbout = (
  person: PersonOfAudit,
) => sql<boolean>`(${isTheirs(person)} or (a.entity = 'user' and a.entity_id = ${String(person.userId)})
  or lower(a.actor) = any(${called(person)}) or lower(a.acting_person) = any(${called(person)})
  or lower(a.before::text) like any(${within(person)}) or lower(a.after::text) like any(${within(person)}))`;

/** Reads every row of every organization: for what happens seldom. */
export async function listOrganisationsAbout(db: Db, person: PersonOfAudit): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct a.organisation_id as id from audit_log a where ${isAbout(person)} order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** The next rows of an organization that name somebody, in the order of their numbers. */
export async function readRowsAbout(
  trx: Trx,
  person: PersonOfAudit,
  { organisationId, after, limit }: { organisationId: number; after: number; limit: number },
): Promise<RowAboutPerson[]> {
  const { rows } = await sql<RowAboutPerson>`
    select a.id as "auditId", a.actor, a.acting_person as "actingPerson", a.before, a.after, ${isTheirs(person)} as theirs, s.hash as seal
    from audit_log a left join audit_seal s on s.organisation_id = a.organisation_id and s.audit_id = a.id
    where a.organisation_id = ${organisationId} and a.id > ${after} and ${isAbout(person)} order by a.id limit ${limit}`.execute(
    trx,
  );
  return rows;
}

export type RewrittenRow = Pick<RowAboutPerson, 'auditId' | 'actor' | 'actingPerson' | 'before' | 'after' | 'theirs'>;

/** From where something was done goes with whoever did it. */
export async function rewriteRow(trx: Trx, organisationId: number, row: RewrittenRow): Promise<void> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await sql`select set_config('tare.audit_erasure', 'on', true)`.execute(trx);
  await sql`
    update audit_log a set actor = ${row.actor}, acting_person = ${row.actingPerson}, before = ${json(row.before)}::jsonb, after = ${json(row.after)}::jsonb,
      ip = case when ${row.theirs}::boolean then null else a.ip end, user_agent = case when ${row.theirs}::boolean then null else a.user_agent end
    where a.organisation_id = ${organisationId} and a.id = ${row.auditId}`.execute(trx);
  await sql`select set_config('tare.audit_erasure', 'off', true)`.execute(trx);
}

export async function keepRedaction(
  trx: Trx,
  organisationId: number,
  { auditId, contentHash, signature }: { auditId: number; contentHash: Buffer; signature: string },
): Promise<void> {
  const columns = { content_hash: contentHash, signature };
  await trx
    .insertInto('audit_redaction')
    .values({ organisation_id: organisationId, audit_id: auditId, ...columns })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'audit_id']).doUpdateSet(columns))
    .execute();
}
