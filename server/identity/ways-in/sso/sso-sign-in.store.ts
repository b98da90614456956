import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { spellingsOf } from '../../../platform/email-spellings';
import { isActiveMember } from '../../policies/entry/active-member';
import type { Said } from './followed-profile.rules';
import type { TestAnswer } from './sso-test.store';
import { configColumns, configOf, type ConfigRow, type SsoConfig } from './sso.store';
import type { Vouched } from './vouched.rules';

interface NewRequest {
  relayHash: Buffer;
  configNumber: number;
  requestId: string;
  browserHash: Buffer;
  now: Date;
  seconds: number;
  /** The provider was told to ask. */
  afresh: boolean;
}

export async function insertRequest(
  db: Db,
  { relayHash, configNumber, requestId, browserHash, now, seconds, afresh }: NewRequest,
): Promise<void> {
  await db
    .insertInto('identity.sso_request')
    .values({
      relay_hash: relayHash,
      config_id: configNumber,
      request_id: requestId,
      browser_hash: browserHash,
      created_at: now,
      expires_at: new Date(now.getTime() + seconds * 1000),
      afresh,
    })
    .execute();
}

export interface OpenRequest {
  requestId: string;
  browserHash: Buffer;
  /** As it is set up now, whatever it was when it was asked. */
  provider: SsoConfig;
  /** Whom the answer vouches for; null before there was one. */
  answer: Vouched | null;
  /** Of what the browser was handed that brought it. */
  broughtHash: Buffer | null;
  createdAt: Date;
  /** Only an answer counts for which the provider asked after that. */
  afresh: boolean;
}

interface RequestRow extends Omit<OpenRequest, 'provider' | 'createdAt'>, ConfigRow {
  askedAt: Date;
}

/** One statement for a request and its provider: whoever reads one needs the other. */
const requestColumns = sql`s.request_id as "requestId", s.browser_hash as "browserHash", s.answer, s.brought_hash as "broughtHash", s.created_at as "askedAt", s.afresh, ${configColumns}`;

function opened(row: RequestRow | undefined): OpenRequest | null {
  if (!row) return null;
  const { requestId, browserHash, answer, broughtHash, askedAt, afresh, ...provider } = row;
  return { requestId, browserHash, answer, broughtHash, createdAt: askedAt, afresh, provider: configOf(provider) };
}

const providers = sql`identity.sso_config c join identity.tenant t on t.number = c.tenant_number and t.status = 'ACTIVE'`;

const isOpen = (relayHash: Buffer, now: Date) =>
  sql`s.relay_hash = ${relayHash} and s.tested_by is null and s.expires_at > ${now} and c.id = s.config_id and c.enabled`;

/** A request that is under way at a provider that is still on. @returns null where it is over or was never made */
export async function findRequest(db: Db, relayHash: Buffer, now: Date): Promise<OpenRequest | null> {
  const { rows } =
    await sql<RequestRow>`select ${requestColumns} from identity.sso_request s, ${providers} where ${isOpen(relayHash, now)}`.execute(
      db,
    );
  return opened(rows[0]);
}

/** Ends such a request: of several that come at once, one has it. */
export async function takeRequest(trx: Trx, relayHash: Buffer, now: Date): Promise<OpenRequest | null> {
  const { rows } =
    await sql<RequestRow>`delete from identity.sso_request s using ${providers} where ${isOpen(relayHash, now)} returning ${requestColumns}`.execute(
      trx,
    );
  return opened(rows[0]);
}

interface Kept {
  relayHash: Buffer;
  broughtHash: Buffer;
}

/** Of a sign-in, or of a test of one; the same may come twice at once. @returns false where another answer was taken before */
export async function keepAnswer(
  db: Db | Trx,
  { relayHash, broughtHash }: Kept,
  answer: Vouched | TestAnswer,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity.sso_request set answer = ${JSON.stringify(answer)}, brought_hash = ${broughtHash}
    where relay_hash = ${relayHash} and (answer is null or brought_hash = ${broughtHash})`.execute(db);
  return numAffectedRows === 1n;
}

/** Where groups of the provider give roles, a sign-in may take some: it waits for other changes of rights, before it locks anything else, as those do. */
export async function lockMapped(
  trx: Trx,
  { tenantNumber, groups }: Pick<SsoConfig, 'tenantNumber' | 'groups'>,
): Promise<void> {
  if (groups.length === 0) return;
  await sql`select number from identity.tenant where number = ${tenantNumber} for no key update`.execute(trx);
}

export async function deleteRequest(db: Db | Trx, relayHash: Buffer): Promise<void> {
  await db.deleteFrom('identity.sso_request').where('relay_hash', '=', relayHash).execute();
}

/** Those who come for the first time at once come one after the other, whether they bring the same subject or the same address. */
export async function lockNewcomers(trx: Trx, addresses: readonly string[]): Promise<void> {
  for (const email of [...addresses].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sso person ${email}`}, 0))`.execute(trx);
}

export interface KnownPerson {
  userId: number;
  login: string;
  email: string;
  name: string;
  /** They may come in: switched on, not locked, and active in the tenant. */
  open: boolean;
  /** They belong to this tenant and to no other, whoever else has asked them, so that it may say who they are. */
  theirs: boolean;
}

/** Somebody whom the tenant knows by what its provider calls them, with what it last said of them; null before that was kept. */
export interface NamedPerson extends KnownPerson {
  saidEmail: string | null;
  saidName: string | null;
}

const person = (tenantNumber: number, now: Date) => sql`
  u.id as "userId", u.login, u.email, u.full_name as name, (u.status = 'A' and (u.locked_until is null or u.locked_until <= ${now})
    and exists (select 1 from identity.membership m where m.tenant_number = ${tenantNumber} and m.user_id = u.id and ${isActiveMember(now)})) as open,
  exists (select 1 from identity.membership m where m.user_id = u.id and m.tenant_number = ${tenantNumber})
    and not exists (select 1 from identity.membership m where m.user_id = u.id and m.tenant_number <> ${tenantNumber} and not m.awaits_answer) as theirs`;

export interface NamedBy extends Pick<Vouched, 'subject'> {
  tenantNumber: number;
  now: Date;
  issuers: readonly string[];
}

/** Whom the tenant knows by what its provider calls them; held as they are until the transaction ends. */
export async function findByIdentity(
  trx: Trx,
  { tenantNumber, now, issuers, subject }: NamedBy,
): Promise<NamedPerson | null> {
  const { rows } = await sql<NamedPerson>`
    select ${person(tenantNumber, now)}, i.said_email as "saidEmail", i.said_name as "saidName" from identity.sso_identity i join identity."user" u on u.id = i.user_id
    where i.tenant_number = ${tenantNumber} and i.issuer = any(${[...issuers]}::text[]) and i.subject = ${subject}
    order by array_position(${[...issuers]}::text[], i.issuer) limit 1 for no key update of u`.execute(trx);
  return rows[0] ?? null;
}

/** Whose name or address it is, held alike. `theirs`: by their address. */
export async function findByAddress(
  trx: Trx,
  { tenantNumber, now, email }: { tenantNumber: number; now: Date; email: string },
): Promise<KnownPerson | null> {
  const spellings = spellingsOf(email);
  const { rows } = await sql<KnownPerson & { addressed: boolean }>`
    select ${person(tenantNumber, now)}, lower(u.email) = any(${spellings}::text[]) as addressed
    from identity."user" u where lower(u.email) = any(${spellings}::text[]) or lower(u.login) = any(${spellings}::text[]) limit 1 for no key update of u`.execute(
    trx,
  );
  if (!rows[0]) return null;
  const { addressed, ...found } = rows[0];
  return { ...found, theirs: found.theirs && addressed };
}

/** Sets what somebody is known by, with what the provider says of them; `said` as it was where that was not taken over. */
export async function keepIdentity(
  trx: Trx,
  {
    tenantNumber,
    issuer,
    subject,
    userId,
    said,
    now,
  }: { tenantNumber: number; userId: number; said: Said; now: Date } & Pick<Vouched, 'issuer' | 'subject'>,
): Promise<void> {
  await sql`
    with proven as (
      update identity."user" set address_before = null where id = ${userId} and address_before is not null and lower(email) = lower(${said.email}))
    insert into identity.sso_identity (tenant_number, issuer, subject, user_id, said_email, said_name, created_at, last_used_at)
    values (${tenantNumber}, ${issuer}, ${subject}, ${userId}, ${said.email}, ${said.name}, ${now}, ${now})
    on conflict (tenant_number, issuer, subject) do update set said_email = excluded.said_email, said_name = excluded.said_name, last_used_at = excluded.last_used_at`.execute(
    trx,
  );
}

/** Somebody who signs in by their organization alone. @returns their id */
export async function insertSsoUser(
  trx: Trx,
  { email, name, now }: Pick<Vouched, 'email' | 'name'> & { now: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('identity.user')
    .values({ login: email, email, full_name: name ?? email, locale: 'en_US', sso_user: true, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
