import { Fragment } from 'react';
import type { BaselineDetails, WeeklySummary } from '../../server/features/baselines/baselines.contract';
import type { WaitingDays } from '../../server/features/calendar/confirm-days.rules';
import { createFormat, type Format } from '../ui/format';
import { Icon } from '../ui/icon';
import { Missing } from '../ui/missing';
import { Facts, Figure, Figures, FiguresTable, NoData, StageName, type Level } from './content';
import c from './content.module.css';
import { Delta, wayOf } from './delta';
import { comparedFigure, figureTo, weekFigure, type Comparing } from './figure-links';
import type { ContentProps } from './readiness-content';
import s from './readiness-content.module.css';
import { WeekChart } from './week-chart';
import { chartWeeks, type ChartWeek } from './week-chart.rules';
import type { BaselineTranslate } from './words';

type Baseline = NonNullable<BaselineDetails['baselineData']>;

interface DetailProps extends ContentProps<BaselineDetails> {
  /** While nobody has confirmed the opening days of the location: it is not judged by them. */
  waiting: WaitingDays | null;
}

/** What a location has become since its baseline. */
export function DetailContent({ data, t, settings, level, waiting }: DetailProps) {
  const format = createFormat(settings);
  const { baselineData: baseline, noDataReason } = data;
  const place = [
    { term: t('baselineModals.site'), value: data.siteName },
    { term: t('baselineModals.location'), value: data.locationName },
    { term: t('baselineModals.stage'), value: <StageName id={data.wasteStageId} t={t} /> },
  ];
  if (!baseline) {
    return (
      <div className={s.content}>
        <Facts items={place} />
        <NoData
          title={t('baselineModals.detail.noData')}
          sentence={noDataReason ? t(`baselineModals.detail.reasons.${noDataReason}`) : ''}
          level={level}
        />
      </div>
    );
  }
  const part = { data, baseline, t, format, level, waiting };
  return (
    <div className={s.content}>
      <Facts items={place} />
      <ChangeSoFar {...part} />
      <DetailChart {...part} />
      <FiguresPerOpenDay {...part} />
      <Facts
        items={[
          {
            term: t('baselineModals.detail.baselineWeeks'),
            value: format.range(baseline.baselineStartDate, baseline.baselineEndDate),
          },
          {
            term: t('baselineModals.detail.openDaysCount'),
            value: figureTo(sinceBaseline(data)('weight'), format.number(baseline.baseline.openDays), {
              half: 'baseline',
            }),
          },
          { term: t('baselineModals.detail.comparedFrom'), value: format.date(baseline.comparedFrom) },
          { term: t('baselineModals.detail.method'), value: t(`baselineModals.detail.methods.${baseline.method}`) },
          ...(baseline.reason ? [{ term: t('baselineModals.detail.reason'), value: baseline.reason }] : []),
        ]}
      />
      <SummaryTable {...part} />
    </div>
  );
}

interface PartProps {
  data: BaselineDetails;
  baseline: Baseline;
  t: BaselineTranslate;
  format: Format;
  level: Level;
  waiting: WaitingDays | null;
}

function ChangeSoFar({ data, baseline, t, format, waiting }: PartProps) {
  const { since } = baseline;
  const date = format.date(baseline.comparedFrom);
  const doubt = doubtOf(baseline, { t, waiting });
  // A share of days that may have been closed ones would be a judgement.
  const hangs = doubt !== undefined && waits(since.transactionsPerOpenDay, waiting);
  const tracked =
    since.openDays > 0 && !hangs
      ? t('baselineModals.detail.tracked', {
          tracked: format.number(since.trackedDays ?? 0),
          open: format.number(since.openDays),
        })
      : '';
  const of = sinceBaseline(data);
  const figure = (
    label: string,
    { change, kind, share, small }: { change: number | null; kind: Comparing; share: number | null; small: boolean },
  ) => {
    if (change === null)
      return (
        <Figure label={label} value={<span aria-hidden="true">–</span>} note={missingReason(data, t)} small={small} />
      );
    const way = wayOf(change);
    const said =
      way === 'same'
        ? t('baselineModals.detail.sameAsBaseline', { date })
        : `${t(`baselineModals.change.${way}`)} ${t('baselineModals.detail.thanBaseline', { date })}`;
    return (
      <Figure
        label={label}
        value={figureTo(of(kind), format.percent(change, { decimals: 2, sign: true }))}
        icon={!doubt && way !== 'same' && <Icon name={way} />}
        tone={doubt ? 'unknown' : way === 'same' ? undefined : way}
        note={
          <>
            {doubt && (
              <>
                <strong>{hangs && waiting?.href ? <a href={waiting.href}>{doubt}</a> : doubt}.</strong>{' '}
                {t('layout.change.wouldBe')}{' '}
              </>
            )}
            {said}
            {!small && tracked && <> · {figureTo(of('tracking'), tracked)}</>}
            {share ? (
              <span className={c.estimated}>
                {t(small ? 'reliability.derived' : 'reliability.estimated', { share: atLeastOne(format, share) })}
              </span>
            ) : null}
          </>
        }
        small={small}
      />
    );
  };
  return (
    <Figures>
      {figure(t('baselineModals.detail.weightChange'), {
        change: baseline.weightVsBaseline,
        kind: 'weight',
        share: baseline.estimatedShare,
        small: false,
      })}
      {figure(t('baselineModals.detail.valueChange'), {
        change: baseline.valueVsBaseline,
        kind: 'value',
        share: baseline.derivedCostShare,
        small: true,
      })}
    </Figures>
  );
}

/** A share that there is never shows as none. */
const atLeastOne = (format: Format, share: number) => format.percent(Math.max(share, 0.01));

/** The figures over the weeks since the baseline that are over. */
function sinceBaseline(data: BaselineDetails) {
  const newest = data.weeklySummaries.find((week) => !week.running)?.weekBeginDate;
  return (kind: Comparing) =>
    newest && data.baselineData
      ? comparedFigure(data, { kind, start: data.baselineData.comparedFrom, last: newest })
      : undefined;
}

type Doubting = Pick<PartProps, 't' | 'waiting'>;

/** Whether days without a weighing may have been closed ones; where nothing was weighed at all, it is silent either way. */
const waits = (transactions: number | null, waiting: WaitingDays | null) => waiting !== null && (transactions ?? 0) > 0;

/** Why the changes are no result, in words. */
const doubtOf = ({ unreliableReason, since }: Baseline, { t, waiting }: Doubting) =>
  unreliableReason === null
    ? undefined
    : t(`reliability.${waits(since.transactionsPerOpenDay, waiting) ? 'OPENING_DAYS_UNCONFIRMED' : unreliableReason}`);

/** The same of a week. */
const weekDoubtOf = ({ reliable, transactionCount }: WeeklySummary, { t, waiting }: Doubting) =>
  reliable
    ? undefined
    : t(`reliability.${waits(transactionCount, waiting) ? 'OPENING_DAYS_UNCONFIRMED' : 'NOT_ENOUGH_TRACKED_DAYS'}`);

/** Why there is no change to tell: something to compare with is lacking, or something to compare. */
function missingReason(data: BaselineDetails, t: BaselineTranslate): string {
  if ((data.baselineData?.since.openDays ?? 0) > 0) return t('baselineModals.detail.zeroBaseline');
  return data.weeklySummaries.some((week) => !week.running)
    ? t('baselineModals.noOpenDay')
    : t('baselineModals.detail.notYet');
}

function DetailChart({ data, baseline, t, format, level, waiting }: PartProps) {
  const line = baseline.baseline.weightPerOpenDay;
  const weeks = [...data.weeklySummaries]
    .reverse()
    .filter((week) => !week.running && week.openDays > 0)
    .slice(-chartWeeks)
    .map((week): ChartWeek => {
      const value = week.trackedDays === 0 && week.transactionCount === 0 ? null : week.weightSum / week.openDays;
      return {
        key: week.weekBeginDate,
        label: format.date(week.weekBeginDate, { style: 'short' }),
        longLabel: format.week(week.weekBeginDate),
        value,
        estimatedShare: week.estimatedShare ?? 0,
        tone:
          value === null || line === null || value === line
            ? 'plain'
            : !week.reliable
              ? 'doubtful'
              : value < line
                ? 'less'
                : 'more',
      };
    });
  if (weeks.length === 0 || line === null) return null;
  const tracked = weeks.filter((week) => week.value !== null && week.tone !== 'doubtful');
  const below = tracked.filter((week) => week.tone === 'less').length;
  const thin = weeks.some((week) => week.tone === 'doubtful')
    ? `. ${t(`baselineModals.detail.${waiting ? 'chartUnconfirmed' : 'chartDoubtful'}`)}`
    : '';
  const cut =
    data.weeklySummaries.length > chartWeeks ? `. ${t('baselineModals.chartLatest', { count: chartWeeks })}` : '';
  return (
    <WeekChart
      id="baseline-weeks"
      title={
        tracked.length === 0 && waiting
          ? t('reliability.OPENING_DAYS_UNCONFIRMED')
          : t('baselineModals.detail.chartTitle', {
              below: format.number(below),
              tracked: format.number(tracked.length),
            })
      }
      subtitle={t('baselineModals.detail.chartSubtitle', { unit: data.weightUnit }) + thin + cut}
      weeks={weeks}
      baseline={{ value: line, label: t('baselineModals.detail.baseline') }}
      formatValue={format.number}
      notTracked={t('baselineModals.notTracked')}
      estimated={{
        share: (share) => t('reliability.estimated', { share: atLeastOne(format, share) }),
        key: t('reliability.estimatedKey'),
      }}
      level={level}
    />
  );
}

function FiguresPerOpenDay({ data, baseline, t, format, level, waiting }: PartProps) {
  const { baseline: before, since } = baseline;
  const missing = missingReason(data, t);
  const doubt = doubtOf(baseline, { t, waiting });
  const of = sinceBaseline(data);
  const row = (
    key: Comparing,
    {
      label,
      was,
      is,
      change,
      write,
    }: {
      label: string;
      was: number | null;
      is: number | null;
      change: number | null;
      write: (value: number) => string;
    },
  ) => ({
    key,
    name: label,
    cells: [
      label,
      was === null ? (
        <Missing key="was" reason={t('baselineModals.detail.noData')} />
      ) : (
        figureTo(of(key), write(was), { half: 'baseline' })
      ),
      is === null ? <Missing key="is" reason={missing} /> : figureTo(of(key), write(is)),
      <Delta key="change" fraction={change} missing={missing} doubt={doubt} of={of(key)} format={format} t={t} />,
    ],
  });
  const columns = [
    { key: 'measure', label: t('baselineModals.detail.measure') },
    { key: 'baseline', label: t('baselineModals.detail.baseline'), numeric: true },
    { key: 'since', label: t('baselineModals.detail.since'), numeric: true },
    { key: 'change', label: t('baselineModals.detail.change'), numeric: true },
  ];
  const rows = [
    row('weight', {
      label: t('baselineModals.detail.weightMeasure'),
      was: before.weightPerOpenDay,
      is: since.weightPerOpenDay,
      change: baseline.weightVsBaseline,
      write: (value) => `${format.number(value, 1)}\u202f${data.weightUnit}`,
    }),
    row('value', {
      label: t('baselineModals.detail.valueMeasure'),
      was: before.costPerOpenDay,
      is: since.costPerOpenDay,
      change: baseline.valueVsBaseline,
      write: (value) => format.money(value, data.currency),
    }),
    row('transactions', {
      label: t('baselineModals.detail.transactionsMeasure'),
      was: before.transactionsPerOpenDay,
      is: since.transactionsPerOpenDay,
      change: baseline.transactionsVsBaseline,
      write: (value) => format.number(value, 1),
    }),
  ];
  return (
    <FiguresTable caption={t('baselineModals.detail.perOpenDayTitle')} columns={columns} rows={rows} level={level} />
  );
}

function SummaryTable({ data, t, format, level: Title, waiting }: PartProps) {
  if (data.weeklySummaries.length === 0)
    return (
      <div>
        <Title>{t('baselineModals.detail.tableTitle')}</Title>
        <p>{t('baselineModals.detail.noWeeks')}</p>
      </div>
    );
  const columns = [
    { key: 'week', label: t('baselineModals.week') },
    { key: 'open', label: t('baselineModals.detail.openDays'), numeric: true },
    { key: 'tracked', label: t('baselineModals.detail.trackedDays'), numeric: true },
    { key: 'transactions', label: t('baselineModals.detail.transactions'), numeric: true },
    { key: 'weight', label: t('baselineModals.detail.weight'), unit: data.weightUnit, numeric: true },
    { key: 'weightChange', label: t('baselineModals.detail.weightVsBaseline'), numeric: true, main: true },
    { key: 'value', label: t('baselineModals.detail.value'), unit: data.currency, numeric: true },
    { key: 'valueChange', label: t('baselineModals.detail.valueVsBaseline'), numeric: true },
  ];
  return (
    <FiguresTable
      caption={t('baselineModals.detail.tableTitle')}
      columns={columns}
      rows={data.weeklySummaries.map((week) => summaryRow(week, { data, t, format, waiting }))}
      level={Title}
      t={t}
    />
  );
}

function summaryRow(
  week: WeeklySummary,
  { data, t, format, waiting }: Pick<PartProps, 'data' | 't' | 'format' | 'waiting'>,
) {
  const missing = week.running ? t('baselineModals.notOver') : t('baselineModals.noOpenDay');
  const untracked = week.transactionCount === 0;
  const doubt = weekDoubtOf(week, { t, waiting });
  const sum = (
    value: number,
    { key, decimals, share, how }: { key: string; decimals: number; share: number | null; how: string },
  ) => {
    if (untracked) return <Missing key={key} reason={t('baselineModals.notTracked')} />;
    const figure = weekFigure(data, week.weekBeginDate, format.number(value, decimals));
    return share ? (
      <Fragment key={key}>
        {figure}
        <small className={c.share} title={how}>
          {t('reliability.estimatedShort', { share: atLeastOne(format, share) })}
        </small>
      </Fragment>
    ) : (
      figure
    );
  };
  const of = (kind: Comparing) => comparedFigure(data, { kind, start: week.weekBeginDate });
  return {
    key: week.weekBeginDate,
    name: format.date(week.weekBeginDate),
    muted: week.running,
    cells: [
      <>
        {format.date(week.weekBeginDate)}
        {week.running && <small>{t('baselineModals.detail.running')}</small>}
      </>,
      figureTo(of('tracking'), format.number(week.openDays)),
      figureTo(of('tracking'), format.number(week.trackedDays)),
      weekFigure(data, week.weekBeginDate, format.number(week.transactionCount)),
      sum(week.weightSum, {
        key: 'weight',
        decimals: 1,
        share: week.estimatedShare,
        how: t('reliability.estimatedReason'),
      }),
      <Delta
        key="weightChange"
        fraction={week.weightVsBaseline}
        missing={missing}
        doubt={doubt}
        of={of('weight')}
        format={format}
        t={t}
      />,
      sum(week.costSum, {
        key: 'value',
        decimals: 2,
        share: week.derivedCostShare,
        how: t('reliability.derivedReason'),
      }),
      <Delta
        key="valueChange"
        fraction={week.valueVsBaseline}
        missing={missing}
        doubt={doubt}
        of={of('value')}
        format={format}
        t={t}
      />,
    ],
  };
}
