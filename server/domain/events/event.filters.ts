import { z } from 'zod';
import type { Translate } from '../../platform/i18n/messages';
import { choice, entry, reportFilters } from '../../platform/table/report-filters';
import type { FilterOption } from '../../platform/table/report-filters.contract';
import { lineOfText } from '../../platform/text-input';
import { isLocalDate } from '../../platform/time';
import type { ReferenceValue, WasteStage } from '../catalogue/refdata.contract';
import type { SiteLookup } from '../places/sites.contract';
import { stageOptions } from '../places/stage.filters';
import { origins } from './ingest.contract';
import { referenceFields, type ReferenceField } from './reference-fields.rules';

/** Closed places and retired values too, because an old event may be of one. */
export interface EventOffer {
  t: Translate;
  sites: SiteLookup;
  stages: WasteStage[];
  values: Record<ReferenceField, ReferenceValue[]>;
}

const id = z.coerce.number().int().positive();
const localDate = z.string().refine(isLocalDate, 'errors.notADate').optional();

const all = ({ t }: EventOffer): FilterOption => ({ value: '', label: t('global.all') });
/** A place that is closed says so. */
export const nameOf = (t: Translate, name: string, status: 'A' | 'I') =>
  status === 'I' ? `${name} (${t('legacy.ui.closed')})` : name;

/** The filters that list, count and download share. Days are local to the location and included. */
export const eventFilters = reportFilters<EventOffer>()(
  [
    entry('text', { kind: 'search', field: lineOfText(100).optional(), label: 'legacy.ui.search' }),
    entry('startDate', { kind: 'date', field: localDate, label: 'legacy.ui.from' }),
    entry('endDate', { kind: 'date', field: localDate, label: 'legacy.ui.to' }),
    choice('siteId', {
      field: id.optional(),
      label: 'legacy.fields.siteName',
      options: (offer: EventOffer) => [
        all(offer),
        ...offer.sites.map(({ siteId, siteName, siteStatus }) => ({
          value: String(siteId),
          label: nameOf(offer.t, siteName, siteStatus),
        })),
      ],
    }),
    choice('locationId', {
      field: id.optional(),
      label: 'legacy.fields.locationName',
      options: (offer: EventOffer) => [
        all(offer),
        ...offer.sites.flatMap(({ siteName, locations }) =>
          locations.map(({ locationId, locationName, locationStatus }) => ({
            value: String(locationId),
            label: nameOf(offer.t, locationName, locationStatus),
            group: siteName,
          })),
        ),
      ],
    }),
    choice('wasteStageId', {
      field: id.max(2_147_483_647).optional(),
      label: 'legacy.fields.wasteStageId',
      options: (offer: EventOffer) => [all(offer), ...stageOptions(offer)],
    }),
    ...referenceFields.map(([name]) =>
      choice(name, {
        field: id.optional(),
        label: `legacy.fields.${name}`,
        options: (offer: EventOffer) => [
          all(offer),
          ...offer.values[name].map(({ refId, refName }) => ({ value: String(refId), label: refName })),
        ],
      }),
    ),
    choice('deviceId', {
      field: id.optional(),
      label: 'legacy.fields.deviceId',
      options: (offer: EventOffer) => [
        all(offer),
        ...offer.sites.flatMap(({ siteName, locations }) =>
          locations.flatMap(({ devices }) =>
            devices.map(({ deviceId, deviceName }) => ({
              value: String(deviceId),
              label: `${deviceName} · ${siteName}`,
            })),
          ),
        ),
      ],
    }),
    choice('origin', {
      field: z.enum(origins).optional(),
      label: 'legacy.fields.origin',
      options: (offer: EventOffer) => [
        all(offer),
        ...origins.map((value) => ({ value, label: offer.t(`legacy.origins.${value}`) })),
      ],
    }),
    choice('state', {
      field: z.enum(['active', 'voided', 'all']).default('active'),
      label: 'legacy.fields.state',
      silent: 'active',
      options: ({ t }: EventOffer) => [
        { value: 'active', label: t('legacy.events.counts') },
        { value: 'voided', label: t('legacy.events.voided') },
        { value: 'all', label: t('global.all') },
      ],
    }),
  ],
  { kept: ['sort'], pages: ['page'] },
);
