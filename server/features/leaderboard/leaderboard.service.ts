import { compare, readCapture } from '../../domain/measures';
import { captureOf } from '../../domain/measures/capture.rules';
import { comparedOf, changesOf, reasonOf, siteFigures, unreliableOf } from '../../domain/measures/compare.rules';
import type { LocationFigures } from '../../domain/measures/measure.contract';
import type { Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { countReached } from '../goals';
import { isExcluded } from '../performance';
import type { Entrant, GoalCounts, Question } from './leaderboard.contract';
import { rank, type Standings } from './leaderboard.rules';
import { listOptOuts, type OptOut } from './opt-outs.store';

interface Asked {
  question: Question;
  /** The locations whose opening days nobody has confirmed. */
  waiting: ReadonlySet<number>;
}

export interface Leaderboard extends Standings {
  /** Weighings in the weeks, of all that take part. */
  transactions: number;
  /** Sites that are seen and take no part. */
  optedOut: OptOut[];
}

const noGoals: GoalCounts = { reached: 0, judged: 0, all: 0 };

/** All sites or locations that are seen and take part, ranked among themselves. Figures, reasons and reliability are those of the performance dashboard. */
export async function loadLeaderboard(
  db: Db,
  { scope, organisation }: Viewer,
  { question: { metric, by, ...query }, waiting }: Asked,
): Promise<Leaderboard> {
  const [all, optedOut] = await Promise.all([compare(db, scope, { by: 'location', ...query }), listOptOuts(db, scope)]);
  const out = new Set(optedOut.map(({ siteId }) => siteId));
  const figures = all.filter((one) => !out.has(one.siteId));
  const limit = organisation.trackingLimit;
  const capturedOf = await readCapture(db, scope, { ...query, figures });
  const goals = metric === 'goals' ? await countReached(db, scope, { ...query, limit }) : new Map<number, GoalCounts>();

  function entrant(locations: readonly LocationFigures[], own: Pick<Entrant, 'id' | 'locationName'>): Entrant {
    const [first] = siteFigures(locations);
    const { siteId, siteName, compared = null } = { siteId: 0, siteName: '', ...first };
    const ids = locations.map(({ locationId }) => locationId);
    const changes = changesOf(compared);
    const capture = captureOf(capturedOf(ids), changes.weightVsBaseline);
    const unsure = capture.notCorrected === 'noCheckWeights' || capture.notCorrected === 'tooFewCompleteDays';
    return {
      ...own,
      siteId,
      siteName,
      locationIds: ids,
      comparedLocations: locations.filter((one) => comparedOf(one) !== null).length,
      compared,
      change: changes.weightVsBaseline,
      estimatedShare: changes.estimatedShare,
      noChange: reasonOf(first?.baselineStart ?? null, compared),
      unreliable: unreliableOf(locations, limit),
      excluded: locations.some((one) => isExcluded(one, organisation.exclusionThreshold)),
      openDays: first?.openDays ?? 0,
      trackedDays: first?.trackedDays ?? 0,
      scoredWeeks: first?.scoredWeeks ?? 0,
      compliantWeeks: first?.compliantWeeks ?? 0,
      accuracy: unsure ? null : capture.accuracy,
      unconfirmedId: locations.find((one) => waiting.has(one.locationId) && one.txn > 0)?.locationId ?? null,
      withoutBaselineId: locations.find((one) => one.baselineStart === null)?.locationId ?? null,
      goals: ids.reduce((sum, id) => addGoals(sum, goals.get(id) ?? noGoals), noGoals),
    };
  }

  const entrants =
    by === 'locations'
      ? figures
          .filter((one) => takesPart([one]))
          .map((one) => entrant([one], { id: one.locationId, locationName: one.locationName }))
      : siteFigures(figures)
          .filter(({ locations }) => takesPart(locations))
          .map(({ siteId, locations }) => entrant(locations, { id: siteId, locationName: null }));
  return {
    ...rank(entrants, { metric, limit }),
    transactions: figures.reduce((sum, one) => sum + one.txn, 0),
    optedOut,
  };
}

/** What was closed before these weeks has no part in them. */
const takesPart = (locations: readonly LocationFigures[]) =>
  locations.some((one) => one.openDays > 0 || (one.siteStatus === 'A' && one.locationStatus === 'A'));

const addGoals = (a: GoalCounts, b: GoalCounts): GoalCounts => ({
  reached: a.reached + b.reached,
  judged: a.judged + b.judged,
  all: a.all + b.all,
});
