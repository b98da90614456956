import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/database';
import type { PersonalData } from '../../platform/personal-data';
import type { EventConditions } from './event-conditions.store';
import { and, type EventSelection } from './event-selection.store';
import type { EventSums } from './event-sums.contract';
import { addParts, type SumPart } from './event-sums.rules';
import { referenceFields } from './reference-fields.rules';

/** So many slices are read for one sum; whoever has more narrows the filter. */
const mostSlices = 40;

/** Whether a filter asks for what only events themselves know, and no roll-up. */
export function onlyEventsKnow(filter: EventConditions): boolean {
  const {
    text,
    origin,
    deviceId,
    importBatchId,
    eventId,
    unsaid = [],
    categoryId,
    donated,
    estimated,
    costFrom,
    currency,
    createdBy,
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
    donated,
    estimated,
    costFrom,
    currency,
    createdBy,
    recorded?.from,
    recorded?.to,
    ...referenceFields.map(([field]) => filter[field]),
  ];
  return state !== 'active' || counts !== true || unsaid.length > 0 || others.some((value) => value !== undefined);
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
        select cost_currency as currency, (count(*) filter (where net_g > 0))::int as events, sum(net_g) as grams, coalesce(sum(net_g) filter (where estimated), 0) as "estimatedGrams",
          coalesce(sum(cost_amount), 0) as amount, coalesce(sum(cost_amount) filter (where cost_rule_id is not null), 0) as derived
        from r where matches group by cost_currency) g) as parts`.execute(db);
  return slice ?? { parts: [], lastRead: null, at: null };
}

/**
 * What the events of a selection come to, read so many at a time: what is rare from its index, the rest in the order of time.
 * null where that would be more than anybody waits for.
 */
export async function sumSelected(db: Db, selection: EventSelection): Promise<EventSums | null> {
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

/** Waste events are their organization's; how many somebody has recorded, and when, is said of them. */
export const eventsOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  wasteEventsRecorded: (
    await sql<object>`
      select e.organisation_id as "organizationId", count(*)::int as events, min(e.local_date)::text as first, max(e.local_date)::text as last
      from waste_event e where e.organisation_id = any(${[...organisationIds]}::bigint[]) and e.created_by = ${userId} group by 1 order by 1`.execute(
      db,
    )
  ).rows,
});
