import type { Translate } from '../../server/platform/i18n/messages';
import type { ListedLocation } from './calendar-props';
import s from './location-results.module.css';
import type { CalendarFormat } from './month';

/** What was found, for browsers that run no script. */
export function LocationResults({
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
