import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { heldPermissions } from '../../core/roles/held';
import type { Vouched } from './vouched.rules';

/** Somebody whom a provider names anew, with the address of an account that it knows as another. */
export interface Reassigned extends Pick<Vouched, 'issuer' | 'subject' | 'email' | 'name'> {
  userId: number;
  configNumber: number;
}

interface Named extends Pick<Vouched, 'issuer' | 'subject'> {
  tenantNumber: number;
  userId: number;
}

/** How long a refusal may be looked at. */
const keptMs = 90 * 86_400_000;

/** Names of an issuer: its own, and those that it has as a provider that was entered by hand (`issuerNames`). */
const ofIssuer = (issuer: string) => sql<boolean>`(i.issuer = ${issuer} or starts_with(i.issuer, ${`${issuer} `}))`;

/** Whether the issuer has named an account, and never by this subject. */
export async function isNamedOtherwise(trx: Trx, { tenantNumber, userId, issuer, subject }: Named): Promise<boolean> {
  const {
    rows: [row],
  } = await sql<{ otherwise: boolean }>`
    select coalesce(bool_and(i.subject <> ${subject}), false) as otherwise from identity.sso_identity i where i.tenant_number = ${tenantNumber} and i.user_id = ${userId} and ${ofIssuer(issuer)}`.execute(
    trx,
  );
  return row?.otherwise ?? false;
}

/** Keeps the last one for each account. */
export async function keepRefusedSubject(
  trx: Trx,
  { configNumber, userId, issuer, subject, email, name }: Reassigned,
  now: Date,
): Promise<void> {
  await sql`
    insert into identity.sso_refused_subject (config_id, user_id, issuer, subject, email, name, refused_at, expires_at)
    select c.id, u.id, ${issuer}, ${subject}, ${email}, ${name ?? ''}, ${now}, ${new Date(now.getTime() + keptMs)} from identity.sso_config c, identity."user" u where c.id = ${configNumber} and u.id = ${userId}
    on conflict (config_id, user_id) do update set id = case when (sso_refused_subject.issuer, sso_refused_subject.subject) = (excluded.issuer, excluded.subject) then sso_refused_subject.id else excluded.id end,
      issuer = excluded.issuer, subject = excluded.subject, email = excluded.email, name = excluded.name, refused_at = excluded.refused_at, expires_at = excluded.expires_at`.execute(
    trx,
  );
}

export interface RefusedSubject {
  id: string;
  userId: number;
  issuer: string;
  subject: string;
  email: string;
  /** As the provider writes it; empty where it sent none. */
  name: string;
  refusedAt: Date;
  /** Of the account. */
  accountName: string;
  accountEmail: string;
  /** By which subject the issuer named the account the last time, and when. */
  formerSubject: string;
  lastUsedAt: Date | null;
  /** The account belongs to this tenant and to no other, whoever else has asked it. */
  theirs: boolean;
  /** What the account may do in the tenant. */
  permissions: string[];
}

const refusedOf = ({ configNumber, tenantNumber }: { configNumber: number; tenantNumber: number }) => sql`
  select r.id, r.user_id as "userId", r.issuer, r.subject, r.email, r.name, r.refused_at as "refusedAt", u.full_name as "accountName", u.email as "accountEmail",
    coalesce(former.subject, '') as "formerSubject", former.last_used_at as "lastUsedAt",
    not exists (select 1 from identity.membership m where m.user_id = u.id and m.tenant_number <> ${tenantNumber} and not m.awaits_answer) as theirs,
    ${heldPermissions(sql`u.id`, sql`own.tenant_number`)} as permissions
  from identity.sso_refused_subject r join identity."user" u on u.id = r.user_id join identity.membership own on own.user_id = u.id and own.tenant_number = ${tenantNumber}
  left join lateral (
    select i.subject, i.last_used_at from identity.sso_identity i
    where i.tenant_number = ${tenantNumber} and i.user_id = r.user_id and (i.issuer = r.issuer or starts_with(i.issuer, r.issuer || ' ')) order by i.last_used_at desc limit 1) former on true
  where r.config_id = ${configNumber}`;

interface OfProvider {
  configNumber: number;
  tenantNumber: number;
}

/** The last ones first. */
export async function listRefusedSubjects(
  db: Db,
  of: OfProvider,
  { limit }: { limit: number },
): Promise<RefusedSubject[]> {
  const { rows } = await sql<RefusedSubject>`${refusedOf(of)} order by r.refused_at desc, r.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Of each provider of a tenant, by its public id. */
export async function countRefusedSubjects(db: Db, tenantNumber: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ configId: string; count: number }>`
    select c.uuid as "configId", count(*)::int as count from identity.sso_refused_subject r join identity.sso_config c on c.id = r.config_id
    join identity.membership m on m.user_id = r.user_id and m.tenant_number = c.tenant_number where c.tenant_number = ${tenantNumber} group by c.uuid`.execute(
    db,
  );
  return new Map(rows.map(({ configId, count }) => [configId, count]));
}

/** Held as it is until the transaction ends. */
export async function findRefusedSubject(trx: Trx, of: OfProvider, id: string): Promise<RefusedSubject | null> {
  const { rows } = await sql<RefusedSubject>`${refusedOf(of)} and r.id = ${id} for no key update of r, u`.execute(trx);
  return rows[0] ?? null;
}

export async function deleteRefusedSubject(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('identity.sso_refused_subject').where('id', '=', id).execute();
}

/**
 * The issuer names an account by this subject and by no other any more.
 * @returns the subjects of before; null where the subject has become another account's meanwhile
 */
export async function replaceSubjects(
  trx: Trx,
  { tenantNumber, userId, issuer, subject, keptAs, now }: Named & { keptAs: string; now: Date },
): Promise<string[] | null> {
  const { rows } = await sql<{
    subject: string;
  }>`delete from identity.sso_identity i where i.tenant_number = ${tenantNumber} and i.user_id = ${userId} and ${ofIssuer(issuer)} returning i.subject`.execute(
    trx,
  );
  const kept = await trx
    .insertInto('identity.sso_identity')
    .values({
      tenant_number: tenantNumber,
      issuer: keptAs,
      subject,
      user_id: userId,
      created_at: now,
      last_used_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject')
    .executeTakeFirst();
  return kept ? rows.map((row) => row.subject) : null;
}
