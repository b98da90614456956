import { group } from 'd3-array';
import { compare, listBaselineWeeks } from '../../domain/measures';
import { userIdOf, type Acting } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { addDays, localDateOf, type LocalDate } from '../../platform/time';
import { findSubject, loadProgress, lookUpSubject } from './goal-figures.service';
import { goalActions } from './goals.audit';
import {
  type ChangeKind,
  type Goal,
  type GoalEdit,
  type GoalMetric,
  type GoalResult,
  type GoalStep,
  type GoalTerms,
  type GoalValues,
  type KeptTerms,
  type NewGoal,
  type Subject,
} from './goals.contract';
import { termsProblems } from './goals.rules';
import {
  findGoal,
  insertCascaded,
  insertChange,
  insertGoal,
  listCascaded,
  listCopied,
  listOwners,
  lockGoal,
  updateGoal,
} from './goals.store';

/** Nothing is saved, for what is wrong with these fields. */
export const refuse = (fields: NonNullable<NonNullable<Parameters<typeof fail.unprocessable>[1]>['fields']>) =>
  fail.unprocessable('goals.error.notSaved', { fields });

interface Checked {
  subject: Subject & { baseline: NonNullable<Subject['baseline']> };
  terms: GoalTerms;
  values: GoalValues;
}

/** @throws 422 by field */
function checkTerms({ subject, terms, values }: Checked, { keepsStart = false } = {}): void {
  const { baseline } = subject;
  const basePerOpenDay = terms.metric === 'weight' ? baseline.grams : baseline.cost;
  if (basePerOpenDay <= 0) {
    const field = Object.keys(values)[0] ?? 'metric';
    throw refuse([{ field, code: 'goals.error.nothingInBaseline' }]);
  }
  const reductionFrom = keepsStart ? terms.startDate : baseline.reductionFrom;
  const problems = termsProblems({ terms, basePerOpenDay, reductionFrom });
  if (problems.length > 0) throw refuse(problems);
}

async function checkOwner(trx: Trx, { scope }: Acting, ownerId: number | null): Promise<void> {
  if (ownerId === null) return;
  const owners = await listOwners(trx, scope);
  if (!owners.some(({ userId }) => userId === ownerId))
    throw refuse([{ field: 'ownerId', code: 'goals.error.unknownOwner' }]);
}

/** @throws 404 unknownPlace, 422 noBaseline */
async function withBaseline(
  trx: Trx,
  acting: Acting,
  of: { locationId: number; stageId: number; values: GoalValues },
): Promise<Checked['subject']> {
  const subject = await findSubject(trx, acting.scope, of);
  if (!subject.baseline) throw fail.unprocessable('goals.error.noBaseline');
  return { ...subject, baseline: subject.baseline };
}

/** Some of the values may be left out; a form sends nothing for them. */
const valuesIn = ({ itemId, reasonId, sourceId, sinkId, daypartId, containerId }: GoalValues): GoalValues =>
  Object.fromEntries(
    Object.entries({ itemId, reasonId, sourceId, sinkId, daypartId, containerId }).filter(
      ([, value]) => value !== undefined,
    ),
  );

const keptOf = (goal: Goal): KeptTerms => ({
  metric: goal.metric,
  targetKind: goal.targetKind,
  target: goal.target,
  startWeek: goal.startWeek,
  endWeek: goal.endWeek,
  currency: goal.currency,
  baselineWeeks: goal.baselineWeeks,
});

const termsKept = (terms: GoalTerms, rest: Pick<Goal, 'currency' | 'baselineWeeks'>): KeptTerms => ({
  metric: terms.metric,
  targetKind: terms.targetKind,
  target: terms.target,
  startWeek: terms.startDate,
  endWeek: addDays(terms.endDate, -6),
  ...rest,
});

interface Noted {
  goalId: number;
  kind: ChangeKind;
  reason?: string;
  before?: KeptTerms | null;
  after?: KeptTerms | null;
}

const note = (trx: Trx, acting: Acting, { reason = '', before = null, after = null, ...change }: Noted) =>
  insertChange(trx, acting.scope, { ...change, reason, before, after, userId: userIdOf(acting), now: acting.now });

async function insertChecked(
  trx: Trx,
  acting: Acting,
  { checked: { subject, terms, values }, copiedFrom }: { checked: Checked; copiedFrom?: number },
): Promise<number> {
  const { locationId, stageId, currency, baseline } = subject;
  const goalId = await insertGoal(trx, acting.scope, {
    locationId,
    stageId,
    values,
    terms,
    currency,
    baselineWeeks: baseline.weeks,
    copiedFrom,
    now: acting.now,
  });
  const after = termsKept(terms, { currency, baselineWeeks: baseline.weeks });
  await note(trx, acting, { goalId, kind: copiedFrom === undefined ? 'set' : 'copied', after });
  await acting.audit(trx, {
    action: copiedFrom === undefined ? goalActions.set : goalActions.copy,
    entity: 'goal',
    entityId: goalId,
    after: { locationId, stageId, ...values, ...terms },
  });
  return goalId;
}

/** @throws 404 unknownPlace, 422 noBaseline, by field */
export function createGoal(acting: Acting, input: NewGoal): Promise<number> {
  const {
    locationId,
    wasteStageId: stageId,
    title,
    plan,
    metric,
    targetKind,
    target,
    startDate,
    endDate,
    ownerId,
  } = input;
  const terms = { title, plan, metric, targetKind, target, startDate, endDate, ownerId };
  return acting.db.transaction().execute(async (trx) => {
    const values = valuesIn(input);
    const subject = await withBaseline(trx, acting, { locationId, stageId, values });
    if (subject.locationStatus === 'I') throw fail.unprocessable('goals.error.closedPlace');
    checkTerms({ subject, terms, values });
    await checkOwner(trx, acting, ownerId);
    const goalId = await insertChecked(trx, acting, { checked: { subject, terms, values } });
    await acting.touch(trx);
    return goalId;
  });
}

/** The goal, held until the transaction ends. @throws 404 unknown, 409 conflict */
export async function current(
  trx: Trx,
  acting: Acting,
  { goalId, version }: { goalId: number; version?: number },
): Promise<Goal> {
  const goal = await lockGoal(trx, acting.scope, goalId);
  if (!goal) throw fail.notFound('goals.error.unknown');
  if (version !== undefined && goal.version !== version) throw fail.conflict('errors.conflict');
  return goal;
}

/**
 * Its location and values stay as they are; the baseline's weeks too, until it is rebased.
 * @throws 404 unknown, 409 conflict, closed, 422 by field
 */
export function changeGoal(
  acting: Acting,
  { goalId, edit: { reason, version, ...terms } }: { goalId: number; edit: GoalEdit },
): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const goal = await current(trx, acting, { goalId, version });
    if (goal.state === 'closed') throw fail.conflict('goals.error.closed');
    const { locationId, stageId, values } = goal;
    const subject = await withBaseline(trx, acting, { locationId, stageId, values });
    // Money in the currency of before says nothing about a baseline in another; nor does an edit turn one into the other.
    const currency = terms.metric === goal.metric ? goal.currency : subject.currency;
    const [progress] = await loadProgress(trx, acting.scope, {
      goals: [{ ...goal, metric: terms.metric, currency }],
      now: acting.now,
      limit: 0,
    });
    if (progress?.standing === 'otherCurrency') {
      const problems = termsProblems({ terms, basePerOpenDay: null, reductionFrom: terms.startDate });
      if (problems.length > 0) throw refuse(problems);
    } else {
      const own = progress?.basePerOpenDay ?? 0;
      checkTerms(
        { subject: { ...subject, baseline: { ...subject.baseline, grams: own, cost: own } }, terms, values },
        { keepsStart: terms.startDate === goal.startWeek },
      );
    }
    if (terms.ownerId !== goal.ownerId) await checkOwner(trx, acting, terms.ownerId);
    await updateGoal(trx, acting.scope, { goalId, terms, currency, now: acting.now });
    const [before, after] = [keptOf(goal), termsKept(terms, { currency, baselineWeeks: goal.baselineWeeks })];
    await note(trx, acting, { goalId, kind: 'changed', reason, before, after });
    await acting.audit(trx, {
      action: goalActions.change,
      entity: 'goal',
      entityId: goalId,
      before,
      after: { ...terms, reason },
    });
    await acting.touch(trx);
  });
}

interface Step {
  goalId: number;
  step: GoalStep;
  reason: string;
  version: number;
  /** Fraction of open days that a result needs. */
  limit: number;
}

/**
 * Pauses a goal, lets it go on, closes it with its result, or measures it against the location's baseline of today.
 * @throws 404 unknown, 409 conflict, closed, 422 noBaseline, reasonNeeded
 */
export function stepGoal(acting: Acting, { goalId, step, reason, version, limit }: Step): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const goal = await current(trx, acting, { goalId, version });
    if (goal.state === 'closed' && step !== 'resume') throw fail.conflict('goals.error.closed');
    const changing = { goalId, now: acting.now };
    switch (step) {
      case 'pause':
        await updateGoal(trx, acting.scope, { ...changing, state: 'paused' });
        break;
      case 'resume':
        await updateGoal(trx, acting.scope, { ...changing, state: 'active', result: null });
        break;
      case 'close':
        await updateGoal(trx, acting.scope, {
          ...changing,
          state: 'closed',
          result: await resultOf(trx, acting, { goal, limit }),
        });
        break;
      case 'rebase':
        await rebase(trx, acting, { goal, reason });
    }
    if (step !== 'rebase') {
      const kind = ({ pause: 'paused', resume: 'resumed', close: 'closed' } as const)[step];
      await note(trx, acting, { goalId, kind, reason });
    }
    await acting.audit(trx, { action: goalActions[step], entity: 'goal', entityId: goalId, after: { reason } });
    await acting.touch(trx);
  });
}

/** How it stands at its end, which is now. */
async function resultOf(trx: Trx, acting: Acting, { goal, limit }: { goal: Goal; limit: number }): Promise<GoalResult> {
  const [progress] = await loadProgress(trx, acting.scope, {
    goals: [{ ...goal, state: 'closed', result: null }],
    now: acting.now,
    limit,
  });
  if (!progress) throw fail.notFound('goals.error.unknown');
  const { standing, actual, expected, change } = progress;
  return { standing, actual, expected, change, closedOn: localDateOf(acting.now, goal.timeZone) };
}

async function rebase(trx: Trx, acting: Acting, { goal, reason }: { goal: Goal; reason: string }): Promise<void> {
  if (reason === '') throw refuse([{ field: 'reason', code: 'goals.error.reasonNeeded' }]);
  const { goalId, locationId, stageId, values } = goal;
  const { baseline, currency } = await withBaseline(trx, acting, { locationId, stageId, values });
  const base = goal.metric === 'weight' ? baseline.grams : baseline.cost;
  if (base <= 0) throw fail.unprocessable('goals.error.nothingInBaseline');
  if (goal.targetKind === 'perOpenDay') {
    const sameCurrency = goal.metric === 'weight' || goal.currency === currency;
    if (!sameCurrency)
      throw fail.unprocessable('goals.error.amountInCurrency', { params: { currency: goal.currency } });
    if (goal.target >= base) throw fail.unprocessable('goals.error.noReduction');
  }
  await updateGoal(trx, acting.scope, { goalId, baselineWeeks: baseline.weeks, currency, now: acting.now });
  await note(trx, acting, {
    goalId,
    kind: 'rebased',
    reason,
    before: keptOf(goal),
    after: { ...keptOf(goal), currency, baselineWeeks: baseline.weeks },
  });
}

/** Of a copy that was asked for: which locations have the goal now, and which could not have it. */
export interface Copied {
  goalIds: number[];
  /** Without a baseline, or with nothing of the values in it. */
  leftOut: number;
}

/**
 * The same goal, with the same terms, at other locations; each measured against its own baseline, from its first whole week on.
 * An amount per open day is no target for a kitchen of another size, so such a goal is not copied. A location that has the copy
 * already is left out, so that asking twice makes none twice.
 * @throws 404 unknown, 422 amountNotCopied, nothingCopied
 */
export function copyGoal(
  acting: Acting,
  { goalId, locationIds }: { goalId: number; locationIds: readonly number[] },
): Promise<Copied> {
  return acting.db.transaction().execute(async (trx) => {
    const goal = await findGoal(trx, acting.scope, goalId);
    if (!goal) throw fail.notFound('goals.error.unknown');
    if (goal.targetKind === 'perOpenDay') throw fail.unprocessable('goals.error.amountNotCopied');
    const { stageId, values, title, plan, metric, targetKind, target, startWeek, endWeek } = goal;
    const goalIds: number[] = [];
    const there = await listCopied(trx, acting.scope, goalId);
    const asked = [...new Set(locationIds)].filter((locationId) => locationId !== goal.locationId);
    for (const locationId of asked.filter((one) => !there.has(one))) {
      const subject = await lookUpSubject(trx, acting.scope, { locationId, stageId, values });
      if (!subject || subject.locationStatus === 'I') continue;
      const { baseline } = subject;
      if (!baseline || (metric === 'weight' ? baseline.grams : baseline.cost) <= 0) continue;
      const startDate: LocalDate = startWeek < baseline.reductionFrom ? baseline.reductionFrom : startWeek;
      if (startDate > endWeek) continue;
      const terms = { title, plan, metric, targetKind, target, startDate, endDate: addDays(endWeek, 6), ownerId: null };
      goalIds.push(
        await insertChecked(trx, acting, {
          checked: { subject: { ...subject, baseline }, terms, values },
          copiedFrom: goalId,
        }),
      );
    }
    if (goalIds.length === 0) throw fail.unprocessable('goals.error.nothingCopied');
    await acting.touch(trx);
    return { goalIds, leftOut: asked.length - goalIds.length };
  });
}

/** A goal of the organization, as its locations are to have it. */
export interface Cascaded {
  enterpriseGoalId: number;
  stageId: number;
  title: string;
  metric: GoalMetric;
  startWeek: LocalDate;
  endDate: LocalDate;
  /** Where, and by which fraction of the baseline. */
  locations: readonly { locationId: number; target: number }[];
}

/**
 * Sets it at those open locations that have a baseline and no goal from it yet, all at once.
 * @returns how many there are now that were not before
 */
export async function createMissingGoals(
  trx: Trx,
  acting: Acting,
  { enterpriseGoalId, stageId, title, metric, startWeek, endDate, locations }: Cascaded,
): Promise<number> {
  const { scope, now } = acting;
  const there = await listCascaded(trx, scope, enterpriseGoalId);
  const targets = new Map(locations.map(({ locationId, target }) => [locationId, target]));
  const figures = await compare(trx, scope, { by: 'location', stageId, start: startWeek, end: endDate });
  const open = figures.filter(
    ({ locationId, locationStatus }) => targets.has(locationId) && !there.has(locationId) && locationStatus === 'A',
  );
  const weeks = group(
    await listBaselineWeeks(trx, scope, { stageId, locationIds: open.map(({ locationId }) => locationId) }),
    ({ locationId }) => locationId,
  );
  const rows = open.flatMap(({ locationId, currency, reductionFrom, gPerOpenDay, costPerOpenDay }) => {
    const base = metric === 'weight' ? gPerOpenDay : costPerOpenDay;
    if (base === null || base <= 0 || reductionFrom === null) return [];
    const start = startWeek < reductionFrom ? reductionFrom : startWeek;
    const mondays = (weeks.get(locationId) ?? []).map(({ weekStart }) => weekStart);
    const target = targets.get(locationId) ?? 0;
    return start > endDate ? [] : [{ locationId, currency, target, startWeek: start, baselineWeeks: mondays }];
  });
  const terms = { enterpriseGoalId, stageId, title, metric, endWeek: addDays(endDate, -6) };
  const made = await insertCascaded(trx, scope, { rows, terms, userId: userIdOf(acting), now });
  await acting.audit(trx, { action: goalActions.set, entity: 'goal', after: { ...terms, goalIds: made } });
  return made.length;
}
