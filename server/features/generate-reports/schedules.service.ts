import { actingAsSystem, type ActingPersonally } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import { fail, type FieldProblem } from '../../platform/errors';
import type { Resources } from '../../platform/resources';
import { localDateOf } from '../../platform/time';
import { scheduleActions } from './generate-reports.audit';
import type { ScheduleForm, ScheduleTerms, StoredSchedule } from './generate-reports.contract';
import { datesOfPeriod, nextDue, mayMake, periodsOf, reportLimits } from './report-kinds.rules';
import {
  countSchedules,
  deleteSchedule,
  insertSchedule,
  listMembers,
  lockDue,
  lockSchedule,
  setNextAt,
  setPaused,
  updateSchedule,
  type DueSchedule,
} from './report-schedules.store';
import { checkCommon, enqueueRun, refuse, setsOf } from './reports.service';

/** A place as forms name it. */
export const placeIn = (place: string) => ({
  siteId: place.startsWith('s') ? Number(place.slice(1)) : null,
  locationId: place.startsWith('l') ? Number(place.slice(1)) : null,
});

const termsOf = ({
  kind,
  place,
  wasteStageId,
  locale,
  unitId,
  currency,
  period,
  ...form
}: ScheduleForm): ScheduleTerms => ({
  parameters: {
    kind,
    ...placeIn(place),
    stageId: wasteStageId,
    locale,
    unitId,
    currency,
    ...setsOf(kind, form),
    period,
  },
  cadence: form.cadence,
  day: form.cadence === 'weekly' ? form.weekDay : form.monthDay,
  hour: form.hour,
  recipientIds: [...new Set(form.recipientId)],
});

/** @throws 422 by field */
async function check(trx: Trx, acting: ActingPersonally, { parameters, recipientIds }: ScheduleTerms): Promise<void> {
  await checkCommon({ db: trx, scope: acting.scope, actor: acting.actor }, parameters);
  const problems: FieldProblem[] = [];
  if (!periodsOf(parameters.kind).includes(parameters.period))
    problems.push({ field: 'period', code: 'reports.error.periodOfWeeks' });
  const members = new Set((await listMembers(trx, acting.scope)).map(({ userId }) => userId));
  if (recipientIds.length === 0) problems.push({ field: 'recipientId', code: 'reports.error.noRecipient' });
  else if (recipientIds.length > reportLimits.recipients)
    problems.push({
      field: 'recipientId',
      code: 'reports.error.tooManyRecipients',
      params: { most: reportLimits.recipients },
    });
  else if (recipientIds.some((userId) => !members.has(userId)))
    problems.push({ field: 'recipientId', code: 'reports.error.unknownRecipient' });
  if (problems.length > 0) throw refuse(problems);
}

interface Terms {
  form: ScheduleForm;
  timeZone: string;
}

/** @throws 422 by field, tooManySchedules */
export function createSchedule(acting: ActingPersonally, { form, timeZone }: Terms): Promise<number> {
  const { scope, now, actor } = acting;
  const terms = termsOf(form);
  return acting.db.transaction().execute(async (trx) => {
    await check(trx, acting, terms);
    if ((await countSchedules(trx, scope)) >= reportLimits.schedules)
      throw fail.unprocessable('reports.error.tooManySchedules', { params: { most: reportLimits.schedules } });
    const nextAt = nextDue(terms, { after: now, timeZone });
    const scheduleId = await insertSchedule(trx, scope, { terms, nextAt, now, ownerId: actor.userId });
    await acting.audit(trx, {
      action: scheduleActions.create,
      entity: 'reportSchedule',
      entityId: scheduleId,
      after: { ...terms },
    });
    return scheduleId;
  });
}

/** @throws 404 */
async function current(trx: Trx, { scope, actor }: ActingPersonally, scheduleId: number): Promise<StoredSchedule> {
  const schedule = await lockSchedule(trx, { scope, userId: actor.userId }, scheduleId);
  if (!schedule) throw fail.notFound('reports.error.unknownSchedule');
  return schedule;
}

const keptOf = ({ parameters, cadence, day, hour, recipientIds }: StoredSchedule) => ({
  parameters,
  cadence,
  day,
  hour,
  recipientIds,
});

/** @throws 404, 409 conflict, 422 by field */
export function changeSchedule(
  acting: ActingPersonally,
  { scheduleId, form, timeZone }: Terms & { scheduleId: number },
): Promise<void> {
  const { scope, now, actor } = acting;
  const terms = termsOf(form);
  return acting.db.transaction().execute(async (trx) => {
    const before = await current(trx, acting, scheduleId);
    if (before.version !== form.version) throw fail.conflict('errors.conflict');
    await check(trx, acting, terms);
    const nextAt = nextDue(terms, { after: now, timeZone });
    await updateSchedule(trx, scope, { scheduleId, terms, nextAt, now, ownerId: actor.userId });
    await acting.audit(trx, {
      action: scheduleActions.change,
      entity: 'reportSchedule',
      entityId: scheduleId,
      before: keptOf(before),
      after: { ...terms },
    });
  });
}

/** Pausing keeps it; one that goes on is due at its next time, and makes up for none. @throws 404 */
export function pauseSchedule(
  acting: ActingPersonally,
  { scheduleId, paused, timeZone }: { scheduleId: number; paused: boolean; timeZone: string },
): Promise<void> {
  const { scope, now } = acting;
  return acting.db.transaction().execute(async (trx) => {
    const before = await current(trx, acting, scheduleId);
    if (before.paused === paused) return;
    const nextAt = nextDue(before, { after: now, timeZone });
    await setPaused(trx, scope.organisationId, { scheduleId, paused, pausedFor: null, nextAt, now });
    await acting.audit(trx, {
      action: paused ? scheduleActions.pause : scheduleActions.resume,
      entity: 'reportSchedule',
      entityId: scheduleId,
    });
  });
}

/** @throws 404 */
export function removeSchedule(acting: ActingPersonally, { scheduleId }: { scheduleId: number }): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const before = await current(trx, acting, scheduleId);
    await deleteSchedule(trx, acting.scope, scheduleId);
    await acting.audit(trx, {
      action: scheduleActions.delete,
      entity: 'reportSchedule',
      entityId: scheduleId,
      before: keptOf(before),
    });
  });
}

/** Makes and mails it once, beside its own times. @throws 404 */
export function runScheduleNow(
  acting: ActingPersonally,
  { scheduleId, timeZone }: { scheduleId: number; timeZone: string },
): Promise<number> {
  return acting.db.transaction().execute(async (trx) => {
    const schedule = await current(trx, acting, scheduleId);
    await acting.audit(trx, { action: scheduleActions.runNow, entity: 'reportSchedule', entityId: scheduleId });
    return enqueueRun(trx, acting, {
      parameters: parametersOf(schedule, { now: acting.now, timeZone }),
      scheduleId,
      requestedBy: schedule.ownerId,
    });
  });
}

function parametersOf({ parameters }: StoredSchedule, { now, timeZone }: { now: Date; timeZone: string }) {
  const { period, ...asked } = parameters;
  return { ...asked, ...datesOfPeriod(period, localDateOf(now, timeZone)) };
}

/** So many in one go; what is left is due in the next. */
const mostDue = 500;

/** Asks for every report that is due: each once, whichever process does it. One whose owner has lost the right to it is paused. */
export async function runDueSchedules(resources: Resources): Promise<void> {
  const { database, clock } = resources;
  for (let done = 0; done < mostDue; done += 1) {
    const now = clock.now();
    const found = await database.db.transaction().execute(async (trx) => {
      const schedule = await lockDue(trx, now);
      if (schedule) await runDue(trx, resources, { schedule, now });
      return schedule !== undefined;
    });
    if (!found) return;
  }
}

async function runDue(
  trx: Trx,
  resources: Resources,
  { schedule, now }: { schedule: DueSchedule; now: Date },
): Promise<void> {
  const { organisationId, scheduleId, ownerId, timeZone } = schedule;
  const nextAt = nextDue(schedule, { after: now, timeZone });
  const owner = await resources.reach.ofPerson(trx, { userId: ownerId, organisationId });
  if (!owner || !mayMake(schedule.kind, owner.actor.permissions)) {
    await setPaused(trx, organisationId, {
      scheduleId,
      paused: true,
      pausedFor: 'reports.failure.noAccess',
      nextAt,
      now,
    });
    return;
  }
  await setNextAt(trx, organisationId, { scheduleId, nextAt });
  await enqueueRun(trx, actingAsSystem(resources, { organisationId, name: 'reports' }), {
    parameters: parametersOf(schedule, { now, timeZone }),
    scheduleId,
    requestedBy: ownerId,
  });
}
