import { userIdOf, type Acting, type ActingPersonally } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { versionsIn, type ShownProfile } from './copy-plan.rules';
import { planCopy, type Planned } from './copy-preview.service';
import { anyHidden, dayOf, readPlaces, readSource, refusePart } from './copy-states.service';
import { copyActions } from './copy.audit';
import type { CopyForm, CopyJob, OfferedTarget, PartOffer } from './copy.contract';
import { copyJob } from './copy.job-handle';
import { mayRetry, mayUndo, mostEntries, mostTargets, partNames, type PartName, type TargetState } from './copy.rules';
import {
  awaitTargets,
  changeJob,
  deleteJob,
  findJob,
  insertJob,
  listTargets,
  lockJob,
  type JobKey,
  type JobReader,
  type StoredJob,
} from './copy.store';

export const readerOf = (acting: Acting): JobReader => ({ scope: acting.scope, userId: userIdOf(acting) });

export interface SourceOffer {
  source: OfferedTarget;
  parts: PartOffer[];
}

/** What a location has to copy, part by part. @throws Failure 404 unknownSource */
export async function readOffer(acting: Acting, sourceId: number): Promise<SourceOffer> {
  const { db, scope } = acting;
  const place = (await readPlaces(db, scope)).get(sourceId);
  if (!place) throw fail.notFound('massPackageCopy.problem.unknownSource');
  const day = await dayOf(db, acting);
  const states = await readSource(db, scope, { place, deviceId: null, parts: partNames, day });
  const parts = partNames.map((part): PartOffer => {
    const entries = states[part]?.entries ?? [];
    const shown = part === 'profile' ? entries.map(({ data }) => data as ShownProfile) : [];
    return {
      part,
      count: entries.length,
      refusal:
        refusePart(acting, part) ??
        (entries.length === 0 ? 'emptySource' : entries.length > mostEntries ? 'tooMuch' : null),
      versions: shown.map(({ deviceId, deviceName, profileName, version }) => ({
        deviceId,
        deviceName,
        profileName,
        version,
      })),
    };
  });
  return { source: place, parts };
}

const refused = (
  field: string,
  code: Parameters<typeof fail.unprocessable>[0],
  params?: Record<string, string | number>,
) => fail.unprocessable(code, { params, fields: [{ field, code, params }] });

/**
 * Keeps what is to be copied and where to, so that it can be looked at; nothing changes yet.
 * @returns the copy's id
 * @throws Failure 404 unknownSource, unknownTarget, 422 noParts, notAllowed, limitedToSites, emptySource, tooMuch,
 * severalVersions, unknownDevice, noTargets, tooManyTargets
 */
export async function prepareCopy(
  acting: ActingPersonally,
  { sourceId, sourceDeviceId, parts: ticked, rule, targets, all, shown }: Omit<CopyForm, 'organisationId'>,
): Promise<number> {
  const { db, scope, now } = acting;
  const offer = await readOffer(acting, sourceId);
  const parts = partNames.filter((part) => ticked.includes(part));
  if (parts.length === 0) throw refused('parts', 'massPackageCopy.problem.noParts');
  for (const { part, refusal } of offer.parts)
    if (parts.includes(part) && refusal !== null)
      throw refused('parts', `massPackageCopy.problem.${refusal}`, { max: mostEntries });
  const deviceId = parts.includes('profile') ? (sourceDeviceId ?? null) : null;
  if (parts.includes('profile')) await checkVersion(acting, { sourceId, deviceId });
  const places = await readPlaces(db, scope);
  const wanted = new Set([...targets, ...(all ? shown : [])]);
  wanted.delete(sourceId);
  if (wanted.size === 0) throw refused('targets', 'massPackageCopy.problem.noTargets');
  if (wanted.size > mostTargets)
    throw refused('targets', 'massPackageCopy.problem.tooManyTargets', { max: mostTargets });
  const chosen = [...wanted].map((id) => {
    const place = places.get(id);
    if (!place) throw fail.notFound('massPackageCopy.problem.unknownTarget');
    return place;
  });
  const sites = new Set<number>();
  const led = chosen
    .sort((one, other) => one.locationId - other.locationId)
    .map(({ locationId, siteId }) => {
      const leadsSite = !sites.has(siteId);
      sites.add(siteId);
      return { locationId, leadsSite };
    });
  return db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, scope.organisationId);
    const id = await insertJob(trx, scope.organisationId, {
      sourceId,
      sourceDeviceId: deviceId,
      parts,
      rule,
      by: acting.actor.userId,
      now,
      targets: led,
    });
    await acting.audit(trx, {
      action: copyActions.prepare,
      entity: 'packageCopy',
      entityId: id,
      after: { sourceId, sourceDeviceId: deviceId, parts, rule, targets: led.map(({ locationId }) => locationId) },
    });
    await acting.touch(trx);
    return id;
  });
}

/** Of a location whose devices show several versions, one device says which. */
async function checkVersion(
  acting: Acting,
  { sourceId, deviceId }: { sourceId: number; deviceId: number | null },
): Promise<void> {
  const { db, scope } = acting;
  const place = (await readPlaces(db, scope)).get(sourceId);
  const day = await dayOf(db, acting);
  const { profile } = await readSource(db, scope, { place, deviceId, parts: ['profile'], day });
  const versions = versionsIn(profile ?? { entries: [] });
  if (versions.length === 0) throw refused('sourceDeviceId', 'massPackageCopy.problem.unknownDevice');
  if (versions.length > 1) throw refused('sourceDeviceId', 'massPackageCopy.problem.severalVersions');
}

/** @throws Failure 404 unknownCopy */
export async function readJob(acting: Acting, id: number): Promise<CopyJob> {
  const found = await findJob(acting.db, readerOf(acting), id);
  if (!found) throw fail.notFound('massPackageCopy.problem.unknownCopy');
  return found;
}

interface Found {
  key: JobKey;
  stored: StoredJob;
  job: CopyJob;
}

/** In the transaction, under the organization's lock. @throws Failure 404 unknownCopy */
function changing(
  acting: ActingPersonally,
  id: number,
  work: (trx: Trx, found: Found) => Promise<void>,
): Promise<void> {
  const { organisationId } = acting.scope;
  return acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    const key = { organisationId, id };
    const job = await findJob(trx, readerOf(acting), id);
    const stored = job && (await lockJob(trx, key));
    if (!stored) throw fail.notFound('massPackageCopy.problem.unknownCopy');
    await work(trx, { key, stored, job });
    await acting.touch(trx);
  });
}

/** @throws Failure 422 notAllowed, limitedToSites */
function checkRights(acting: Acting, parts: readonly PartName[]): void {
  for (const part of parts) {
    const refusal = refusePart(acting, part);
    if (refusal !== null) throw fail.unprocessable(`massPackageCopy.problem.${refusal}`);
  }
}

interface Beginning extends Found {
  seen: string;
  states: readonly TargetState[];
}

/** @throws Failure 409 lookAgain, nothingToCopy */
async function begin(trx: Trx, acting: ActingPersonally, { key, stored, seen, states }: Beginning): Promise<Planned> {
  checkRights(acting, stored.parts);
  const planned = await planCopy(trx, acting, { key, job: stored, states });
  if (planned.seen !== seen) throw fail.conflict('massPackageCopy.problem.lookAgain');
  if (planned.changing === 0) throw fail.conflict('massPackageCopy.problem.nothingToCopy');
  const { sourceMark, day, marks } = planned;
  await awaitTargets(trx, key, { day, marks });
  await changeJob(trx, key, { state: 'RUNNING', sourceMark, by: acting.actor.userId, now: acting.now });
  await acting.jobs.send(trx, copyJob, key);
  return planned;
}

interface Confirmed {
  id: number;
  /** Of what was shown. */
  seen: string;
}

/** Copies what was shown. @throws Failure 404 unknownCopy, 409 alreadyRun, lookAgain, nothingToCopy, 422 notAllowed, limitedToSites */
export const startCopy = (acting: ActingPersonally, { id, seen }: Confirmed): Promise<void> =>
  changing(acting, id, async (trx, found) => {
    if (found.stored.state !== 'PREVIEW') throw fail.conflict('massPackageCopy.problem.alreadyRun');
    const { totals } = await begin(trx, acting, { ...found, seen, states: ['WAITING'] });
    const { parts, rule, sourceId } = found.stored;
    await acting.audit(trx, {
      action: copyActions.run,
      entity: 'packageCopy',
      entityId: id,
      after: { sourceId, parts, rule, totals },
    });
  });

export const retried: readonly TargetState[] = ['FAILED', 'WAITING'];

/** The same for the targets that failed. @throws Failure 404 unknownCopy, 409 nothingFailed, lookAgain, nothingToCopy, 422 */
export const retryCopy = (acting: ActingPersonally, { id, seen }: Confirmed): Promise<void> =>
  changing(acting, id, async (trx, found) => {
    if (!mayRetry(found.job)) throw fail.conflict('massPackageCopy.problem.nothingFailed');
    const { totals, targets } = await begin(trx, acting, { ...found, seen, states: retried });
    await acting.audit(trx, {
      action: copyActions.retry,
      entity: 'packageCopy',
      entityId: id,
      after: { targets: targets.map(({ locationId }) => locationId), totals },
    });
  });

/** Forgets a copy that was not run. @throws Failure 404 unknownCopy, 409 alreadyRun */
export const dropCopy = (acting: ActingPersonally, { id }: { id: number }): Promise<void> =>
  changing(acting, id, async (trx, { key, stored }) => {
    if (stored.state !== 'PREVIEW') throw fail.conflict('massPackageCopy.problem.alreadyRun');
    await deleteJob(trx, key);
    await acting.audit(trx, { action: copyActions.drop, entity: 'packageCopy', entityId: id });
  });

/** Gives every target back what it had. @throws Failure 404 unknownCopy, 409 undoOver, 422 notAllowed, limitedToSites, hiddenTarget */
export const undoCopy = (acting: ActingPersonally, { id }: { id: number }): Promise<void> =>
  changing(acting, id, async (trx, { key, stored, job }) => {
    if (!mayUndo(job, acting.now)) throw fail.conflict('massPackageCopy.problem.undoOver');
    checkRights(acting, stored.parts);
    const targets = await listTargets(trx, key, { states: ['DONE'], limit: mostTargets });
    if (await anyHidden(trx, acting, targets)) throw fail.unprocessable('massPackageCopy.problem.hiddenTarget');
    await changeJob(trx, key, { state: 'UNDOING', by: acting.actor.userId, now: acting.now });
    await acting.jobs.send(trx, copyJob, key);
    await acting.audit(trx, { action: copyActions.undo, entity: 'packageCopy', entityId: id });
  });
