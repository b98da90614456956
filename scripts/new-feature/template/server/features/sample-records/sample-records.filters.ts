import type { Translate } from '../../platform/i18n/messages';
import { choice, reportFilters } from '../../platform/table/report-filters';
import { periods, sampleRecordFilter } from './sample-records.contract';

interface SampleRecordOffer {
  t: Translate;
  places: { locationId: number; siteName: string; locationName: string }[];
}

const fields = sampleRecordFilter.shape;

export const sampleRecordFilters = reportFilters<SampleRecordOffer>()(
  [
    choice('locationId', {
      field: fields.locationId,
      label: 'sampleRecords.location',
      options: ({ t, places }: SampleRecordOffer) => [
        { value: '', label: t('global.all') },
        ...places.map(({ locationId, siteName, locationName }) => ({
          value: String(locationId),
          label: `${siteName} · ${locationName}`,
        })),
      ],
      chip: (label) => label,
    }),
    choice('days', {
      field: fields.days,
      label: 'sampleRecords.period',
      options: ({ t }: SampleRecordOffer) => [
        { value: '', label: t('sampleRecords.anyDay') },
        ...periods.map((days) => ({ value: days, label: t('sampleRecords.lastDays', { days }) })),
      ],
      chip: (label) => label,
    }),
  ],
  { kept: ['sort'], pages: ['page'] },
);
