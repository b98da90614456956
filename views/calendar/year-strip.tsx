import { LinkButton } from '../../client/ui/button';
import { classNames } from '../../client/ui/class-names';
import type { CalendarDayFacts } from '../../server/domain/calendar/calendar.contract';
import { Section } from '../layout/section';
import type { PanelProps } from './calendar-props';
import s from './year-strip.module.css';

const step = 11;
const size = 9;

/** Twelve small months, each the way to its own page. */
export function YearStrip({ t, format, month, year, hrefOf }: PanelProps) {
  const inYear = month.slice(0, 4);
  const months = Array.from({ length: 12 }, (_, at) => `${inYear}-${String(at + 1).padStart(2, '0')}`);
  const open = year.days.filter((one) => one.day.startsWith(inYear) && one.open).length;
  return (
    <Section
      id="year"
      title={t('calendar.year.title', { year: inYear, count: open })}
      sentence={t('calendar.year.sentence')}
      actions={
        <span className={s.turn}>
          <LinkButton size="small" icon="left" iconOnly href={hrefOf(`${Number(inYear) - 1}${month.slice(4)}`)}>
            {t('calendar.year.previous')}
          </LinkButton>
          <LinkButton size="small" icon="right" iconOnly href={hrefOf(`${Number(inYear) + 1}${month.slice(4)}`)}>
            {t('calendar.year.next')}
          </LinkButton>
        </span>
      }
    >
      <ul className={s.months}>
        {months.map((one) => {
          const days = year.days.filter((day) => day.day.startsWith(one));
          const count = days.filter((day) => day.open).length;
          const flagged = days.filter((day) => day.flagged).length;
          return (
            <li key={one}>
              <a className={s.month} href={hrefOf(one)} aria-current={one === month ? 'true' : undefined}>
                <span className={s.name}>
                  {format.monthOnly(one)}
                  <span className="visually-hidden">{` ${inYear}`}</span>
                </span>
                <MiniMonth days={days} before={year.days.findIndex((day) => day.day === days[0]?.day) % 7} />
                <span className={s.count}>{t('calendar.year.open', { count })}</span>
                {flagged > 0 && (
                  <span className="visually-hidden">{t('calendar.year.flagged', { count: flagged })}</span>
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function MiniMonth({ days, before }: { days: readonly CalendarDayFacts[]; before: number }) {
  return (
    <svg className={s.mini} viewBox={`0 0 ${7 * step} ${6 * step}`} aria-hidden="true" focusable="false">
      {days.map((one, at) => {
        const place = at + before;
        const x = (place % 7) * step + 1;
        const y = Math.floor(place / 7) * step + 1;
        return (
          <g key={one.day}>
            <rect
              className={classNames(s.day, s[one.state], one.transactions > 0 && one.open && s.tracked)}
              x={x}
              y={y}
              width={size}
              height={size}
              rx="1"
            />
            {!one.open && one.state !== 'before' && one.state !== 'after' && (
              <path
                className={classNames(s.stroke, one.state === 'closedException' && s.strong)}
                d={`M${x + 2} ${y + size - 2}l${size - 4} ${4 - size}`}
              />
            )}
            {one.flagged && <circle className={s.flag} cx={x + size / 2} cy={y + size / 2} r="2.5" />}
          </g>
        );
      })}
    </svg>
  );
}
