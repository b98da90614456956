import { z } from 'zod';
import type { RatioSums } from '../../domain/measures/volume-ratios.contract';
import type { NoRatio } from '../../domain/measures/volume-ratios.rules';
import { lineOfText } from '../../platform/text-input';
import { estimatedName, guestsName, stripDays, type GuestField } from './guest-limits.rules';

/** What guests leave, set against how many there were. Weights in grams, local dates. */

const id = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 53 - 1);

export const guestStage = z.enum(['9', '23']);

/** Of the file. */
export const exportQuery = z.strictObject({
  startDate: z.string().max(40),
  endDate: z.string().max(40),
  wasteStageId: guestStage.optional().describe('9: post-consumer, 23: consumer plate waste. Both of them without it.'),
  siteId: id.optional(),
  locationId: id.optional(),
});

const cell = lineOfText(40).optional();
const tick = z.literal('on').optional();
const days = Array.from({ length: stripDays }, (_, at) => at);
const kept = z.string().max(40).optional();

/** The guests of a location by day, and where the page stood. */
export const guestForm = z
  .strictObject({
    locationId: id,
    from: z.iso.date(),
    to: z.iso.date(),
    /** Of what was looked at; without it whatever is stored gives way. */
    mark: z.string().max(40).optional(),
    range: kept,
    startDate: kept,
    endDate: kept,
    siteId: kept,
    wasteStageId: kept,
    ...Object.fromEntries(days.map((at) => [guestsName(at), cell])),
    ...Object.fromEntries(days.map((at) => [estimatedName(at), tick])),
  })
  .transform((form) => form as typeof form & Record<string, string | undefined>);

/** Of days of locations: a ratio, or why there is none. */
export interface PerGuest extends RatioSums {
  perGuest: number | null;
  noRatio: NoRatio | null;
}

export interface GuestPeriod extends PerGuest {
  start: string;
  end: string;
}

export interface GuestPlace extends PerGuest {
  siteId: number;
  siteName: string;
  locationId: number;
  locationName: string;
}

/** A value with its part of the waste and of the grams a guest left. */
export interface GuestPart {
  /** null: the weighings that name no value. */
  refId: number | null;
  name: string | null;
  txn: number;
  /** Of all days, and of those that count. */
  grams: number;
  countedGrams: number;
  /** null where the whole is not shown. */
  perGuest: number | null;
  /** Of what counts, or of everything where nothing does. */
  share: number;
}

export interface GuestFigures {
  all: PerGuest;
  before: PerGuest & { start: string; end: string };
  /** A fraction of the days before; null where either is not shown. */
  change: number | null;
  frame: 'day' | 'week' | 'month';
  periods: GuestPeriod[];
  /** Those with waste in these days, the most a guest first; the ones without a ratio last. */
  places: GuestPlace[];
  parts: Record<GuestField, GuestPart[]>;
}

/** A row of the file. */
export type GuestRow = { of: 'total' | 'day' | 'location' | GuestField; name: string; siteName: string } & Pick<
  PerGuest,
  'g' | 'countedG' | 'perGuest' | 'noRatio'
> &
  Partial<Pick<PerGuest, 'countedVolume' | 'trackedDays' | 'countedDays' | 'openDays'>>;

/** A day of a location with what is typed for it. */
export interface GuestDay {
  date: string;
  open: boolean;
  tracked: boolean;
  grams: number;
  /** An exact decimal; null where none was entered. */
  guests: string | null;
  estimated: boolean;
  perGuest: number | null;
  /** Its month was locked. */
  locked: boolean;
  /** Its month has a total, which is spread over the days. */
  spread: boolean;
  ahead: boolean;
}

export interface GuestStrip {
  locationId: number;
  locationName: string;
  siteName: string;
  days: GuestDay[];
  mark: string;
  /** Earlier days of the range that are not shown. */
  left: number;
}
