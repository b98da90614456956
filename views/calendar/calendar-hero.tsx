import { Figure } from '../../client/ui/figure';
import { Notice } from '../../client/ui/notice';
import { HeroFigure, HeroRow } from '../layout/hero-figure';
import type { PanelProps } from './calendar-props';

/** How many days of the month are open, why the others are not, and how many were tracked. */
export function CalendarHero({ t, format, month, today, year, location }: PanelProps) {
  const days = year.days.filter((one) => one.day.startsWith(month));
  const open = days.filter((one) => one.open);
  const past = open.filter((one) => one.day < today);
  const tracked = past.filter((one) => one.transactions > 0).length;
  const flagged = days.filter((one) => one.flagged).length;
  const name = format.monthName(month);
  const count = (state: string) => days.filter((one) => one.state === state).length;
  const reasons = [
    count('closed') && t('calendar.hero.byPattern', { count: count('closed') }),
    count('holiday') && t('calendar.hero.byHoliday', { count: count('holiday') }),
    count('closedException') && t('calendar.hero.byException', { count: count('closedException') }),
    count('after') && t('calendar.hero.after', { count: count('after') }),
    count('before') && t('calendar.hero.before', { count: count('before') }),
  ]
    .filter(Boolean)
    .join(', ');
  const closed = days.length - open.length;
  const trust =
    location.firstEventDate === null
      ? t('calendar.hero.noEvents')
      : past.length > 0
        ? t('calendar.hero.tracked', { percent: format.percent(tracked / past.length) })
        : open.length > 0
          ? t('calendar.hero.notYet')
          : undefined;
  const monthEnd = days.at(-1)?.day;
  const figure = {
    of: { kind: 'openDays' },
    filters: { locationId: location.locationId, startDate: days[0]?.day, endDate: monthEnd },
  } as const;
  return (
    <>
      <HeroRow>
        <HeroFigure
          label={t('calendar.hero.label', { month: name })}
          value={format.number(open.length)}
          figure={figure}
          unit={t('calendar.hero.of', { days: format.number(days.length) })}
          comparison={
            closed === 0
              ? t('calendar.hero.allOpen')
              : t('calendar.hero.closedList', { closed: t('calendar.hero.closed', { count: closed }), list: reasons })
          }
          trust={past.length > 0 ? <Figure {...figure}>{trust}</Figure> : trust}
          trustFraction={past.length > 0 ? tracked / past.length : null}
        />
      </HeroRow>
      {flagged > 0 && (
        <Notice tone="warning" title={t('calendar.flaggedTitle')}>
          {t('calendar.flagged', { count: flagged, month: name })}
        </Notice>
      )}
    </>
  );
}
