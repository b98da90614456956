import { currencyIsKnown } from '../../domain/catalogue';
import { selectHome } from '../../domain/places';
import { userIdOf, type Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { addDays, localDateOf, type LocalDate } from '../../platform/time';
import { createMissingGoals } from '../goals';
import { findBases, loadProgress } from './enterprise-figures.service';
import type {
  EnterpriseChange,
  EnterpriseEdit,
  EnterpriseGoal,
  NewEnterpriseGoal,
  Standing,
  Step,
} from './enterprise-goals.contract';
import { termsProblems } from './enterprise-goals.rules';
import {
  exemptSite,
  findSites,
  insertChange,
  insertGoal,
  listBases,
  listGoalSites,
  lockGoal,
  replaceSites,
  updateGoal,
  writeBases,
} from './enterprise-goals.store';

const actions = defineActions('enterpriseGoal', {
  set: {},
  change: {},
  exempt: { severity: 'warning' },
  include: {},
  rebase: { severity: 'warning' },
  cascade: {},
  close: {},
  reopen: {},
});

type Fields = NonNullable<NonNullable<Parameters<typeof fail.unprocessable>[1]>['fields']>;
const refuse = (fields: Fields) => fail.unprocessable('goals.error.notSaved', { fields });

interface Noted {
  goalId: number;
  kind: EnterpriseChange['kind'];
  siteId?: number;
  reason?: string;
}

const note = (trx: Trx, acting: Acting, { reason = '', ...change }: Noted) =>
  insertChange(trx, acting.scope, { ...change, reason, userId: userIdOf(acting), now: acting.now });

async function checkSites(trx: Trx, { scope }: Acting, siteIds: readonly number[]): Promise<void> {
  const known = await findSites(trx, scope, siteIds);
  if (known.length < new Set(siteIds).size)
    throw refuse([{ field: 'siteIds', code: 'enterpriseGoals.error.unknownSite' }]);
}

/** Dates of sites differ by a day at most; weeks are judged by the organization's. */
async function todayOf(trx: Trx, { scope, now }: Acting): Promise<LocalDate> {
  return localDateOf(now, (await selectHome(trx, scope.organisationId)).timeZone);
}

/** @throws 422 by field, noBaseline where no location of the sites has one */
export function createEnterpriseGoal(acting: Acting, input: NewEnterpriseGoal): Promise<number> {
  const { wasteStageId: stageId, metric, currency, siteIds, ...terms } = input;
  return acting.db.transaction().execute(async (trx) => {
    const problems = termsProblems(terms);
    if (problems.length > 0) throw refuse(problems);
    await checkSites(trx, acting, siteIds);
    if (currency !== undefined && !(await currencyIsKnown(trx, currency)))
      throw refuse([{ field: 'currency', code: 'enterpriseGoals.error.unknownCurrency' }]);
    const bases = await findBases(trx, acting.scope, { siteIds, stageId, today: await todayOf(trx, acting) });
    if (bases.length === 0) throw fail.unprocessable('enterpriseGoals.error.noBaseline');
    const home = await selectHome(trx, acting.scope.organisationId);
    const goalId = await insertGoal(trx, acting.scope, {
      terms,
      stageId,
      metric,
      currency: currency ?? home.currencyCode,
      now: acting.now,
    });
    await replaceSites(trx, acting.scope, { goalId, siteIds });
    await writeBases(trx, acting.scope, { goalId, bases, mode: 'replace' });
    await note(trx, acting, { goalId, kind: 'set' });
    await acting.audit(trx, { action: actions.set, entity: 'enterpriseGoal', entityId: goalId, after: input });
    await acting.touch(trx);
    return goalId;
  });
}

async function current(
  trx: Trx,
  acting: Acting,
  { goalId, version }: { goalId: number; version: number },
): Promise<EnterpriseGoal> {
  const goal = await lockGoal(trx, acting.scope, goalId);
  if (!goal) throw fail.notFound('goals.error.unknown');
  if (goal.version !== version) throw fail.conflict('errors.conflict');
  return goal;
}

/**
 * A site that joins is measured against its baseline of today; the others keep theirs.
 * @throws 404 unknown, 409 conflict, closed, 422 by field
 */
export function changeEnterpriseGoal(
  acting: Acting,
  { goalId, edit: { siteIds, reason, version, ...terms } }: { goalId: number; edit: EnterpriseEdit },
): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const goal = await current(trx, acting, { goalId, version });
    if (goal.state === 'closed') throw fail.conflict('goals.error.closed');
    const problems = termsProblems(terms);
    if (problems.length > 0) throw refuse(problems);
    await checkSites(trx, acting, siteIds);
    await updateGoal(trx, acting.scope, { goalId, terms, now: acting.now });
    const before = await listGoalSites(trx, acting.scope, { goalIds: [goalId] });
    await replaceSites(trx, acting.scope, { goalId, siteIds });
    const joined = siteIds.filter((siteId) => !before.some((site) => site.siteId === siteId));
    const { stageId } = goal;
    const bases = await findBases(trx, acting.scope, { siteIds: joined, stageId, today: await todayOf(trx, acting) });
    await writeBases(trx, acting.scope, { goalId, bases, mode: 'add' });
    await note(trx, acting, { goalId, kind: 'changed', reason });
    await acting.audit(trx, {
      action: actions.change,
      entity: 'enterpriseGoal',
      entityId: goalId,
      before: { ...goal, siteIds: before.map(({ siteId }) => siteId) },
      after: { ...terms, siteIds, reason },
    });
    await acting.touch(trx);
  });
}

/** @throws 404 unknown, 409 conflict, 422 reasonNeeded */
export function setExempt(
  acting: Acting,
  {
    goalId,
    siteId,
    exempt,
    reason,
    version,
  }: { goalId: number; siteId: number; exempt: boolean; reason: string; version: number },
): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const goal = await current(trx, acting, { goalId, version });
    if (goal.state === 'closed') throw fail.conflict('goals.error.closed');
    if (exempt && reason === '') throw refuse([{ field: 'reason', code: 'goals.error.reasonNeeded' }]);
    const found = await exemptSite(trx, acting.scope, { goalId, siteId, reason: exempt ? reason : null });
    if (!found) throw fail.notFound('enterpriseGoals.error.unknownSite');
    await updateGoal(trx, acting.scope, { goalId, now: acting.now });
    await note(trx, acting, { goalId, kind: exempt ? 'exempted' : 'included', siteId, reason });
    await acting.audit(trx, {
      action: exempt ? actions.exempt : actions.include,
      entity: 'enterpriseGoal',
      entityId: goalId,
      after: { siteId, reason },
    });
    await acting.touch(trx);
  });
}

interface Stepped {
  goalId: number;
  step: Step;
  reason: string;
  version: number;
}

const kinds = { close: 'closed', reopen: 'reopened', rebase: 'rebased', cascade: 'cascaded' } as const;

/**
 * Closes or reopens a goal, measures it against the baselines of today, or sets goals at its locations that have none from it yet.
 * @throws 404 unknown, 409 conflict, closed, 422 reasonNeeded, noBaseline, nothingToCascade
 */
export function stepEnterpriseGoal(acting: Acting, { goalId, step, reason, version }: Stepped): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const goal = await current(trx, acting, { goalId, version });
    if (goal.state === 'closed' && step !== 'reopen') throw fail.conflict('goals.error.closed');
    const bases = step === 'rebase' ? await rebase(trx, acting, { goal, reason }) : undefined;
    if (step === 'cascade') await cascade(trx, acting, goal);
    const state = step === 'close' ? ('closed' as const) : step === 'reopen' ? ('active' as const) : undefined;
    await updateGoal(trx, acting.scope, { goalId, ...(state ? { state } : {}), now: acting.now });
    await note(trx, acting, { goalId, kind: kinds[step], reason });
    await acting.audit(trx, {
      action: actions[step],
      entity: 'enterpriseGoal',
      entityId: goalId,
      before: { bases },
      after: { reason },
    });
    await acting.touch(trx);
  });
}

/** @returns the weeks that it was measured against before */
async function rebase(
  trx: Trx,
  acting: Acting,
  { goal: { goalId, stageId }, reason }: { goal: EnterpriseGoal; reason: string },
): Promise<{ locationId: number; weeks: LocalDate[] }[]> {
  if (reason === '') throw refuse([{ field: 'reason', code: 'goals.error.reasonNeeded' }]);
  const sites = await listGoalSites(trx, acting.scope, { goalIds: [goalId] });
  const bases = await findBases(trx, acting.scope, {
    siteIds: sites.map(({ siteId }) => siteId),
    stageId,
    today: await todayOf(trx, acting),
  });
  if (bases.length === 0) throw fail.unprocessable('enterpriseGoals.error.noBaseline');
  const before = await listBases(trx, acting.scope, { goalIds: [goalId] });
  await writeBases(trx, acting.scope, { goalId, bases, mode: 'replace' });
  return before.map(({ locationId, weeks }) => ({ locationId, weeks }));
}

/** Goals of locations, with the target that their site has. */
async function cascade(trx: Trx, acting: Acting, goal: EnterpriseGoal): Promise<void> {
  const { goalId, stageId, metric, title, startWeek, endWeek } = goal;
  const [progress] = await loadProgress(trx, acting.scope, {
    goals: [goal],
    today: await todayOf(trx, acting),
    limit: 0,
  });
  const taking = (progress?.sites ?? []).filter(({ standing }) => !aside.includes(standing));
  const targets = new Map(taking.map(({ siteId, target }) => [siteId, target]));
  const bases = await listBases(trx, acting.scope, { goalIds: [goalId] });
  const made = await createMissingGoals(trx, acting, {
    enterpriseGoalId: goalId,
    stageId,
    title,
    metric,
    startWeek,
    endDate: addDays(endWeek, 6),
    locations: bases.flatMap(({ siteId, locationId }) => {
      const target = targets.get(siteId);
      return target === undefined ? [] : [{ locationId, target: Math.round(target * 1e6) / 1e6 }];
    }),
  });
  if (made === 0) throw fail.unprocessable('enterpriseGoals.error.nothingToCascade');
}

/** Sites that take no part. */
const aside: readonly Standing[] = ['exempt', 'otherCurrency', 'noBaseline'];
