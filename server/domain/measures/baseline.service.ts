import { userIdOf, type Acting } from '../../platform/acting';
import { defineActions, type Action } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { weekStartOf, type LocalDate } from '../../platform/time';
import { setLocationFacts } from '../places';
import { findStageVersion } from './baseline-standings.store';
import { baselineOf, chooseBaseline, hasOpenDay, judgeWeeks, type BaselineFigures } from './baseline.rules';
import {
  findBaseline,
  findBaselineLocation,
  freezeBaselines,
  insertBaselines,
  listActiveBaselines,
  setBaselineState,
  type BaselineHead,
  type BaselineState,
} from './baseline.store';
import { evaluateLocations } from './evaluation.service';
import { listStageWeeks, type StageWeeks } from './readiness.store';

const actions = defineActions('baseline', {
  propose: {},
  accept: {},
  reject: {},
  setManual: {},
  rebase: {},
  switchAuto: {},
});

interface OfStage {
  locationId: number;
  stageId: number;
  /** `findStageVersion` of what somebody saw when they decided; nothing is changed once that is another one. */
  seen?: string | undefined;
}

export interface ManualBaseline extends OfStage {
  /** Mondays of complete weeks, in any order. */
  weeks: readonly LocalDate[];
  reason: string;
}

/**
 * Puts a baseline of chosen weeks up for acceptance; the active one stays.
 * @returns its id
 * @throws 404 unknownLocation, 409 changedMeanwhile, 422 reasonMissing, noWeeks, weekNotMonday, weekWithoutData, weekClosed,
 * nothingWeighed
 */
export function proposeBaseline(acting: Acting, proposal: ManualBaseline): Promise<number> {
  return acting.db.transaction().execute(async (trx) => {
    const stage = await lockedStage(trx, acting, proposal);
    const id = await insertManual(trx, acting, {
      stage,
      figures: figuresOf(stage, proposal.weeks),
      state: 'PROPOSED',
      reason: reasonOf(proposal),
    });
    const { seen: _, ...after } = proposal;
    await acting.audit(trx, { action: actions.propose, entity: 'baseline', entityId: id, after });
    await acting.touch(trx);
    return id;
  });
}

/** A baseline is named with its location and stage, so that nobody decides about another one by mistake. */
interface Decision extends OfStage {
  baselineId: number;
  reason: string;
}

/**
 * Makes a proposed baseline the active one, with the figures that its weeks have now.
 * @throws 404 unknownBaseline, 409 changedMeanwhile, notProposed, nothingWeighed, 422 reasonMissing
 */
export function acceptBaseline(acting: Acting, decision: Decision): Promise<void> {
  return acting.db.transaction().execute((trx) => accept(trx, acting, decision));
}

async function accept(trx: Trx, acting: Acting, decision: Decision): Promise<void> {
  const baseline = await lockedProposal(trx, acting, decision);
  const before = await retireActive(trx, acting, baseline);
  await setBaselineState(trx, acting.scope.organisationId, {
    baselineIds: [baseline.id],
    state: 'ACTIVE',
    now: acting.now,
  });
  await evaluate(trx, acting, baseline.locationId);
  const accepted = (await listActiveBaselines(trx, acting.scope.organisationId, [baseline.locationId])).some(
    (one) => one.stageId === baseline.stageId && one.method === 'MANUAL',
  );
  if (!accepted) throw fail.conflict('baselines.nothingWeighed');
  await acting.audit(trx, {
    action: actions.accept,
    entity: 'baseline',
    entityId: baseline.id,
    before,
    after: { weeks: baseline.weeks, reason: reasonOf(decision) },
  });
  await acting.touch(trx);
}

/** @throws 404 unknownBaseline, 409 changedMeanwhile, notProposed, 422 reasonMissing */
export async function rejectBaseline(acting: Acting, decision: Decision): Promise<void> {
  await acting.db.transaction().execute(async (trx) => {
    const baseline = await lockedProposal(trx, acting, decision);
    await setBaselineState(trx, acting.scope.organisationId, {
      baselineIds: [baseline.id],
      state: 'REJECTED',
      now: acting.now,
    });
    await acting.audit(trx, {
      action: actions.reject,
      entity: 'baseline',
      entityId: baseline.id,
      after: { reason: reasonOf(decision) },
    });
    await acting.touch(trx);
  });
}

/**
 * Makes a baseline of chosen weeks the active one at once. The rule leaves its weeks alone until `switchAutoBaseline`.
 * @returns its id
 * @throws as `proposeBaseline`
 */
export function setManualBaseline(acting: Acting, manual: ManualBaseline): Promise<number> {
  return acting.db.transaction().execute((trx) => setManual(trx, acting, manual));
}

async function setManual(trx: Trx, acting: Acting, manual: ManualBaseline): Promise<number> {
  const stage = await lockedStage(trx, acting, manual);
  const figures = figuresOf(stage, manual.weeks);
  return activate(trx, acting, { stage, figures, reason: reasonOf(manual), action: actions.setManual });
}

interface Rebase extends OfStage {
  /** The Monday before which no week is looked at. */
  fromWeek: LocalDate;
  /** Weeks from there on that are held against the old and the new baseline side by side. */
  overlapWeeks?: number;
  reason: string;
}

/**
 * Starts over, after a kitchen has changed: the earliest passing run from a Monday on becomes the active baseline. It is a
 * manual one, because the rule by itself would go back to the earliest run of all.
 * @returns its id
 * @throws 404 unknownLocation, 409 noRunFound, 422 reasonMissing, weekNotMonday
 */
export async function rebaseBaseline(acting: Acting, rebase: Rebase): Promise<number> {
  return acting.db.transaction().execute((trx) => startOver(trx, acting, rebase));
}

async function startOver(trx: Trx, acting: Acting, rebase: Rebase): Promise<number> {
  const params = { week: rebase.fromWeek };
  if (weekStartOf(rebase.fromWeek) !== rebase.fromWeek) {
    throw fail.unprocessable('baselines.weekNotMonday', {
      params,
      fields: [{ field: 'fromWeek', code: 'baselines.chooseMonday' }],
    });
  }
  const stage = await lockedStage(trx, acting, rebase);
  const later = judgeWeeks(stage).filter((week) => week.weekStart >= rebase.fromWeek);
  const figures = chooseBaseline(later, stage.evaluatedMonday);
  if (!figures) throw fail.conflict('baselines.noRunFound', { params });
  const { fromWeek, overlapWeeks = 0 } = rebase;
  return activate(trx, acting, {
    stage,
    figures,
    reason: reasonOf(rebase),
    action: actions.rebase,
    terms: { fromWeek, overlapWeeks },
  });
}

interface AutoSwitch extends Partial<OfStage> {
  locationId: number;
  enabled: boolean;
  reason: string;
}

/**
 * On: manual baselines of the location end and the rule chooses again. Off: the baselines that the rule has chosen stay
 * as manual ones, so that nobody's performance jumps.
 * @throws 404 unknownLocation, 409 changedMeanwhile, 422 reasonMissing
 */
export function switchAutoBaseline(acting: Acting, change: AutoSwitch): Promise<void> {
  return acting.db.transaction().execute((trx) => switchAuto(trx, acting, change));
}

async function switchAuto(trx: Trx, acting: Acting, change: AutoSwitch): Promise<void> {
  const { organisationId } = acting.scope;
  const { locationId, enabled, reason } = change;
  const location = await lockedLocation(trx, acting, change);
  const why = reasonOf({ reason });
  const active = await listActiveBaselines(trx, organisationId, [locationId]);
  const idsOf = (method: string) => active.filter((one) => one.method === method).map((one) => one.id);
  if (enabled)
    await setBaselineState(trx, organisationId, { baselineIds: idsOf('MANUAL'), state: 'RETIRED', now: acting.now });
  else await freezeBaselines(trx, organisationId, { baselineIds: idsOf('AUTO'), reason: why });
  await setLocationFacts(trx, organisationId, { locationId, autoBaselineEnabled: enabled });
  await evaluate(trx, acting, locationId);
  await acting.audit(trx, {
    action: actions.switchAuto,
    entity: 'location',
    entityId: locationId,
    before: { enabled: location.autoEnabled },
    after: { enabled, reason: why },
  });
  await acting.touch(trx);
}

/** A change of what is compared with what. `reject` and `propose` change no result. */
export type BaselineChange =
  | ({ kind: 'manual' } & ManualBaseline)
  | ({ kind: 'accept' } & Decision)
  | ({ kind: 'rebase' } & Rebase)
  | ({ kind: 'auto' } & AutoSwitch);

/**
 * What a change would make of what `read` gives: it is done in a transaction that is rolled back, so that nothing is worked out
 * twice, and a preview and what comes of it are the same.
 * @throws as the change itself
 */
export async function previewBaseline<T>(
  acting: Acting,
  change: BaselineChange,
  read: (trx: Trx) => Promise<T>,
): Promise<{ before: T; after: T }> {
  const undone = new Error('previewed');
  const found: { before: T; after: T }[] = [];
  try {
    await acting.db.transaction().execute(async (trx) => {
      await lockOrganisation(trx, acting.scope.organisationId);
      const before = await read(trx);
      await apply(trx, acting, change);
      found.push({ before, after: await read(trx) });
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
  return found[0] as { before: T; after: T };
}

async function apply(trx: Trx, acting: Acting, change: BaselineChange): Promise<void> {
  if (change.kind === 'manual') await setManual(trx, acting, change);
  else if (change.kind === 'accept') await accept(trx, acting, change);
  else if (change.kind === 'rebase') await startOver(trx, acting, change);
  else await switchAuto(trx, acting, change);
}

async function lockedLocation(trx: Trx, { scope }: Acting, of: Partial<OfStage> & { locationId: number }) {
  await lockOrganisation(trx, scope.organisationId);
  const location = await findBaselineLocation(trx, scope, of.locationId);
  if (!location) throw fail.notFound('baselines.unknownLocation');
  await refuseStale(trx, scope.organisationId, of);
  return location;
}

async function refuseStale(
  trx: Trx,
  organisationId: number,
  { locationId, stageId, seen }: Partial<OfStage> & { locationId: number },
): Promise<void> {
  if (seen === undefined || stageId === undefined) return;
  if ((await findStageVersion(trx, organisationId, { locationId, stageId })) !== seen)
    throw fail.conflict('baselines.changedMeanwhile');
}

async function lockedStage(trx: Trx, acting: Acting, of: OfStage): Promise<StageWeeks> {
  const { locationId, stageId } = of;
  await lockedLocation(trx, acting, of);
  const stages = await listStageWeeks(trx, acting.scope.organisationId, [locationId]);
  const stage = stages.find((one) => one.stageId === stageId);
  if (!stage) throw fail.unprocessable('baselines.noEvents');
  return stage;
}

async function lockedProposal(trx: Trx, acting: Acting, decision: Decision): Promise<BaselineHead> {
  reasonOf(decision);
  await lockOrganisation(trx, acting.scope.organisationId);
  const baseline = await findBaseline(trx, acting.scope.organisationId, decision.baselineId);
  const named = baseline?.locationId === decision.locationId && baseline.stageId === decision.stageId;
  if (!baseline || !named || !(await findBaselineLocation(trx, acting.scope, baseline.locationId)))
    throw fail.notFound('baselines.unknownBaseline');
  await refuseStale(trx, acting.scope.organisationId, decision);
  if (baseline.state !== 'PROPOSED') throw fail.conflict('baselines.notProposed');
  return baseline;
}

function reasonOf({ reason }: { reason: string }): string {
  const text = reason.trim();
  if (text === '' || text.length > 500) throw fail.unprocessable('baselines.reasonMissing', { params: { max: 500 } });
  return text;
}

function figuresOf(stage: StageWeeks, weeks: readonly LocalDate[]): BaselineFigures {
  if (weeks.length === 0) throw fail.unprocessable('baselines.noWeeks');
  const judged = new Map(judgeWeeks(stage).map((week) => [week.weekStart, week]));
  const chosen = [...new Set(weeks)].sort().map((week) => {
    if (weekStartOf(week) !== week) throw fail.unprocessable('baselines.weekNotMonday', { params: { week } });
    const found = judged.get(week);
    if (!found) throw fail.unprocessable('baselines.weekWithoutData', { params: { week } });
    if (!hasOpenDay(found)) throw fail.unprocessable('baselines.weekClosed', { params: { week } });
    if (week >= stage.evaluatedMonday) throw fail.unprocessable('baselines.weekStillRunning', { params: { week } });
    return found;
  });
  const figures = baselineOf(chosen, stage.weeks[0]?.weekStart ?? '');
  if (!figures || figures.txnPerOpenDay === 0) throw fail.unprocessable('baselines.nothingWeighed');
  return figures;
}

interface Activation {
  stage: StageWeeks;
  figures: BaselineFigures;
  reason: string;
  action: Action;
  /** Of the change, beside its weeks. */
  terms?: object;
}

async function activate(
  trx: Trx,
  acting: Acting,
  { stage, figures, reason, action, terms }: Activation,
): Promise<number> {
  const before = await retireActive(trx, acting, stage);
  const id = await insertManual(trx, acting, { stage, figures, state: 'ACTIVE', reason });
  await evaluate(trx, acting, stage.locationId);
  const after = {
    locationId: stage.locationId,
    stageId: stage.stageId,
    weeks: figures.weeks.map((week) => week.weekStart),
    reason,
    ...terms,
  };
  await acting.audit(trx, { action, entity: 'baseline', entityId: id, before, after });
  await acting.touch(trx);
  return id;
}

interface ManualRow {
  stage: StageWeeks;
  figures: BaselineFigures;
  state: BaselineState;
  reason: string;
}

async function insertManual(trx: Trx, acting: Acting, { stage, figures, state, reason }: ManualRow): Promise<number> {
  const { locationId, stageId, currency } = stage;
  const baseline = {
    locationId,
    stageId,
    currency,
    figures,
    state,
    reason,
    method: 'MANUAL' as const,
    createdBy: userIdOf(acting),
  };
  const [id] = await insertBaselines(trx, acting.scope.organisationId, { baselines: [baseline], now: acting.now });
  return id as number;
}

async function retireActive(
  trx: Trx,
  { scope, now }: Acting,
  { locationId, stageId }: { locationId: number; stageId: number },
): Promise<BaselineHead | undefined> {
  const active = await listActiveBaselines(trx, scope.organisationId, [locationId]);
  const current = active.find((one) => one.stageId === stageId);
  if (current) await setBaselineState(trx, scope.organisationId, { baselineIds: [current.id], state: 'RETIRED', now });
  return current;
}

async function evaluate(trx: Trx, { scope, now }: Acting, locationId: number): Promise<void> {
  await evaluateLocations(trx, { organisationId: scope.organisationId, locationIds: [locationId], now });
}
