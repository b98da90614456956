import type { Format } from '../../client/ui/format';
import type { Filters } from '../../server/features/events/figure-address.rules';
import type { MessageKey, Translate } from '../../server/platform/i18n/messages';

export interface Writing {
  t: Translate;
  format: Format;
}

export type Sites = {
  siteId: number;
  siteName: string;
  locations: { locationId: number; locationName: string }[];
}[];

export const path = '/donation-dashboard';
const lots = `${path}/pickups`;

/** Why a form was refused, and what it sent. */
export interface Refusal {
  sentence: string;
  fields: { field: string; sentence: string }[];
  typed: Record<string, string>;
}

/** A place that is called as its site is named once. */
export const placeOf = ({ siteName, locationName }: { siteName: string; locationName: string }) =>
  siteName === locationName ? siteName : `${locationName}, ${siteName}`;

export const whenOf = (format: Format, { day, time }: { day: string; time: string | null }) =>
  time === null ? format.date(day, { style: 'weekday' }) : `${format.date(day, { style: 'weekday' })}, ${time}`;

/** An address with what it is asked; what is null or left out is not. */
export function hrefWith(address: string, asked: Filters): string {
  const said = Object.entries(asked).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return said.length > 0 ? `${address}?${new URLSearchParams(said).toString()}` : address;
}

/** The list of pickups behind a figure. */
export const lotsHref = (filters: Filters) => hrefWith(lots, filters);

/** What was picked up without having been weighed before. */
export const unweighedHref = (filters: Filters) => lotsHref({ ...filters, show: 'left', origin: 'alone' });

/** What was weighed as a donation. */
export const weighedFilters = (filters: Filters): Filters => ({ ...filters, counts: 'donated' });

/** Monday, 1 January 2024, and the days after it. */
export const weekdayName = ({ locale }: Format, weekday: number) =>
  new Intl.DateTimeFormat(locale.replace('_', '-'), { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, weekday, 12)),
  );

const doneWords = {
  added: 'donations.done.added',
  saved: 'donations.done.saved',
  confirmed: 'donations.done.confirmed',
  reopened: 'donations.done.reopened',
  cancelled: 'donations.done.cancelled',
  ended: 'donations.done.ended',
  skipped: 'donations.done.skipped',
} as const satisfies Record<string, MessageKey>;
export type Done = keyof typeof doneWords;
export const doneText = (t: Translate, done: Done) => t(doneWords[done]);
