import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { asksOfSite, atPlace, visibleLocations } from '../places';
import { elementQuery } from './elements.store';
import { dayGrid, weekGrid } from './grid.store';
import type {
  BaseQuery,
  By,
  Element,
  ElementQuery,
  Figure,
  Figures,
  Grain,
  Measured,
  MeasuredElement,
  MeasuredMix,
  MeasureQuery,
  MixQuery,
} from './measure.contract';
import { mixQuery } from './mix.store';

type Columns = Record<string, RawBuilder<unknown>>;

/** What a row is of, in the order of the rows. */
const keysOf: Record<By, Columns> = {
  organisation: {},
  currency: { currency: sql`s.currency_code` },
  site: { siteId: sql`l.site_id` },
  location: { siteId: sql`l.site_id`, locationId: sql`l.id` },
};

const recorded = {
  txn: sql`coalesce(sum(r.txn), 0)::int`,
  g: sql`coalesce(sum(r.g), 0)`,
  estimatedG: sql`coalesce(sum(r.estimated_g), 0)`,
  cost: sql`coalesce(sum(r.cost), 0)`,
  derivedCost: sql`coalesce(sum(r.derived_cost), 0)`,
};

const ofDays: Partial<Record<Figure, RawBuilder<unknown>>> = {
  ...recorded,
  openDays: sql`(count(*) filter (where w.is_open))::int`,
  // As weeks count them: what was recorded on a closed day makes it no tracked one.
  trackedDays: sql`(count(*) filter (where w.is_open and r.g is not null))::int`,
};

const ofWeeks: Record<Figure, RawBuilder<unknown>> = {
  ...recorded,
  openDays: sql`coalesce(sum(w.open_days), 0)::int`,
  trackedDays: sql`coalesce(sum(r.tracked_days), 0)::int`,
  scoredWeeks: sql`(count(*) filter (where w.open_days > 0))::int`,
  compliantWeeks: sql`(count(*) filter (where w.open_days > 0 and r.compliant))::int`,
};

/**
 * What was recorded, on the calendar of the locations: every day or week from the first event on has a row, whether anything
 * was recorded or the kitchen was open. In order of time, then of ids; no row where nothing is seen. One statement, joined
 * of no more than the asked figures need.
 *
 * Days are those of `location_day` and `rollup_day`, weeks those of `location_week` and `rollup_week`; a week is the sum of
 * its days. By an element only what was recorded has a row, from `rollup_week_dim`; a mix of several is of any days, from
 * `rollup_day_cube` and what it was added up to.
 */
export function measure<G extends 'week' | 'span'>(
  db: Db,
  scope: Scope,
  query: ElementQuery<G>,
): Promise<MeasuredElement<G>[]>;
export function measure<B extends Element | 'day'>(db: Db, scope: Scope, query: MixQuery<B>): Promise<MeasuredMix<B>[]>;
export function measure<G extends Grain, B extends By, F extends keyof Figures<G, B>>(
  db: Db,
  scope: Scope,
  query: MeasureQuery<G, B, F>,
): Promise<Measured<G, B, F>[]>;
export async function measure(
  db: Db,
  scope: Scope,
  query: ElementQuery<'week' | 'span'> | MixQuery<Element | 'day'> | AnyQuery,
): Promise<unknown[]> {
  const { rows } = await sql`${queryOf(scope, query)}`.execute(db);
  return rows;
}

function queryOf(
  scope: Scope,
  query: ElementQuery<'week' | 'span'> | MixQuery<Element | 'day'> | AnyQuery,
): RawBuilder<unknown> {
  if (query.grain === 'mix') return mixQuery(scope, query);
  return query.by === 'element' ? elementQuery(scope, query) : gridQuery(scope, query);
}

type AnyQuery = BaseQuery<Grain, By, Figure>;

function gridQuery(scope: Scope, query: AnyQuery): RawBuilder<unknown> {
  const { grain, by, figures } = query;
  const at = grain === 'day' ? sql`w.local_date` : sql`w.week_start`;
  const inCurrency = figures.some((figure) => figure === 'cost' || figure === 'derivedCost');
  const keys: Columns = {
    ...(grain === 'span' ? {} : { start: at }),
    ...keysOf[by],
    ...(inCurrency ? keysOf.currency : {}),
  };
  const known = grain === 'day' ? ofDays : ofWeeks;
  const columns = [
    ...Object.entries(keys),
    ...figures.flatMap((figure) => (known[figure] ? [[figure, known[figure]] as const] : [])),
  ].map(([name, value]) => sql`${value} as ${sql.ref(name)}`);
  const grouped = sql.join(Object.values(keys));
  const grouping =
    Object.keys(keys).length === 0 ? sql`having count(*) > 0` : sql`group by ${grouped} order by ${grouped}`;
  return sql`
    select ${sql.join(columns)}
    from ${tablesOf(scope, query, 'currency' in keys)}
    where ${sql.join([...within(scope, query, { rows: 'w', at }), visibleLocations(scope), ...atPlace(scope, query)], sql` and `)}
    ${grouping}`;
}

function tablesOf(scope: Scope, query: AnyQuery, needsSite: boolean): RawBuilder<unknown> {
  const { grain, stageId, since = 'stage' } = query;
  const site = sql`join site s on s.organisation_id = l.organisation_id and s.id = l.site_id`;
  const stage = sql`
    join location_stage ls on ls.organisation_id = w.organisation_id and ls.location_id = w.location_id and ls.stage_id = ${stageId}
      and ls.first_week <= w.week_start`;
  const grid =
    grain === 'day'
      ? dayGrid({ stageId, within: sql.join(within(scope, query, { rows: 'd', at: sql`d.local_date` }), sql` and `) })
      : weekGrid({ stage: sql`${stageId}` });
  return sql`${grid}
    join location l on l.organisation_id = w.organisation_id and l.id = w.location_id
    ${needsSite || asksOfSite(query) ? site : sql``}
    ${since === 'stage' && stageId !== undefined ? stage : sql``}`;
}

/** The days or weeks of a calendar, or of roll-ups, that a query asks for. */
function within(
  { organisationId }: Scope,
  { start, end, locationId, locationIds }: AnyQuery,
  { rows, at }: { rows: 'w' | 'd'; at: RawBuilder<unknown> },
): RawBuilder<unknown>[] {
  const location = sql.ref(`${rows}.location_id`);
  return [
    sql`${sql.ref(`${rows}.organisation_id`)} = ${organisationId}`,
    sql`${at} >= ${start}::date`,
    ...(end === undefined ? [] : [sql`${at} <= ${end}::date`]),
    // Said of both tables, so that each is found by its key.
    ...(locationId === undefined ? [] : [sql`${location} = ${locationId}`]),
    ...(locationIds === undefined ? [] : [sql`${location} = any(${[...locationIds]}::bigint[])`]),
  ];
}
