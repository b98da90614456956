import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { onlyEventsKnow, sumSelected, type EventConditions, type EventSelection, type EventSpan } from '../events';
import type { EventSums } from '../events/event-sums.contract';
import { addParts, weeksAndDays, type SumPart } from '../events/event-sums.rules';
import { atPlace, visibleLocations } from '../places';

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
  return asOfNow || onlyEventsKnow(filter) ? sumSelected(db, selection) : sumRollups(db, scope, filter);
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
      await sql<SumPart>`select ${sums} from ${table} r ${places} where ${sql.join(conditions, sql` and `)} group by s.currency_code`.execute(
        db,
      );
    found.push(...rows);
  }
  return addParts(found);
}

const ofStage = ({ wasteStageId, stageIds }: EventConditions) => [
  ...(wasteStageId === undefined ? [] : [sql`r.stage_id = ${wasteStageId}`]),
  ...(stageIds === undefined ? [] : [sql`r.stage_id = any(${[...stageIds]}::int[])`]),
];

async function sumSpans(
  db: Db,
  scope: Scope,
  { filter, spans }: { filter: EventConditions; spans: readonly EventSpan[] },
): Promise<SumPart[]> {
  const { rows } = await sql<SumPart>`
    select ${sums}
    from unnest(${spans.map((one) => one.locationId)}::bigint[], ${spans.map((one) => one.from)}::date[], ${spans.map((one) => one.to)}::date[]) k (location_id, first_day, last_day)
    join rollup_week r on r.organisation_id = ${scope.organisationId} and r.location_id = k.location_id and r.week_start between k.first_day and k.last_day ${places}
    where ${sql.join([visibleLocations(scope), ...atPlace(scope, filter), ...ofStage(filter)], sql` and `)} group by s.currency_code`.execute(
    db,
  );
  return rows;
}
