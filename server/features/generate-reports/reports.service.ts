import { createHash } from 'node:crypto';
import { listUnits } from '../../domain/catalogue';
import { listStages } from '../../domain/places';
import { userIdOf, type Acting, type ActingPersonally } from '../../platform/acting';
import { scopeOf, type Actor } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { fail, type FieldProblem } from '../../platform/errors';
import { fieldProblems } from '../../platform/table/week-range-messages';
import { rangeProblems } from '../../platform/table/week-range.rules';
import { localDateOf } from '../../platform/time';
import { isTooLong, mostDays } from '../volume-adjusted-metrics';
import { reportActions } from './generate-reports.audit';
import type { ReportParameters, ReportRequest, StoredRun } from './generate-reports.contract';
import { datesOfPeriod, grainOf, hiddenKinds, mayMake, periodsOf } from './report-kinds.rules';
import { deleteRun, endRun, findRun, insertRun, listSeen, lockRun, type Reader } from './report-runs.store';
import { runReportJob } from './reports.job-handle';

/** Nothing is made, for what is wrong with these fields. */
export const refuse = (fields: FieldProblem[]) => fail.unprocessable('reports.error.notSaved', { fields });

/** What of the reports somebody may read. */
export const readerOf = (actor: Actor): Reader => ({
  scope: scopeOf(actor),
  userId: actor.userId,
  hidden: hiddenKinds(actor.permissions),
});

type Common = Pick<ReportParameters, 'kind' | 'siteId' | 'locationId' | 'stageId' | 'unitId'>;

/** @throws 422 by field: a kind that is not theirs, a place that is not seen, a stage or unit that is unknown */
export async function checkCommon(
  { db, scope, actor }: Pick<ActingPersonally, 'db' | 'scope' | 'actor'>,
  asked: Common,
): Promise<void> {
  const { kind, siteId, locationId, stageId, unitId } = asked;
  const [stages, units, seen] = await Promise.all([
    listStages(db, scope),
    listUnits(db),
    siteId === null && locationId === null ? null : listSeen(db, scope, { siteId, locationId }),
  ]);
  const problems: FieldProblem[] = [];
  if (!mayMake(kind, actor.permissions)) problems.push({ field: 'kind', code: 'reports.error.kindNotAllowed' });
  if (seen?.length === 0) problems.push({ field: 'place', code: 'reports.error.unknownPlace' });
  if (!stages.some(({ wasteStageId }) => wasteStageId === stageId))
    problems.push({ field: 'wasteStageId', code: 'leaderboard.error.unknownGroup' });
  if (!units.some((unit) => unit.unitId === unitId))
    problems.push({ field: 'unitId', code: 'leaderboard.error.unknownGroup' });
  if (problems.length > 0) throw refuse(problems);
}

/** The dates that were meant. @throws 422 by field */
function datesOf({ kind, period, startDate, endDate }: ReportRequest, today: string): { start: string; end: string } {
  if (period !== 'custom') {
    if (!periodsOf(kind).includes(period)) throw refuse([{ field: 'period', code: 'reports.error.periodOfWeeks' }]);
    return datesOfPeriod(period, today);
  }
  const grain = grainOf[kind] === 'week' ? 'week' : 'day';
  const problems = fieldProblems(rangeProblems({ start: startDate, end: endDate, today, grain }));
  if (problems.length === 0 && kind === 'volumeAdjusted' && isTooLong(startDate, endDate))
    problems.push({ field: 'endDate', code: 'vam.tooLong', params: { days: mostDays } });
  if (problems.length > 0) throw refuse(problems);
  return { start: startDate, end: endDate };
}

/** A schedule's report is mailed, so it is another than the same one that somebody asked for by hand. */
function fingerprintOf(parameters: ReportParameters, scheduleId: number | null): string {
  const whole = { ...parameters, scheduleId };
  return createHash('sha256')
    .update(JSON.stringify(whole, Object.keys(whole).sort()))
    .digest('hex');
}

/**
 * Asks for a report, which a job makes; the same one is made once at a time.
 * @param timeZone of the organization, whose date `today` is
 * @throws 422 by field
 */
export async function requestReport(
  acting: ActingPersonally,
  { request, timeZone }: { request: ReportRequest; timeZone: string },
): Promise<number> {
  const { kind, siteId, locationId, wasteStageId: stageId, locale, unitId, currency, ...sets } = request;
  const dates = datesOf(request, localDateOf(acting.now, timeZone));
  const parameters = { kind, siteId, locationId, stageId, locale, unitId, currency, ...setsOf(kind, sets), ...dates };
  await checkCommon(acting, parameters);
  return acting.db.transaction().execute((trx) => enqueueRun(trx, acting, { parameters, scheduleId: null }));
}

/** Of an impact update; nothing of the others hangs on them. */
export const setsOf = (
  kind: ReportRequest['kind'],
  { productionSet, disposalSet, logo }: Pick<ReportRequest, 'productionSet' | 'disposalSet' | 'logo'>,
) => (kind === 'impactUpdate' ? { productionSet, disposalSet, logo } : {});

/** @returns its number */
export async function enqueueRun(
  trx: Trx,
  acting: Acting,
  {
    parameters,
    scheduleId,
    requestedBy = userIdOf(acting),
  }: { parameters: ReportParameters; scheduleId: number | null; requestedBy?: number | null },
): Promise<number> {
  const { scope, now } = acting;
  if (requestedBy === null) throw new Error('a report is made with what a person sees');
  const { runId, isNew } = await insertRun(trx, scope.organisationId, {
    parameters,
    fingerprint: fingerprintOf(parameters, scheduleId),
    requestedBy,
    scheduleId,
    now,
  });
  if (!isNew) return runId;
  await acting.jobs.send(trx, runReportJob, { organisationId: scope.organisationId, id: runId });
  await acting.audit(trx, {
    action: reportActions.request,
    entity: 'reportRun',
    entityId: runId,
    after: { ...parameters },
  });
  return runId;
}

/** @throws 404 */
export async function selectRun(
  db: Db | Trx,
  actor: Actor,
  { runId, kind }: { runId: number; kind?: ReportRequest['kind'] },
) {
  const run = await findRun(db, readerOf(actor), runId);
  if (!run || (kind !== undefined && run.kind !== kind)) throw fail.notFound('reports.error.unknown');
  return run;
}

/** The same report with the same dates, as the figures are now. @throws 404, 422 where what it was of is gone */
export async function repeatReport(acting: ActingPersonally, run: StoredRun): Promise<number> {
  await checkCommon(acting, run.parameters);
  return acting.db
    .transaction()
    .execute((trx) => enqueueRun(trx, acting, { parameters: run.parameters, scheduleId: null }));
}

/** What is made already stays. */
export async function cancelReport(acting: ActingPersonally, { runId }: StoredRun): Promise<void> {
  await acting.db.transaction().execute(async (trx) => {
    const key = { organisationId: acting.scope.organisationId, id: runId };
    if (!(await endRun(trx, key, { state: 'cancelled', failure: null, now: acting.now }))) return;
    await acting.audit(trx, { action: reportActions.cancel, entity: 'reportRun', entityId: runId });
  });
}

/** Deletes it with its files, and stops it where it is being made. */
export async function removeReport(acting: ActingPersonally, { runId }: StoredRun): Promise<void> {
  await acting.db.transaction().execute(async (trx) => {
    const key = { organisationId: acting.scope.organisationId, id: runId };
    const before = await lockRun(trx, key);
    if (!before) return;
    await deleteRun(trx, key);
    await acting.audit(trx, {
      action: reportActions.delete,
      entity: 'reportRun',
      entityId: runId,
      before: { ...before.parameters, state: before.state },
    });
  });
}
