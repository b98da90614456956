import type { ReactNode } from 'react';
import { monthGrid } from '../../client/calendar/month-grid.island';
import { LinkButton } from '../../client/ui/button';
import { csrfPlaceholder } from '../layout/form';
import { Island } from '../layout/island';
import { Section } from '../layout/section';
import type { PanelProps } from './calendar-props';
import { Legend } from './legend';
import { gridDays } from './month';
import s from './month-panel.module.css';
import { scopeOptions } from './scope-options';

const longestReason = 200;

/** One month, and, for those who may, the form that marks its days. */
export function MonthPanel({
  said,
  ...props
}: PanelProps & { /** What came of a change of its days. */ said: ReactNode }) {
  const { t, format, month, neighbours, today, location, year, mayEdit, problem, hrefOf } = props;
  const name = format.monthName(month);
  const first = year.days.findIndex((one) => one.day === `${month}-01`);
  const last = year.days.findLastIndex((one) => one.day.startsWith(month));
  const days = year.days.slice(first - (first % 7), last + 7 - (last % 7));
  const typed = problem?.form === 'exception' ? problem.typed : {};
  const selection = typed.fromDate && typed.toDate ? { from: typed.fromDate, to: typed.toDate } : props.selection;
  return (
    <Section
      id="month"
      title={format.monthTitle(month)}
      actions={
        <nav className={s.turn} aria-label={t('calendar.grid.title', { month: name })}>
          <LinkButton size="small" icon="left" iconOnly href={hrefOf(neighbours.previous)} rel="prev">
            {t('calendar.grid.previous')}
          </LinkButton>
          <LinkButton size="small" href={hrefOf(today.slice(0, 7))}>
            {t('calendar.grid.today')}
          </LinkButton>
          <LinkButton size="small" icon="right" iconOnly href={hrefOf(neighbours.next)} rel="next">
            {t('calendar.grid.next')}
          </LinkButton>
        </nav>
      }
    >
      {said}
      <Island
        of={monthGrid}
        when={problem?.form === 'exception' || said ? 'load' : 'visible'}
        props={{
          weekdays: format.weekdays,
          days: gridDays(days, { t, format, month, today, hrefOf: (day) => `${hrefOf(month)}&from=${day}#mark` }),
          previousHref: hrefOf(neighbours.previous),
          nextHref: hrefOf(neighbours.next),
          active: selection?.from ?? (today.startsWith(month) ? today : `${month}-01`),
          selection,
          form: mayEdit
            ? {
                action: '/locationCalendar/exceptions',
                csrf: csrfPlaceholder,
                location: location.locationId,
                month,
                longestReason,
                scopes: scopeOptions(props),
                typed,
                errors: problem?.form === 'exception' ? problem.fields : {},
              }
            : null,
          label: t('calendar.grid.label', { month: name, location: location.locationName }),
        }}
      />
      <Legend t={t} closed={location.closedOn !== null} />
    </Section>
  );
}
