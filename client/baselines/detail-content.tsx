import type { BaselineDetails, WeeklySummary } from '../../server/features/baselines/baselines.contract';
import { fillText } from '../ui/fill-text';
import { createFormat, type Format } from '../ui/format';
import { Icon } from '../ui/icon';
import { Missing } from '../ui/missing';
import { Facts, Figure, Figures, FiguresTable, NoData, StageName, type Level } from './content';
import { Delta, wayOf } from './delta';
import type { ContentProps } from './readiness-content';
import type { BaselineStrings } from './strings';
import { WeekChart } from './week-chart';
import { chartWeeks, type ChartWeek } from './week-chart.rules';
import s from './readiness-content.module.css';

type Baseline = NonNullable<BaselineDetails['baselineData']>;

/** What a location has become since its baseline. */
export function DetailContent({ data, strings, settings, level }: ContentProps<BaselineDetails>) {
  const format = createFormat(settings);
  const words = strings.detail;
  const { baselineData: baseline, noDataReason } = data;
  const place = [
    { term: strings.site, value: data.siteName },
    { term: strings.location, value: data.locationName },
    { term: strings.stage, value: <StageName id={data.wasteStageId} names={strings.stages} unspecified={strings.unspecified} /> },
  ];
  if (!baseline) {
    return (
      <div className={s.content}>
        <Facts items={place} />
        <NoData title={words.noData} sentence={noDataReason ? words.reasons[noDataReason] : ''} level={level} />
      </div>
    );
  }
  const part = { data, baseline, strings, format, level };
  return (
    <div className={s.content}>
      <Facts items={place} />
      <ChangeSoFar {...part} />
      <DetailChart {...part} />
      <FiguresPerOpenDay {...part} />
      <Facts items={[
        { term: words.baselineWeeks, value: `${format.date(baseline.baselineStartDate)} – ${format.date(baseline.baselineEndDate)}` },
        { term: words.openDaysCount, value: format.number(baseline.baseline.openDays) },
        { term: words.comparedFrom, value: format.date(baseline.comparedFrom) },
        { term: words.method, value: words.methods[baseline.method] },
        ...(baseline.reason ? [{ term: words.reason, value: baseline.reason }] : []),
      ]} />
      <SummaryTable {...part} />
    </div>
  );
}

interface PartProps {
  data: BaselineDetails;
  baseline: Baseline;
  strings: BaselineStrings;
  format: Format;
  level: Level;
}

function ChangeSoFar({ data, baseline, strings, format }: PartProps) {
  const words = strings.detail;
  const { since } = baseline;
  const date = format.date(baseline.comparedFrom);
  const tracked = since.openDays > 0 ? ` · ${fillText(words.tracked, { tracked: format.number(since.trackedDays ?? 0), open: format.number(since.openDays) })}` : '';
  const figure = (label: string, change: number | null, small: boolean) => {
    if (change === null) return <Figure label={label} value={<span aria-hidden="true">–</span>} note={missingReason(data, strings)} small={small} />;
    const way = wayOf(change);
    const note = way === 'same' ? fillText(words.sameAsBaseline, { date }) : `${strings.change[way]} ${fillText(words.thanBaseline, { date })}`;
    return <Figure label={label} value={format.percent(change, { decimals: 2, sign: true })} icon={way !== 'same' && <Icon name={way} />} tone={way === 'same' ? undefined : way} note={small ? note : note + tracked} small={small} />;
  };
  return <Figures>{figure(words.weightChange, baseline.weightVsBaseline, false)}{figure(words.valueChange, baseline.valueVsBaseline, true)}</Figures>;
}

/** Why there is no change to tell: something to compare with is lacking, or something to compare. */
function missingReason(data: BaselineDetails, strings: BaselineStrings): string {
  if ((data.baselineData?.since.openDays ?? 0) > 0) return strings.detail.zeroBaseline;
  return data.weeklySummaries.some((week) => !week.running) ? strings.noOpenDay : strings.detail.notYet;
}

function DetailChart({ data, baseline, strings, format, level }: PartProps) {
  const words = strings.detail;
  const line = baseline.baseline.weightPerOpenDay;
  const weeks = [...data.weeklySummaries].reverse().filter((week) => !week.running && week.openDays > 0).slice(-chartWeeks).map((week): ChartWeek => {
    const value = week.trackedDays === 0 && week.transactionCount === 0 ? null : week.weightSum / week.openDays;
    return {
      key: week.weekBeginDate, label: format.date(week.weekBeginDate, { style: 'short' }), longLabel: format.week(week.weekBeginDate), value,
      tone: value === null || line === null || value === line ? 'plain' : value < line ? 'less' : 'more',
    };
  });
  if (weeks.length === 0 || line === null) return null;
  const tracked = weeks.filter((week) => week.value !== null);
  const below = tracked.filter((week) => week.tone === 'less').length;
  const cut = data.weeklySummaries.length > chartWeeks ? `. ${fillText(strings.chartLatest, { count: chartWeeks })}` : '';
  return (
    <WeekChart
      id="baseline-weeks"
      title={fillText(words.chartTitle, { below: format.number(below), count: format.number(tracked.length) })}
      subtitle={fillText(words.chartSubtitle, { unit: data.weightUnit }) + cut}
      weeks={weeks}
      baseline={{ value: line, label: words.baseline }}
      formatValue={format.number}
      notTracked={strings.notTracked}
      level={level}
    />
  );
}

function FiguresPerOpenDay({ data, baseline, strings, format, level }: PartProps) {
  const words = strings.detail;
  const { baseline: before, since } = baseline;
  const missing = missingReason(data, strings);
  const row = (key: string, { label, was, is, change, write }: { label: string; was: number | null; is: number | null; change: number | null; write: (value: number) => string }) => ({
    key,
    name: label,
    cells: [
      label,
      was === null ? <Missing key="was" reason={words.noData} /> : write(was),
      is === null ? <Missing key="is" reason={missing} /> : write(is),
      <Delta key="change" fraction={change} missing={missing} format={format} words={strings.change} />,
    ],
  });
  const columns = [
    { key: 'measure', label: words.measure },
    { key: 'baseline', label: words.baseline, numeric: true },
    { key: 'since', label: words.since, numeric: true },
    { key: 'change', label: words.change, numeric: true },
  ];
  const rows = [
    row('weight', { label: words.weightMeasure, was: before.weightPerOpenDay, is: since.weightPerOpenDay, change: baseline.weightVsBaseline, write: (value) => `${format.number(value, 1)}\u202f${data.weightUnit}` }),
    row('value', { label: words.valueMeasure, was: before.costPerOpenDay, is: since.costPerOpenDay, change: baseline.valueVsBaseline, write: (value) => format.money(value, data.currency) }),
    row('transactions', { label: words.transactionsMeasure, was: before.transactionsPerOpenDay, is: since.transactionsPerOpenDay, change: baseline.transactionsVsBaseline, write: (value) => format.number(value, 1) }),
  ];
  return <FiguresTable caption={words.perOpenDayTitle} columns={columns} rows={rows} level={level} />;
}

function SummaryTable({ data, strings, format, level: Title }: PartProps) {
  const words = strings.detail;
  if (data.weeklySummaries.length === 0) return <div><Title>{words.tableTitle}</Title><p>{words.noWeeks}</p></div>;
  const columns = [
    { key: 'week', label: strings.week },
    { key: 'open', label: words.openDays, numeric: true },
    { key: 'tracked', label: words.trackedDays, numeric: true },
    { key: 'transactions', label: words.transactions, numeric: true },
    { key: 'weight', label: words.weight, unit: data.weightUnit, numeric: true },
    { key: 'weightChange', label: words.weightVsBaseline, numeric: true, main: true },
    { key: 'value', label: words.value, unit: data.currency, numeric: true },
    { key: 'valueChange', label: words.valueVsBaseline, numeric: true },
  ];
  return <FiguresTable caption={words.tableTitle} columns={columns} rows={data.weeklySummaries.map((week) => summaryRow(week, { words, strings, format }))} level={Title} more={strings.more} />;
}

function summaryRow(week: WeeklySummary, { words, strings, format }: { words: BaselineStrings['detail']; strings: BaselineStrings; format: Format }) {
  const missing = week.running ? strings.notOver : strings.noOpenDay;
  const untracked = week.transactionCount === 0;
  const sum = (value: number, decimals: number, key: string) => (untracked ? <Missing key={key} reason={strings.notTracked} /> : format.number(value, decimals));
  return {
    key: week.weekBeginDate,
    name: format.date(week.weekBeginDate),
    muted: week.running,
    cells: [
      <>{format.date(week.weekBeginDate)}{week.running && <small>{words.running}</small>}</>,
      format.number(week.openDays),
      format.number(week.trackedDays),
      format.number(week.transactionCount),
      sum(week.weightSum, 1, 'weight'),
      <Delta key="weightChange" fraction={week.weightVsBaseline} missing={missing} format={format} words={strings.change} />,
      sum(week.costSum, 2, 'value'),
      <Delta key="valueChange" fraction={week.valueVsBaseline} missing={missing} format={format} words={strings.change} />,
    ],
  };
}
