import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createClient } from 'redis';
import type { TestApp } from '../../tests/support/test-app';
import { secret } from './counterparts';

const week = 7 * 24 * 3_600_000;

interface Wish {
  /** Whose rights the others have. */
  like: { userId: number; organisationId: number };
  people: number;
  /** Of each of them. */
  sessionsEach?: number;
  redisUrl: string;
}

/** Adds people to an organisation with the rights of one who is there. @returns what all their logins begin with */
export async function addPeople(db: TestApp['db'], { like, people }: Pick<Wish, 'like' | 'people'>): Promise<string> {
  const name = randomUUID().slice(0, 8);
  await sql`
    with model as (select * from identity."user" where id = ${like.userId}),
    added as (
      insert into identity."user" (login, email, full_name, password_hash, password_changed_at, locale, privacy_accepted_at, created_at)
      select ${name} || n || '@bench.test', ${name} || n || '@bench.test', 'Person ' || n, password_hash, password_changed_at, locale, privacy_accepted_at, created_at
      from model cross join generate_series(1, ${people}) as n returning id),
    members as (
      insert into identity.membership (tenant_number, user_id) select ${like.organisationId}, id from added returning user_id)
    insert into identity.membership_role (tenant_number, user_id, role_id)
    select ${like.organisationId}, m.user_id, r.role_id from members m
    cross join (select role_id from identity.membership_role where user_id = ${like.userId} and tenant_number = ${like.organisationId}) r`.execute(
    db,
  );
  return name;
}

/**
 * Signs in many people at once: rows and keys as the sign-in writes them, without hashing ten thousand passwords.
 * @returns the Cookie header of each session
 */
export async function signInMany(
  { db }: Pick<TestApp, 'db'>,
  { like, people, sessionsEach = 1, redisUrl }: Wish,
): Promise<string[]> {
  const name = await addPeople(db, { like, people });
  const { rows } = await sql<{ id: string }>`
    insert into identity.session (user_id, tenant_number, created_at, last_used_at, expires_at, idle_seconds, ip, user_agent)
    select u.id, ${like.organisationId}, now(), now(), now() + interval '90 days', 3600, '10.0.0.1', 'bench'
    from identity."user" u cross join generate_series(1, ${sessionsEach}) where u.login like ${`${name}%@bench.test`} returning id`.execute(
    db,
  );

  const redis = createClient({ url: redisUrl });
  await redis.connect();
  const cookies: string[] = [];
  for (const { id } of rows) {
    const sid = randomBytes(24).toString('base64url');
    const session = {
      cookie: { originalMaxAge: null, expires: null, secure: false, httpOnly: true, path: '/', sameSite: 'lax' },
      sessionId: id,
    };
    await redis.set(`tare:session:${sid}`, JSON.stringify(session), { PX: week });
    const signature = createHmac('sha256', secret).update(sid).digest('base64').replace(/=+$/, '');
    cookies.push(`tare-session=${encodeURIComponent(`s:${sid}.${signature}`)}`);
  }
  await redis.close();
  return cookies;
}
