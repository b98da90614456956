import type { GridDay } from '../../client/calendar/month-grid.island';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import type { CalendarDayFacts } from '../../server/domain/calendar/calendar.contract';
import type { Translate } from '../../server/platform/i18n/messages';

export type CalendarFormat = ReturnType<typeof calendarFormat>;

/** The formats of every screen, and names of months and weekdays. */
export function calendarFormat(settings: FormatSettings) {
  const tag = settings.locale.replace('_', '-');
  const name = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
  const formats = {
    month: name({ month: 'long', year: 'numeric' }),
    monthOnly: name({ month: 'long' }),
    day: name({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    short: name({ weekday: 'short' }),
    long: name({ weekday: 'long' }),
  };
  const noon = (day: string) => new Date(`${day}T12:00:00Z`);
  const format = createFormat(settings);
  return {
    ...format,
    /** `2026-03` as "March 2026". */
    monthName: (month: string) => formats.month.format(noon(`${month}-01`)),
    /** The same as a heading, which begins large where months do not. */
    monthTitle: (month: string) =>
      formats.month.format(noon(`${month}-01`)).replace(/^./u, (letter) => letter.toLocaleUpperCase(tag)),
    monthOnly: (month: string) => formats.monthOnly.format(noon(`${month}-01`)),
    longDay: (day: string) => formats.day.format(noon(day)),
    /** A number for a sentence: `count` chooses its form, `number` is what is read. */
    counted: (count: number) => ({ count, number: format.number(count) }),
    /** Monday to Sunday. */
    weekdays: Array.from({ length: 7 }, (_, at) => {
      const day = noon(`2024-01-0${at + 1}`);
      return { short: formats.short.format(day), long: formats.long.format(day) };
    }),
  };
}

interface Cells {
  t: Translate;
  format: CalendarFormat;
  month: string;
  today: string;
  hrefOf: (day: string) => string;
}

/** What the grid shows of each day. */
export function gridDays(days: readonly CalendarDayFacts[], { t, format, month, today, hrefOf }: Cells): GridDay[] {
  return days.map((one) => ({
    day: one.day,
    number: String(Number(one.day.slice(8))),
    date: format.date(one.day, { style: 'short' }),
    label: labelOf(one, { t, format, today }),
    state: one.state,
    word:
      one.state === 'open' || one.state === 'before' || one.state === 'after' ? '' : t(`calendar.words.${one.state}`),
    note: noteOf(one) ?? '',
    transactions: one.transactions > 0 ? format.number(one.transactions) : null,
    flagged: one.flagged,
    outside: !one.day.startsWith(month),
    today: one.day === today,
    href: hrefOf(one.day),
  }));
}

const noteOf = (day: CalendarDayFacts) => day.reason ?? (day.state === 'holiday' ? day.holidayName : null);

function labelOf(day: CalendarDayFacts, { t, format, today }: Pick<Cells, 't' | 'format' | 'today'>): string {
  const idle =
    day.holidayName !== null && (day.state === 'open' || day.state === 'closed')
      ? t('calendar.grid.notObserved', { holiday: day.holidayName })
      : null;
  const transactions =
    day.transactions > 0
      ? t('calendar.grid.transactions', format.counted(day.transactions))
      : t('calendar.grid.noTransactions');
  const parts = [
    day.day === today ? t('calendar.grid.isToday') : null,
    t(`calendar.states.${day.state}`),
    noteOf(day),
    idle,
    transactions,
    day.flagged ? t('calendar.grid.flagged') : null,
  ];
  return t('global.labelled', { label: format.longDay(day.day), value: parts.filter(Boolean).join(', ') });
}

/** The weekdays that are open, as people say them: "Mon–Fri", "Mon, Wed". */
export function openDaysText(
  openDays: readonly boolean[],
  { t, format }: { t: Translate; format: CalendarFormat },
): string {
  if (openDays.every(Boolean)) return t('calendar.pattern.every');
  if (!openDays.some(Boolean)) return t('calendar.pattern.never');
  return t('calendar.pattern.openOn', { days: openWeekdays(openDays, format) });
}

/** Their names alone. */
export function openWeekdays(openDays: readonly boolean[], format: CalendarFormat): string {
  const runs: number[][] = [];
  openDays.forEach((open, at) => {
    if (!open) return;
    const last = runs.at(-1);
    if (last?.at(-1) === at - 1) last.push(at);
    else runs.push([at]);
  });
  const name = (at: number | undefined) => format.weekdays[at ?? 0]?.short ?? '';
  return runs.flatMap((run) => (run.length > 2 ? [`${name(run[0])}–${name(run.at(-1))}`] : run.map(name))).join(', ');
}
