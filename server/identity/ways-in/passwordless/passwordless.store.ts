import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { spellingsOf } from '../../../platform/email-spellings';
import { lockAccount } from '../../core/accounts/account-lock';
import { isCalledById } from '../../core/accounts/named-by-id';
import { firstTenant } from '../../core/memberships/open-tenants';
import type { Arrival } from '../../policies/entry/arrival';
import { codeTries } from '../../policies/lockout/code-tries.rules';
import { minutesOfEntry, type EntryKind, type StoredEntry } from './passwordless.rules';

interface NewEntry {
  kind: EntryKind;
  askedFor: string;
  flowHash: Buffer;
  now: Date;
}

/** @returns the row's id */
export async function addEntry(trx: Trx, { kind, askedFor, flowHash, now }: NewEntry): Promise<string> {
  const expiresAt = new Date(now.getTime() + minutesOfEntry[kind] * 60_000);
  const row = await trx
    .insertInto('identity.entry_secret')
    .values({ kind, asked_for: askedFor, flow_hash: flowHash, created_at: now, expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export interface EntryMailing {
  kind: EntryKind;
  expiresAt: Date;
  userId: number;
  email: string;
  fullName: string;
  locale: string;
}

/** Who a mail goes to that was asked for; null where nobody has the name, or has it already. */
export async function lockEntryMailing(trx: Trx, id: string, now: Date): Promise<EntryMailing | null> {
  const asked = await trx
    .selectFrom('identity.entry_secret')
    .select('asked_for')
    .where('id', '=', id)
    .executeTakeFirst();
  const spellings = sql`any(${spellingsOf(asked?.asked_for ?? '')}::text[])`;
  const { rows } = await sql<EntryMailing>`
    select e.kind, e.expires_at as "expiresAt", u.id as "userId", u.email, u.full_name as "fullName", u.locale
    from identity.entry_secret e join identity."user" u on lower(u.login) = ${spellings} or lower(u.email) = ${spellings} or ${isCalledById(sql`u.uuid`, sql`e.asked_for`)}
    where e.id = ${id} and e.secret_hash is null and u.status = 'A' and not u.sso_user and ${firstTenant(now)} is not null
    order by lower(u.login) = ${spellings} desc limit 1 for update of e`.execute(trx);
  return rows[0] ?? null;
}

export async function fillEntry(
  trx: Trx,
  id: string,
  { userId, email, secretHash }: { userId: number; email: string; secretHash: Buffer },
): Promise<void> {
  await trx
    .updateTable('identity.entry_secret')
    .set({ user_id: userId, email, secret_hash: secretHash })
    .where('id', '=', id)
    .execute();
}

export interface OpenEntry extends StoredEntry {
  id: string;
  askedFor: string;
  userId: number | null;
  secretHash: Buffer | null;
}

/** A mailed link by the hash of its token, with that of what the browser keeps that asked for it. */
export async function findLink(db: Db, hash: Buffer): Promise<(StoredEntry & { flowHash: Buffer | null }) | null> {
  const { rows } = await sql<StoredEntry & { flowHash: Buffer | null }>`
    select e.email, e.flow_hash as "flowHash", e.used_at as "usedAt", e.expires_at as "expiresAt", (select u.email from identity."user" u where u.id = e.user_id) as "emailNow"
    from identity.entry_secret e where e.kind = 'LINK' and e.secret_hash = ${hash}`.execute(db);
  return rows[0] ?? null;
}

/** By the hash of a link's token or of what a browser keeps for its code. Whoever else brings the same waits. */
export async function lockEntry(trx: Trx, kind: EntryKind, hash: Buffer): Promise<OpenEntry | null> {
  const wanted = kind === 'LINK' ? sql<boolean>`e.secret_hash = ${hash}` : sql<boolean>`e.flow_hash = ${hash}`;
  const {
    rows: [owner],
  } = await sql<{
    userId: number | null;
  }>`select e.user_id as "userId" from identity.entry_secret e where e.kind = ${kind} and ${wanted}`.execute(trx);
  if (owner && owner.userId !== null) await lockAccount(trx, owner.userId);
  const { rows } = await sql<OpenEntry>`
    select e.id, e.asked_for as "askedFor", e.user_id as "userId", e.email, e.secret_hash as "secretHash", e.used_at as "usedAt", e.expires_at as "expiresAt",
      (select u.email from identity."user" u where u.id = e.user_id) as "emailNow"
    from identity.entry_secret e where e.kind = ${kind} and ${wanted} for update`.execute(trx);
  return rows[0] ?? null;
}

export async function endEntry(trx: Trx, id: string, now: Date): Promise<void> {
  await trx.updateTable('identity.entry_secret').set({ used_at: now }).where('id', '=', id).execute();
}

/** Counts a try for each of the subjects, before the code is looked at. @returns the most that any of them has had of late */
export async function countTries(trx: Trx, subjects: readonly string[], now: Date): Promise<number> {
  const from = new Date(now.getTime() - codeTries.seconds * 1000);
  let most = 0;
  for (const subject of subjects) {
    const {
      rows: [row],
    } = await sql<{ tries: number }>`
      insert into identity.entry_try as t (subject, tries, since) values (${subject}, 1, ${now})
      on conflict (subject) do update set tries = case when t.since <= ${from} then 1 else t.tries + 1 end, since = case when t.since <= ${from} then excluded.since else t.since end
      returning tries`.execute(trx);
    most = Math.max(most, row?.tries ?? 0);
  }
  return most;
}

export async function forgetTries(trx: Trx, subjects: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('identity.entry_try')
    .where('subject', 'in', [...subjects])
    .execute();
}

/** Where somebody comes in; null where they are switched off or locked, sign in elsewhere or belong to no active tenant. */
export async function findArrival(
  trx: Trx,
  userId: number,
  now: Date,
): Promise<Pick<Arrival, 'userId' | 'login' | 'tenantNumber'> | null> {
  const {
    rows: [row],
  } = await sql<{ login: string; tenantNumber: number | null }>`
    select u.login, ${firstTenant(now)} as "tenantNumber" from identity."user" u
    where u.id = ${userId} and u.status = 'A' and not u.sso_user and (u.locked_until is null or u.locked_until <= ${now})`.execute(
    trx,
  );
  return row && row.tenantNumber !== null ? { userId, login: row.login, tenantNumber: row.tenantNumber } : null;
}
