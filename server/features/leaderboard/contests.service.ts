import { listFilterOptions, listStages } from '../../domain/places';
import type { Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { fail, type FieldProblem } from '../../platform/errors';
import { countContests, deleteContest, findContest, insertContest, lockContest, updateContest } from './contests.store';
import { leaderboardLimits } from './leaderboard-terms.rules';
import type { Contest, ContestEdit, ContestTerms } from './leaderboard.contract';
import { contestProblems } from './leaderboard.rules';

const actions = defineActions('contest', { create: {}, change: {}, delete: {} });

const termsOf = ({ contestId: _, version: __, ...terms }: Contest): ContestTerms => terms;

/** @throws 422 by field */
async function check({ db, scope }: Acting, terms: ContestTerms): Promise<void> {
  const fields: FieldProblem[] = contestProblems(terms);
  const [stages, { countries, regions, segments }] = await Promise.all([
    listStages(db, scope),
    listFilterOptions(db, scope),
  ]);
  const unknown = (field: keyof ContestTerms) => fields.push({ field, code: 'leaderboard.error.unknownGroup' });
  if (!stages.some(({ wasteStageId }) => wasteStageId === terms.wasteStageId)) unknown('wasteStageId');
  const { countryCode, regionName, segmentName } = terms;
  if (countryCode !== null && !countries.some((one) => one.countryCode === countryCode)) unknown('countryCode');
  const region = regions.find((one) => one.regionName === regionName);
  if (regionName !== null && (!region || (countryCode !== null && !region.countryCodes.includes(countryCode))))
    unknown('regionName');
  if (segmentName !== null && !segments.some((one) => one.segmentName === segmentName)) unknown('segmentName');
  if (fields.length > 0) throw fail.unprocessable('leaderboard.error.notSaved', { fields });
}

/** @throws 422 by field, tooMany */
export async function createContest(acting: Acting, terms: ContestTerms): Promise<number> {
  await check(acting, terms);
  return acting.db.transaction().execute(async (trx) => {
    const { scope, now } = acting;
    if ((await countContests(trx, scope)) >= leaderboardLimits.contests)
      throw fail.unprocessable('leaderboard.error.tooMany', { params: { most: leaderboardLimits.contests } });
    const contestId = await insertContest(trx, scope, { terms, now });
    await acting.audit(trx, { action: actions.create, entity: 'contest', entityId: contestId, after: terms });
    await acting.touch(trx);
    return contestId;
  });
}

/** @throws 404 */
async function current(trx: Trx, { scope }: Acting, contestId: number): Promise<Contest> {
  const contest = await lockContest(trx, scope, contestId);
  if (!contest) throw fail.notFound('leaderboard.error.unknownContest');
  return contest;
}

/** @throws 404 unknownContest, 409 conflict, 422 by field */
export async function changeContest(
  acting: Acting,
  { contestId, edit: { version, ...terms } }: { contestId: number; edit: ContestEdit },
): Promise<void> {
  if (!(await findContest(acting.db, acting.scope, contestId))) throw fail.notFound('leaderboard.error.unknownContest');
  await check(acting, terms);
  await acting.db.transaction().execute(async (trx) => {
    const before = await current(trx, acting, contestId);
    if (before.version !== version) throw fail.conflict('errors.conflict');
    await updateContest(trx, acting.scope, { contestId, terms, now: acting.now });
    await acting.audit(trx, {
      action: actions.change,
      entity: 'contest',
      entityId: contestId,
      before: termsOf(before),
      after: terms,
    });
    await acting.touch(trx);
  });
}

/** @throws 404 unknownContest */
export function removeContest(acting: Acting, { contestId }: { contestId: number }): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const before = await current(trx, acting, contestId);
    await deleteContest(trx, acting.scope, contestId);
    await acting.audit(trx, {
      action: actions.delete,
      entity: 'contest',
      entityId: contestId,
      before: termsOf(before),
    });
    await acting.touch(trx);
  });
}
