import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { PersonalData } from '../../platform/personal-data';
import type { PushSubscriptionInput } from './web-push.contract';

/** Whose browser. */
export interface Subscriber {
  organisationId: number;
  userId: number;
}

export interface Subscription {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A browser is told what its last subscriber asked for: it leaves whoever had it before, in any organisation. @returns its id */
export async function putSubscription(
  trx: Trx,
  { organisationId, userId }: Subscriber,
  { subscription: { endpoint, keys }, now }: { subscription: PushSubscriptionInput; now: Date },
): Promise<number> {
  const values = {
    organisation_id: organisationId,
    user_id: userId,
    p256dh: keys.p256dh,
    auth: keys.auth,
    created_at: now,
  };
  const { id } = await trx
    .insertInto('push_subscription')
    .values({ ...values, endpoint })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Browsers that nobody uses any more say so only when they are written to: the oldest make room. */
export async function keepNewest(trx: Trx, { userId }: Pick<Subscriber, 'userId'>, most: number): Promise<void> {
  await sql`
    delete from push_subscription where user_id = ${userId} and id in (
      select id from push_subscription where user_id = ${userId} order by created_at desc, id desc offset ${most})`.execute(
    trx,
  );
}

/** @returns its id; undefined where the person has none of this address */
export async function deleteOwn(
  trx: Trx,
  { userId }: Pick<Subscriber, 'userId'>,
  endpoint: string,
): Promise<number | undefined> {
  const row = await trx
    .deleteFrom('push_subscription')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** All browsers of a person, in whichever organisation they asked. */
export function listSubscriptions(db: Db | Trx, userId: number): Promise<Pick<Subscription, 'id' | 'endpoint'>[]> {
  return db
    .selectFrom('push_subscription')
    .select(['id', 'endpoint'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

export function findSubscription(
  db: Db,
  { id, userId }: { id: number; userId: number },
): Promise<Subscription | undefined> {
  return db
    .selectFrom('push_subscription')
    .select(['id', 'endpoint', 'p256dh', 'auth'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** What the push service does not know any more. */
export async function deleteSubscription(db: Db, id: number): Promise<void> {
  await db.deleteFrom('push_subscription').where('id', '=', id).execute();
}

/** The browsers that a person is told things in. */
export const browsersOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  browsersToldByPush: (
    await sql<object>`
      select s.organisation_id as "organizationId", split_part(s.endpoint, '/', 3) as "pushService", s.created_at as "createdAt"
      from push_subscription s where s.organisation_id = any(${[...organisationIds]}::bigint[]) and s.user_id = ${userId} order by s.created_at`.execute(
      db,
    )
  ).rows,
});
