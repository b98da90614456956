import { Button } from '../../client/ui/button';
import { countryNameIn } from '../../server/platform/i18n/country-name.rules';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import type { PanelProps } from './calendar-props';
import s from './panels.module.css';

/** Whether public holidays close the location, and which those are this year. */
export function HolidaysPanel({ t, format, month, location, subdivision, countryHasParts, year, mayEdit }: PanelProps) {
  const { holidaysObserved: observed } = location;
  const whole = countryNameIn(format.locale, location);
  const country = subdivision === null ? whole : t('calendar.holidays.place', { subdivision, country: whole });
  const inYear = month.slice(0, 4);
  const sourceSentence = () => {
    if (subdivision !== null) return t('calendar.holidays.sourcePart', { subdivision, site: location.siteName });
    return t(countryHasParts ? 'calendar.holidays.sourceWhole' : 'calendar.holidays.source', {
      site: location.siteName,
    });
  };
  return (
    <Section
      id="holidays"
      title={t('calendar.holidays.title')}
      sentence={
        observed ? t('calendar.holidays.observed', { country }) : t('calendar.holidays.notObserved', { country })
      }
    >
      {mayEdit && (
        <PostForm
          action="/locationCalendar/holidays"
          className={s.form}
          data-confirm={
            observed ? t('calendar.holidays.turnOffAsk', { country }) : t('calendar.holidays.turnOnAsk', { country })
          }
          data-confirm-yes={observed ? t('calendar.holidays.turnOff') : t('calendar.holidays.turnOn')}
        >
          <input type="hidden" name="location" value={location.locationId} />
          <input type="hidden" name="month" value={month} />
          <input type="hidden" name="observed" value={String(!observed)} />
          <Button type="submit">{observed ? t('calendar.holidays.turnOff') : t('calendar.holidays.turnOn')}</Button>
        </PostForm>
      )}
      {year.holidays.length === 0 ? (
        <p className={s.note}>{t('calendar.holidays.none', { country, year: inYear })}</p>
      ) : (
        <details className={s.fold}>
          <summary>{t('calendar.holidays.list', { count: year.holidays.length, year: inYear })}</summary>
          <ul className={s.list}>
            {year.holidays.map(({ day, name, regional }) => (
              <li key={day} className={s.item}>
                <span>
                  {name}
                  {regional && subdivision !== null && <small>{subdivision}</small>}
                </span>
                <time dateTime={day}>{format.date(day, { style: 'short' })}</time>
              </li>
            ))}
          </ul>
          <p className={s.note}>{sourceSentence()}</p>
        </details>
      )}
    </Section>
  );
}
