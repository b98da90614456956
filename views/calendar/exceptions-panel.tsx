import type { ReactNode } from 'react';
import { Badge } from '../../client/ui/badge';
import { Button } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { Missing } from '../../client/ui/missing';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import type { PanelProps } from './calendar-props';
import s from './panels.module.css';

const dayMs = 86_400_000;
const daysOf = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** The exceptions that touch the year. */
export function ExceptionsPanel({
  t,
  format,
  month,
  location,
  year,
  mayEdit,
  actions,
}: PanelProps & { actions: ReactNode }) {
  const inYear = month.slice(0, 4);
  const title = t('calendar.exceptions.title', { year: inYear });
  return (
    <Section
      id="exceptions"
      title={title}
      sentence={t('calendar.exceptions.count', format.counted(year.exceptionTotal))}
      actions={year.exceptionTotal > 0 ? actions : undefined}
    >
      <DataTable
        id="exceptions-table"
        caption={title}
        columns={[
          { key: 'reason', label: t('calendar.exceptions.reason'), primary: true },
          { key: 'from', label: t('calendar.exceptions.from'), primary: true },
          { key: 'to', label: t('calendar.exceptions.to') },
          { key: 'days', label: t('calendar.exceptions.days'), numeric: true },
          { key: 'state', label: t('calendar.exceptions.state') },
          ...(mayEdit ? [{ key: 'remove', label: t('calendar.exceptions.actions') }] : []),
        ]}
        rows={year.exceptions.map((one) => {
          const range = format.range(one.fromDate, one.toDate);
          return {
            key: String(one.id),
            name: range,
            cells: [
              one.reason || <Missing key="reason" align="start" reason={t('calendar.exceptions.noReason')} />,
              <time key="from" className={s.date} dateTime={one.fromDate}>
                {format.date(one.fromDate)}
              </time>,
              <time key="to" className={s.date} dateTime={one.toDate}>
                {format.date(one.toDate)}
              </time>,
              format.number(daysOf(one.fromDate, one.toDate)),
              <Badge key="state" tone={one.open ? 'accent' : undefined}>
                {one.open ? t('calendar.mark.open') : t('calendar.mark.closed')}
              </Badge>,
              ...(mayEdit
                ? [
                    <PostForm
                      key="remove"
                      className={s.remove}
                      action={`/locationCalendar/exceptions/${one.id}/delete`}
                      data-confirm={t('calendar.exceptions.removeAsk', { range })}
                      data-confirm-yes={t('calendar.exceptions.remove')}
                    >
                      <input type="hidden" name="location" value={location.locationId} />
                      <input type="hidden" name="month" value={month} />
                      <Button
                        type="submit"
                        tone="quiet"
                        size="small"
                        aria-label={t('calendar.exceptions.removeLabel', { range })}
                      >
                        {t('calendar.exceptions.remove')}
                      </Button>
                    </PostForm>,
                  ]
                : []),
            ],
          };
        })}
        empty={t('calendar.exceptions.empty', { year: inYear })}
      />
    </Section>
  );
}
