import { listFilterOptions, listStages, isRegionElsewhere } from '../../domain/places';
import { stageOf } from '../../domain/places/stage.filters';
import { fail } from '../../platform/errors';
import type { KeptContext } from '../../platform/http/define-route';
import { datesOf } from '../../platform/table/report-filters';
import { withParameters } from '../../platform/table/table-query';
import { rangeProblems } from '../../platform/table/week-range.rules';
import { lastSundayBefore, type LocalDate } from '../../platform/time';
import { findContest } from './contests.store';
import type { Contest, ContestNow, Question } from './leaderboard.contract';
import { usualWeeks, type CertificateQuery } from './leaderboard.filters';
import { contestStateOf } from './leaderboard.rules';

/** What a page's address asks for, once its contest and its places are known. */
export interface AskedFor {
  query: Omit<CertificateQuery, 'contestId' | 'siteId' | 'locationId'>;
  contest: ContestNow | null;
  stages: Awaited<ReturnType<typeof listStages>>;
  places: Awaited<ReturnType<typeof listFilterOptions>>;
  startDate: string;
  endDate: string;
  /** null: of a stage that is not offered. */
  stageId: number | null;
  /** Nothing can be ranked: dates that are wrong, weeks that are not over, or a contest that has not begun. */
  problem: 'invalid' | 'notOver' | 'upcoming' | null;
  question: Question | null;
  /** The same page by its terms alone, without its contest. */
  address: string;
}

export const path = '/leaderboard';

/** @throws 404 where the contest is not there */
export async function readQuestion(
  { contestId, ...given }: CertificateQuery,
  { db, viewer: { scope, today } }: KeptContext,
): Promise<AskedFor> {
  const [stages, places, stored] = await Promise.all([
    listStages(db, scope),
    listFilterOptions(db, scope),
    contestId === undefined ? undefined : findContest(db, scope, contestId),
  ]);
  if (contestId !== undefined && !stored) throw fail.notFound('leaderboard.error.unknownContest');
  const contest = stored ? { ...stored, state: contestStateOf(stored, today) } : null;
  const query = contest ? { ...given, ...termsAsked(contest, today) } : given;
  const { startDate, endDate } = datesOf(query, today, usualWeeks);
  const stageId = contest ? contest.wasteStageId : stageOf(query.wasteStageId, stages);
  const problem = contest?.state === 'upcoming' ? 'upcoming' : problemOf({ startDate, endDate, today });
  const { countryCode, regionName, segmentName, metric, by } = query;
  return {
    query,
    contest,
    stages,
    places,
    startDate,
    endDate,
    stageId,
    problem,
    question:
      stageId === null || problem !== null
        ? null
        : { metric, by, stageId, start: startDate, end: endDate, countryCode, regionName, segmentName },
    address: addressOf({ metric, by, stageId, startDate, endDate, countryCode, regionName, segmentName }),
  };
}

function problemOf({ startDate, endDate, today }: { startDate: string; endDate: string; today: LocalDate }) {
  const { start, end } = rangeProblems({ start: startDate, end: endDate, today });
  if (start !== null || end !== null) return 'invalid';
  return isOver(endDate, today) ? null : 'notOver';
}

/** A Sunday is over on Monday. */
export const isOver = (endDate: LocalDate, today: LocalDate) => endDate < today;

/** The terms of a contest as filters have them; of one that runs up to the last Sunday. */
function termsAsked(contest: Contest, today: LocalDate) {
  const { metric, by, wasteStageId, startDate, endDate, countryCode, regionName, segmentName } = contest;
  const last = lastSundayBefore(today);
  return {
    metric,
    by,
    wasteStageId: String(wasteStageId),
    range: 'custom' as const,
    startDate,
    endDate: endDate < last || startDate > last ? endDate : last,
    countryCode: countryCode ?? undefined,
    regionName: regionName ?? undefined,
    segmentName: segmentName ?? undefined,
  };
}

type Terms = Pick<AskedFor, 'stageId' | 'startDate' | 'endDate'> &
  Pick<AskedFor['query'], 'metric' | 'by' | 'countryCode' | 'regionName' | 'segmentName'>;

/** What calls, certificates and links ask the same by. */
export const termsIn = ({ metric, by, stageId, countryCode, regionName, segmentName, ...dates }: Terms) => ({
  metric,
  by,
  wasteStageId: stageId,
  startDate: dates.startDate,
  endDate: dates.endDate,
  countryCode: countryCode ?? null,
  regionName: regionName ?? null,
  segmentName: segmentName ?? null,
});

const addressOf = (terms: Terms) => withParameters(path, { ...termsIn(terms), range: 'custom' });

/** Whether the region is in another country than the one chosen with it. */
export const isElsewhere = ({ places, query, contest }: AskedFor) =>
  contest === null && isRegionElsewhere(places, query);
