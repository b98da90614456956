import { defineTable, type Reader } from '../../platform/table/define-table';
import type { GuestRow } from './guest.contract';

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals));

export const guestTable = defineTable<GuestRow, Reader>()({
  size: 100,
  columns: {
    dimension: { label: 'foodWaste.csv.dimension', csv: ({ of }, { t }) => t(`postConsumer.csv.${of}`) },
    value: { label: 'foodWaste.csv.value', csv: ({ name }) => name },
    site: { label: 'legacy.fields.siteName', csv: ({ siteName }) => siteName },
    grams: { label: 'vam.csv.grams', csv: ({ g }) => rounded(g, 2) },
    countedGrams: { label: 'vam.csv.countedGrams', csv: ({ countedG }) => rounded(countedG, 2) },
    guests: { label: 'postConsumer.csv.guests', csv: ({ countedVolume }) => countedVolume ?? '' },
    perGuest: {
      label: 'postConsumer.csv.perGuest',
      csv: ({ perGuest }) => (perGuest === null ? '' : rounded(perGuest, 4)),
    },
    openDays: { label: 'vam.csv.openDays', csv: ({ openDays }) => openDays ?? '' },
    trackedDays: { label: 'vam.csv.trackedDays', csv: ({ trackedDays }) => trackedDays ?? '' },
    countedDays: { label: 'postConsumer.csv.countedDays', csv: ({ countedDays }) => countedDays ?? '' },
    noRatio: {
      label: 'vam.csv.noRatio',
      csv: ({ noRatio }, { t }) => (noRatio === null ? '' : t(`vam.noRatio.${noRatio}`)),
    },
  },
});

export const fileName = 'Post Consumer.csv';
