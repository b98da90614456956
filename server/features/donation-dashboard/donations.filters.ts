import { z } from 'zod';
import { locationFilter, placeId, siteFilter, type PlacesOffer } from '../../domain/places/place.filters';
import type { Translate } from '../../platform/i18n/messages';
import {
  chipText,
  choice,
  dayRange,
  entry,
  reportFilters,
  type FilterOffer,
} from '../../platform/table/report-filters';
import { lineOfText } from '../../platform/text-input';
import { isLocalDate, type LocalDate } from '../../platform/time';
import { mealStandards, pickupStates, type MealStandard } from './donations.rules';
import { partnerTable, pickupTable } from './donations.table';

interface DashboardOffer extends FilterOffer, PlacesOffer {
  meal: MealStandard;
}

const said = (label: string) => label;

const range = dayRange({
  label: 'performance.filters.range',
  presetLabel: (preset, t) => t(`foodWaste.preset.${preset}`),
});

/** What does not fit is read as not given, so that an old link still shows a page. */
export const dashboardFilters = reportFilters<DashboardOffer>()(
  [
    range,
    siteFilter,
    locationFilter,
    choice('meal', {
      field: z.enum(mealStandards).optional().catch(undefined),
      label: 'donations.meal.label',
      look: 'toggle',
      shown: (_, { meal }: DashboardOffer) => meal,
      options: ({ t }: DashboardOffer) =>
        mealStandards.map((value) => ({ value, label: t(`donations.meal.${value}`) })),
    }),
  ],
  { kept: [], pages: [], reset: 'performance.filters.reset' },
);
export const dashboardQuery = z.object(dashboardFilters.query);

interface StatementOffer extends FilterOffer, PlacesOffer {
  partners: { partnerId: number; name: string }[];
}
const ofPartner = choice('partnerId', {
  field: placeId,
  label: 'donations.partner',
  options: ({ t, partners }: Pick<StatementOffer, 't' | 'partners'>) => [
    { value: '', label: t('global.all') },
    ...partners.map(({ partnerId, name }) => ({ value: String(partnerId), label: name })),
  ],
  chip: said,
});
export const statementFilters = reportFilters<StatementOffer>()([range, ofPartner, siteFilter], {
  kept: [],
  pages: [],
  reset: 'performance.filters.reset',
});
export const statementQuery = z.object(statementFilters.query);

interface PickupOffer extends PlacesOffer {
  partners: StatementOffer['partners'];
  items: { refId: number; refName: string }[];
  writeDay(day: LocalDate): string;
}
const day = z.string().refine(isLocalDate).optional().catch(undefined);
const shownStates = ['all', 'open', 'left', ...pickupStates] as const;
const origins = ['all', 'weighed', 'alone', 'check'] as const;

export const pickupFilters = reportFilters<PickupOffer>()(
  [
    entry('startDate', {
      kind: 'date',
      field: day,
      label: 'legacy.ui.from',
      written: (value, { writeDay }: PickupOffer) => writeDay(value),
    }),
    entry('endDate', {
      kind: 'date',
      field: day,
      label: 'legacy.ui.to',
      written: (value, { writeDay }: PickupOffer) => writeDay(value),
    }),
    siteFilter,
    locationFilter,
    ofPartner,
    choice('itemId', {
      field: z
        .union([z.literal('none'), z.coerce.number().int().positive()])
        .optional()
        .catch(undefined),
      label: 'legacy.fields.itemId',
      options: ({ t, items }: PickupOffer) => [
        { value: '', label: t('global.all') },
        { value: 'none', label: t('legacy.events.notSaid') },
        ...items.map(({ refId, refName }) => ({ value: String(refId), label: refName })),
      ],
      chip: (label, offer) => chipText(offer, 'legacy.fields.itemId', label),
    }),
    choice('show', {
      field: z.enum(shownStates).catch('all').default('all'),
      label: 'donations.state',
      silent: 'all',
      options: ({ t }: PickupOffer) => shownStates.map((value) => ({ value, label: t(`donations.shows.${value}`) })),
      chip: (label, _, value) => (value === 'all' ? null : label),
    }),
    choice('origin', {
      field: z.enum(origins).catch('all').default('all'),
      label: 'donations.origin',
      silent: 'all',
      options: ({ t }: PickupOffer) => origins.map((value) => ({ value, label: t(`donations.origins.${value}`) })),
      chip: (label, _, value) => (value === 'all' ? null : label),
    }),
  ],
  { kept: ['sort'], pages: ['page', 'done'] },
);
export const done = z
  .enum(['added', 'saved', 'confirmed', 'reopened', 'cancelled', 'ended', 'skipped'])
  .optional()
  .catch(undefined);
export const pickupsQuery = z.object({
  ...pickupFilters.query,
  ...pickupTable.query(),
  done,
  /** Lines of a sheet that were taken in just now. */
  imported: z.coerce.number().int().min(0).max(100_000).optional().catch(undefined),
});
export type PickupsQuery = z.infer<typeof pickupsQuery>;

/** Of calls: the same narrowing, and no more than it. */
const callId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional();
const callDay = z.string().refine(isLocalDate, 'errors.notADate').optional();
export const pickupsCallQuery = z.strictObject({
  startDate: callDay,
  endDate: callDay,
  siteId: callId,
  locationId: callId,
  partnerId: callId,
  itemId: z.union([z.literal('none'), z.coerce.number().int().positive()]).optional(),
  show: z.enum(shownStates).default('all'),
  origin: z.enum(origins).default('all'),
});
export type PickupFilter = z.infer<typeof pickupsCallQuery>;
export const pickupsListQuery = pickupsCallQuery.extend({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

const partnerShows = ['active', 'retired', 'all'] as const;
export const partnerFilters = reportFilters<{ t: Translate }>()(
  [
    entry('text', {
      kind: 'search',
      field: lineOfText(100).optional().catch(undefined),
      label: 'donations.searchPartner',
    }),
    choice('show', {
      field: z.enum(partnerShows).catch('active').default('active'),
      label: 'donations.partnerStatus',
      look: 'toggle',
      silent: 'active',
      options: ({ t }: { t: Translate }) =>
        partnerShows.map((value) => ({ value, label: t(`donations.partnerShows.${value}`) })),
    }),
  ],
  { kept: [], pages: ['page', 'done'] },
);
export const partnersQuery = z.object({ ...partnerFilters.query, ...partnerTable.query(), done });
export const partnersCallQuery = z.strictObject({
  text: lineOfText(100).optional(),
  show: z.enum(partnerShows).default('active'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

/** What the form of a new pickup starts with. */
export const newPickupQuery = z.object({
  locationId: placeId,
  partnerId: placeId,
  scheduleId: placeId,
  day,
  time: z
    .string()
    .regex(/^\d\d:\d\d$/)
    .optional()
    .catch(undefined),
});
