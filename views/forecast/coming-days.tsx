import { DataTable } from '../../client/ui/data-table';
import { Figure } from '../../client/ui/figure';
import { Missing } from '../../client/ui/missing';
import type { ComingDay, Forecast } from '../../server/features/forecast/forecast.contract';
import s from './forecast-page.module.css';
import type { ForecastWriting } from './forecast-words';

/** What each day will probably bring, beside the same weekday before. */
export function ComingDays({ t, format, forecast }: ForecastWriting & { forecast: Forecast }) {
  const { days, waste, cost, covers, currency } = forecast;
  const [ofWaste, ofCost, ofCovers] = [waste.kind === 'week', cost?.kind === 'week', covers?.kind === 'week'];
  const sum = (value: (day: ComingDay) => number | null) => days.reduce((total, day) => total + (value(day) ?? 0), 0);
  const known = <T,>(day: ComingDay, value: T | null, text: (value: T) => React.ReactNode) =>
    day.closed !== null ? (
      ''
    ) : value === null ? (
      <Missing key="none" reason={t('forecast.days.neverOpen')} />
    ) : (
      text(value)
    );
  const columns = [
    {
      column: { key: 'day', label: t('forecast.column.day'), primary: true },
      cell: (day: ComingDay) => <Day key="day" {...{ t, format, day }} />,
      foot: t('forecast.days.whole'),
    },
    ...(ofWaste
      ? [
          {
            column: {
              key: 'waste',
              label: t('forecast.column.waste'),
              unit: format.unit.abbr,
              numeric: true,
              ...(ofCovers ? {} : { primary: 'side' as const }),
            },
            cell: (day: ComingDay) => known(day, day.grams, (grams) => format.weight(grams, { unit: false })),
            foot: format.weight(
              sum(({ grams }) => grams),
              { unit: false },
            ),
          },
        ]
      : []),
    ...(ofCost
      ? [
          {
            column: { key: 'cost', label: t('forecast.column.cost'), numeric: true },
            cell: (day: ComingDay) => known(day, day.cost, (amount) => format.money(amount, currency, { decimals: 0 })),
            foot: format.money(
              sum((day) => day.cost),
              currency,
              { decimals: 0 },
            ),
          },
        ]
      : []),
    ...(ofCovers
      ? [
          {
            column: { key: 'covers', label: t('forecast.column.covers'), numeric: true },
            cell: (day: ComingDay) => known(day, day.covers, (guests) => format.number(guests)),
            foot: format.number(sum((day) => day.covers)),
          },
          {
            column: { key: 'portions', label: t('forecast.column.portions'), numeric: true, primary: 'side' as const },
            cell: (day: ComingDay) =>
              known(day, day.portions, (portions) => <strong key="portions">{format.number(portions)}</strong>),
            foot: format.number(sum(({ portions }) => portions)),
          },
        ]
      : []),
    ...(ofWaste
      ? [
          {
            column: { key: 'last', label: t('forecast.column.last'), unit: format.unit.abbr, numeric: true },
            cell: (day: ComingDay) => <Last key="last" {...{ t, format, forecast, day }} />,
            foot: '',
          },
        ]
      : []),
  ];
  return (
    <DataTable
      id="forecast-days"
      caption={t('forecast.days.title')}
      columns={columns.map(({ column }) => column)}
      rows={days.map((day) => ({
        key: day.day,
        name: format.date(day.day, { style: 'weekday' }),
        state: day.closed === null ? undefined : 'greyed',
        cells: columns.map(({ cell }) => cell(day)),
      }))}
      foot={columns.map(({ foot }) => foot)}
    />
  );
}

type OfDay = ForecastWriting & { day: ComingDay };

function Day({ t, format, day: { day, closed } }: OfDay) {
  return (
    <>
      {format.date(day, { style: 'weekday' })}
      {closed !== null && <span className={s.last}>{t(`calendar.closedReasons.${closed}`)}</span>}
    </>
  );
}

function Last({ t, format, forecast: { locationId, stageId }, day: { last, closed } }: OfDay & { forecast: Forecast }) {
  if (closed !== null) return '';
  if (last === null) return <Missing reason={t('forecast.days.noLast')} />;
  const filters = { locationId, wasteStageId: stageId, startDate: last.day, endDate: last.day };
  return (
    <>
      <Figure of={{ kind: 'total' }} filters={filters}>
        {format.weight(last.grams, { unit: false })}
      </Figure>
      <span className={s.last}>{format.date(last.day, { style: 'short' })}</span>
    </>
  );
}
