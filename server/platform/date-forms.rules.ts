/** How an organization writes days and hours, as front ends of the identity API name it, each with New Year's Eve. */
export const dateFormats = {
  'DD/MM/YYYY': '31/12/2026',
  'MM/DD/YYYY': '12/31/2026',
  'DD.MM.YYYY': '31.12.2026',
  'YYYY-MM-DD': '2026-12-31',
} as const;
export const timeFormats = { 'HH:mm': '14:30', 'hh:mm A': '02:30 PM' } as const;

export type DateFormat = keyof typeof dateFormats;
export type TimeFormat = keyof typeof timeFormats;

/** What is not said is as the reader's language has it. */
export interface DateForms {
  date?: DateFormat;
  time?: TimeFormat;
}

/** Others may have been said by another application: those are for it alone. */
export function dateFormsOf(said: { date: string | null; time: string | null }): DateForms | undefined {
  const forms: DateForms = {};
  if (said.date !== null && Object.hasOwn(dateFormats, said.date)) forms.date = said.date as DateFormat;
  if (said.time !== null && Object.hasOwn(timeFormats, said.time)) forms.time = said.time as TimeFormat;
  return Object.keys(forms).length > 0 ? forms : undefined;
}

/** A local date `YYYY-MM-DD` in a form; without its year where that is said elsewhere. */
export function writeDate(localDate: string, form: DateFormat, { year = true } = {}): string {
  const [y = '', m = '', d = ''] = localDate.split('-');
  const whole = form.replace('YYYY', y).replace('MM', m).replace('DD', d);
  if (year) return whole;
  return form === 'DD.MM.YYYY' ? `${d}.${m}.` : whole.replace(y, '').replace(/^[-/]|[-/]$/g, '');
}

/** Hours and minutes of 24 hours, as `HH:mm`, in a form. */
export function writeTime(time: string, form: TimeFormat): string {
  if (form === 'HH:mm') return time;
  const [hours = '0', minutes = ''] = time.split(':');
  const hour = Number(hours);
  return `${String(hour % 12 || 12).padStart(2, '0')}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
}
