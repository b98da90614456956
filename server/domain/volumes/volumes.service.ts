import { createHash } from 'node:crypto';
import type { Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Db, Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail, type FieldProblem } from '../../platform/errors';
import { seesAll } from '../../platform/restriction.rules';
import { lockSite } from '../places';
import { deleteLock, insertLock, listLocks } from './volume-locks.store';
import type { VolumeOrigin, VolumesSaved } from './volumes.contract';
import {
  firstOf,
  lastOf,
  monthOf,
  planVolumes,
  volumeKey,
  type Volume,
  type VolumeChange,
  type VolumeInput,
  type VolumePlan,
  type VolumeProblem,
} from './volumes.rules';
import { deleteVolumes, findVolumePlaces, listCurrencyCodes, listVolumes, upsertVolumes } from './volumes.store';

const volumeActions = defineActions('volume', { enter: {}, lock: {}, unlock: { severity: 'warning' } });

/** Tells what somebody has looked at from what became of it since. */
export const markOfVolumes = (volumes: readonly Volume[]): string =>
  createHash('sha256')
    .update(JSON.stringify(volumes.map((one) => [volumeKey(one), one.value, one.estimated]).sort()))
    .digest('base64url')
    .slice(0, 22);

/** What an input would change, without changing it, and the mark of what is stored in its months. */
export async function tryVolumes(
  { scope, now }: Pick<Acting, 'scope' | 'now'>,
  db: Db | Trx,
  input: readonly VolumeInput[],
): Promise<VolumePlan & { mark: string }> {
  const months = [...new Set(input.map(({ date }) => monthOf(date)))].sort();
  const [first, last] = [months[0], months.at(-1)];
  const locationIds = [...new Set(input.map(({ locationId }) => locationId))];
  const places = await findVolumePlaces(db, scope, { locationIds, now });
  const currencies = await listCurrencyCodes(db);
  const locks = await listLocks(db, scope, months);
  const stored =
    first === undefined || last === undefined
      ? []
      : await listVolumes(db, scope, { start: firstOf(first), end: lastOf(last), locationIds });
  const locked = new Set(locks.map(({ month, siteId }) => `${month} ${siteId ?? ''}`));
  const plan = planVolumes(input, {
    places,
    currencies,
    isLocked: (siteId, month) => locked.has(`${month} `) || locked.has(`${month} ${siteId}`),
    stored,
  });
  return { ...plan, mark: markOfVolumes(stored) };
}

/** How many problems an answer names. */
const mostProblems = 100;

/** The same as problems of the fields of an input. */
const problemFields = (problems: readonly VolumeProblem[]): FieldProblem[] =>
  problems.slice(0, mostProblems).map(({ at, field, code, params = {} }) => ({
    field: `volumes.${at}.${field}`,
    code: `volumes.problem.${code}`,
    params: { ...params, row: at + 1 },
  }));

interface Entered {
  volumes: readonly VolumeInput[];
  origin: VolumeOrigin;
  /** Of what was looked at; without it whatever is stored gives way. */
  mark?: string | undefined;
}

/**
 * Writes volumes: what is there takes the new value, null deletes, and what stays the same is left alone. All of them or none.
 * @throws 422 notSaved with a problem for each row that does not hold; 409 where others changed what was looked at
 */
export function putVolumes(acting: Acting, { volumes, origin, mark }: Entered): Promise<VolumesSaved> {
  return acting.db.transaction().execute(async (trx) => {
    const { scope, now } = acting;
    await lockOrganisation(trx, scope.organisationId);
    const { problems, changes, unchanged, mark: standing } = await tryVolumes(acting, trx, volumes);
    if (mark !== undefined && mark !== standing) throw fail.conflict('errors.conflict');
    if (problems.length > 0)
      throw fail.unprocessable('volumes.problem.notSaved', {
        params: { count: problems.length, number: problems.length },
        fields: problemFields(problems),
      });
    const written = changes.flatMap(({ after }) => after ?? []);
    const gone = changes.flatMap(({ before, after }) => (after === null && before ? [before] : []));
    if (changes.length > 0) {
      await upsertVolumes(trx, scope, { volumes: written, origin, now });
      await deleteVolumes(trx, scope, gone);
      await auditChanges(trx, acting, changes);
      await acting.touch(trx);
    }
    return { changed: written.length, deleted: gone.length, unchanged };
  });
}

/** A row for each location and month. */
async function auditChanges(trx: Trx, acting: Acting, changes: readonly VolumeChange[]): Promise<void> {
  const groups = new Map<string, VolumeChange[]>();
  for (const change of changes) {
    const { locationId, date } = (change.after ?? change.before) as Volume;
    const key = `${locationId} ${monthOf(date)}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  for (const [key, group] of groups)
    await acting.audit(trx, {
      action: volumeActions.enter,
      entity: 'location',
      entityId: Number(key.split(' ')[0]),
      before: group.flatMap(({ before }) => (before ? [briefly(before)] : [])),
      after: group.flatMap(({ after }) => (after ? [briefly(after)] : [])),
    });
}

const briefly = ({ locationId: _, ...volume }: Volume) => volume;

interface LockedMonth {
  /** `2026-03` */
  month: string;
  /** null: all sites. */
  siteId: number | null;
  reason: string;
}

/** @throws 404 where not all of the site is seen, 422 where not all sites are */
async function checkReach(trx: Trx, { scope }: Acting, siteId: number | null): Promise<void> {
  await lockOrganisation(trx, scope.organisationId);
  if (siteId === null && !seesAll(scope)) throw fail.unprocessable('volumes.problem.onlyOwnSites');
  if (siteId !== null && !(await lockSite(trx, scope, siteId))) throw fail.notFound('volumes.problem.unknownSite');
}

/** Lets nobody change the volumes of a month; one that is locked stays so. @throws as `checkReach` */
export function lockMonth(acting: Acting, { month, siteId, reason }: LockedMonth): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    await checkReach(trx, acting, siteId);
    if (!(await insertLock(trx, acting.scope, { month, siteId, reason, now: acting.now }))) return;
    await acting.audit(trx, { action: volumeActions.lock, ...entityOf(siteId), after: { month, reason } });
    await acting.touch(trx);
  });
}

/** @throws as `checkReach`, 409 notLocked */
export function unlockMonth(acting: Acting, { month, siteId, reason }: LockedMonth): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    await checkReach(trx, acting, siteId);
    const before = await deleteLock(trx, acting.scope, { month, siteId });
    if (!before) throw fail.conflict('volumes.problem.notLocked');
    await acting.audit(trx, {
      action: volumeActions.unlock,
      ...entityOf(siteId),
      before: { month, reason: before.reason },
      after: { month, reason },
    });
    await acting.touch(trx);
  });
}

const entityOf = (siteId: number | null) =>
  siteId === null ? { entity: 'organisation' } : { entity: 'site', entityId: siteId };
