import type { CalendarDayFacts } from '../../server/features/calendar/calendar.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { locationPicker } from '../../client/calendar/location-picker.island';
import { Badge } from '../layout/badge';
import { LinkButton } from '../layout/button';
import type { FormatSettings } from '../layout/format';
import { Island } from '../layout/island';
import { Notice } from '../layout/notice';
import { PageHeader } from '../layout/page-header';
import { CalendarHero } from './calendar-hero';
import { ExceptionsPanel } from './exceptions-panel';
import { HolidaysPanel } from './holidays-panel';
import { ImportPanel } from './import-panel';
import { LocationResults } from './location-results';
import { MonthPanel } from './month-panel';
import { calendarFormat } from './month';
import { OutcomeNotice, type Outcome } from './outcome-notice';
import { PatternPanel } from './pattern-panel';
import { YearStrip } from './year-strip';
import s from './calendar-page.module.css';

export interface ListedLocation {
  locationId: number;
  locationName: string;
  siteName: string;
  status: 'A' | 'I';
}

/** What was wrong with a form, and what had been typed into it. */
export interface CalendarProblem {
  form: 'exception' | 'pattern' | 'holidays' | 'import';
  message: string;
  fields: Record<string, string>;
  typed: Record<string, string>;
}

export interface WeeklyPattern {
  validFrom: string;
  openDays: boolean[];
}

export interface CalendarPageProps {
  t: Translate;
  format: FormatSettings;
  /** In the location's zone. */
  today: string;
  /** `YYYY-MM` */
  month: string;
  neighbours: { previous: string; next: string };
  location: ListedLocation & { siteId: number; countryName: string; firstEventDate: string | null; holidaysObserved: boolean };
  picker: { total: number; options: ListedLocation[]; search: { q: string; total: number; locations: ListedLocation[] } | null };
  year: {
    days: CalendarDayFacts[];
    patterns: WeeklyPattern[];
    exceptions: { id: number; fromDate: string; toDate: string; open: boolean; reason: string }[];
    exceptionTotal: number;
    holidays: { day: string; name: string }[];
  };
  /** In force today. */
  pattern: WeeklyPattern | null;
  /** Active locations of the site, and all, that a change could reach. */
  reach: { site: number; all: number };
  mayEdit: boolean;
  selection: { from: string; to: string } | null;
  outcome: Outcome | null;
  /** The address of this very page. */
  againHref: string;
  unchanged: boolean;
  problem: CalendarProblem | null;
}

export function CalendarPage(props: CalendarPageProps) {
  const { t, month, location, picker, mayEdit, outcome, unchanged, problem } = props;
  const format = calendarFormat(props.format);
  const hrefOf = (other: string) => `/locationCalendar?location=${location.locationId}&month=${other}`;
  const view = { ...props, format, hrefOf };
  const option = (one: ListedLocation) => ({
    value: String(one.locationId), label: `${one.siteName} · ${one.locationName}`, ...(one.status === 'I' ? { hint: t('calendar.picker.inactive') } : {}),
  });
  return (
    <>
      <PageHeader title={t('calendar.title')} sentence={t('calendar.lead')} />
      {picker.total > 1 && (
        <div className={s.picker} data-filters="">
          <Island
            of={locationPicker}
            when="idle"
            props={{
              current: option(location), options: picker.options.map(option), month, query: picker.search?.q ?? '',
              strings: {
                label: t('calendar.picker.label'), search: t('calendar.picker.search'), show: t('calendar.picker.show'), find: t('calendar.picker.find'),
                hint: t('calendar.picker.hint', { count: picker.total }), none: t('calendar.picker.none'), open: t('calendar.picker.open'),
                inactive: t('calendar.picker.inactive'), failed: t('calendar.picker.failed'),
              },
            }}
          />
        </div>
      )}
      {picker.search && <LocationResults t={t} month={month} search={picker.search} />}
      <div className={s.place}>
        <h2>{location.locationName}</h2>
        <p>{location.siteName}{location.status === 'I' && <Badge>{t('calendar.picker.inactive')}</Badge>}</p>
      </div>
      {outcome && <OutcomeNotice t={t} format={format} outcome={outcome} againHref={props.againHref} />}
      {unchanged && <Notice tone="info">{t('calendar.outcome.unchanged')}</Notice>}
      {problem && <Notice tone="error">{problem.message}</Notice>}
      <CalendarHero {...view} />
      <div className={s.columns}>
        <MonthPanel {...view} />
        <div className={s.side}>
          <PatternPanel {...view} />
          <HolidaysPanel {...view} />
        </div>
      </div>
      <YearStrip {...view} />
      <ExceptionsPanel {...view} actions={<LinkButton icon="download" href={`/rest/v1/locationCalendar/${location.locationId}/export`} download="">{t('global.downloadCsv')}</LinkButton>} />
      {mayEdit && <ImportPanel t={t} location={location.locationId} month={month} error={problem?.form === 'import' ? problem.fields.file : undefined} />}
    </>
  );
}

/** What every part of the page is given. */
export type PanelProps = Omit<CalendarPageProps, 'format'> & { format: ReturnType<typeof calendarFormat>; hrefOf: (month: string) => string };
