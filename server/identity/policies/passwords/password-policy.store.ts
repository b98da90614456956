import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { isActiveMember } from '../entry/active-member';
import { strictest, type PasswordPolicy } from './password-policy.rules';

const columns = sql`p.min_length as "minLength", p.max_length as "maxLength", p.allow_passphrases as "allowPassphrases", p.min_phrase_length as "minPhraseLength",
  p.min_optional_tests as "minOptionalTests", p.three_repeated as "threeRepeated", p.lowercase, p.uppercase, p.numbers, p.special_chars as "specialChars"`;

export async function policyOfTenant(db: Db | Trx, tenantNumber: number): Promise<PasswordPolicy> {
  const { rows } =
    await sql<PasswordPolicy>`select ${columns} from identity.password_policy p where p.tenant_number = ${tenantNumber}`.execute(
      db,
    );
  return strictest(rows);
}

export async function saveComplexity(trx: Trx, tenantNumber: number, policy: PasswordPolicy): Promise<void> {
  const kept = {
    min_length: policy.minLength,
    max_length: policy.maxLength,
    allow_passphrases: policy.allowPassphrases,
    min_phrase_length: policy.minPhraseLength,
    min_optional_tests: policy.minOptionalTests,
    three_repeated: policy.threeRepeated,
    lowercase: policy.lowercase,
    uppercase: policy.uppercase,
    numbers: policy.numbers,
    special_chars: policy.specialChars,
  };
  await trx
    .insertInto('identity.password_policy')
    .values({ tenant_number: tenantNumber, ...kept })
    .onConflict((conflict) => conflict.column('tenant_number').doUpdateSet(kept))
    .execute();
}

/** Of all tenants that somebody is an active member of at an instant; nobody's is the floor. */
export async function policyOfPerson(
  db: Db,
  who: { userId: number } | { userUuid: string },
  now: Date,
): Promise<PasswordPolicy> {
  const person = 'userId' in who ? sql<boolean>`u.id = ${who.userId}` : sql<boolean>`u.uuid = ${who.userUuid}`;
  const { rows } = await sql<PasswordPolicy>`
    select ${columns} from identity.password_policy p join identity.membership m on m.tenant_number = p.tenant_number and ${isActiveMember(now)}
    join identity."user" u on u.id = m.user_id where ${person}`.execute(db);
  return strictest(rows);
}

export interface HistoryPolicy {
  id: string;
  enabled: boolean;
  historySize: number;
  createdAt: Date;
  updatedAt: Date;
}

export async function findHistoryPolicy(db: Db | Trx, tenantNumber: number): Promise<HistoryPolicy | null> {
  const row = await db
    .selectFrom('identity.password_history_policy')
    .select(['id', 'enabled', 'history_size as historySize', 'created_at as createdAt', 'updated_at as updatedAt'])
    .where('tenant_number', '=', tenantNumber)
    .executeTakeFirst();
  return row ?? null;
}

export async function saveHistoryPolicy(
  trx: Trx,
  {
    tenantNumber,
    enabled,
    historySize,
    now,
  }: { tenantNumber: number; enabled: boolean; historySize: number; now: Date },
): Promise<void> {
  const kept = { enabled, history_size: historySize, updated_at: now };
  await trx
    .insertInto('identity.password_history_policy')
    .values({ tenant_number: tenantNumber, created_at: now, ...kept })
    .onConflict((conflict) => conflict.column('tenant_number').doUpdateSet(kept))
    .execute();
}

/** How many of somebody's newest passwords may not be taken again, by the strictest of their tenants; 0 asks nothing. */
export async function historySizeOf(db: Db | Trx, userId: number, now: Date): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ size: number }>`
    select coalesce(max(p.history_size), 0) as size from identity.password_history_policy p
    join identity.membership m on m.tenant_number = p.tenant_number and ${isActiveMember(now)} where m.user_id = ${userId} and p.enabled`.execute(
    db,
  );
  return row?.size ?? 0;
}

export async function listReplacedHashes(db: Db, userId: number, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('identity.password_history')
    .select('password_hash')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => row.password_hash);
}

/** Keeps what was replaced, and forgets what is older than `most` of them. */
export async function keepReplacedHash(
  trx: Trx,
  { userId, hash, now }: { userId: number; hash: string; now: Date },
  most: number,
): Promise<void> {
  if (most > 0)
    await trx
      .insertInto('identity.password_history')
      .values({ user_id: userId, password_hash: hash, replaced_at: now })
      .execute();
  await sql`
    delete from identity.password_history where user_id = ${userId}
      and id not in (select id from identity.password_history where user_id = ${userId} order by id desc limit ${most})`.execute(
    trx,
  );
}
