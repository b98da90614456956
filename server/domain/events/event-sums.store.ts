import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { visibleLocations } from '../places';
import { atPlace, type EventConditions, type EventSpan } from './event-conditions.store';
import { and, type EventSelection } from './event-selection.store';
import type { EventSums } from './event-sums.contract';
import { addParts, weeksAndDays, type SumPart } from './event-sums.rules';
import { referenceFields } from './reference-fields.rules';

/** So many slices are read for one sum; whoever has more narrows the filter. */
const mostSlices = 40;

/** What only events themselves can be asked for. */
function needsEvents(filter: EventConditions): boolean {
  const {
    text,
    origin,
    deviceId,
    importBatchId,
    eventId,
    unsaid = [],
    categoryId,
    estimated,
    costFrom,
    currency,
    recorded,
    state = 'active',
    counts,
  } = filter;
  const others = [
    text,
    origin,
    deviceId,
    importBatchId,
    eventId,
    categoryId,
    estimated,
    costFrom,
    currency,
    recorded?.from,
    recorded?.to,
    ...referenceFields.map(([field]) => filter[field]),
  ];
  return state !== 'active' || counts !== true || unsaid.length > 0 || others.some((value) => value !== undefined);
}

interface Summing {
  filter: EventConditions;
  selection: EventSelection;
  /** Roll-ups follow the events a moment later. */
  asOfNow?: boolean;
}

/**
 * What the events of a filter come to: from the roll-ups where these know the answer, else from the events themselves, so
 * many at a time. null where that would be more than anybody waits for.
 */
export async function sumEvents(
  db: Db,
  scope: Scope,
  { filter, selection, asOfNow = false }: Summing,
): Promise<EventSums | null> {
  return asOfNow || needsEvents(filter) ? sumSlices(db, selection) : sumRollups(db, scope, filter);
}

const sums = sql`s.currency_code as currency, coalesce(sum(r.txn), 0)::int as events, coalesce(sum(r.g), 0) as grams,
  coalesce(sum(r.estimated_g), 0) as "estimatedGrams", coalesce(sum(r.cost), 0) as amount, coalesce(sum(r.derived_cost), 0) as derived`;
const places = sql`
  join location l on l.organisation_id = r.organisation_id and l.id = r.location_id
  join site s on s.organisation_id = l.organisation_id and s.id = l.site_id`;

interface RollupPart {
  table: RawBuilder<unknown>;
  day: RawBuilder<unknown>;
  from: string | null;
  to: string | null;
}

/** The roll-ups hold what counts and is not voided, in the currency of its site. */
async function sumRollups(db: Db, scope: Scope, filter: EventConditions): Promise<EventSums> {
  if (filter.spans) return addParts(await sumSpans(db, scope, { filter, spans: filter.spans }));
  const { weeks, days } = weeksAndDays(filter);
  const parts: RollupPart[] = [
    ...(weeks ? [{ table: sql`rollup_week`, day: sql`r.week_start`, ...weeks }] : []),
    ...days.map((range) => ({ table: sql`rollup_day`, day: sql`r.local_date`, ...range })),
  ];
  const found: SumPart[] = [];
  for (const { table, day, from, to } of parts) {
    const conditions = [
      sql`r.organisation_id = ${scope.organisationId}`,
      visibleLocations(scope),
      ...atPlace(scope, filter),
      ...ofStage(filter),
      ...(from === null ? [] : [sql`${day} >= ${from}::date`]),
      ...(to === null ? [] : [sql`${day} <= ${to}::date`]),
    ];
    const { rows } =
      await sql<SumPart>`select ${sums} from ${table} r ${places} where ${and(conditions)} group by s.currency_code`.execute(
        db,
      );
    found.push(...rows);
  }
  return addParts(found);
}

const ofStage = ({ wasteStageId }: EventConditions) =>
  wasteStageId === undefined ? [] : [sql`r.stage_id = ${wasteStageId}`];

async function sumSpans(
  db: Db,
  scope: Scope,
  { filter, spans }: { filter: EventConditions; spans: readonly EventSpan[] },
): Promise<SumPart[]> {
  const { rows } = await sql<SumPart>`
    select ${sums}
    from unnest(${spans.map((one) => one.locationId)}::bigint[], ${spans.map((one) => one.from)}::date[], ${spans.map((one) => one.to)}::date[]) k (location_id, first_day, last_day)
    join rollup_week r on r.organisation_id = ${scope.organisationId} and r.location_id = k.location_id and r.week_start between k.first_day and k.last_day ${places}
    where ${and([visibleLocations(scope), ...atPlace(scope, filter), ...ofStage(filter)])} group by s.currency_code`.execute(
    db,
  );
  return rows;
}

interface SumSlice {
  parts: SumPart[];
  lastRead: number | null;
  at: string | null;
}

async function readSlice(
  db: Db,
  { organisation, matching, bounds: { read } }: EventSelection,
  { from, inOrder }: { from: readonly RawBuilder<unknown>[]; inOrder: boolean },
): Promise<SumSlice> {
  const order = inOrder ? sql`order by e.occurred_at desc, e.id desc` : sql``;
  const {
    rows: [slice],
  } = await sql<SumSlice>`
    with r as materialized (
      select e.id, e.occurred_at, e.net_g, e.estimated, e.cost_currency, e.cost_amount, e.cost_rule_id, ${matching} as matches, row_number() over (${order}) as nth
      from waste_event e where ${and([organisation, ...from])} ${order} limit ${read})
    select (select r.id from r where r.nth = ${read}) as "lastRead", (select r.occurred_at::text from r where r.nth = ${read}) as at,
      (select coalesce(json_agg(g), '[]') from (
        select cost_currency as currency, count(*)::int as events, sum(net_g) as grams, coalesce(sum(net_g) filter (where estimated), 0) as "estimatedGrams",
          coalesce(sum(cost_amount), 0) as amount, coalesce(sum(cost_amount) filter (where cost_rule_id is not null), 0) as derived
        from r where matches group by cost_currency) g) as parts`.execute(db);
  return slice ?? { parts: [], lastRead: null, at: null };
}

/** What is rare is read from its index, the rest in the order of time. */
async function sumSlices(db: Db, selection: EventSelection): Promise<EventSums | null> {
  for (const condition of selection.indexed) {
    const { parts, lastRead } = await readSlice(db, selection, { from: [condition], inOrder: false });
    if (lastRead === null) return addParts(parts);
  }
  const found: SumPart[] = [];
  let after: RawBuilder<unknown>[] = [];
  for (let read = 0; read < mostSlices; read += 1) {
    const { parts, lastRead, at } = await readSlice(db, selection, {
      from: [...selection.inOrder, ...after],
      inOrder: true,
    });
    found.push(...parts);
    if (lastRead === null) return addParts(found);
    after = [sql`(e.occurred_at, e.id) < (${at}::timestamptz, ${lastRead}::bigint)`];
  }
  return null;
}
