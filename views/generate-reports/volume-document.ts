import { ratioParts } from '../../server/domain/measures/volume-ratios.rules';
import { figureHref } from '../../server/features/events/figure-address.rules';
import type { MetricRatios } from '../../server/features/generate-reports/report-figures.contract';
import type { VamRow } from '../../server/features/volume-adjusted-metrics/vam.contract';
import type { Block, Cell, FigureTile } from '../../server/platform/document/document.contract';
import { behindRow, ratioText, smallUnit } from '../volume-adjusted-metrics/ratio-words';
import { noRatioText } from '../volume-adjusted-metrics/vam-cells';
import { missing, shareCell, type Writing } from './document-words';

/** The ratios of the sites by month, with those of all days above them. */
export function volumeAdjusted(writing: Writing, found: readonly MetricRatios[]): Block[] {
  const { t, format } = writing;
  const metrics = found.map((one) => inCurrency(writing, one)).filter(({ months }) => months.length > 0);
  const all = rowsOf(metrics);
  const known = new Set(
    metrics.flatMap(({ months }) => months.flatMap(({ siteId, volume }) => (volume > 0 ? [siteId] : []))),
  );
  const rows = all.filter(({ siteId }) => known.has(siteId));
  const without = new Set(all.map(({ siteId }) => siteId)).size - known.size;
  if (rows.length === 0) return [{ kind: 'notice', text: t('reports.doc.noVolumes') }];
  return [
    { kind: 'figures', figures: metrics.flatMap((one) => tilesOf(writing, one)) },
    {
      kind: 'table',
      title: t('reports.kinds.volumeAdjusted.name'),
      main: true,
      columns: [
        { label: t('legacy.fields.siteName'), width: 0.2 },
        { label: t('reports.doc.from'), width: 0.17 },
        ...metrics.map(({ metric }, at) => ({
          label: t(`vam.metrics.${metric}`),
          numeric: true,
          ...(at === 0 && { side: true }),
          ...unitOf(writing, metric),
        })),
        { label: t('foodWaste.filters.currency') },
        { label: t('reports.doc.tracked'), numeric: true, unit: '%' },
      ],
      rows: rows.map((row) => monthRow(writing, { row, metrics })),
      empty: '',
    },
    ...(without === 0
      ? []
      : [
          {
            kind: 'paragraph' as const,
            text: t('reports.doc.noVolumesAt', { count: without, number: format.number(without) }),
          },
        ]),
  ];
}

/** Money of other currencies than the one that was asked for is left out. */
const inCurrency = ({ parameters: { currency } }: Writing, { metric, all, months }: MetricRatios): MetricRatios => {
  const isShown = (row: VamRow) =>
    currency === null || ratioParts[metric].waste !== 'cost' || row.currency === currency;
  return { metric, all: all.filter(isShown), months: months.filter(isShown) };
};

const keyOf = ({ siteId, start }: VamRow) => `${siteId} ${start}`;

/** A row for each site and month of any of the ratios, in the order of names and time. */
function rowsOf(metrics: readonly MetricRatios[]): VamRow[] {
  const rows = new Map<string, VamRow>();
  for (const { months } of metrics) for (const row of months) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
  return [...rows.values()].sort(
    (a, b) => a.siteName.localeCompare(b.siteName) || a.siteId - b.siteId || (a.start < b.start ? -1 : 1),
  );
}

const percents = ['shareOfRevenue', 'shareOfPurchases'];

/** What the number of a ratio is in. */
const unitOf = ({ format }: Writing, metric: MetricRatios['metric']): { unit?: string } =>
  percents.includes(metric)
    ? { unit: '%' }
    : ratioParts[metric].waste === 'cost'
      ? {}
      : { unit: smallUnit(format).abbr };

function valueOf({ format }: Writing, metric: MetricRatios['metric'], ratio: number): number {
  const value = percents.includes(metric)
    ? ratio * 100
    : ratioParts[metric].waste === 'cost'
      ? ratio
      : ratio / smallUnit(format).grams;
  return Number(value.toFixed(4));
}

function tilesOf(writing: Writing, { metric, all }: MetricRatios): FigureTile[] {
  const { t, format } = writing;
  return all.map((row) => {
    const name = t(`vam.metrics.${metric}`);
    const { change, currency } = row;
    const cell = ratioCell(writing, metric, row);
    return {
      label: all.length > 1 && currency !== null ? `${name} (${currency})` : name,
      ...cell,
      ...unitOf(writing, metric),
      note:
        row.ratio === null
          ? noRatioText(writing, row, metric)
          : change === null
            ? t('vam.noBaseline')
            : t('reports.doc.ratioChange', { change: format.percent(change, { decimals: 1, sign: true }) }),
    };
  });
}

function ratioCell(writing: Writing, metric: MetricRatios['metric'], row: VamRow | undefined): Cell {
  const { format, parameters } = writing;
  if (row?.ratio === undefined || row.ratio === null) return { text: missing, value: null };
  return {
    text: ratioText(format, metric, { ratio: row.ratio, currency: row.currency }),
    value: valueOf(writing, metric, row.ratio),
    href: figureHref({ kind: 'total' }, behindRow(row, { metric, stageId: parameters.stageId })),
  };
}

function monthRow(writing: Writing, { row, metrics }: { row: VamRow; metrics: readonly MetricRatios[] }): Cell[] {
  const { format } = writing;
  const ofMonth = metrics.map(({ metric, months }) => ({
    metric,
    found: months.find((one) => keyOf(one) === keyOf(row)),
  }));
  return [
    { text: row.siteName },
    { text: format.range(row.start, row.end) },
    ...ofMonth.map(({ metric, found }) => ratioCell(writing, metric, found)),
    { text: ofMonth.find(({ found }) => found?.currency)?.found?.currency ?? missing },
    shareCell(writing, row.openDays === 0 ? null : row.trackedDays / row.openDays),
  ];
}
