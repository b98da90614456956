import { z, type ZodType } from 'zod';
import { origins } from '../../domain/events/ingest.contract';
import { referenceFields, type ReferenceField } from '../../domain/events/reference-fields.rules';
import { stageOptions, type StageOffer } from '../../domain/places/stage.filters';
import type { MessageKey, Translate } from '../../platform/i18n/messages';
import { datesInOrder } from '../../platform/table/dates-in-order.contract';
import { chipText, choice, entry, reportFilters } from '../../platform/table/report-filters';
import type { FilterOption } from '../../platform/table/report-filters.contract';
import { lineOfText } from '../../platform/text-input';
import { isLocalDate, type LocalDate } from '../../platform/time';

/** The value of a reference that an event does not name. */
export const notSaid = 'none';

interface SiteOption {
  siteId: number;
  siteName: string;
  locations: { locationId: number; locationName: string }[];
}

export interface DataOffer extends StageOffer {
  t: Translate;
  /** Writes a day as the reader does. */
  writeDay(day: LocalDate): string;
  sites: SiteOption[];
  values: Record<ReferenceField, { refId: number; refName: string }[]>;
  people: { userId: number; fullName: string }[];
}

/** A form without a script sends what is empty, too. */
const blank = z.literal('').transform(() => undefined);
export const optional = <Z extends ZodType>(field: Z) => z.union([field, blank]).optional();
export const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const day = <const N extends string>(name: N, label: MessageKey) =>
  entry(name, {
    kind: 'date',
    field: optional(z.string().refine(isLocalDate, 'errors.notADate')),
    label,
    written: (value, { writeDay }: DataOffer) => writeDay(value),
  });

const all = ({ t }: Pick<DataOffer, 't'>): FilterOption => ({ value: '', label: t('global.all') });
const said = (label: string) => label;
const named = (key: MessageKey) => (label: string, offer: { t: Translate }) => chipText(offer, key, label);

/** The filters that page, file and bulk changes share. Days are local to the location and included. */
export const dataFilters = reportFilters<DataOffer>()(
  [
    day('startDate', 'legacy.ui.from'),
    day('endDate', 'legacy.ui.to'),
    choice('siteId', {
      field: optional(id),
      label: 'legacy.fields.siteName',
      options: (offer: DataOffer) => [
        all(offer),
        ...offer.sites.map(({ siteId, siteName }) => ({ value: String(siteId), label: siteName })),
      ],
      chip: said,
    }),
    choice('locationId', {
      field: optional(id),
      label: 'legacy.fields.locationName',
      options: (offer: DataOffer) => [all(offer), ...locationOptions(offer.sites)],
      chip: said,
    }),
    choice('wasteStageId', {
      field: optional(id.max(2_147_483_647)),
      label: 'legacy.fields.wasteStageId',
      options: (offer: DataOffer) => [all(offer), ...stageOptions(offer)],
      chip: said,
    }),
    entry('text', { kind: 'search', field: optional(lineOfText(100)), label: 'legacy.ui.search' }),
    ...referenceFields.map(([name]) =>
      choice(name, {
        field: optional(z.union([z.literal(notSaid), id])),
        label: `legacy.fields.${name}`,
        options: (offer: DataOffer) => [
          all(offer),
          { value: notSaid, label: offer.t('legacy.events.notSaid') },
          ...offer.values[name].map(({ refId, refName }) => ({ value: String(refId), label: refName })),
        ],
        chip: named(`legacy.fields.${name}`),
      }),
    ),
    choice('origin', {
      field: optional(z.enum(origins)),
      label: 'legacy.fields.origin',
      options: (offer: DataOffer) => [
        all(offer),
        ...origins.map((value) => ({ value, label: offer.t(`legacy.origins.${value}`) })),
      ],
      chip: named('legacy.fields.origin'),
    }),
    choice('recordedBy', {
      field: optional(id),
      label: 'legacy.fields.createdByName',
      options: (offer: DataOffer) => [
        all(offer),
        ...offer.people.map(({ userId, fullName }) => ({ value: String(userId), label: fullName })),
      ],
      chip: named('legacy.fields.createdByName'),
    }),
    choice('state', {
      field: z.enum(['active', 'voided', 'all']).default('active'),
      label: 'legacy.fields.state',
      silent: 'active',
      options: ({ t }: DataOffer) => [
        { value: 'active', label: t('legacy.events.counts') },
        { value: 'voided', label: t('legacy.events.voided') },
        { value: 'all', label: t('global.all') },
      ],
      chip: (label, offer, value) => (value === 'active' ? null : named('legacy.fields.state')(label, offer)),
    }),
  ],
  { kept: ['sort'], pages: ['page'] },
);

export const dataFilter = datesInOrder(z.object(dataFilters.query));
export type DataFilter = z.infer<typeof dataFilter>;
/** Of a call: nothing else may be named. */
export const dataCallFilter = datesInOrder(z.strictObject(dataFilters.query));

const locationOptions = (sites: readonly SiteOption[]): FilterOption[] =>
  sites.flatMap(({ siteName, locations }) =>
    locations.map(({ locationId, locationName }) => ({
      value: String(locationId),
      label: locationName,
      group: siteName,
    })),
  );
