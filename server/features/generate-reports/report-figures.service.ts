import { listTreeValues } from '../../domain/catalogue';
import { compare, measure, readCapture } from '../../domain/measures';
import type { Capture } from '../../domain/measures/capture.contract';
import { captureOf } from '../../domain/measures/capture.rules';
import { unreliableOf } from '../../domain/measures/compare.rules';
import { ratioMetrics } from '../../domain/measures/volume-ratios.contract';
import { weightsBy } from '../../domain/measures/weights-by.rules';
import type { PlaceFilter } from '../../domain/places/place.contract';
import type { Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { Translate } from '../../platform/i18n/messages';
import { daysBetween } from '../../platform/time';
import { loadStatement, moneyOf } from '../donation-dashboard';
import { listFoodWaste, loadFoodWaste } from '../food-waste-dashboard';
import { listGoalRows, loadGoalResults } from '../goals';
import { loadImpact } from '../impact';
import type { ImpactFigures } from '../impact/impact.contract';
import { loadVam } from '../volume-adjusted-metrics';
import type { ReportKind, ReportParameters } from './generate-reports.contract';
import { collectEvents } from './raw-export.service';
import type { ComparedSite, FlwInventory, ImpactWork, MetricRatios, ReportFigures } from './report-figures.contract';
import { mayRead } from './report-kinds.rules';

interface Asked {
  viewer: Viewer;
  parameters: ReportParameters;
  t: Translate;
  now: Date;
}

/** Goals of a report; a longer list is none that anybody reads. */
const mostGoals = 500;

interface Loaded {
  figures: ReportFigures;
  /** Of a raw export: its events. */
  rawRows: Buffer | null;
}

/** What a report says, as its viewer may know it. @throws TooManyEvents */
export async function loadFigures(db: Db, asked: Asked): Promise<Loaded> {
  const { kind } = asked.parameters;
  if (kind !== 'rawExport') return { figures: await figuresOf(db, asked, kind), rawRows: null };
  const { raw, rows } = await collectEvents(db, asked);
  return { figures: { kind, raw }, rawRows: rows };
}

async function figuresOf(db: Db, asked: Asked, kind: Exclude<ReportKind, 'rawExport'>): Promise<ReportFigures> {
  switch (kind) {
    case 'teamSheet':
    case 'managerSummary':
      return { kind, waste: await loadWaste(db, asked) };
    case 'topItems':
      return { kind, rows: await listItems(db, asked) };
    case 'siteComparison':
    case 'compliance':
      return { kind, sites: await listSites(db, asked) };
    case 'goalProgress':
      return { kind, ...(await listGoals(db, asked)) };
    case 'flwInventory':
      return { kind, inventory: await loadInventory(db, asked) };
    case 'impactUpdate':
      return { kind, ...(await loadImpactUpdate(db, asked)) };
    case 'donationStatement':
      return { kind, ...(await loadDonated(db, asked)) };
    case 'volumeAdjusted':
      return { kind, metrics: await listMetrics(db, asked) };
  }
}

const placeOf = ({ siteId, locationId }: ReportParameters): PlaceFilter => ({
  siteId: siteId ?? undefined,
  locationId: locationId ?? undefined,
});

const questionOf = (parameters: ReportParameters) => ({
  place: placeOf(parameters),
  start: parameters.start,
  end: parameters.end,
  stageId: parameters.stageId,
  where: {},
});

/** Longer than two weeks, a page of days has no overview. */
const timeFrameOf = ({ start, end }: ReportParameters) =>
  daysBetween(start, end) < 14 ? ('day' as const) : ('week' as const);

const loadWaste = (db: Db, { viewer, parameters }: Asked) =>
  loadFoodWaste(db, viewer, {
    question: questionOf(parameters),
    other: null,
    look: { measure: 'weight', timeFrame: parameters.kind === 'managerSummary' ? timeFrameOf(parameters) : undefined },
    locale: viewer.locale,
  });

async function listItems(db: Db, { viewer, parameters }: Asked) {
  const rows = await listFoodWaste(db, viewer, { question: questionOf(parameters), locale: viewer.locale });
  return rows.filter(({ field }) => field === 'itemId');
}

async function listSites(db: Db, { viewer, parameters }: Asked): Promise<ComparedSite[]> {
  const sites = await compare(db, viewer.scope, {
    by: 'site',
    stageId: parameters.stageId,
    start: parameters.start,
    end: parameters.end,
    ...placeOf(parameters),
  });
  return sites.map((site) => ({
    ...site,
    unreliable: unreliableOf(site.locations, viewer.organisation.trackingLimit),
  }));
}

const loadImpactOf = (db: Db, { viewer, parameters }: Asked) =>
  loadImpact(db, viewer.scope, {
    place: placeOf(parameters),
    stageId: parameters.stageId,
    start: parameters.start,
    end: parameters.end,
    productionSet: parameters.productionSet ?? 'sel2021',
    disposalSet: parameters.disposalSet ?? 'epa2026',
    limit: viewer.organisation.trackingLimit,
  });

/** A statement has room for the best alone. */
const most = { goals: 10, actions: 3 } as const;

async function loadImpactUpdate(db: Db, asked: Asked): Promise<{ impact: ImpactFigures; work: ImpactWork }> {
  const impact = await loadImpactOf(db, asked);
  return { impact, work: await loadWork(db, asked, impact) };
}

async function loadWork(db: Db, asked: Asked, impact: ImpactFigures): Promise<ImpactWork> {
  const { viewer, parameters } = asked;
  const { stageId, start, end } = parameters;
  const results = await loadGoalResults(db, viewer.scope, {
    ...{ place: placeOf(parameters), stageId, start, end },
    limit: viewer.organisation.trackingLimit,
  });
  return {
    donated: mayRead('donationStatement', viewer.permissions) ? await sumDonated(db, asked) : null,
    results: {
      ...results,
      goals: results.goals.slice(0, most.goals),
      actions: results.actions.slice(0, most.actions),
    },
    capture: await loadCapture(db, asked, impact),
  };
}

async function loadCapture(
  db: Db,
  { viewer: { scope }, parameters }: Asked,
  { sites, prevented, expected }: ImpactFigures,
): Promise<Capture> {
  const { stageId, start, end } = parameters;
  const withResult = new Set(sites.map(({ siteId }) => siteId));
  const all = await compare(db, scope, { by: 'location', stageId, start, end, ...placeOf(parameters) });
  const figures = all.filter(({ siteId }) => withResult.has(siteId));
  const daysOf = await readCapture(db, scope, { figures, start, end });
  const days = daysOf(figures.map(({ locationId }) => locationId));
  return captureOf(days, expected === 0 ? null : -prevented / expected);
}

/** As the partner weighed it, once it has said so. */
async function sumDonated(db: Db, asked: Asked): Promise<ImpactWork['donated']> {
  const { partners, cut } = await loadDonated(db, asked);
  const sum = { cents: 0, confirmed: 0, pickups: 0 };
  for (const { grams, confirmedGrams, partnerGrams, pickups } of partners) {
    sum.cents += Math.round((grams - confirmedGrams + partnerGrams) * 100);
    sum.confirmed += Math.round(partnerGrams * 100);
    sum.pickups += pickups;
  }
  const costs = moneyOf(partners.flatMap(({ values }) => values));
  return { grams: sum.cents / 100, confirmedGrams: sum.confirmed / 100, pickups: sum.pickups, costs, cut };
}

async function loadDonated(db: Db, { viewer, parameters }: Asked) {
  const { start, end } = parameters;
  const { partners, cut } = await loadStatement(db, viewer, {
    question: { start, end, place: placeOf(parameters) },
    locale: viewer.locale,
  });
  return { partners, cut };
}

/** The ratios of which somebody has entered a volume. */
async function listMetrics(db: Db, { viewer, parameters }: Asked): Promise<MetricRatios[]> {
  const { start, end, stageId } = parameters;
  const place = placeOf(parameters);
  const asked = { level: 'site', groupBy: 'month', stageId, start, end, place } as const;
  const loaded = await Promise.all(
    ratioMetrics.map(async (metric) => {
      const { all, detail } = await loadVam(db, viewer, { ...asked, metric });
      return { metric, all, months: detail };
    }),
  );
  return loaded.filter(({ months }) => months.some(({ volume }) => volume > 0));
}

async function listGoals(db: Db, { viewer, parameters, t, now }: Asked) {
  const { rows, total } = await listGoalRows(db, viewer.scope, {
    reader: { t, locale: viewer.locale, now, limit: viewer.organisation.trackingLimit },
    listed: {
      query: { ...placeOf(parameters), wasteStageId: parameters.stageId, show: 'running' },
      limit: mostGoals,
      offset: 0,
    },
  });
  return { goals: rows, all: total };
}

async function loadInventory(db: Db, { viewer: { scope, locale }, parameters }: Asked): Promise<FlwInventory> {
  const { start, end, stageId } = parameters;
  const place = placeOf(parameters);
  const mix = { grain: 'mix', start, end, ...place, stageId, where: {}, locale } as const;
  const [bySink, byItem, days, sinks, items] = await Promise.all([
    measure(db, scope, { ...mix, by: 'WASTESINK' }),
    measure(db, scope, { ...mix, by: 'WASTEITEM' }),
    measure(db, scope, {
      grain: 'day',
      by: 'location',
      start,
      end,
      ...place,
      stageId,
      figures: ['openDays', 'trackedDays', 'g'],
    }),
    listTreeValues(db, scope.organisationId, 'WASTESINK'),
    listTreeValues(db, scope.organisationId, 'WASTEITEM'),
  ]);
  const destinationOf = new Map(sinks.map(({ valueId, flwDestination }) => [valueId, flwDestination]));
  const materialOf = new Map(items.map(({ valueId, material }) => [valueId, material]));
  const recorded = days.filter(({ g }) => g > 0);
  return {
    grams: bySink.reduce((sum, { g }) => sum + Math.round(g * 100), 0) / 100,
    openDays: days.reduce((sum, one) => sum + one.openDays, 0),
    trackedDays: days.reduce((sum, one) => sum + one.trackedDays, 0),
    locations: new Set(recorded.map(({ locationId }) => locationId)).size,
    destinations: weightsBy(bySink, (id) => destinationOf.get(id) ?? null).map(({ key, ...rest }) => ({
      destination: key,
      ...rest,
    })),
    materials: weightsBy(byItem, (id) => materialOf.get(id) ?? null).map(({ key, ...rest }) => ({
      material: key,
      ...rest,
    })),
  };
}
