import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { MemberStatus } from '../../platform/members';
import type { PersonalData } from '../../platform/personal-data';
import type { Decision } from './access-review.rules';
import type { ReviewHead } from './user-manager.contract';

interface ReviewKey {
  organisationId: number;
  reviewId: number;
}

export interface StoredEntry {
  userId: number;
  decision: Decision;
  note: string | null;
  decidedBy: number;
  decidedAt: Date;
  mark: string;
  roles: { key: string; name: string; builtIn: boolean }[];
  secured: { sites: number; locations: number } | null;
  status: MemberStatus;
  lastSignInAt: Date | null;
}

/** An entry with the names of today. */
export interface NamedEntry extends StoredEntry {
  fullName: string | null;
  email: string | null;
  decidedByName: string | null;
}

const heads = sql<Omit<ReviewHead, 'startedAt' | 'signedAt'> & { startedAt: Date; signedAt: Date | null }>`
  select r.id as "reviewId", r.name, r.started_at as "startedAt", starter.full_name as "startedByName", r.signed_at as "signedAt",
    signer.full_name as "signedByName", r.statement,
    (select count(*) from access_review_entry e where e.organisation_id = r.organisation_id and e.review_id = r.id and e.decision = 'keep') as kept,
    (select count(*) from access_review_entry e where e.organisation_id = r.organisation_id and e.review_id = r.id and e.decision = 'remove') as removed
  from access_review r left join identity.person starter on starter.id = r.started_by left join identity.person signer on signer.id = r.signed_by`;

const headOf = ({
  startedAt,
  signedAt,
  ...rest
}: Omit<ReviewHead, 'startedAt' | 'signedAt'> & { startedAt: Date; signedAt: Date | null }): ReviewHead => ({
  ...rest,
  startedAt: startedAt.toISOString(),
  signedAt: signedAt?.toISOString() ?? null,
});

export async function listReviews(db: Db, organisationId: number): Promise<ReviewHead[]> {
  const { rows } = await sql<Parameters<typeof headOf>[0]>`
    ${heads} where r.organisation_id = ${organisationId} order by r.started_at desc, r.id desc limit 1000`.execute(db);
  return rows.map(headOf);
}

export async function findReview(db: Db | Trx, { organisationId, reviewId }: ReviewKey): Promise<ReviewHead | null> {
  const {
    rows: [row],
  } = await sql<Parameters<typeof headOf>[0]>`
    ${heads} where r.organisation_id = ${organisationId} and r.id = ${reviewId}`.execute(db);
  return row ? headOf(row) : null;
}

export async function insertReview(
  trx: Trx,
  review: { organisationId: number; name: string; now: Date; userId: number },
): Promise<number> {
  const { id } = await trx
    .insertInto('access_review')
    .values({
      organisation_id: review.organisationId,
      name: review.name,
      started_at: review.now,
      started_by: review.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteReview(trx: Trx, { organisationId, reviewId }: ReviewKey): Promise<void> {
  await trx
    .deleteFrom('access_review')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', reviewId)
    .execute();
}

export async function signReview(
  trx: Trx,
  { organisationId, reviewId }: ReviewKey,
  signed: { now: Date; userId: number; statement: string | null },
): Promise<void> {
  await trx
    .updateTable('access_review')
    .set({ signed_at: signed.now, signed_by: signed.userId, statement: signed.statement })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', reviewId)
    .execute();
}

/** By name. */
export async function listEntries(db: Db | Trx, { organisationId, reviewId }: ReviewKey): Promise<NamedEntry[]> {
  const { rows } = await sql<NamedEntry>`
    select e.user_id as "userId", e.decision, e.note, e.decided_by as "decidedBy", e.decided_at as "decidedAt", e.mark, e.roles, e.secured, e.status,
      e.last_sign_in_at as "lastSignInAt", p.full_name as "fullName", p.email, decider.full_name as "decidedByName"
    from access_review_entry e left join identity.person p on p.id = e.user_id left join identity.person decider on decider.id = e.decided_by
    where e.organisation_id = ${organisationId} and e.review_id = ${reviewId} order by lower(p.full_name), e.user_id`.execute(
    db,
  );
  return rows;
}

export async function putEntries(
  trx: Trx,
  { organisationId, reviewId }: ReviewKey,
  entries: readonly StoredEntry[],
): Promise<void> {
  await trx
    .insertInto('access_review_entry')
    .values(
      entries.map((one) => ({
        organisation_id: organisationId,
        review_id: reviewId,
        user_id: one.userId,
        decision: one.decision,
        note: one.note,
        decided_by: one.decidedBy,
        decided_at: one.decidedAt,
        mark: one.mark,
        roles: JSON.stringify(one.roles),
        secured: one.secured && JSON.stringify(one.secured),
        status: one.status,
        last_sign_in_at: one.lastSignInAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'review_id', 'user_id']).doUpdateSet((eb) => ({
        decision: eb.ref('excluded.decision'),
        note: eb.ref('excluded.note'),
        decided_by: eb.ref('excluded.decided_by'),
        decided_at: eb.ref('excluded.decided_at'),
        mark: eb.ref('excluded.mark'),
        roles: eb.ref('excluded.roles'),
        secured: eb.ref('excluded.secured'),
        status: eb.ref('excluded.status'),
        last_sign_in_at: eb.ref('excluded.last_sign_in_at'),
      })),
    )
    .execute();
}

/** What was decided about people who have left meanwhile stays in no open review. */
export async function deleteEntriesBeside(
  trx: Trx,
  { organisationId, reviewId }: ReviewKey,
  userIds: readonly number[],
): Promise<void> {
  await sql`delete from access_review_entry where organisation_id = ${organisationId} and review_id = ${reviewId}
    and not (user_id = any(${[...userIds]}::bigint[]))`.execute(trx);
}

/** What reviews decided about a person's access. */
export const reviewsOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  accessReviews: (
    await sql<object>`
      select e.organisation_id as "organizationId", r.name, e.decision, e.note, e.decided_at as "decidedAt", r.signed_at as "signedAt"
      from access_review_entry e join access_review r on r.organisation_id = e.organisation_id and r.id = e.review_id
      where e.organisation_id = any(${[...organisationIds]}::bigint[]) and e.user_id = ${userId} order by e.decided_at`.execute(
      db,
    )
  ).rows,
});
