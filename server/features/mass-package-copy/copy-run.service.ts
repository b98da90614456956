import { actingFor, type Acting, type ActingPersonally } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail, Failure } from '../../platform/errors';
import { touch } from '../../platform/freshness';
import { covers } from '../../platform/permissions';
import type { Resources } from '../../platform/resources';
import type { LocalDate } from '../../platform/time';
import { copyParts, type CopyPlace } from './copy-parts';
import { planTarget, type States } from './copy-plan.rules';
import {
  anyHidden,
  looking,
  markOf,
  markOfStates,
  partsOf,
  readPlaces,
  readSource,
  readStates,
  refusePart,
} from './copy-states.service';
import { copyActions } from './copy.audit';
import { countPlan, isUnderWay, settledAs, type PartName, type PartPlan } from './copy.rules';
import {
  changeJob,
  findAsker,
  listTargets,
  lockJob,
  settleTarget,
  type JobKey,
  type StoredJob,
  type StoredTarget,
} from './copy.store';

type Dependencies = Pick<Resources, 'database' | 'clock' | 'domain' | 'jobs' | 'reach' | 'log'>;

/**
 * Does the step of a copy that is under way, each target in a transaction of its own with what became of it, so that it may be
 * stopped anywhere and go on. Whoever asked must still be allowed to.
 * @param limit targets at most
 */
export async function runCopy(means: Dependencies, key: JobKey, limit = Infinity): Promise<void> {
  let more = true;
  for (let done = 0; more && done < limit; done += 1) {
    const userId = await findAsker(means.database.db, key);
    if (userId === undefined) return;
    const acting = await actingFor(means, { userId, organisationId: key.organisationId });
    more = await next(means, acting, key);
  }
}

interface Work {
  key: JobKey;
  job: StoredJob;
  target: StoredTarget;
}

/** @returns whether there is more to do */
async function next(means: Dependencies, acting: Acting | null, key: JobKey): Promise<boolean> {
  const { db } = means.database;
  const at: { target?: StoredTarget; undoes?: boolean } = {};
  try {
    return await db.transaction().execute(async (trx) => {
      await lockOrganisation(trx, key.organisationId);
      const job = await lockJob(trx, key);
      if (!job || !isUnderWay(job.state)) return false;
      if (!acting || !mayCopy(acting, job.parts)) return stop(trx, means, { key, job });
      at.undoes = job.state === 'UNDOING';
      [at.target] = await listTargets(trx, key, { states: [at.undoes ? 'DONE' : 'WAITING'], limit: 1 });
      const { target } = at;
      if (!target) return end(trx, acting, { key, job });
      if (at.undoes && (await anyHidden(trx, acting, [target]))) return stop(trx, means, { key, job });
      await (at.undoes ? takeBack : copy)(trx, acting, { key, job, target });
      await changeJob(trx, key, { now: acting.now });
      await acting.touch(trx);
      return true;
    });
  } catch (error) {
    const { target, undoes } = at;
    if (!target) throw error;
    if (!(error instanceof Failure))
      means.log.error({ err: error, ...key, locationId: target.locationId }, 'a package was not copied');
    const { code, options } = error instanceof Failure ? error : new Failure(500, 'massPackageCopy.problem.unexpected');
    // What was done of it is undone with its transaction.
    await db.transaction().execute(async (trx) => {
      await lockOrganisation(trx, key.organisationId);
      const now = means.clock.now();
      const state = undoes ? 'LEFT' : 'FAILED';
      await settleTarget(trx, key, { locationId: target.locationId, state, code, params: options.params, now });
      await changeJob(trx, key, { now });
      await touch(trx, key.organisationId);
    });
    return true;
  }
}

const mayCopy = (acting: Acting, parts: readonly PartName[]): acting is ActingPersonally =>
  acting.actor.kind === 'person' &&
  covers(acting.actor.permissions, looking) &&
  parts.every((part) => refusePart(acting, part) === null);

/** As it was looked at. @throws Failure 409 targetGone, sourceChanged, changedMeanwhile, and what the owners of the parts refuse */
async function copy(trx: Trx, acting: ActingPersonally, { key, job, target }: Work): Promise<void> {
  const { scope, now } = acting;
  const { parts, rule } = job;
  const { locationId, leadsSite } = target;
  const places = await readPlaces(trx, scope);
  const place = places.get(locationId);
  if (!place) throw fail.conflict('massPackageCopy.problem.targetGone');
  const day = dayOf(target);
  const source = await readSource(trx, scope, {
    place: places.get(job.sourceId),
    deviceId: job.sourceDeviceId,
    parts,
    day,
  });
  if (markOfStates(source, parts) !== job.sourceMark) throw fail.conflict('massPackageCopy.problem.sourceChanged');
  const held = await readHeld(trx, acting, { place, parts, day });
  if (markOfStates(held, partsOf(parts, target)) !== target.mark)
    throw fail.conflict('massPackageCopy.problem.changedMeanwhile');
  const changes = planTarget({ parts, rule, source, target: held, leadsSite });
  for (const plan of changes) await write(trx, acting, { place, day, held, plan, undoes: false });
  const changed = changedParts(changes);
  const after = await readHeld(trx, acting, { place, parts: changed, day });
  const afterMarks = Object.fromEntries(changed.map((part) => [part, marked(after, part)]));
  await settleTarget(trx, key, {
    locationId,
    ...settledAs(changes),
    changes: changes.map((plan) => ({ ...plan, counts: countPlan(plan) })),
    afterMarks,
    now,
  });
}

/** What the target had before, where nobody has changed it since. @throws Failure 409 targetGone, changedSince, and as `copy` */
async function takeBack(trx: Trx, acting: ActingPersonally, { key, target }: Work): Promise<void> {
  const { locationId, afterMarks } = target;
  const day = dayOf(target);
  const place = (await readPlaces(trx, acting.scope)).get(locationId);
  if (!place) throw fail.conflict('massPackageCopy.problem.targetGone');
  const changes = target.changes ?? [];
  const parts = changedParts(changes);
  const held = await readHeld(trx, acting, { place, parts, day });
  if (parts.some((part) => marked(held, part) !== afterMarks?.[part]))
    throw fail.conflict('massPackageCopy.problem.changedSince');
  for (const { part, outcome, added, removed, kept } of changes)
    await write(trx, acting, {
      place,
      day,
      held,
      plan: { part, outcome, kept, added: removed, removed: added },
      undoes: true,
    });
  await settleTarget(trx, key, { locationId, state: 'UNDONE', now: acting.now });
}

/** One that was closed when the copy was confirmed has none. @throws Failure 409 changedMeanwhile */
function dayOf({ day }: StoredTarget): LocalDate {
  if (day === null) throw fail.conflict('massPackageCopy.problem.changedMeanwhile');
  return day;
}

const changedParts = (plans: readonly PartPlan[]): PartName[] =>
  plans.flatMap(({ part, outcome }) => (outcome === 'changes' ? [part] : []));

const marked = (states: States, part: PartName) => states[part] && markOf(states[part]);

async function readHeld(
  trx: Trx,
  { scope }: Acting,
  { place, parts, day }: { place: CopyPlace; parts: readonly PartName[]; day: LocalDate },
): Promise<States> {
  return (await readStates(trx, scope, { parts, places: [place], day })).get(place.locationId) ?? {};
}

interface Writing {
  place: CopyPlace;
  day: LocalDate;
  held: States;
  plan: PartPlan;
  undoes: boolean;
}

async function write(trx: Trx, acting: ActingPersonally, { place, day, held, plan, undoes }: Writing): Promise<void> {
  const { part, outcome, added, removed } = plan;
  if (outcome !== 'changes') return;
  await copyParts[part].write(trx, acting, { place, day, entries: held[part]?.entries ?? [], added, removed, undoes });
}

async function end(trx: Trx, acting: Acting, { key, job }: Omit<Work, 'target'>): Promise<false> {
  const { now } = acting;
  const undone = job.state === 'UNDOING';
  await changeJob(trx, key, {
    now,
    ...(undone ? { state: 'UNDONE', undoneAt: now } : { state: 'DONE', finishedAt: now }),
  });
  await acting.audit(trx, {
    action: undone ? copyActions.undone : copyActions.end,
    entity: 'packageCopy',
    entityId: key.id,
    after: { parts: job.parts, rule: job.rule },
  });
  await acting.touch(trx);
  return false;
}

/** Whoever asked may no more: what is done stays, and somebody else may go on or take it back. */
async function stop(trx: Trx, { clock }: Dependencies, { key, job }: Omit<Work, 'target'>): Promise<false> {
  const now = clock.now();
  await changeJob(trx, key, { state: 'STOPPED', now, ...(job.finishedAt ? {} : { finishedAt: now }) });
  await touch(trx, key.organisationId);
  return false;
}
