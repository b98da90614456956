import { z, type ZodType } from 'zod';
import { leftByGuests } from '../../domain/places/guest-stages.rules';
import { stageOptions, type StageOffer } from '../../domain/places/stage.filters';
import type { MessageKey, Translate } from '../../platform/i18n/messages';
import { chipText, choice, entry, place, reportFilters, type FilterOffer } from '../../platform/table/report-filters';
import type { FilterOption } from '../../platform/table/report-filters.contract';
import { isLocalDate, type LocalDate } from '../../platform/time';
import { isWithinReach } from './figure.rules';

/** What an event may name, and the element that each takes its values from. */
export const references = [
  ['itemId', 'WASTEITEM'],
  ['reasonId', 'WASTEREASON'],
  ['sourceId', 'WASTESOURCE'],
  ['sinkId', 'WASTESINK'],
  ['daypartId', 'DAYPART'],
  ['containerId', 'CONTAINER'],
] as const;
type Reference = (typeof references)[number][0];
/** The value of a reference that an event does not name. */
export const notSaid = 'none';

interface SiteOption {
  siteId: number;
  siteName: string;
  locations: { locationId: number; locationName: string }[];
}

export interface EventsOffer extends FilterOffer, StageOffer {
  /** Writes a day as the reader does. */
  writeDay(day: LocalDate): string;
  sites: SiteOption[];
  /** The chosen one; its locations are offered, or else those of all. */
  siteId: number | undefined;
  values: Record<Reference, { refId: number; refName: string }[]>;
  currencies: string[];
}

/** A form without a script sends what is empty, too. */
const blank = z.literal('').transform(() => undefined);
export const optional = <Z extends ZodType>(field: Z) => z.union([field, blank]).optional();
const id = z.coerce.number().int().positive();
const localDate = optional(z.string().refine((text) => isLocalDate(text) && isWithinReach(text), 'errors.notADate'));
const plain = optional(
  z
    .string()
    .min(1)
    .max(100)
    .regex(/^[^\p{Cc}\p{Surrogate}]*$/u, 'errors.controlCharacter'),
);
const yesNo = optional(z.enum(['yes', 'no']));

const day = <const N extends string>(name: N, label: MessageKey) =>
  entry(name, {
    kind: 'date',
    field: localDate,
    label,
    written: (value, { writeDay }: EventsOffer) => writeDay(value),
  });

const all = ({ t }: Pick<EventsOffer, 't'>): FilterOption => ({ value: '', label: t('global.all') });
const said = (label: string) => label;
const named = (key: MessageKey) => (label: string, offer: { t: Translate }) => chipText(offer, key, label);

/** Those of the chosen site, and the chosen one wherever it is, so that it is called by its name. */
function locationOptions({ sites, siteId }: EventsOffer, chosen: number | undefined): FilterOption[] {
  return sites.flatMap((site) =>
    site.locations
      .filter(({ locationId }) => siteId === undefined || site.siteId === siteId || locationId === chosen)
      .map(({ locationId, locationName }) => ({
        value: String(locationId),
        label: locationName,
        group: site.siteName,
      })),
  );
}

const yesNoOptions = (offer: EventsOffer): FilterOption[] => [
  all(offer),
  { value: 'yes', label: offer.t('legacy.yes') },
  { value: 'no', label: offer.t('legacy.no') },
];

/** The filters that page, call and file share. Days are local to the location and included. */
export const eventsFilters = reportFilters<EventsOffer>()(
  [
    day('startDate', 'legacy.ui.from'),
    day('endDate', 'legacy.ui.to'),
    choice('siteId', {
      field: optional(id),
      label: 'legacy.fields.siteName',
      options: (offer: EventsOffer) => [
        all(offer),
        ...offer.sites.map(({ siteId, siteName }) => ({ value: String(siteId), label: siteName })),
      ],
      chip: said,
    }),
    choice('locationId', {
      field: optional(id),
      label: 'legacy.fields.locationName',
      options: (offer: EventsOffer, chosen: number | undefined) => [all(offer), ...locationOptions(offer, chosen)],
      chip: said,
    }),
    choice('wasteStageId', {
      field: optional(z.union([z.literal(leftByGuests), id.max(2_147_483_647)])),
      label: 'legacy.fields.wasteStageId',
      options: (offer: EventsOffer) => [
        all(offer),
        ...stageOptions(offer),
        { value: leftByGuests, label: offer.t('events.leftByGuests') },
      ],
      chip: said,
    }),
    place('countryCode', 'country', { field: plain, label: 'legacy.fields.countryName', all: 'global.all' }),
    place('regionName', 'region', {
      field: plain,
      label: 'legacy.fields.regionName',
      all: 'global.all',
      narrowedBy: 'countryCode',
    }),
    place('segmentName', 'segment', { field: plain, label: 'legacy.fields.segmentName', all: 'global.all' }),
    ...references.map(([name]) =>
      choice(name, {
        field: optional(z.union([z.literal(notSaid), id])),
        label: `legacy.fields.${name}`,
        options: (offer: EventsOffer) => [
          all(offer),
          { value: notSaid, label: offer.t('legacy.events.notSaid') },
          ...offer.values[name].map(({ refId, refName }) => ({ value: String(refId), label: refName })),
        ],
        chip: named(`legacy.fields.${name}`),
      }),
    ),
    choice('counts', {
      field: z.enum(['yes', 'no', 'donated', 'thrownAway', 'all']).default('yes'),
      label: 'legacy.fields.countsAsWaste',
      silent: 'yes',
      options: ({ t }: EventsOffer) => [
        { value: 'yes', label: t('legacy.yes') },
        { value: 'no', label: t('legacy.no') },
        { value: 'donated', label: t('events.donated') },
        { value: 'thrownAway', label: t('events.thrownAway') },
        { value: 'all', label: t('global.all') },
      ],
      chip: (label, offer, value) => (value === 'yes' ? null : named('legacy.fields.countsAsWaste')(label, offer)),
    }),
    choice('state', {
      field: z.enum(['active', 'voided', 'all']).default('active'),
      label: 'legacy.fields.state',
      silent: 'active',
      options: ({ t }: EventsOffer) => [
        { value: 'active', label: t('legacy.events.counts') },
        { value: 'voided', label: t('legacy.events.voided') },
        { value: 'all', label: t('global.all') },
      ],
      chip: (label, offer, value) => (value === 'active' ? null : named('legacy.fields.state')(label, offer)),
    }),
    choice('estimated', {
      field: yesNo,
      label: 'events.estimated',
      options: yesNoOptions,
      chip: named('events.estimated'),
    }),
    choice('costFrom', {
      field: optional(z.enum(['rule', 'reported', 'none'])),
      label: 'legacy.fields.cost',
      options: (offer: EventsOffer) => [
        all(offer),
        ...(['rule', 'reported', 'none'] as const).map((value) => ({
          value,
          label: offer.t(`events.costFrom.${value}`),
        })),
      ],
      chip: said,
    }),
    choice('currency', {
      field: optional(z.string().regex(/^[A-Z]{3}$/, 'errors.notOneOf')),
      label: 'legacy.fields.currencyCode',
      options: (offer: EventsOffer) => [all(offer), ...offer.currencies.map((value) => ({ value, label: value }))],
      chip: said,
    }),
    day('recordedFrom', 'events.recordedFrom'),
    day('recordedTo', 'events.recordedTo'),
    choice('baselineId', {
      field: optional(id),
      label: 'events.baseline',
      options: (offer: EventsOffer) => [all(offer)],
      chip: named('events.baseline'),
    }),
    choice('importBatchId', {
      field: optional(id),
      label: 'events.import',
      options: (offer: EventsOffer) => [all(offer)],
      chip: named('events.import'),
    }),
    choice('eventId', {
      field: optional(id),
      label: 'events.one',
      options: (offer: EventsOffer) => [all(offer)],
      chip: named('events.one'),
    }),
  ],
  { kept: ['sort'], pages: ['page'] },
);
