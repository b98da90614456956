import {
  acceptBaseline,
  compare,
  findActiveBaseline,
  findStagePlace,
  findStageVersion,
  listBaselineHistory,
  listStageStandings,
  previewBaseline,
  proposeBaseline,
  rebaseBaseline,
  rejectBaseline,
  setManualBaseline,
  switchAutoBaseline,
  type BaselineChange,
} from '../../domain/measures';
import { addUp, changesOf, comparedOf } from '../../domain/measures/compare.rules';
import type { LocationFigures } from '../../domain/measures/measure.contract';
import type { Acting } from '../../platform/acting';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { defaultPreset, presetRange, type WeekRange } from '../../platform/table/date-range.rules';
import { localDateOf } from '../../platform/time';
import { listGoalsMeasuredAt } from '../enterprise-goals';
import { countReportsOf } from '../generate-reports';
import { listRunningAt } from '../goals';
import { historyOf, lastBridge } from './baseline-history.rules';
import type {
  BaselineEffect,
  BaselineStanding,
  Overlap,
  PlaceEffect,
  PlaceStanding,
  StandingRow,
} from './baseline-screen.contract';
import { apartOf, overlapOf, stateOf } from './baseline-screen.rules';
import { listRecorded } from './baselines.store';
import { listCandidateWeeks } from './candidate-weeks';

interface OfStage {
  locationId: number;
  stageId: number;
}

/** What somebody chose for a location and stage. */
export type Choice =
  | { kind: 'propose' | 'manual'; weeks: string[] }
  | { kind: 'accept' | 'reject'; baselineId: number }
  | { kind: 'rebase'; fromWeek: string; overlapWeeks: number }
  | { kind: 'auto'; enabled: boolean };

/** All that are seen, with the state of each. */
export async function listStandings(db: Db, scope: Scope): Promise<StandingRow[]> {
  return (await listStageStandings(db, scope)).map((row) => ({ ...row, state: stateOf(row) }));
}

/** @throws 404 baselines.unknownLocation */
async function findRow(db: Db, scope: Scope, of: OfStage): Promise<StandingRow> {
  const [row] = await listStageStandings(db, scope, of);
  if (!row) throw fail.notFound('baselines.unknownLocation');
  return { ...row, state: stateOf(row) };
}

/** @throws 404 baselines.unknownLocation */
export async function readStanding(db: Db, scope: Scope, of: OfStage): Promise<BaselineStanding> {
  const row = await findRow(db, scope, of);
  const baselines = (await listBaselineHistory(db, scope.organisationId, of)).map((one) => ({
    ...one,
    createdAt: new Date(one.createdAt).toISOString(),
    endedAt: one.endedAt === null ? null : new Date(one.endedAt).toISOString(),
  }));
  const weeks = await listCandidateWeeks(db, scope, of);
  const ids = baselines.map(({ baselineId }) => baselineId);
  const recorded = await listRecorded(db, scope, { ...of, ids });
  const bridge = lastBridge(baselines, recorded);
  return {
    row,
    weeks,
    active: baselines.find(({ state }) => state === 'ACTIVE') ?? null,
    proposed: baselines.filter(({ state }) => state === 'PROPOSED'),
    history: historyOf(baselines, recorded),
    overlap: bridge && { fromWeek: bridge.fromWeek, weeks: overlapOf(weeks, bridge) },
    version: await findStageVersion(db, scope.organisationId, of),
  };
}

const standingOf = (figures: readonly LocationFigures[], place: 'location' | 'site'): PlaceStanding => {
  const compared = addUp(figures.flatMap((one) => comparedOf(one) ?? []));
  const [one] = place === 'location' ? figures : [];
  const { weightVsBaseline, valueVsBaseline } = changesOf(compared);
  return {
    gPerOpenDay: one?.gPerOpenDay ?? null,
    costPerOpenDay: one?.costPerOpenDay ?? null,
    comparedFrom: one?.reductionFrom ?? null,
    weightChange: weightVsBaseline,
    valueChange: valueVsBaseline,
    ...apartOf(compared),
  };
};

type Stages = { id: number; name: string }[];

/** By stage, every location of the site: the dashboard asks the same question. */
async function readPlaces(
  trx: Trx,
  scope: Scope,
  { stages, siteId, range }: { stages: Stages; siteId: number; range: WeekRange },
): Promise<LocationFigures[][]> {
  const found: LocationFigures[][] = [];
  for (const { id } of stages)
    found.push(
      (await compare(trx, scope, { by: 'location', stageId: id, ...range })).filter((one) => one.siteId === siteId),
    );
  return found;
}

function effectsOf(
  { before, after }: { before: LocationFigures[][]; after: LocationFigures[][] },
  { row, stages }: { row: StandingRow; stages: Stages },
): PlaceEffect[] {
  return stages.flatMap(({ id, name }, at): PlaceEffect[] => {
    const [was = [], is = []] = [before[at], after[at]];
    const own = (figures: LocationFigures[]) => figures.filter(({ locationId }) => locationId === row.locationId);
    const of = { stageId: id, stageName: name, currency: row.currency };
    const location: PlaceEffect = {
      ...of,
      place: 'location',
      name: row.locationName,
      before: standingOf(own(was), 'location'),
      after: standingOf(own(is), 'location'),
    };
    const site: PlaceEffect = {
      ...of,
      place: 'site',
      name: row.siteName,
      before: standingOf(was, 'site'),
      after: standingOf(is, 'site'),
    };
    return was.length > 1 ? [location, site] : [location];
  });
}

/** A change as it is tried out; a proposal, as if it were accepted. null: nothing that is shown would change. */
function triedOut(choice: Choice, of: OfStage): BaselineChange | null {
  const tried = { ...of, reason: 'preview' };
  if (choice.kind === 'reject') return null;
  if (choice.kind === 'propose') return { ...tried, ...choice, kind: 'manual' };
  return { ...tried, ...choice } as BaselineChange;
}

/**
 * What a choice would make of the figures in the weeks that the dashboard shows without a filter, and what stays as it is.
 * @throws as the change itself: 404, 409, 422 of `baselines`
 */
export async function readEffect(acting: Acting, of: OfStage, choice: Choice): Promise<BaselineEffect> {
  const { db, scope, now } = acting;
  const row = await findRow(db, scope, of);
  const version = await findStageVersion(db, scope.organisationId, of);
  const place = await findStagePlace(db, scope, { locationId: of.locationId, stageId: of.stageId });
  const range = presetRange(defaultPreset as 'last13Weeks', localDateOf(now, place?.timeZone ?? 'UTC'));
  const stages = await stagesOf(db, scope, { row, choice });
  if (choice.kind === 'accept' || choice.kind === 'reject') await mustWait(db, scope, { ...of, ...choice });
  const change = triedOut(choice, of);
  const places = change
    ? await previewBaseline(acting, change, (trx) => readPlaces(trx, scope, { stages, siteId: row.siteId, range }))
    : { before: [], after: [] };
  const { goals, total } = await listRunningAt(db, scope, { ...of, now });
  return {
    ...range,
    places: change ? effectsOf(places, { row, stages }) : [],
    goals: goals.map(({ goalId, title, baselineWeeks }) => ({ goalId, title, weeks: baselineWeeks })),
    goalCount: total,
    enterpriseGoals: await listGoalsMeasuredAt(db, scope, of),
    frozenReports: await countReportsOf(db, scope, of.locationId),
    overlap: choice.kind === 'rebase' ? await overlapAhead(db, scope, { of, choice, places, row }) : null,
    version,
  };
}

/** A switch is of every stage of its location. */
async function stagesOf(db: Db, scope: Scope, { row, choice }: { row: StandingRow; choice: Choice }): Promise<Stages> {
  const rows = choice.kind === 'auto' ? await listStageStandings(db, scope, { locationId: row.locationId }) : [row];
  return rows.map(({ wasteStageId, wasteStageName }) => ({ id: wasteStageId, name: wasteStageName }));
}

/** @throws 404 unknownBaseline, 409 notProposed */
async function mustWait(db: Db, scope: Scope, { baselineId, ...of }: OfStage & { baselineId: number }): Promise<void> {
  const baseline = (await listBaselineHistory(db, scope.organisationId, of)).find(
    (one) => one.baselineId === baselineId,
  );
  if (!baseline) throw fail.notFound('baselines.unknownBaseline');
  if (baseline.state !== 'PROPOSED') throw fail.conflict('baselines.notProposed');
}

interface Ahead {
  of: OfStage;
  choice: { fromWeek: string; overlapWeeks: number };
  places: { after: LocationFigures[][] };
  row: StandingRow;
}

async function overlapAhead(db: Db, scope: Scope, { of, choice, places, row }: Ahead): Promise<Overlap | null> {
  const after = places.after.flat().find(({ locationId }) => locationId === row.locationId)?.gPerOpenDay ?? null;
  const before = (await findActiveBaseline(db, { organisationId: scope.organisationId, ...of }))?.gPerOpenDay ?? null;
  if (before === null || after === null || choice.overlapWeeks === 0) return null;
  const weeks = await listCandidateWeeks(db, scope, of);
  return { fromWeek: choice.fromWeek, weeks: overlapOf(weeks, { ...choice, before, after }) };
}

interface Decided extends OfStage {
  choice: Choice;
  reason: string;
  /** The version that the preview was of. */
  seen: string;
}

/** @throws as the use cases of the domain: 404, 409 changedMeanwhile and others, 422 */
export async function decide(acting: Acting, { choice, ...by }: Decided): Promise<void> {
  switch (choice.kind) {
    case 'propose':
      await proposeBaseline(acting, { ...by, weeks: choice.weeks });
      break;
    case 'manual':
      await setManualBaseline(acting, { ...by, weeks: choice.weeks });
      break;
    case 'accept':
      await acceptBaseline(acting, { ...by, baselineId: choice.baselineId });
      break;
    case 'reject':
      await rejectBaseline(acting, { ...by, baselineId: choice.baselineId });
      break;
    case 'rebase':
      await rebaseBaseline(acting, { ...by, fromWeek: choice.fromWeek, overlapWeeks: choice.overlapWeeks });
      break;
    case 'auto':
      await switchAutoBaseline(acting, { ...by, enabled: choice.enabled });
  }
}
