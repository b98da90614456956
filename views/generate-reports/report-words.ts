import type { Format, FormatSettings } from '../../client/ui/format';
import type { IconName } from '../../client/ui/icon';
import type {
  RunState,
  StoredRun,
  StoredSchedule,
} from '../../server/features/generate-reports/generate-reports.contract';
import { grainOf } from '../../server/features/generate-reports/report-kinds.rules';
import type { Translate } from '../../server/platform/i18n/messages';

export const stateLooks: Record<RunState, { tone?: 'accent' | 'attention'; icon?: IconName }> = {
  queued: { tone: 'accent', icon: 'sync' },
  running: { tone: 'accent', icon: 'sync' },
  done: { icon: 'check' },
  failed: { tone: 'attention', icon: 'warning' },
  cancelled: {},
};

export const isUnderWay = (state: RunState) => state === 'queued' || state === 'running';

/** The dates of a report, or that it says how things stand. */
export function datesText(t: Translate, format: Format, { parameters: { kind, start, end } }: StoredRun): string {
  return grainOf[kind] === 'now' ? t('reports.asOfNow') : format.range(start, end);
}

/** When a schedule is due: "Every Monday at 06:00". */
export function cadenceText(t: Translate, { locale }: FormatSettings, { cadence, day, hour }: StoredSchedule): string {
  const time = `${String(hour).padStart(2, '0')}:00`;
  return cadence === 'weekly'
    ? t('reports.schedule.everyWeek', { day: weekdayName(locale, day), time })
    : t('reports.schedule.everyMonth', { day: String(day), time });
}

/** 1 is Monday: the 5th of January 2026 was one. */
export const weekdayName = (locale: FormatSettings['locale'], day: number): string =>
  new Intl.DateTimeFormat(locale.replace('_', '-'), { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2026, 0, 4 + day)),
  );
