import { figureHref, weeksIn } from '../../server/features/events/figure-address.rules';
import type { ImpactWork } from '../../server/features/generate-reports/report-figures.contract';
import type { ActionResult, NamedGoal, ReachedGoal } from '../../server/features/goals/goals.contract';
import {
  disposalSets,
  mealKilograms,
  productionSetNames,
  productionSets,
  type FoodCategory,
} from '../../server/features/impact/factor-sets.rules';
import { rounded } from '../../server/features/impact/footprint.rules';
import type { ImpactFigures } from '../../server/features/impact/impact.contract';
import type { Block, Cell, FigureTile } from '../../server/platform/document/document.contract';
import { accuracyText, correctedNote } from '../performance/capture';
import { changeCell, costText, inUnit, missing, shareCell, sourceOf, weightCell, type Writing } from './document-words';

/** A figure with two digits that count. */
const about = ({ format }: Writing, value: number) => {
  const figure = rounded(value);
  const decimals = figure === 0 || Math.abs(figure) >= 10 ? 0 : Math.abs(figure) >= 1 ? 1 : 3;
  return format.number(figure, decimals);
};

const co2e = (writing: Writing, kilograms: number) => `${about(writing, kilograms)}\u202fkg CO₂e`;
const litres = (writing: Writing, value: number) => `${about(writing, value)}\u202fl`;

/** An impact update, or what an earlier version kept of one. */
interface ImpactStatement {
  impact: ImpactFigures;
  work?: ImpactWork | undefined;
}

/** What was prevented, what that spared, and everything it was reckoned from. */
export function impactUpdate(writing: Writing, { impact, work }: ImpactStatement): Block[] {
  const { t } = writing;
  const done = work ? whatWasDone(writing, work) : [];
  if (impact.sites.length === 0)
    return [{ kind: 'notice', text: t('impact.doc.nothing') }, ...done, ...leftOut(writing, impact)];
  return [
    ...(impact.prevented < 0 ? [{ kind: 'notice' as const, text: t('impact.doc.rise') }] : []),
    { kind: 'figures', figures: tiles(writing, { impact, work }) },
    ...done,
    sitesTable(writing, impact),
    ...leftOut(writing, impact),
    categoriesTable(writing, impact),
    disposalTable(writing, impact),
  ];
}

function tiles(writing: Writing, { impact, work }: ImpactStatement): FigureTile[] {
  const { t, format, parameters } = writing;
  const { prevented, expected, money, footprint, other, openDays, trackedDays } = impact;
  const costs = money.filter(({ currency }) => parameters.currency === null || currency === parameters.currency);
  const range = [footprint.total, other.total].filter((value) => value !== null).sort((a, b) => a - b);
  const meals = [prevented / 1_000 / mealKilograms.refed, prevented / 1_000 / mealKilograms.wrap];
  return [
    {
      label: t(prevented < 0 ? 'impact.doc.more' : 'impact.doc.prevented'),
      text: format.weight(prevented),
      note: t('impact.doc.ofExpected', {
        change: format.percent(expected === 0 ? 0 : -prevented / expected, { decimals: 1, sign: true }),
        expected: format.weight(expected),
      }),
      value: inUnit(prevented, format),
      unit: format.unit.abbr,
    },
    {
      label: t('impact.doc.money'),
      text:
        costs.length === 0
          ? t('reports.doc.noCost')
          : costs.map(({ currency, amount }) => format.money(amount, currency, { decimals: 0 })).join(' · '),
    },
    {
      label: t('impact.doc.climate'),
      text: footprint.total === null ? missing : co2e(writing, footprint.total),
      note:
        range.length === 2
          ? t('impact.doc.range', { low: about(writing, range[0] ?? 0), high: about(writing, range[1] ?? 0) })
          : t('impact.doc.noCategories'),
      value: footprint.total === null ? null : rounded(footprint.total),
      unit: 'kg CO2e',
    },
    {
      label: t(`impact.doc.water.${productionSets[impact.productionSet].waterMeans}`),
      text: footprint.water === null ? missing : litres(writing, footprint.water),
      value: footprint.water === null ? null : rounded(footprint.water),
      unit: 'l',
    },
    {
      label: t('impact.doc.meals'),
      text: `${about(writing, meals[0] ?? 0)} – ${about(writing, meals[1] ?? 0)}`,
      note: t('impact.doc.mealSizes'),
    },
    {
      label: t('reports.doc.tracked'),
      ...shareCell(writing, openDays === 0 ? null : trackedDays / openDays),
      unit: '%',
      ...(work && work.capture.accuracy !== null ? { note: accuracyText({ t, format, capture: work.capture }) } : {}),
    },
  ];
}

/** Goals, actions and donations of the weeks: beside what was prevented, never in it. */
function whatWasDone(writing: Writing, { donated, results }: ImpactWork): Block[] {
  const { t, format } = writing;
  const tiles: FigureTile[] = [
    ...(donated && !donated.cut
      ? [
          {
            label: t('reports.doc.donated'),
            text: format.weight(donated.grams),
            value: inUnit(donated.grams, format),
            unit: format.unit.abbr,
            note: t('reports.doc.confirmed', { amount: format.weight(donated.confirmedGrams) }),
          },
        ]
      : []),
    ...(donated && !donated.cut && donated.pickups > 0
      ? [{ label: t('impact.doc.donatedValue'), text: costText(writing, donated.costs) }]
      : []),
    ...(results.judged > 0
      ? [
          {
            label: t('impact.doc.goalsReached'),
            text: t('impact.doc.ofGoals', {
              reached: format.number(results.reached),
              judged: format.number(results.judged),
            }),
            value: results.reached,
          },
        ]
      : []),
  ];
  return [
    ...(donated?.cut ? [{ kind: 'notice' as const, text: t('donations.statement.cut') }] : []),
    ...(tiles.length > 0 ? [{ kind: 'figures' as const, figures: tiles }] : []),
    ...(results.actions.length > 0 ? [actionsTable(writing, results.actions)] : []),
    ...(results.goals.length > 0 ? [goalsTable(writing, results.goals)] : []),
  ];
}

const goalCells = ({ goalId, title, siteName, locationName }: NamedGoal): [Cell, Cell] => [
  { text: title, href: `/goals/${goalId}` },
  { text: locationName === siteName ? siteName : `${locationName}, ${siteName}` },
];

function actionsTable(writing: Writing, actions: readonly ActionResult[]): Block {
  const { t, format } = writing;
  const signed = (fraction: number) => format.percent(fraction, { decimals: 1, sign: true });
  return {
    kind: 'table',
    title: t('impact.doc.actions'),
    columns: [
      { label: t('impact.doc.action'), width: 0.28 },
      { label: t('goals.goal'), width: 0.22 },
      { label: t('legacy.fields.locationName'), width: 0.2 },
      { label: t('impact.doc.since') },
      { label: t('impact.doc.effect'), numeric: true, side: true, unit: '%' },
      { label: t('impact.doc.interval') },
    ],
    rows: actions.map((one): Cell[] => [
      { text: one.action },
      ...goalCells(one),
      { text: format.date(one.startedOn) },
      changeCell(writing, { change: one.change, why: null, href: `/goals/${one.goalId}` }),
      { text: t('impact.doc.fromTo', { low: signed(one.low), high: signed(one.high) }) },
    ]),
    empty: '',
  };
}

function goalsTable(writing: Writing, goals: readonly ReachedGoal[]): Block {
  const { t } = writing;
  return {
    kind: 'table',
    title: t('impact.doc.goalsReached'),
    columns: [
      { label: t('goals.goal'), width: 0.36 },
      { label: t('legacy.fields.locationName'), width: 0.28 },
      { label: t('goals.soFar'), numeric: true, side: true, unit: '%' },
      { label: t('goals.standing') },
    ],
    rows: goals.map((one): Cell[] => [
      ...goalCells(one),
      changeCell(writing, { change: one.change, why: null, href: `/goals/${one.goalId}` }),
      { text: t(`goals.standings.${one.standing}`) },
    ]),
    empty: '',
  };
}

function sitesTable(writing: Writing, impact: ImpactFigures): Block {
  const { t, format, parameters } = writing;
  const { start, end, stageId } = parameters;
  const behind = (siteId: number, kind: 'weight' | 'value') =>
    figureHref({ kind, place: { siteId }, stageId, start, weeks: weeksIn({ start, end }) });
  const perGram =
    impact.prevented === 0 || impact.footprint.total === null ? null : impact.footprint.total / impact.prevented;
  return {
    kind: 'table',
    title: t('impact.doc.bySite'),
    main: true,
    columns: [
      { label: t('legacy.fields.siteName'), width: 0.28 },
      { label: t('reports.doc.waste'), numeric: true, unit: format.unit.abbr },
      { label: t('reports.doc.baseline'), numeric: true, unit: format.unit.abbr },
      { label: t('impact.doc.preventedColumn'), numeric: true, side: true, unit: format.unit.abbr },
      { label: t('impact.doc.moneyColumn'), numeric: true },
      { label: 'kg CO₂e', numeric: true },
    ],
    rows: impact.sites.map((site): Cell[] => [
      { text: site.siteName },
      weightCell(writing, site.actual, behind(site.siteId, 'weight')),
      weightCell(writing, site.expected),
      weightCell(writing, site.prevented, behind(site.siteId, 'weight')),
      site.money === null
        ? { text: missing }
        : { text: format.money(site.money, site.currency, { decimals: 0 }), href: behind(site.siteId, 'value') },
      perGram === null
        ? { text: missing, value: null }
        : { text: about(writing, site.prevented * perGram), value: rounded(site.prevented * perGram) },
    ]),
    empty: '',
  };
}

function leftOut({ t }: Writing, { leftOut: sites }: ImpactFigures): Block[] {
  if (sites.length === 0) return [];
  return [
    {
      kind: 'table',
      title: t('impact.doc.leftOut'),
      columns: [{ label: t('legacy.fields.siteName') }, { label: t('impact.doc.reason'), side: true }],
      rows: sites.map(({ siteName, reason }) => [{ text: siteName }, { text: t(`impact.doc.reasons.${reason}`) }]),
      empty: '',
    },
  ];
}

/** The food that a kilogram is taken to be, with the factor and what of the source stands for it. */
function categoriesTable(writing: Writing, { categories, productionSet }: ImpactFigures): Block {
  const { t, format } = writing;
  const all = categories.reduce((sum, { grams }) => sum + grams, 0);
  const set = productionSets[productionSet];
  const factor = (category: FoodCategory | null, figure: 'co2e' | 'water', decimals: number): Cell => {
    const value = category === null ? undefined : set.factors[category]?.[figure];
    return value === undefined ? { text: missing, value: null } : { text: format.number(value, decimals), value };
  };
  return {
    kind: 'table',
    title: t('impact.doc.food'),
    columns: [
      { label: t('impact.doc.category'), width: 0.24 },
      { label: t('reports.doc.waste'), numeric: true, unit: format.unit.abbr },
      { label: t('reports.doc.share'), numeric: true, side: true, unit: '%' },
      { label: t('impact.doc.perKilogram'), numeric: true },
      { label: t('impact.doc.litresPerKilogram'), numeric: true },
      { label: t('impact.doc.product'), width: 0.24 },
    ],
    rows: categories.map(({ category, grams }): Cell[] => [
      { text: category === null ? t('impact.items.none') : t(`impact.categories.${category}`) },
      weightCell(writing, grams, category === null ? undefined : sourceOf(writing)),
      shareCell(writing, all === 0 ? null : grams / all),
      factor(category, 'co2e', 2),
      factor(category, 'water', 0),
      { text: (category === null ? undefined : set.factors[category]?.product) ?? t('impact.doc.asTheRest') },
    ]),
    empty: t('reports.doc.nothing'),
  };
}

const routes = {
  LANDFILL: 'landfill',
  COMPOSTING: 'composting',
  DIGESTION: 'digestion',
  COMBUSTION: 'combustion',
} as const;

function disposalTable(writing: Writing, { destinations, disposalSet }: ImpactFigures): Block {
  const { t, format } = writing;
  const all = destinations.reduce((sum, { grams }) => sum + grams, 0);
  const { factors } = disposalSets[disposalSet];
  return {
    kind: 'table',
    title: t('impact.doc.disposal'),
    columns: [
      { label: t('hierarchies.destination'), width: 0.4 },
      { label: t('reports.doc.waste'), numeric: true, unit: format.unit.abbr },
      { label: t('reports.doc.share'), numeric: true, side: true, unit: '%' },
      { label: t('impact.doc.perKilogram'), numeric: true },
    ],
    rows: destinations.map(({ destination, grams }): Cell[] => {
      const route =
        destination !== null && destination in routes ? routes[destination as keyof typeof routes] : undefined;
      const factor = route === undefined ? undefined : factors[route];
      return [
        { text: destination === null ? t('reports.doc.noDestination') : t(`hierarchies.destinations.${destination}`) },
        weightCell(writing, grams),
        shareCell(writing, all === 0 ? null : grams / all),
        factor === undefined
          ? { text: t('impact.doc.asTheRest'), value: null }
          : { text: format.number(factor, 4), value: factor },
      ];
    }),
    empty: t('reports.doc.nothing'),
  };
}

/** Method and sources: nobody may read the figures without them. */
export function impactNotes({ t, format }: Writing, { impact, work }: ImpactStatement): string[] {
  const used = productionSets[impact.productionSet];
  const otherName = productionSetNames.find((name) => name !== impact.productionSet) ?? impact.productionSet;
  const other = productionSets[otherName];
  const disposal = disposalSets[impact.disposalSet];
  const corrected = work && correctedNote({ t, format, capture: work.capture });
  return [
    t('impact.note.prevented'),
    ...(corrected ? [corrected] : []),
    t('impact.note.footprint', {
      food: format.percent(impact.footprint.unknownFood, { decimals: 1 }),
      disposal: format.percent(impact.footprint.unknownDisposal, { decimals: 1 }),
    }),
    t('impact.note.sources', {
      production: `${used.name} ${used.year} (${used.licence}, ${used.url})`,
      disposal: `${disposal.name} ${disposal.year} (${disposal.licence})`,
      other: `${other.name} ${other.year}`,
    }),
    t('impact.note.digits'),
    ...(work && work.results.actions.length > 0 ? [t('impact.note.actions')] : []),
  ];
}
