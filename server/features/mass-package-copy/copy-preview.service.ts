import type { Acting } from '../../platform/acting';
import type { Db, Trx } from '../../platform/db/database';
import { revisionOf } from '../../platform/revision';
import type { LocalDate } from '../../platform/time';
import { planTarget } from './copy-plan.rules';
import { dayOf, markOfStates, partsOf, readPlaces, readSource, readStates } from './copy-states.service';
import type { CopyTarget, Differences, PartTotals } from './copy.contract';
import { countPlan, type PartName, type PartPlan, type TargetState } from './copy.rules';
import { listTargets, type JobKey, type StoredJob, type StoredTarget } from './copy.store';

interface Wanted {
  key: JobKey;
  job: Pick<StoredJob, 'sourceId' | 'sourceDeviceId' | 'parts' | 'rule'>;
  states: readonly TargetState[];
}

export interface Planned extends Differences {
  day: LocalDate;
  sourceMark: string;
  /** Of the targets that are there. */
  marks: Map<number, string>;
}

/** What a copy would make of its targets as they are now: the same plans that its run follows. */
export async function planCopy(
  db: Db | Trx,
  acting: Pick<Acting, 'scope' | 'now'>,
  { key, job, states }: Wanted,
): Promise<Planned> {
  const { scope } = acting;
  const { parts, rule } = job;
  const day = await dayOf(db, acting);
  const places = await readPlaces(db, scope);
  const source = await readSource(db, scope, {
    place: places.get(job.sourceId),
    deviceId: job.sourceDeviceId,
    parts,
    day,
  });
  const stored = await listTargets(db, key, { states });
  const there = stored.flatMap(({ locationId }) => places.get(locationId) ?? []);
  const held = await readStates(db, scope, { parts, places: there, day });
  const targets = stored.map((one): CopyTarget => {
    const target = held.get(one.locationId);
    const plans = target ? planTarget({ parts, rule, source, target, leadsSite: one.leadsSite }) : [];
    const named = { ...one, ...nameOf(places.get(one.locationId)), plans };
    return target ? named : { ...named, code: 'massPackageCopy.problem.targetGone' };
  });
  const marks = new Map(
    stored.flatMap((one) => {
      const target = held.get(one.locationId);
      return target ? [[one.locationId, markOfStates(target, partsOf(parts, one))]] : [];
    }),
  );
  const sourceMark = markOfStates(source, parts);
  return {
    day,
    sourceMark,
    marks,
    targets,
    totals: totalsOf(parts, targets),
    changing: targets.filter(({ plans }) => plans.some(({ outcome }) => outcome === 'changes')).length,
    seen: revisionOf([day, sourceMark, [...marks]]),
  };
}

const nameOf = (place: { locationName: string; siteName: string } | undefined) => ({
  locationName: place?.locationName ?? '',
  siteName: place?.siteName ?? '',
});

/** What was done with a target. */
export const doneTarget = (
  { locationId, state, code, params, changes }: StoredTarget,
  place: { locationName: string; siteName: string } | undefined,
): CopyTarget => ({ locationId, ...nameOf(place), state, code, params, plans: changes ?? [] });

function totalsOf(parts: readonly PartName[], targets: readonly { plans: readonly PartPlan[] }[]): PartTotals[] {
  return parts.map((part) => {
    const plans = targets.flatMap(({ plans: all }) => all.filter((plan) => plan.part === part));
    const counts = plans.map(countPlan);
    const sum = (name: 'added' | 'replaced' | 'removed' | 'kept') =>
      counts.reduce((total, count) => total + count[name], 0);
    return {
      part,
      added: sum('added'),
      replaced: sum('replaced'),
      removed: sum('removed'),
      kept: sum('kept'),
      changing: plans.filter(({ outcome }) => outcome === 'changes').length,
      refused: plans.filter(({ outcome }) => outcome === 'refused').length,
    };
  });
}
