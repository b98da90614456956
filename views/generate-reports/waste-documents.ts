import {
  type FoodWaste,
  type Period,
  type RankedValue,
  type Ranking,
  type FoodWasteRow,
} from '../../server/features/food-waste-dashboard/food-waste.contract';
import { rankItems } from '../../server/features/generate-reports/report-figures.rules';
import type { Block, Cell, FigureTile } from '../../server/platform/document/document.contract';
import {
  changeText,
  costText,
  countCell,
  inPercent,
  inUnit,
  shareCell,
  sourceOf,
  weightCell,
  type Writing,
} from './document-words';

const mostBars = 8;
/** Of a sheet that hangs in a kitchen. */
const fewBars = 5;

/** A page for the people who weigh: what was thrown away most, and how it went day by day. */
export function teamSheet(writing: Writing, waste: FoodWaste): Block[] {
  return [
    ...finding(writing, waste),
    {
      kind: 'figures',
      figures: [totalTile(writing, waste), baselineTile(writing, waste), trackedTile(writing, waste)],
    },
    ...trend(writing, waste),
    ...bars(writing, waste, { fields: ['itemId', 'reasonId'], most: fewBars }),
    ...periodTable(writing, waste),
  ];
}

/** A page for whoever runs the kitchens: the same by every dimension, and the costs. */
export function managerSummary(writing: Writing, waste: FoodWaste): Block[] {
  return [
    ...finding(writing, waste),
    {
      kind: 'figures',
      figures: [
        totalTile(writing, waste),
        costTile(writing, waste),
        trackedTile(writing, waste),
        baselineTile(writing, waste),
        beforeTile(writing, waste),
        weighingsTile(writing, waste),
      ],
    },
    ...trend(writing, waste),
    ...periodTable(writing, waste),
    ...bars(writing, waste, { fields: ['itemId', 'reasonId', 'sourceId', 'daypartId', 'sinkId'], most: mostBars }),
  ];
}

function finding(writing: Writing, { finding: found }: FoodWaste): Block[] {
  const { t, format } = writing;
  if (!found) return [];
  const { item, reason } = found;
  const sentences = [
    t('foodWaste.finding', {
      item: item.name ?? '',
      amount: format.weight(item.grams),
      share: format.percent(item.share),
    }),
    ...(reason
      ? [
          t('foodWaste.findingReason', {
            item: item.name ?? '',
            reason: reason.name ?? '',
            share: format.percent(reason.share),
          }),
        ]
      : []),
  ];
  return [{ kind: 'notice', text: sentences.join(' ') }];
}

function totalTile(writing: Writing, { total }: FoodWaste): FigureTile {
  const { t, format } = writing;
  return {
    label: t('reports.doc.waste'),
    text: format.weight(total.grams),
    note:
      total.estimatedGrams > 0
        ? t('reports.doc.estimated', { amount: format.weight(total.estimatedGrams) })
        : undefined,
    value: inUnit(total.grams, format),
    unit: format.unit.abbr,
    href: sourceOf(writing),
  };
}

const costTile = (writing: Writing, { total }: FoodWaste): FigureTile => ({
  label: writing.t(total.costs.length > 1 ? 'reports.doc.costs' : 'reports.doc.cost'),
  text: costText(writing, total.costs),
  href: sourceOf(writing),
});

function trackedTile(writing: Writing, { days: { trackedDays, openDays } }: FoodWaste): FigureTile {
  const { t, format } = writing;
  const share = openDays === 0 ? null : trackedDays / openDays;
  return {
    label: t('reports.doc.tracked'),
    ...shareCell(writing, share),
    unit: '%',
    note: t('foodWaste.trackedDays', {
      count: openDays,
      tracked: format.number(trackedDays),
      open: format.number(openDays),
    }),
  };
}

function beforeTile(writing: Writing, { before, change }: FoodWaste): FigureTile {
  const { t, format } = writing;
  const label = t('reports.doc.before');
  const range = format.range(before.start, before.end);
  if (change === null) return { label, text: t('reports.doc.notComparable'), note: range, value: null };
  return {
    label,
    text: changeText(writing, change),
    value: inPercent(change),
    unit: '%',
    note: range,
    href: sourceOf(writing, { startDate: before.start, endDate: before.end }),
  };
}

function baselineTile(writing: Writing, { baseline }: FoodWaste): FigureTile {
  const { t, format } = writing;
  const label = t('reports.doc.againstBaseline');
  if (typeof baseline === 'string')
    return { label, text: t('reports.doc.notComparable'), note: t(`foodWaste.noBaseline.${baseline}`), value: null };
  const { change, unreliable, actual, expected } = baseline;
  const note = t('reports.doc.actualOfExpected', { actual: format.weight(actual), expected: format.weight(expected) });
  if (unreliable !== null || change === null)
    return {
      label,
      text: t('reports.doc.notComparable'),
      note: unreliable === null ? note : t(`reliability.${unreliable}`),
      value: null,
    };
  return { label, text: changeText(writing, change), value: inPercent(change), unit: '%', note };
}

const weighingsTile = (writing: Writing, { total }: FoodWaste): FigureTile => ({
  label: writing.t('reports.doc.weighings'),
  ...countCell(writing, total.txn),
  href: sourceOf(writing),
});

function trend(writing: Writing, { periods, timeFrame }: FoodWaste): Block[] {
  const { t, format } = writing;
  if (periods.length < 2) return [];
  const labelOf = ({ start }: Period) => format.date(start, { style: timeFrame === 'day' ? 'weekday' : 'short' });
  const most = Math.max(...periods.flatMap(({ value, expected }) => [value ?? 0, expected ?? 0]));
  const title = t(`foodWaste.trend.${timeFrame}`);
  const against = periods.some(({ expected }) => expected !== null);
  return [
    {
      kind: 'trend',
      title,
      points: periods.map((period) => ({ label: labelOf(period), value: period.value, against: period.expected })),
      top: format.weight(most),
      againstLabel: against ? t('reports.doc.baseline') : null,
      alt: periods
        .map((period) => `${labelOf(period)}: ${period.value === null ? '–' : format.weight(period.value)}`)
        .join('; '),
    },
  ];
}

function periodTable(writing: Writing, { periods }: FoodWaste): Block[] {
  const { t, format } = writing;
  return [
    {
      kind: 'table',
      title: '',
      columns: [
        { label: t('reports.doc.from') },
        { label: t('reports.doc.waste'), numeric: true, side: true, unit: format.unit.abbr },
        { label: t('reports.doc.baseline'), numeric: true, unit: format.unit.abbr },
        { label: t('reports.doc.tracked'), numeric: true, unit: '%' },
      ],
      rows: periods.map((period) => periodRow(writing, period)),
      empty: '',
    },
  ];
}

function periodRow(writing: Writing, { start, end, value, expected, openDays, trackedDays }: Period): Cell[] {
  const { format } = writing;
  const none: Cell = { text: '–', value: null };
  return [
    { text: start === end ? format.date(start, { style: 'weekday' }) : format.range(start, end) },
    value === null ? none : weightCell(writing, value, sourceOf(writing, { startDate: start, endDate: end })),
    expected === null ? none : weightCell(writing, expected),
    shareCell(writing, openDays === 0 ? null : trackedDays / openDays),
  ];
}

interface Bars {
  fields: Ranking['field'][];
  most: number;
}

function bars(writing: Writing, { rankings }: FoodWaste, { fields, most }: Bars): Block[] {
  const { t, format } = writing;
  const textOf = ({ grams, share }: RankedValue) => `${format.weight(grams)} · ${format.percent(share)}`;
  return fields.flatMap((field): Block[] => {
    const ranking = rankings.find((one) => one.field === field);
    if (!ranking || ranking.named.length === 0) return [];
    return [
      {
        kind: 'bars',
        title: t(`foodWaste.by.${field}`),
        rows: ranking.named.slice(0, most).map((value) => ({
          label: value.name ?? String(value.refId),
          text: textOf(value),
          value: value.grams,
          href: sourceOf(writing, { [field]: value.refId }),
        })),
      },
    ];
  });
}

/** Every item, with those first that make up most. */
export function topItems(writing: Writing, rows: readonly FoodWasteRow[]): Block[] {
  const { t, format, parameters } = writing;
  const items = rankItems(rows);
  const vital = items.filter(({ refId }) => refId !== null);
  const count = vital.findIndex(({ shareSoFar }) => shareSoFar >= 0.8) + 1;
  return [
    ...(count > 0
      ? [
          {
            kind: 'notice' as const,
            text: t('reports.doc.vital', { count, number: format.number(count), all: format.number(vital.length) }),
          },
        ]
      : []),
    {
      kind: 'table',
      title: t('reports.kinds.topItems.name'),
      main: true,
      columns: [
        { label: t('legacy.fields.itemId'), width: 0.34 },
        { label: t('reports.doc.waste'), numeric: true, side: true, unit: format.unit.abbr },
        { label: t('reports.doc.share'), numeric: true, unit: '%' },
        { label: t('reports.doc.shareSoFar'), numeric: true, unit: '%' },
        { label: t('reports.doc.weighings'), numeric: true },
        {
          label: t(parameters.currency === null ? 'reports.doc.costs' : 'reports.doc.cost'),
          numeric: true,
          width: 0.2,
        },
      ],
      rows: items.map((item) => [
        { text: item.refId === null ? t('legacy.events.notSaid') : (item.name ?? String(item.refId)) },
        weightCell(writing, item.grams, sourceOf(writing, { itemId: item.refId ?? 'none' })),
        shareCell(writing, item.share),
        shareCell(writing, item.shareSoFar),
        countCell(writing, item.txn),
        { text: costText(writing, item.costs) },
      ]),
      empty: t('reports.doc.nothing'),
    },
  ];
}
