import { wholePercent } from '../../platform/fraction.rules';
import { defineTable, type Reader, type ScreenColumn } from '../../platform/table/define-table';
import type { Entrant, Metric, NotRanked, ParticipantSite, Ranked, RankedBy, Unranked } from './leaderboard.contract';

interface LeaderboardReader extends Reader {
  metric: Metric;
  by: RankedBy;
  /** A contest that has not ended has no certificates. */
  certified: boolean;
}

const of =
  (...metrics: Metric[]) =>
  ({ metric }: LeaderboardReader) =>
    metrics.includes(metric);

export const rankedTable = defineTable<Ranked, LeaderboardReader>()({
  size: 50,
  columns: {
    place: { label: 'leaderboard.column.rank', place: 'lead' },
    change: { label: 'leaderboard.column.change', when: of('reduction'), numeric: true, place: 'side' },
    goals: { label: 'leaderboard.column.goals', when: of('goals'), numeric: true, place: 'side' },
    tracking: {
      label: 'leaderboard.column.tracking',
      numeric: true,
      place: ({ metric }) => (metric === 'tracking' ? 'side' : 'rest'),
    },
    compliance: { label: 'leaderboard.column.compliance', numeric: true },
    accuracy: { label: 'reliability.accuracy', numeric: true },
    certificate: { label: 'leaderboard.column.certificate', when: ({ certified }) => certified },
  },
});
export type RankedColumn = ScreenColumn<typeof rankedTable>;

export const notRankedTable = defineTable<Unranked, LeaderboardReader>()({
  size: 50,
  columns: {
    place: { label: 'leaderboard.column.name', place: 'lead' },
    reason: { label: 'leaderboard.column.reason', place: 'side' },
    advice: { label: 'leaderboard.column.advice' },
  },
});
export type NotRankedColumn = ScreenColumn<typeof notRankedTable>;

export const participantTable = defineTable<ParticipantSite>()({
  size: 50,
  columns: {
    site: { label: 'legacy.fields.siteName', place: 'lead' },
    state: { label: 'leaderboard.sites.state' },
    change: { label: 'leaderboard.sites.change' },
  },
});
export type ParticipantColumn = ScreenColumn<typeof participantTable>;

/** As the file has it: one after the other, those without a rank last. */
export type FileRow = Entrant & { rank: number | null; reason: NotRanked | null };

const percent = (fraction: number | null) => (fraction === null ? null : Number((fraction * 100).toFixed(2)));
const share = (part: number, whole: number) => (whole > 0 ? percent(Math.min(part, whole) / whole) : null);

/** The whole leaderboard as a file; the screen has two tables of it. */
export const leaderboardFile = defineTable<FileRow, Reader & { by: RankedBy }>()({
  size: 50,
  columns: {
    rank: { label: 'leaderboard.column.rank', screen: false, csv: (row) => row.rank },
    site: { label: 'performance.column.site', screen: false, csv: (row) => row.siteName },
    location: {
      label: 'performance.column.location',
      screen: false,
      when: ({ by }) => by === 'locations',
      csv: (row) => row.locationName,
    },
    change: { label: 'performance.csv.weight', screen: false, csv: (row) => percent(row.change) },
    tracking: { label: 'performance.csv.tracking', screen: false, csv: (row) => share(row.trackedDays, row.openDays) },
    compliantWeeks: { label: 'performance.csv.compliantWeeks', screen: false, csv: (row) => row.compliantWeeks },
    scoredWeeks: { label: 'performance.csv.scoredWeeks', screen: false, csv: (row) => row.scoredWeeks },
    goalsReached: { label: 'leaderboard.csv.goalsReached', screen: false, csv: (row) => row.goals.reached },
    goalsJudged: { label: 'leaderboard.csv.goalsJudged', screen: false, csv: (row) => row.goals.judged },
    accuracy: {
      label: 'reliability.csvAccuracy',
      screen: false,
      csv: (row) => (row.accuracy === null ? null : wholePercent(row.accuracy)),
    },
    estimated: { label: 'reliability.csvEstimated', screen: false, csv: (row) => percent(row.estimatedShare) },
    reason: {
      label: 'leaderboard.notRanked.title',
      screen: false,
      csv: (row, { t }) => (row.reason === null ? null : t(`leaderboard.reasons.${row.reason}`)),
    },
  },
});
export const fileName = 'Leaderboard.csv';
