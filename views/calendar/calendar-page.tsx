import { locationPicker } from '../../client/calendar/location-picker.island';
import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { Translate } from '../../server/platform/i18n/messages';
import { Island } from '../layout/island';
import { CalendarHero } from './calendar-hero';
import s from './calendar-page.module.css';
import type { CalendarPageProps, ListedLocation, PanelProps } from './calendar-props';
import { ExceptionsPanel } from './exceptions-panel';
import { HolidaysPanel } from './holidays-panel';
import { ImportPanel } from './import-panel';
import { calendarFormat, type CalendarFormat } from './month';
import { MonthPanel } from './month-panel';
import { OutcomeNotice } from './outcome-notice';
import { PatternPanel } from './pattern-panel';
import { YearStrip } from './year-strip';

export function CalendarPage(props: CalendarPageProps) {
  const { t, month, location, picker, mayEdit, problem } = props;
  const format = calendarFormat(props.format);
  const hrefOf = (other: string) => `/locationCalendar?location=${location.locationId}&month=${other}`;
  const view = { ...props, format, hrefOf };
  const said = <Said {...view} />;
  return (
    <>
      <PageHeader
        title={t('calendar.title')}
        sentence={t('calendar.lead')}
        actions={picker.total > 1 ? <Picker {...view} /> : undefined}
      />
      {picker.search && <LocationResults t={t} format={format} month={month} search={picker.search} />}
      <div className={s.place}>
        <h2>{location.locationName}</h2>
        <p>
          {location.siteName}
          {location.status === 'I' && <Badge>{t('calendar.picker.inactive')}</Badge>}
        </p>
      </div>
      {!ofDays(props) && said}
      {problem && <Notice tone="error">{problem.message}</Notice>}
      <CalendarHero {...view} />
      <div className={s.columns}>
        <MonthPanel {...view} said={ofDays(props) && said} />
        <div className={s.side}>
          <PatternPanel {...view} />
          <HolidaysPanel {...view} />
        </div>
      </div>
      <YearStrip {...view} />
      <ExceptionsPanel
        {...view}
        actions={
          <LinkButton icon="download" href={`/rest/v1/locationCalendar/${location.locationId}/export`} download="">
            {t('global.downloadCsv')}
          </LinkButton>
        }
      />
      {mayEdit && (
        <ImportPanel
          t={t}
          location={location.locationId}
          month={month}
          error={problem?.form === 'import' ? problem.fields.file : undefined}
        />
      )}
    </>
  );
}

/** Whether days of the month were marked: what came of that is said above them, not at the top. */
const ofDays = ({ outcome, unchanged, selection }: CalendarPageProps) =>
  outcome ? ['calendar.markDays', 'calendar.undoMarking'].includes(outcome.action) : unchanged && selection !== null;

function Said({ t, format, outcome, unchanged, location, month, mayEdit, againHref }: PanelProps) {
  if (outcome)
    return (
      <OutcomeNotice
        {...{ t, format, outcome, againHref }}
        place={mayEdit ? { location: location.locationId, month } : null}
      />
    );
  return unchanged && <Notice tone="info">{t('calendar.outcome.unchanged')}</Notice>;
}

/** Leads to another location's calendar. */
function Picker({
  t,
  format,
  location,
  month,
  picker,
}: Pick<PanelProps, 't' | 'format' | 'location' | 'month' | 'picker'>) {
  const option = (one: ListedLocation) => ({
    value: String(one.locationId),
    label: `${one.siteName} · ${one.locationName}`,
    ...(one.status === 'I' ? { hint: t('calendar.picker.inactive') } : {}),
  });
  return (
    <div className={s.picker} data-filters="">
      <Island
        of={locationPicker}
        when="idle"
        props={{
          current: option(location),
          options: picker.options.map(option),
          month,
          query: picker.search?.q ?? '',
          total: format.counted(picker.total),
        }}
      />
    </div>
  );
}

/** What was found, for browsers that run no script. */
function LocationResults({
  t,
  format,
  month,
  search,
}: {
  t: Translate;
  format: CalendarFormat;
  month: string;
  search: { q: string; total: number; locations: ListedLocation[] };
}) {
  return (
    <section className={s.results} aria-labelledby="calendar-results">
      <h2 id="calendar-results">
        {search.total === 0
          ? t('calendar.picker.none')
          : t('calendar.picker.results', { ...format.counted(search.total), query: search.q })}
      </h2>
      <ul>
        {search.locations.map((one) => (
          <li key={one.locationId}>
            <a href={`/locationCalendar?location=${one.locationId}&month=${month}`}>
              {one.siteName} · {one.locationName}
              {one.status === 'I' && ` (${t('calendar.picker.inactive')})`}
            </a>
          </li>
        ))}
      </ul>
      {search.total > search.locations.length && <p>{t('calendar.picker.more', { shown: search.locations.length })}</p>}
    </section>
  );
}
