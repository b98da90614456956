import type { BaselineWeekRow, Readiness } from '../../server/features/baselines/baselines.contract';
import type { ComparedFigure } from '../../server/features/events/figure-address.rules';
import { createFormat, type Format, type FormatSettings } from '../ui/format';
import { Icon } from '../ui/icon';
import { Facts, Figure, Figures, FiguresTable, NoData, StageName, type Level } from './content';
import { CriteriaKey } from './criteria-key';
import { Delta } from './delta';
import { comparedFigure, weekFigure } from './figure-links';
import s from './readiness-content.module.css';
import { WeekChart } from './week-chart';
import { chartWeeks, type ChartWeek } from './week-chart.rules';
import type { BaselineTranslate } from './words';

export interface ContentProps<Data> {
  data: Data;
  t: BaselineTranslate;
  settings: FormatSettings;
  level: Level;
}

/** How far a location and stage is on its way to a baseline, and what stands in its way. */
export function ReadinessContent({ data, t, settings, level }: ContentProps<Readiness>) {
  const format = createFormat(settings);
  const { noDataReason, criteria } = data;
  const enough = data.passingWeeks >= criteria.consecutiveWeeks;
  return (
    <div className={s.content}>
      <Facts
        items={[
          { term: t('baselineModals.site'), value: data.siteName },
          { term: t('baselineModals.location'), value: data.locationName },
          { term: t('baselineModals.stage'), value: <StageName id={data.wasteStageId} t={t} /> },
          {
            term: t('baselineModals.readiness.weeksInPeriod'),
            value: data.weeksInPeriod === null ? t('baselineModals.unspecified') : format.number(data.weeksInPeriod),
          },
        ]}
      />
      {noDataReason === null ? (
        <>
          <Figures>
            <Figure
              label={t('baselineModals.readiness.run')}
              value={
                <>
                  {format.number(data.passingWeeks)}
                  {!data.hasBaseline && (
                    <small>{t('baselineModals.readiness.runOf', { needed: criteria.consecutiveWeeks })}</small>
                  )}
                </>
              }
              icon={
                <Pips
                  done={Math.min(data.passingWeeks, criteria.consecutiveWeeks)}
                  needed={criteria.consecutiveWeeks}
                  enough={enough}
                />
              }
              note={data.hasBaseline ? t('baselineModals.readiness.runDone') : undefined}
            />
          </Figures>
          <CriteriaKey criteria={criteria} t={t} format={format} />
          <ReadinessChart {...{ data, t, format, level }} />
          <WeekTable {...{ data, t, format, level }} />
        </>
      ) : (
        <>
          <NoData
            title={t('baselineModals.readiness.noData')}
            sentence={t(`baselineModals.readiness.reasons.${noDataReason}`)}
            level={level}
          />
          <CriteriaKey criteria={criteria} t={t} format={format} />
        </>
      )}
    </div>
  );
}

/** The weeks in a row as marks; the figure beside them says the same. */
function Pips({ done, needed, enough }: { done: number; needed: number; enough: boolean }) {
  return (
    <span className={s.pips} aria-hidden="true">
      {Array.from({ length: needed }, (_, at) => (
        <span key={at} className={at < done ? (enough ? s.enough : s.done) : s.open}>
          {at < done && <Icon name="check" />}
        </span>
      ))}
    </span>
  );
}

interface PartProps {
  data: Readiness;
  t: BaselineTranslate;
  format: Format;
  level: Level;
}

function ReadinessChart({ data, t, format, level }: PartProps) {
  const unit = data.weeks[0]?.weightUnit ?? '';
  const weeks = chartWeeksOf(data, format).slice(-chartWeeks);
  if (weeks.length < 2) return null;
  const cut = data.weeks.length > chartWeeks ? ` ${t('baselineModals.chartLatest', { count: chartWeeks })}` : '';
  return (
    <div>
      <WeekChart
        id="readiness-weeks"
        title={t('baselineModals.readiness.chartTitle')}
        subtitle={t('baselineModals.readiness.chartSubtitle', { unit }) + cut}
        weeks={weeks}
        formatValue={format.number}
        notTracked={t('baselineModals.notTracked')}
        level={level}
      />
      <p className={s.key}>
        <span>
          <i className={s.passes} aria-hidden="true" />
          {t('baselineModals.readiness.chartPasses')}
        </span>
        <span>
          <i className={s.fails} aria-hidden="true" />
          {t('baselineModals.readiness.chartFails')}
        </span>
      </p>
    </div>
  );
}

function chartWeeksOf({ weeks, criteria }: Readiness, format: Format): ChartWeek[] {
  let prior: number | null = null;
  return weeks
    .filter((week) => week.openDays > 0)
    .reverse()
    .map((week): ChartWeek => {
      const value = week.weightSum / week.openDays;
      const limits =
        prior === null ? null : { low: prior * (1 - criteria.maxDecrease), high: prior * (1 + criteria.maxIncrease) };
      prior = value;
      return {
        key: week.weekBeginDate,
        label: format.date(week.weekBeginDate, { style: 'short' }),
        longLabel: format.week(week.weekBeginDate),
        value,
        limits,
        tone: week.issues.length === 0 ? 'plain' : 'fails',
      };
    });
}

function WeekTable({ data, t, format, level }: PartProps) {
  const unit = data.weeks[0]?.weightUnit ?? '';
  const columns = [
    { key: 'week', label: t('baselineModals.week') },
    { key: 'transactions', label: t('baselineModals.readiness.transactions'), numeric: true },
    { key: 'value', label: t('baselineModals.readiness.value'), unit: data.weeks[0]?.currency ?? '', numeric: true },
    { key: 'valueDelta', label: t('baselineModals.readiness.valueDelta'), numeric: true },
    { key: 'weight', label: t('baselineModals.readiness.weight'), unit, numeric: true },
    { key: 'weightDelta', label: t('baselineModals.readiness.weightDelta'), numeric: true },
    { key: 'met', label: t('baselineModals.readiness.met'), main: true },
  ];
  const rows = data.weeks.map((week) => ({
    key: week.weekBeginDate,
    name: format.date(week.weekBeginDate),
    cells: [
      format.date(week.weekBeginDate),
      weekFigure(data, week.weekBeginDate, format.number(week.transactionCount)),
      weekFigure(data, week.weekBeginDate, format.number(week.costSum, 2)),
      <WeekDelta
        key="value"
        percent={week.costDeltaPct}
        of={comparedFigure(data, { kind: 'valueStep', start: week.weekBeginDate })}
        {...{ week, t, format }}
      />,
      weekFigure(data, week.weekBeginDate, format.number(week.weightSum, 1)),
      <WeekDelta
        key="weight"
        percent={week.weightDeltaPct}
        of={comparedFigure(data, { kind: 'weightStep', start: week.weekBeginDate })}
        {...{ week, t, format }}
      />,
      <Verdict key="met" week={week} t={t} />,
    ],
  }));
  return (
    <FiguresTable
      caption={t('baselineModals.readiness.tableTitle')}
      columns={columns}
      rows={rows}
      level={level}
      t={t}
    />
  );
}

function WeekDelta({
  percent,
  of,
  week,
  t,
  format,
}: {
  percent: number | null;
  of: ComparedFigure | undefined;
  week: BaselineWeekRow;
  t: BaselineTranslate;
  format: Format;
}) {
  const { openDays, priorOpenDays } = week;
  const differ = percent !== null && priorOpenDays !== null && priorOpenDays !== openDays;
  return (
    <>
      <Delta
        fraction={percent === null ? null : percent / 100}
        of={of}
        missing={openDays === 0 ? t('baselineModals.noOpenDay') : t('baselineModals.notComparable')}
        format={format}
        t={t}
      />
      {differ && <small>{t('baselineModals.perOpenDay', { now: openDays, before: priorOpenDays })}</small>}
    </>
  );
}

function Verdict({ week, t }: { week: BaselineWeekRow; t: BaselineTranslate }) {
  if (week.openDays === 0) return <small>{t('baselines.skipped')}</small>;
  const passes = week.issues.length === 0;
  return (
    <div className={passes ? s.met : s.unmet}>
      <strong>
        <Icon name={passes ? 'check' : 'cross'} />
        {passes ? t('baselineModals.readiness.yes') : t('baselineModals.readiness.no')}
      </strong>
      {week.issues.map((issue) => (
        <small key={issue}>{t(`baselines.issues.${issue}`)}</small>
      ))}
      {week.latest && <small>{t('baselineModals.readiness.latest')}</small>}
    </div>
  );
}
