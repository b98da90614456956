import { Button } from '../../client/ui/button';
import { PostForm } from '../layout/form';
import type { PanelProps } from './calendar-props';
import s from './learned-days.module.css';
import { openWeekdays } from './month';

type LearnedProps = Pick<PanelProps, 't' | 'format' | 'month' | 'location' | 'learned'>;

const everyDay = Array.from({ length: 7 }, () => true);

/** Asks once whether the location is open on the days that its weighings show; any answer is a pattern. */
export function LearnedDays(props: LearnedProps) {
  const { t, format, learned } = props;
  const { proposal, others, next } = learned;
  if (!proposal) return next && <Next {...props} />;
  const { openDays, weeks, matchingWeeks, firstEventDate, alike } = proposal;
  const days = openWeekdays(openDays, format);
  return (
    <div className={s.asked} role="group" aria-labelledby="learned-days">
      <h3 id="learned-days" className={s.title}>
        {t('reliability.OPENING_DAYS_UNCONFIRMED')}
      </h3>
      <p>
        {t('calendar.learned.seen', {
          days,
          matching: format.number(matchingWeeks),
          weeks: format.number(weeks),
        })}
      </p>
      <p className={s.about}>{t('calendar.learned.about', { date: format.date(firstEventDate) })}</p>
      <div className={s.answers}>
        <Answer {...props} openDays={openDays} validFrom={firstEventDate} tone="primary">
          {t('calendar.learned.yes', { days })}
        </Answer>
        <Answer {...props} openDays={everyDay} validFrom={firstEventDate}>
          {t('calendar.learned.no')}
        </Answer>
        {alike.locations > 1 && (
          <Answer {...props} openDays={openDays} validFrom={alike.validFrom} scope="learned">
            {t('calendar.learned.all', format.counted(alike.locations))}
          </Answer>
        )}
      </div>
      {others > 0 && <Next {...props} />}
    </div>
  );
}

interface AnswerProps extends LearnedProps {
  openDays: readonly boolean[];
  validFrom: string;
  scope?: 'learned';
  tone?: 'primary';
  children: string;
}

/** A pattern in one button, as the form below would save it. */
function Answer({ month, location, openDays, validFrom, scope, tone, children }: AnswerProps) {
  return (
    <PostForm action="/locationCalendar/pattern">
      <input type="hidden" name="location" value={location.locationId} />
      <input type="hidden" name="month" value={month} />
      <input type="hidden" name="validFrom" value={validFrom} />
      <input type="hidden" name="scope" value={scope ?? 'location'} />
      {openDays.map((open, at) => open && <input key={at} type="hidden" name={`day${at + 1}`} value="on" />)}
      <Button type="submit" tone={tone}>
        {children}
      </Button>
    </PostForm>
  );
}

function Next({ t, format, month, learned: { others, next } }: LearnedProps) {
  return (
    next && (
      <p className={s.next}>
        {t('calendar.learned.others', format.counted(others))}{' '}
        <a href={`/locationCalendar?location=${next.locationId}&month=${month}#pattern`}>
          {next.locationName === next.siteName ? next.siteName : `${next.locationName}, ${next.siteName}`}
        </a>
      </p>
    )
  );
}
