import { figureHref, weeksIn, type ComparedMeasure } from '../../server/features/events/figure-address.rules';
import type { ComparedSite, FlwInventory } from '../../server/features/generate-reports/report-figures.contract';
import type { GoalRow } from '../../server/features/goals/goals.contract';
import type { Block, Cell } from '../../server/platform/document/document.contract';
import { targetText } from '../goals/goal-words';
import { dateAfter } from '../performance/dates';
import {
  changeCell,
  countCell,
  inUnit,
  missing,
  shareCell,
  sourceOf,
  weightCell,
  type Writing,
} from './document-words';

/** The weeks of a site behind a figure. */
function behind({ parameters }: Writing, kind: ComparedMeasure, siteId: number): string {
  const { stageId, start, end } = parameters;
  return figureHref({ kind, place: { siteId }, stageId, start, weeks: weeksIn({ start, end }) });
}

const shareOf = (part: number, all: number) => (all === 0 ? null : part / all);

/** Sites beside their baselines, those with the greatest reduction first; without a result they come last. */
export function siteComparison(writing: Writing, sites: readonly ComparedSite[]): Block[] {
  const { t, format } = writing;
  const resultOf = ({ unreliable, weightVsBaseline }: ComparedSite) => (unreliable === null ? weightVsBaseline : null);
  const ranked = [...sites].sort((a, b) => (resultOf(a) ?? Infinity) - (resultOf(b) ?? Infinity));
  return [
    {
      kind: 'table',
      title: t('reports.kinds.siteComparison.name'),
      main: true,
      columns: [
        { label: t('legacy.fields.siteName'), width: 0.3 },
        { label: t('reports.doc.waste'), numeric: true, unit: format.unit.abbr },
        { label: t('reports.doc.baseline'), numeric: true, unit: format.unit.abbr },
        { label: t('reports.doc.weightChange'), numeric: true, side: true, unit: '%', width: 0.19 },
        { label: t('reports.doc.costChange'), numeric: true, unit: '%', width: 0.14 },
        { label: t('reports.doc.tracked'), numeric: true, unit: '%' },
      ],
      rows: ranked.map((site) => siteRow(writing, site)),
      empty: t('reports.doc.noSites'),
    },
  ];
}

function siteRow(writing: Writing, site: ComparedSite): Cell[] {
  const { compared, unreliable, siteId } = site;
  const none: Cell = { text: missing, value: null };
  return [
    { text: site.siteName },
    compared ? weightCell(writing, compared.g, behind(writing, 'weight', siteId)) : none,
    compared ? weightCell(writing, compared.expectedG) : none,
    site.noChange === 'noBaseline'
      ? { text: writing.t('reports.doc.noBaseline'), value: null }
      : changeCell(writing, {
          change: site.weightVsBaseline,
          why: unreliable,
          href: behind(writing, 'weight', siteId),
        }),
    changeCell(writing, {
      change: unreliable === null ? site.valueVsBaseline : null,
      why: null,
      href: behind(writing, 'value', siteId),
    }),
    shareCell(writing, shareOf(site.trackedDays, site.openDays)),
  ];
}

/** Which sites weigh every open day: a week complies with at least ten weighings and one on each of its open days. */
export function compliance(writing: Writing, sites: readonly ComparedSite[]): Block[] {
  const { t } = writing;
  const ranked = [...sites].sort(
    (a, b) => (shareOf(a.compliantWeeks, a.scoredWeeks) ?? 2) - (shareOf(b.compliantWeeks, b.scoredWeeks) ?? 2),
  );
  const total = (value: (site: ComparedSite) => number) => sites.reduce((sum, site) => sum + value(site), 0);
  const [scored, compliant] = [total((site) => site.scoredWeeks), total((site) => site.compliantWeeks)];
  const [open, tracked] = [total((site) => site.openDays), total((site) => site.trackedDays)];
  return [
    {
      kind: 'figures',
      figures: [
        { label: t('reports.doc.complianceScore'), ...shareCell(writing, shareOf(compliant, scored)), unit: '%' },
        { label: t('reports.doc.tracked'), ...shareCell(writing, shareOf(tracked, open)), unit: '%' },
      ],
    },
    {
      kind: 'table',
      title: t('reports.kinds.compliance.name'),
      main: true,
      columns: [
        { label: t('legacy.fields.siteName'), width: 0.34 },
        { label: t('reports.doc.complianceScore'), numeric: true, side: true, unit: '%' },
        { label: t('reports.doc.compliantWeeks'), numeric: true },
        { label: t('reports.doc.scoredWeeks'), numeric: true },
        { label: t('reports.doc.tracked'), numeric: true, unit: '%' },
        { label: t('reports.doc.weighings'), numeric: true },
      ],
      rows: ranked.map((site) => [
        { text: site.siteName },
        {
          ...shareCell(writing, shareOf(site.compliantWeeks, site.scoredWeeks)),
          href: behind(writing, 'compliance', site.siteId),
        },
        countCell(writing, site.compliantWeeks),
        countCell(writing, site.scoredWeeks),
        {
          ...shareCell(writing, shareOf(site.trackedDays, site.openDays)),
          href: behind(writing, 'tracking', site.siteId),
        },
        countCell(writing, site.txn),
      ]),
      empty: t('reports.doc.noSites'),
    },
  ];
}

/** Goals that run, with how far they have come. */
export function goalProgress(writing: Writing, { goals, all }: { goals: readonly GoalRow[]; all: number }): Block[] {
  const { t, format } = writing;
  const standingOf = ({ state, progress }: GoalRow) =>
    t(`goals.standings.${state === 'paused' ? 'paused' : progress.standing}`);
  return [
    ...(all > goals.length
      ? [
          {
            kind: 'paragraph' as const,
            text: t('reports.doc.firstGoals', { shown: format.number(goals.length), all: format.number(all) }),
          },
        ]
      : []),
    {
      kind: 'table',
      title: t('reports.kinds.goalProgress.name'),
      main: true,
      columns: [
        { label: t('goals.goal'), width: 0.3 },
        { label: t('legacy.fields.locationName'), width: 0.2 },
        { label: t('goals.target'), width: 0.16 },
        { label: t('goals.until') },
        { label: t('goals.soFar'), numeric: true, unit: '%' },
        { label: t('goals.standing') },
      ],
      rows: goals.map((goal) => [
        { text: goal.title, href: `/goals/${goal.goalId}` },
        { text: goal.locationName === goal.siteName ? goal.siteName : `${goal.locationName}, ${goal.siteName}` },
        { text: targetText({ t, format }, goal) },
        { text: format.date(dateAfter(goal.endWeek, 6)) },
        changeCell(writing, { change: goal.progress.change, why: null }),
        { text: standingOf(goal) },
      ]),
      empty: t('reports.doc.noGoals'),
    },
  ];
}

/** What an inventory states by the Food Loss and Waste Accounting and Reporting Standard, version 1.0 (2016). */
export function flwInventory(writing: Writing, inventory: FlwInventory): Block[] {
  const { t, format } = writing;
  const { grams, destinations, materials } = inventory;
  const share = (part: number) => shareCell(writing, shareOf(part, grams));
  const openTo = (field: 'sinkId' | 'itemId', values: (number | null)[]) =>
    values.length === 1 ? sourceOf(writing, { [field]: values[0] ?? 'none' }) : undefined;
  const columns = (label: string) => [
    { label, width: 0.5 },
    { label: t('reports.doc.waste'), numeric: true, side: true, unit: format.unit.abbr },
    { label: t('reports.doc.share'), numeric: true, unit: '%' },
  ];
  return [
    {
      kind: 'figures',
      figures: [
        {
          label: t('reports.doc.waste'),
          ...weightCell(writing, grams, sourceOf(writing)),
          unit: format.unit.abbr,
          value: inUnit(grams, format),
        },
        {
          label: t('reports.doc.tracked'),
          ...shareCell(writing, shareOf(inventory.trackedDays, inventory.openDays)),
          unit: '%',
        },
        { label: t('reports.doc.locations'), ...countCell(writing, inventory.locations) },
      ],
    },
    {
      kind: 'table',
      title: t('reports.doc.destinations'),
      main: true,
      columns: columns(t('hierarchies.destination')),
      rows: destinations.map(({ destination, grams: part, values }) => [
        { text: destination === null ? t('reports.doc.noDestination') : t(`hierarchies.destinations.${destination}`) },
        weightCell(writing, part, openTo('sinkId', values)),
        share(part),
      ]),
      empty: t('reports.doc.nothing'),
    },
    {
      kind: 'table',
      title: t('reports.doc.materials'),
      columns: columns(t('hierarchies.material')),
      rows: materials.map(({ material, grams: part, values }) => [
        { text: material === null ? t('reports.doc.noMaterial') : t(`hierarchies.materials.${material}`) },
        weightCell(writing, part, openTo('itemId', values)),
        share(part),
      ]),
      empty: t('reports.doc.nothing'),
    },
  ];
}
