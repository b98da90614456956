import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import type { PanelProps } from './calendar-props';
import { LearnedDays } from './learned-days';
import { openDaysText } from './month';
import s from './panels.module.css';
import { scopeOptions } from './scope-options';

/** Which weekdays are open, since when, and what they will be. */
export function PatternPanel(props: PanelProps) {
  const { t, format, month, today, location, year, pattern, mayEdit, problem } = props;
  const typed = problem?.form === 'pattern' ? problem.typed : null;
  const isOpen = (weekday: number) =>
    typed ? typed[`day${weekday}`] === 'on' : (pattern?.openDays[weekday - 1] ?? true);
  const scopes = scopeOptions(props);
  return (
    <Section
      id="pattern"
      title={t('calendar.pattern.title')}
      sentence={
        pattern
          ? t('calendar.pattern.current', {
              date: format.date(pattern.validFrom),
              days: openDaysText(pattern.openDays, { t, format }),
            })
          : t('calendar.pattern.none')
      }
    >
      <LearnedDays {...props} />
      {mayEdit && (
        <PostForm action="/locationCalendar/pattern" className={s.form}>
          <input type="hidden" name="location" value={location.locationId} />
          <input type="hidden" name="month" value={month} />
          <fieldset className={s.weekdays}>
            <legend>{t('calendar.pattern.days')}</legend>
            {format.weekdays.map(({ short, long }, at) => (
              <label key={short} className={s.weekday}>
                <input type="checkbox" name={`day${at + 1}`} defaultChecked={isOpen(at + 1)} aria-label={long} />
                <span aria-hidden="true">{short}</span>
              </label>
            ))}
          </fieldset>
          <FormField
            kind="date"
            name="validFrom"
            label={t('calendar.pattern.validFrom')}
            defaultValue={typed?.validFrom ?? today}
            error={typed ? problem?.fields.validFrom : undefined}
            required
          />
          {scopes.length > 1 && (
            <FormField
              kind="select"
              id="field-pattern-scope"
              name="scope"
              label={t('calendar.mark.scope')}
              options={scopes}
              defaultValue={typed?.scope ?? 'location'}
            />
          )}
          <Button type="submit">{t('calendar.pattern.submit')}</Button>
        </PostForm>
      )}
      {year.patterns.length > 0 && (
        <>
          <h3 className={s.listTitle}>{t('calendar.pattern.history')}</h3>
          <ul className={s.list}>
            {year.patterns.toReversed().map((one) => {
              const date = format.date(one.validFrom);
              return (
                <li key={one.validFrom} className={s.item}>
                  <span>
                    {t('calendar.pattern.from', { date })}
                    {one.validFrom > today && ` (${t('calendar.pattern.planned')})`}
                    <small>{openDaysText(one.openDays, { t, format })}</small>
                  </span>
                  {mayEdit && (
                    <PostForm
                      action="/locationCalendar/pattern/delete"
                      data-confirm={t('calendar.pattern.removeAsk', { date })}
                      data-confirm-yes={t('calendar.pattern.remove')}
                    >
                      <input type="hidden" name="location" value={location.locationId} />
                      <input type="hidden" name="month" value={month} />
                      <input type="hidden" name="validFrom" value={one.validFrom} />
                      <Button
                        type="submit"
                        tone="quiet"
                        size="small"
                        aria-label={t('calendar.pattern.removeLabel', { date })}
                      >
                        {t('calendar.pattern.remove')}
                      </Button>
                    </PostForm>
                  )}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Section>
  );
}
