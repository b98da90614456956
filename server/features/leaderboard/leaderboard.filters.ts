import { z } from 'zod';
import { oneStage, type StageOffer } from '../../domain/places/stage.filters';
import {
  choice,
  chipText,
  entry,
  place,
  reportFilters,
  weekRange,
  type FilterOffer,
} from '../../platform/table/report-filters';
import { lineOfText } from '../../platform/text-input';
import { metrics, rankedBy } from './leaderboard-terms.rules';
import { notRankedTable, participantTable, rankedTable } from './leaderboard.table';

interface LeaderboardOffer extends FilterOffer, StageOffer {}

/** The weeks that are ranked without a choice. */
export const usualWeeks = 'last4Weeks' as const;

const named = lineOfText(100).min(1).optional().catch(undefined);

/** What does not fit is read as not given, so that an old link still shows a page. */
export const leaderboardFilters = reportFilters<LeaderboardOffer>()(
  [
    choice('metric', {
      field: z.enum(metrics).catch('reduction').default('reduction'),
      label: 'leaderboard.filters.metric',
      silent: 'reduction',
      options: ({ t }: LeaderboardOffer) =>
        metrics.map((value) => ({ value, label: t(`leaderboard.metrics.${value}`) })),
    }),
    weekRange({
      label: 'performance.filters.range',
      presetLabel: (preset, t) => t(`performance.preset.${preset}`),
      usual: usualWeeks,
    }),
    oneStage({ label: 'performance.filters.stage', choose: 'performance.filters.chooseStage' }),
    place('countryCode', 'country', {
      field: named,
      label: 'performance.filters.country',
      all: 'global.all',
      least: 3,
    }),
    place('regionName', 'region', {
      field: named,
      label: 'performance.filters.region',
      all: 'global.all',
      least: 3,
      narrowedBy: 'countryCode',
    }),
    place('segmentName', 'segment', {
      field: named,
      label: 'performance.filters.segment',
      all: 'global.all',
      least: 3,
    }),
    choice('by', {
      field: z.enum(rankedBy).catch('sites').default('sites'),
      label: 'leaderboard.filters.by',
      look: 'toggle',
      silent: 'sites',
      options: ({ t }: LeaderboardOffer) => rankedBy.map((value) => ({ value, label: t(`performance.view.${value}`) })),
    }),
  ],
  { kept: [], pages: ['page', 'pageOut', 'contestId', 'done'], reset: 'performance.filters.reset' },
);

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined);

/** What was done before this page is shown. */
const done = z.enum(['saved', 'deleted']).optional().catch(undefined);

const asked = {
  ...leaderboardFilters.query,
  /** Its own terms stand in place of all others. */
  contestId: id,
};
export const leaderboardQuery = z.object({
  ...asked,
  ...rankedTable.query(),
  ...notRankedTable.query('Out'),
  done,
});
export type LeaderboardQuery = z.infer<typeof leaderboardQuery>;

/** Of a site or a location, by what is ranked. */
export const certificateQuery = z.object({ ...asked, siteId: id, locationId: id });
export type CertificateQuery = z.infer<typeof certificateQuery>;

const shows = ['all', 'out'] as const;

export const participantFilters = reportFilters<{ t: LeaderboardOffer['t'] }>()(
  [
    entry('text', {
      kind: 'search',
      field: lineOfText(100).optional().catch(undefined),
      label: 'leaderboard.sites.search',
    }),
    choice('show', {
      field: z.enum(shows).catch('all').default('all'),
      label: 'leaderboard.sites.show',
      look: 'toggle',
      silent: 'all',
      options: ({ t }: { t: LeaderboardOffer['t'] }) =>
        shows.map((value) => ({ value, label: t(`leaderboard.sites.shows.${value}`) })),
      chip: (label, offer, value) => (value === 'all' ? null : chipText(offer, 'leaderboard.sites.show', label)),
    }),
  ],
  { kept: [], pages: ['page'] },
);
export const participantsQuery = z.object({ ...participantFilters.query, ...participantTable.query() });
export type ParticipantsQuery = z.infer<typeof participantsQuery>;
