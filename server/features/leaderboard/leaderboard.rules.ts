import { isTracked } from '../../domain/measures/reliability.rules';
import { weeksProblems } from '../../platform/table/week-range.rules';
import { lastSundayBefore, type LocalDate } from '../../platform/time';
import { leaderboardLimits } from './leaderboard-terms.rules';
import type {
  Contest,
  ContestState,
  ContestTerms,
  Entrant,
  Metric,
  NotRanked,
  Ranked,
  Unranked,
} from './leaderboard.contract';

/** Of what the bins held, the part that must have been recorded; what is above 105 % is no complete day already. */
export const accuracyLimit = 0.8;

interface Judging {
  metric: Metric;
  /** Fraction of open days that a result needs. */
  limit: number;
}

/** Why it has no rank, the first reason that somebody can do something about; null where it has one. */
export function notRankedReason(entrant: Entrant, { metric, limit }: Judging): NotRanked | null {
  const { noChange, unreliable, openDays, trackedDays, accuracy, goals } = entrant;
  if (entrant.unconfirmedId !== null) return 'unconfirmed';
  if (metric === 'reduction' && noChange !== null) return noChange;
  if (openDays === 0) return 'noDays';
  if (unreliable === 'PROBABLY_STOPPED_TRACKING') return 'stopped';
  if (metric === 'reduction' && entrant.excluded) return 'excluded';
  if (unreliable !== null || !isTracked({ openDays, trackedDays }, limit)) return 'notTracked';
  if (accuracy !== null && accuracy < accuracyLimit) return 'accuracy';
  if (metric === 'goals' && goals.judged === 0) return goals.all === 0 ? 'noGoals' : 'goalsTooEarly';
  return null;
}

/** As it is shown: a tenth of a per cent. Results that read alike are alike. */
const shown = (fraction: number) =>
  Math.sign(fraction) * Math.round(Number((Math.abs(fraction) * 1000).toPrecision(12)));
const share = (part: number, whole: number) => (whole > 0 ? Math.min(part, whole) / whole : 0);

/** What is compared, one after the other; the smaller is better. */
function scoreOf(entrant: Entrant, metric: Metric): number[] {
  const { change, openDays, trackedDays, scoredWeeks, compliantWeeks, goals } = entrant;
  switch (metric) {
    case 'reduction':
      return [shown(change ?? 0)];
    case 'tracking':
      return [-shown(share(trackedDays, openDays)), -shown(share(compliantWeeks, scoredWeeks))];
    case 'goals':
      return [-shown(share(goals.reached, goals.judged))];
  }
}

function compareScores(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < a.length; at += 1) {
    const apart = (a[at] ?? 0) - (b[at] ?? 0);
    if (apart !== 0) return apart;
  }
  return 0;
}

export interface Standings {
  ranked: Ranked[];
  notRanked: Unranked[];
}

/** Equal results share a rank, and the next one counts them: 1, 2, 2, 4. Who is equal stands in the order given. */
export function rank(entrants: readonly Entrant[], judging: Judging): Standings {
  const notRanked: Unranked[] = [];
  const scored: { entrant: Entrant; score: number[] }[] = [];
  for (const entrant of entrants) {
    const reason = notRankedReason(entrant, judging);
    if (reason === null) scored.push({ entrant, score: scoreOf(entrant, judging.metric) });
    else notRanked.push({ ...entrant, reason });
  }
  scored.sort((a, b) => compareScores(a.score, b.score));
  let last = 0;
  const ranked = scored.map(({ entrant, score }, at) => {
    const before = scored[at - 1];
    if (!before || compareScores(before.score, score) !== 0) last = at + 1;
    return { ...entrant, rank: last };
  });
  return { ranked, notRanked };
}

/** Whether a result is one that a certificate would say with pride. */
export const isAchievement = (entrant: Entrant, metric: Metric) => (scoreOf(entrant, metric)[0] ?? 0) < 0;

/** Ranks are of weeks that are over: of a contest that runs, those up to the last Sunday. */
export function contestStateOf(
  { startDate, endDate }: Pick<Contest, 'startDate' | 'endDate'>,
  today: LocalDate,
): ContestState {
  if (endDate < today) return 'ended';
  return startDate > lastSundayBefore(today) ? 'upcoming' : 'running';
}

export type ContestProblem = { field: keyof ContestTerms; code: ContestCode; params?: Record<string, string | number> };
type ContestCode =
  | 'errors.nonMondayStartDate'
  | 'errors.nonSundayEndDate'
  | 'errors.endDateBeforeStartDate'
  | 'leaderboard.error.tooLong';

/** What is wrong with the weeks of a contest, by field. */
export function contestProblems({ startDate, endDate }: Pick<Contest, 'startDate' | 'endDate'>): ContestProblem[] {
  const problems: ContestProblem[] = [];
  const { start, end } = weeksProblems({ start: startDate, end: endDate, mostWeeks: leaderboardLimits.weeks });
  if (start) problems.push({ field: 'startDate', code: `errors.${start}` });
  if (end === 'tooLong')
    problems.push({ field: 'endDate', code: 'leaderboard.error.tooLong', params: { weeks: leaderboardLimits.weeks } });
  else if (end) problems.push({ field: 'endDate', code: `errors.${end}` });
  return problems;
}
