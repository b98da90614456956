import { writeDate, writeTime, type DateForms } from '../../server/platform/date-forms.rules';
import type { Locale } from '../../views/locales/messages';

export type { Locale };
export interface WeightUnit {
  id: number;
  abbr: string;
  gramsPerUnit: number;
}
export interface FormatSettings {
  locale: Locale;
  /** IANA name; the zone in which instants are shown unless a call names another. */
  timeZone: string;
  unit: WeightUnit;
  /** How the organization writes days and hours; what it does not say is as the language has it. */
  forms?: DateForms | undefined;
}

const thin = '\u202f';
const minus = '\u2212';
const dayMs = 86_400_000;

function trueMinus(text: string): string {
  return text.replaceAll('-', minus);
}

/** Noon UTC of a local date, so that no zone can move it to another day. */
function noon(localDate: string): Date {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(localDate);
  const date = new Date(`${localDate}T12:00:00Z`);
  if (!found || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(localDate))
    throw new RangeError(`not a local date: ${localDate}`);
  return date;
}

function signDisplay(sign: boolean | undefined): 'exceptZero' | 'negative' {
  return sign ? 'exceptZero' : 'negative';
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * dayMs],
  ['month', 30 * dayMs],
  ['week', 7 * dayMs],
  ['day', dayMs],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/**
 * Figures and times as one person reads them. All take plain values and give plain text with a true minus and a
 * narrow no-break space before units; a value that is missing is the page's affair (`Missing`), never a 0.
 * Throws RangeError for local dates, zones and currencies that do not exist.
 */
export function createFormat({ locale, timeZone, unit, forms = {} }: FormatSettings) {
  const tag = locale.replace('_', '-');
  const { hourCycle } = new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions();
  const made = new Map<string, Intl.NumberFormat>();
  const numbers = (options: Intl.NumberFormatOptions) => {
    const key = JSON.stringify(options);
    const known = made.get(key) ?? new Intl.NumberFormat(tag, options);
    made.set(key, known);
    return known;
  };
  const days = (options: Intl.DateTimeFormatOptions, zone = 'UTC') =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: zone });
  const plainDay = days({ day: 'numeric', month: 'short', year: 'numeric' });
  const shortDay = days({ day: 'numeric', month: 'short' });
  const weekDay = days({ weekday: 'short' });
  const dayWithWeekday = days({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

  /** What both days share is said once; one day stands alone. Every engine writes the same space. */
  const range = (from: string, to: string) => {
    const [first, last] = [noon(from), noon(to)];
    if (!forms.date) return plainDay.formatRange(first, last).replaceAll('\u2009', ' ');
    return from === to ? writeDate(from, forms.date) : `${writeDate(from, forms.date)} – ${writeDate(to, forms.date)}`;
  };

  /** The local date of an instant in a zone. */
  const dayOf = (instant: Date, zone: string) =>
    new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: zone }).format(
      instant,
    );
  /** Of 24 hours. */
  const clock = (instant: Date, zone: string) =>
    days({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, zone).format(instant);
  const hours = { hour: hourCycle === 'h23' ? '2-digit' : 'numeric', minute: '2-digit', hourCycle } as const;
  /** Each of both as the organization has it, or else as the language has it. */
  const inForms = (instant: Date, zone: string) =>
    [
      forms.date
        ? writeDate(dayOf(instant, zone), forms.date)
        : days({ day: 'numeric', month: 'short', year: 'numeric' }, zone).format(instant),
      forms.time ? writeTime(clock(instant, zone), forms.time) : days(hours, zone).format(instant),
    ].join(', ');

  const number = (value: number, decimals = 0, { sign }: { sign?: boolean } = {}) =>
    trueMinus(
      numbers({
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        signDisplay: signDisplay(sign),
      }).format(value),
    );

  return {
    locale,
    unit,
    number,
    /** Grams in the person's unit, 1 decimal; `unit: false` leaves the unit to the column's head. */
    weight(
      grams: number,
      { decimals = 1, unit: withUnit = true, sign }: { decimals?: number; unit?: boolean; sign?: boolean } = {},
    ) {
      const text = number(grams / unit.gramsPerUnit, decimals, { sign });
      return withUnit ? `${text}${thin}${unit.abbr}` : text;
    },
    /** A decimal amount (text as the database gives it, or a number) in an ISO 4217 currency with that currency's decimals. */
    money(amount: number | string, currency: string, { decimals, sign }: { decimals?: number; sign?: boolean } = {}) {
      const options: Intl.NumberFormatOptions = { style: 'currency', currency, signDisplay: signDisplay(sign) };
      if (decimals !== undefined)
        Object.assign(options, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
      return trueMinus(numbers(options).format(amount as Intl.StringNumericLiteral)).replace('\u00a0', thin);
    },
    /** A fraction (0.184) as a percentage (18%). */
    percent(fraction: number, { decimals = 0, sign }: { decimals?: number; sign?: boolean } = {}) {
      const options = {
        style: 'percent',
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        signDisplay: signDisplay(sign),
      } as const;
      return trueMinus(numbers(options).format(fraction)).replace('\u00a0', thin);
    },
    /** A local date `YYYY-MM-DD`. `short` leaves the year out, `weekday` puts the day of the week before it. */
    date(localDate: string, { style = 'full' }: { style?: 'full' | 'short' | 'weekday' | 'weekdayOnly' } = {}) {
      const day = noon(localDate);
      if (!forms.date || style === 'weekdayOnly')
        return { full: plainDay, short: shortDay, weekday: dayWithWeekday, weekdayOnly: weekDay }[style].format(day);
      const written = writeDate(localDate, forms.date, { year: style !== 'short' });
      return style === 'weekday' ? `${weekDay.format(day)}, ${written}` : written;
    },
    /** A UTC instant in a zone, to the minute. */
    dateTime(instant: Date | string, zone = timeZone) {
      const at = new Date(instant);
      const text =
        forms.date || forms.time
          ? inForms(at, zone)
          : days({ day: 'numeric', month: 'short', year: 'numeric', ...hours }, zone).format(at);
      return text.replaceAll('\u202f', ' ');
    },
    /** The name of a zone as its clock is set at an instant, such as EST. */
    zone(instant: Date | string, zone: string) {
      const parts = new Intl.DateTimeFormat(tag, { timeZone: zone, timeZoneName: 'short' }).formatToParts(
        new Date(instant),
      );
      return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
    },
    /** Hours and minutes of a UTC instant in a zone: `HH:mm`, where the organization has no other form. */
    time(instant: Date | string, zone = timeZone) {
      return writeTime(clock(new Date(instant), zone), forms.time ?? 'HH:mm');
    },
    /** The week that begins on a Monday, as its first and last day. */
    week(monday: string) {
      return range(monday, new Date(noon(monday).getTime() + 6 * dayMs).toISOString().slice(0, 10));
    },
    /** The first and the last of some days, both local dates. */
    range,
    /** How far an instant lies from `now`, in the largest unit that fits. */
    relative(instant: Date | string, now: Date) {
      const apart = new Date(instant).getTime() - now.getTime();
      const words = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
      const [name, size] = steps.find(([, ms]) => Math.abs(apart) >= ms) ?? ['minute', 60_000];
      return trueMinus(words.format(Math.trunc(apart / size), name));
    },
  };
}

export type Format = ReturnType<typeof createFormat>;
