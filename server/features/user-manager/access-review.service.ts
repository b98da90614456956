import { listRestrictions } from '../../domain/places';
import type { SecuredItems } from '../../domain/places/secured-items.contract';
import { defineActions } from '../../platform/audit';
import type { Db, Trx } from '../../platform/db/database';
import { fail, Failure } from '../../platform/errors';
import type { Translate } from '../../platform/i18n/messages';
import type { Member, TenantRole } from '../../platform/members';
import { seesAll } from '../../platform/restriction.rules';
import { revisionOf } from '../../platform/revision';
import { nameOfRole } from '../../platform/role-names';
import { editingPeople, findUser, setActiveIn, type Editing } from '../users';
import { stateOf, tallyOf, type Decision } from './access-review.rules';
import {
  deleteEntriesBeside,
  deleteReview,
  findReview,
  insertReview,
  listEntries,
  putEntries,
  signReview,
  type NamedEntry,
  type StoredEntry,
} from './access-review.store';
import type { ReviewHead, ReviewRow } from './user-manager.contract';

const actions = defineActions('accessReview', {
  start: {},
  decide: {},
  sign: { severity: 'warning' },
  discard: { severity: 'warning' },
});

/** More than any organization has; one read, so that nobody slips from one page to the next. */
const mostPeople = 100_000;

/** Everyone who can come in, now or by an invitation, by name. */
async function everyone(db: Db | Trx, { acting, members }: Editing): Promise<Member[]> {
  const { members: found } = await members.list(db, {
    tenantNumber: acting.scope.organisationId,
    entering: true,
    sort: { column: 'fullName', direction: 'asc' },
    limit: mostPeople,
    offset: 0,
  });
  return found;
}

/** Names what somebody may do and see: a role that allows more than before is another access. */
const markOf = (
  { roleIds }: Pick<Member, 'roleIds'>,
  { items, roles }: { items: SecuredItems | null; roles: readonly TenantRole[] },
) =>
  revisionOf([
    roles
      .filter(({ roleId }) => roleIds.includes(roleId))
      .map(({ roleId, permissions }) => [roleId, [...permissions].sort()]),
    items,
  ]);
const countsOf = (items: SecuredItems | null | undefined) =>
  items ? { sites: items.siteIds.length, locations: items.locationIds.length } : null;

const decided = (entry: NamedEntry | undefined) => ({
  decision: entry?.decision ?? null,
  note: entry?.note ?? null,
  decidedByName: entry?.decidedByName ?? null,
  decidedAt: entry?.decidedAt.toISOString() ?? null,
  bySelf: entry !== undefined && entry.decidedBy === entry.userId,
});

/** Of an open review everyone as they are now, of one that is signed off what was decided. */
export async function reviewRows(
  editing: Editing,
  { t, review }: { t: Translate; review: ReviewHead },
  db: Db | Trx = editing.acting.db,
): Promise<ReviewRow[]> {
  const { organisationId } = editing.acting.scope;
  const entries = await listEntries(db, { organisationId, reviewId: review.reviewId });
  if (review.signedAt !== null)
    return entries.map((entry) => ({
      userId: entry.userId,
      fullName: entry.fullName,
      email: entry.email,
      status: entry.status,
      roleNames: entry.roles.map((role) => nameOfRole(t, role)),
      secured: entry.secured,
      lastSignInAt: entry.lastSignInAt?.toISOString() ?? null,
      mark: entry.mark,
      state: entry.decision,
      ...decided(entry),
    }));
  const byPerson = new Map(entries.map((entry) => [entry.userId, entry]));
  const restrictions = await listRestrictions(db, organisationId);
  const roles = await editing.members.roles(db, organisationId);
  return (await everyone(db, editing)).map((member) => {
    const items = restrictions.get(member.userId) ?? null;
    const mark = markOf(member, { items, roles });
    const entry = byPerson.get(member.userId);
    return {
      userId: member.userId,
      fullName: member.fullName,
      email: member.email,
      status: member.status,
      roleNames: roles.filter(({ roleId }) => member.roleIds.includes(roleId)).map((role) => nameOfRole(t, role)),
      secured: countsOf(items),
      lastSignInAt: member.lastSignInAt?.toISOString() ?? null,
      mark,
      state: stateOf(entry, mark),
      ...decided(entry),
    };
  });
}

/** @throws 404 unknownReview */
export async function reviewOf({ acting }: Editing, reviewId: number, db: Db | Trx = acting.db): Promise<ReviewHead> {
  // Of people of every site.
  const review = seesAll(acting.scope)
    ? await findReview(db, { organisationId: acting.scope.organisationId, reviewId })
    : null;
  if (!review) throw fail.notFound('userManager.reviews.unknownReview');
  return review;
}

/** @throws 404 unknownReview, 409 alreadySigned */
async function openReview(trx: Trx, editing: Editing, reviewId: number): Promise<ReviewHead> {
  const review = await reviewOf(editing, reviewId, trx);
  if (review.signedAt !== null) throw fail.conflict('userManager.reviews.alreadySigned');
  return review;
}

function checkWhole({ acting }: Editing): void {
  if (!seesAll(acting.scope)) throw fail.unprocessable('users.limitedToSites');
}

/** @returns its id @throws 422 limitedToSites, alreadyOpen */
export async function startReview(editing: Editing, name: string): Promise<number> {
  const { acting } = editing;
  checkWhole(editing);
  try {
    return await acting.db.transaction().execute(async (trx) => {
      const reviewId = await insertReview(trx, {
        organisationId: acting.scope.organisationId,
        name,
        now: acting.now,
        userId: acting.actor.userId,
      });
      await acting.audit(trx, {
        action: actions.start,
        entity: 'accessReview',
        entityId: reviewId,
        after: { name },
      });
      await acting.touch(trx);
      return reviewId;
    });
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw fail.unprocessable('userManager.reviews.alreadyOpen');
    throw error;
  }
}

interface Deciding {
  reviewId: number;
  decision: Decision;
  note: string;
  people: readonly { userId: number; mark: string }[];
}

/**
 * Decides about people, by the access that was shown of each; earlier decisions about them are replaced.
 * @throws 404 unknownReview, unknownUser, 409 alreadySigned, errors.conflict, 422 limitedToSites and why somebody's access cannot be removed
 */
export function decide(editing: Editing, { reviewId, decision, note, people }: Deciding): Promise<void> {
  const { acting, members } = editing;
  const { organisationId } = acting.scope;
  checkWhole(editing);
  return editingPeople(editing, async (trx) => {
    await openReview(trx, editing, reviewId);
    const roles = await members.roles(trx, organisationId);
    const entries: StoredEntry[] = [];
    for (const { userId, mark } of people) {
      const { member, items, refused } = await findUser(editing, userId, trx);
      if (member.status === 'INACTIVE' || markOf(member, { items, roles }) !== mark)
        throw fail.conflict('errors.conflict');
      if (decision === 'remove' && refused.state)
        throw fail.unprocessable('userManager.reviews.notRemovable', {
          params: { name: member.fullName },
          fields: [{ field: 'people', code: `users.${refused.state}` }],
        });
      entries.push({
        userId,
        decision,
        note: note === '' ? null : note,
        decidedBy: acting.actor.userId,
        decidedAt: acting.now,
        mark,
        roles: roles
          .filter(({ roleId }) => member.roleIds.includes(roleId))
          .map(({ key, name, builtIn }) => ({ key, name, builtIn })),
        secured: countsOf(items),
        status: member.status,
        lastSignInAt: member.lastSignInAt,
      });
    }
    await putEntries(trx, { organisationId, reviewId }, entries);
    await acting.audit(trx, {
      action: actions.decide,
      entity: 'accessReview',
      entityId: reviewId,
      after: { decision, note, userIds: people.map(({ userId }) => userId) },
    });
    await acting.touch(trx);
  });
}

/**
 * Signs a review off: deactivates everyone whose access is to be removed, and freezes what was decided.
 * @throws 404 unknownReview, 409 alreadySigned, 422 limitedToSites, stillOpen, notRemovable with the reason
 */
export function sign(editing: Editing, review: { reviewId: number; statement: string; t: Translate }): Promise<void> {
  const { acting } = editing;
  const { organisationId } = acting.scope;
  const { reviewId, statement, t } = review;
  checkWhole(editing);
  return editingPeople(editing, async (trx) => {
    const rows = await reviewRows(editing, { t, review: await openReview(trx, editing, reviewId) }, trx);
    const { open, keep, remove } = tallyOf(rows);
    if (open > 0) throw fail.unprocessable('userManager.reviews.stillOpen', { params: { count: open, number: open } });
    await deleteEntriesBeside(
      trx,
      { organisationId, reviewId },
      rows.map(({ userId }) => userId),
    );
    for (const { userId, fullName } of rows.filter(({ state }) => state === 'remove'))
      await removing(fullName ?? '', async () => {
        const { revision } = await findUser(editing, userId, trx);
        await setActiveIn(trx, editing, { userId, active: false, revision });
      });
    await signReview(
      trx,
      { organisationId, reviewId },
      { now: acting.now, userId: acting.actor.userId, statement: statement === '' ? null : statement },
    );
    await acting.audit(trx, {
      action: actions.sign,
      entity: 'accessReview',
      entityId: reviewId,
      after: { kept: keep, removed: remove, statement },
    });
    await acting.touch(trx);
  });
}

/** Says about whom it was. */
async function removing(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 422) throw error;
    throw fail.unprocessable('userManager.reviews.notRemovable', {
      params: { name },
      fields: [{ field: 'people', code: error.code }],
      cause: error,
    });
  }
}

/** @throws 404 unknownReview, 409 alreadySigned, 422 limitedToSites */
export function discard(editing: Editing, reviewId: number): Promise<void> {
  const { acting } = editing;
  const { organisationId } = acting.scope;
  checkWhole(editing);
  return editingPeople(editing, async (trx) => {
    const { name } = await openReview(trx, editing, reviewId);
    await deleteReview(trx, { organisationId, reviewId });
    await acting.audit(trx, {
      action: actions.discard,
      entity: 'accessReview',
      entityId: reviewId,
      before: { name },
    });
    await acting.touch(trx);
  });
}
