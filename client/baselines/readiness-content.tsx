import type { BaselineWeekRow, Readiness } from '../../server/features/baselines/baselines.contract';
import { fillText } from '../ui/fill-text';
import { createFormat, type Format, type FormatSettings } from '../ui/format';
import { Icon } from '../ui/icon';
import { Facts, Figure, Figures, FiguresTable, NoData, StageName, type Level } from './content';
import { CriteriaKey } from './criteria-key';
import { Delta } from './delta';
import type { BaselineStrings } from './strings';
import { WeekChart } from './week-chart';
import { chartWeeks, type ChartWeek } from './week-chart.rules';
import s from './readiness-content.module.css';

export interface ContentProps<Data> {
  data: Data;
  strings: BaselineStrings;
  settings: FormatSettings;
  level: Level;
}

/** How far a location and stage is on its way to a baseline, and what stands in its way. */
export function ReadinessContent({ data, strings, settings, level }: ContentProps<Readiness>) {
  const format = createFormat(settings);
  const words = strings.readiness;
  const { noDataReason, criteria } = data;
  const enough = data.passingWeeks >= criteria.consecutiveWeeks;
  return (
    <div className={s.content}>
      <Facts items={[
        { term: strings.site, value: data.siteName },
        { term: strings.location, value: data.locationName },
        { term: strings.stage, value: <StageName id={data.wasteStageId} names={strings.stages} unspecified={strings.unspecified} /> },
        { term: words.weeksInPeriod, value: data.weeksInPeriod === null ? strings.unspecified : format.number(data.weeksInPeriod) },
      ]} />
      {noDataReason === null ? (
        <>
          <Figures>
            <Figure
              label={words.run}
              value={<>{format.number(data.passingWeeks)}{!data.hasBaseline && <small>{fillText(words.runOf, { needed: criteria.consecutiveWeeks })}</small>}</>}
              icon={<Pips done={Math.min(data.passingWeeks, criteria.consecutiveWeeks)} needed={criteria.consecutiveWeeks} enough={enough} />}
              note={data.hasBaseline ? words.runDone : undefined}
            />
          </Figures>
          <CriteriaKey criteria={criteria} words={words} format={format} />
          <ReadinessChart {...{ data, strings, format, level }} />
          <WeekTable {...{ data, strings, format, level }} />
        </>
      ) : (
        <>
          <NoData title={words.noData} sentence={words.reasons[noDataReason]} level={level} />
          <CriteriaKey criteria={criteria} words={words} format={format} />
        </>
      )}
    </div>
  );
}

/** The weeks in a row as marks; the figure beside them says the same. */
function Pips({ done, needed, enough }: { done: number; needed: number; enough: boolean }) {
  return (
    <span className={s.pips} aria-hidden="true">
      {Array.from({ length: needed }, (_, at) => <span key={at} className={at < done ? (enough ? s.enough : s.done) : s.open}>{at < done && <Icon name="check" />}</span>)}
    </span>
  );
}

interface PartProps {
  data: Readiness;
  strings: BaselineStrings;
  format: Format;
  level: Level;
}

function ReadinessChart({ data, strings, format, level }: PartProps) {
  const words = strings.readiness;
  const unit = data.weeks[0]?.weightUnit ?? '';
  const weeks = chartWeeksOf(data, format).slice(-chartWeeks);
  if (weeks.length < 2) return null;
  const cut = data.weeks.length > chartWeeks ? ` ${fillText(strings.chartLatest, { count: chartWeeks })}` : '';
  return (
    <div>
      <WeekChart id="readiness-weeks" title={words.chartTitle} subtitle={fillText(words.chartSubtitle, { unit }) + cut} weeks={weeks} formatValue={format.number} notTracked={strings.notTracked} level={level} />
      <p className={s.key}>
        <span><i className={s.passes} aria-hidden="true" />{words.chartPasses}</span>
        <span><i className={s.fails} aria-hidden="true" />{words.chartFails}</span>
      </p>
    </div>
  );
}

function chartWeeksOf({ weeks, criteria }: Readiness, format: Format): ChartWeek[] {
  let prior: number | null = null;
  return [...weeks].reverse().map((week): ChartWeek => {
    const value = week.openDays > 0 ? week.weightSum / week.openDays : null;
    const limits = prior === null ? null : { low: prior * (1 - criteria.maxDecrease), high: prior * (1 + criteria.maxIncrease) };
    if (value !== null) prior = value;
    return {
      key: week.weekBeginDate, label: format.date(week.weekBeginDate, { style: 'short' }), longLabel: format.week(week.weekBeginDate),
      value, limits, tone: week.issues.length === 0 ? 'plain' : 'fails',
    };
  });
}

function WeekTable({ data, strings, format, level }: PartProps) {
  const words = strings.readiness;
  const unit = data.weeks[0]?.weightUnit ?? '';
  const columns = [
    { key: 'week', label: strings.week },
    { key: 'transactions', label: words.transactions, numeric: true },
    { key: 'value', label: words.value, unit: data.weeks[0]?.currency ?? '', numeric: true },
    { key: 'valueDelta', label: words.valueDelta, numeric: true },
    { key: 'weight', label: words.weight, unit, numeric: true },
    { key: 'weightDelta', label: words.weightDelta, numeric: true },
    { key: 'met', label: words.met, main: true },
  ];
  const rows = data.weeks.map((week) => ({
    key: week.weekBeginDate,
    name: format.date(week.weekBeginDate),
    cells: [
      format.date(week.weekBeginDate),
      format.number(week.transactionCount),
      format.number(week.costSum, 2),
      <WeekDelta key="value" percent={week.costDeltaPct} {...{ week, strings, format }} />,
      format.number(week.weightSum, 1),
      <WeekDelta key="weight" percent={week.weightDeltaPct} {...{ week, strings, format }} />,
      <Verdict key="met" week={week} strings={strings} />,
    ],
  }));
  return <FiguresTable caption={words.tableTitle} columns={columns} rows={rows} level={level} more={strings.more} />;
}

function WeekDelta({ percent, week, strings, format }: { percent: number | null; week: BaselineWeekRow; strings: BaselineStrings; format: Format }) {
  const { openDays, priorOpenDays } = week;
  const differ = percent !== null && priorOpenDays !== null && priorOpenDays !== openDays;
  return (
    <>
      <Delta fraction={percent === null ? null : percent / 100} missing={openDays === 0 ? strings.noOpenDay : strings.notComparable} format={format} words={strings.change} />
      {differ && <small>{fillText(strings.perOpenDay, { now: openDays, before: priorOpenDays })}</small>}
    </>
  );
}

function Verdict({ week, strings }: { week: BaselineWeekRow; strings: BaselineStrings }) {
  const words = strings.readiness;
  const passes = week.issues.length === 0;
  return (
    <div className={passes ? s.met : s.unmet}>
      <strong><Icon name={passes ? 'check' : 'cross'} />{passes ? words.yes : words.no}</strong>
      {week.issues.map((issue) => <small key={issue}>{strings.issues[issue]}</small>)}
      {week.latest && <small>{words.latest}</small>}
    </div>
  );
}
