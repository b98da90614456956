import { defineTable, type Reader, type ScreenColumn } from '../../platform/table/define-table';
import type { DonatedItemRow, PartnerRow, Pickup, StatementLine } from './donations.contract';

interface WeightReader extends Reader {
  unit: { abbr: string; gramsPerUnit: number };
}

const inUnit = (grams: number | null, { unit }: WeightReader) =>
  grams === null ? null : Number((grams / unit.gramsPerUnit).toFixed(3));
const difference = ({ grams, partnerGrams }: Pickup) =>
  grams === null || partnerGrams === null ? null : partnerGrams - grams;
const abbr = ({ unit }: WeightReader) => unit.abbr;

export const pickupTable = defineTable<Pickup, WeightReader>()({
  size: 50,
  columns: {
    day: { label: 'donations.day', place: 'lead', sort: 'query', usual: 'desc', csv: (row) => row.day },
    time: { label: 'donations.time', screen: false, csv: (row) => row.time },
    place: { label: 'donations.from', sort: 'query', csv: (row) => row.siteName },
    location: { label: 'legacy.fields.locationName', screen: false, csv: (row) => row.locationName },
    partner: { label: 'donations.partner', sort: 'query', csv: (row) => row.partnerName },
    item: { label: 'legacy.fields.itemId', csv: (row) => row.itemName },
    grams: {
      label: 'donations.ourWeight',
      unit: abbr,
      numeric: true,
      place: 'side',
      sort: 'query',
      csv: (row, reader) => inUnit(row.grams, reader),
    },
    partnerGrams: {
      label: 'donations.partnerWeight',
      unit: abbr,
      numeric: true,
      csv: (row, reader) => inUnit(row.partnerGrams, reader),
    },
    difference: {
      label: 'donations.difference',
      unit: abbr,
      screen: false,
      csv: (row, reader) => inUnit(difference(row), reader),
    },
    receipt: { label: 'donations.receipt', screen: false, csv: (row) => row.receiptNo },
    receivedOn: { label: 'donations.receivedOn', screen: false, csv: (row) => row.receivedOn },
    value: { label: 'donations.value', screen: false, csv: (row) => row.value },
    currency: { label: 'foodWaste.filters.currency', screen: false, csv: (row) => row.currency },
    temperature: { label: 'donations.temperature', screen: false, csv: (row) => row.temperature },
    useBy: { label: 'donations.useBy', screen: false, csv: (row) => row.useBy },
    weighedFrom: { label: 'donations.weighedFrom', screen: false, csv: (row) => row.weighedFrom },
    weighedTo: { label: 'donations.weighedTo', screen: false, csv: (row) => row.weighedTo },
    note: { label: 'donations.note', screen: false, csv: (row) => row.note },
    state: { label: 'donations.state', csv: (row, { t }) => t(`donations.states.${row.state}`) },
  },
});
export type PickupColumn = ScreenColumn<typeof pickupTable>;
export const pickupsFile = 'Donation Pickups.csv';

export const partnerTable = defineTable<PartnerRow>()({
  size: 50,
  columns: {
    partner: { label: 'donations.partner', place: 'lead', csv: (row) => row.name },
    kind: { label: 'donations.kind', csv: (row, { t }) => t(`donations.kinds.${row.kind}`) },
    contact: { label: 'donations.contact', csv: (row) => row.contact },
    pickups: { label: 'donations.pickups', numeric: true, place: 'side', csv: (row) => row.pickups },
    last: { label: 'donations.lastPickup', csv: (row) => row.lastPickup },
    status: {
      label: 'donations.partnerStatus',
      csv: (row, { t }) => t(`donations.partnerShows.${row.status === 'A' ? 'active' : 'retired'}`),
    },
  },
});
export type PartnerColumn = ScreenColumn<typeof partnerTable>;

export const statementTable = defineTable<StatementLine, WeightReader>()({
  size: 50,
  columns: {
    partner: { label: 'donations.partner', csv: (row) => row.partnerName },
    day: { label: 'donations.day', csv: (row) => row.day },
    site: { label: 'legacy.fields.siteName', csv: (row) => row.siteName },
    location: { label: 'legacy.fields.locationName', csv: (row) => row.locationName },
    item: { label: 'legacy.fields.itemId', csv: (row) => row.itemName },
    grams: { label: 'donations.ourWeight', unit: abbr, csv: (row, reader) => inUnit(row.grams, reader) },
    partnerGrams: {
      label: 'donations.partnerWeight',
      unit: abbr,
      csv: (row, reader) => inUnit(row.partnerGrams, reader),
    },
    difference: { label: 'donations.difference', unit: abbr, csv: (row, reader) => inUnit(difference(row), reader) },
    value: { label: 'donations.value', csv: (row) => (row.worth === null ? null : Number(row.worth.toFixed(4))) },
    currency: { label: 'foodWaste.filters.currency', csv: (row) => row.currency },
    receipt: { label: 'donations.receipt', csv: (row) => row.receiptNo },
    receivedOn: { label: 'donations.receivedOn', csv: (row) => row.receivedOn },
  },
});
export const statementFile = 'Donation Statement.csv';

/** What the dashboard shows, by item. */
export const donatedTable = defineTable<DonatedItemRow, WeightReader>()({
  size: 50,
  columns: {
    item: {
      label: 'legacy.fields.itemId',
      csv: (row, { t }) => (row.itemId === null ? t('legacy.events.notSaid') : (row.itemName ?? String(row.itemId))),
    },
    weighed: { label: 'donations.weighed', unit: abbr, csv: (row, reader) => inUnit(row.weighedGrams, reader) },
    alone: { label: 'donations.alone', unit: abbr, csv: (row, reader) => inUnit(row.aloneGrams, reader) },
    total: { label: 'donations.total', unit: abbr, csv: (row, reader) => inUnit(row.grams, reader) },
    share: { label: 'donations.sharePercent', csv: (row) => Number((row.share * 100).toFixed(2)) },
  },
});
export const donatedFile = 'Donations.csv';
