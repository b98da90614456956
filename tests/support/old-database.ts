import { sql } from 'kysely';
import type { Database, Db } from '../../server/platform/db/database';
import { aloneOn, migrate } from '../../server/platform/db/migrate';
import { addDays, type LocalDate } from '../../server/platform/time';
import { migrations } from '../../server/setup/prepare-database';
import { databaseApart } from './scratch-database';
import { scratchOrganisation } from './scratch-organisation';

/** What the database of the build before baselines followed their weeks had. */
const knownThen = new Set([
  'platform/0001_platform',
  'identity/0001_identity',
  'identity/0002_reached_tenants',
  'features/0001_structure',
  'features/0002_measurements',
  'features/0003_rollups',
  'platform/2026-11-22_audit_origin',
  'platform/2026-11-22_outbox_items',
  'identity/2026-11-22_users_people',
  'identity/2026-11-22_users_sign-in-names',
  'features/2026-11-22_waste-events_search-extension',
  'features/2026-11-22_waste-events_search-indexes',
  'features/2026-11-22_waste-events_voided-and-device',
]);

/** A Monday without a holiday in its weeks or the next five. */
const firstMonday = '2025-02-24';
export const mondayOf = (week: number): LocalDate => addDays(firstMonday, week * 7);
const weeks = 6;

/** What a location weighed: grams of each weighing, two of them a day in each week. */
interface Kitchen {
  gramsOfWeeks: number[];
  estimated?: boolean;
  closed?: boolean;
  /** The week that was closed by an exception. */
  closedWeek?: number;
}

const kitchens = {
  /** Its steps are no decimals. */
  plain: { gramsOfWeeks: [90, 120, 90, 70, 70, 70] },
  /** Closed after its fourth week, and open ever since as the build before saw it. */
  closed: { gramsOfWeeks: [100, 100, 100, 80], closed: true },
  /** A person chose its fourth week, and what they saw then was fixed. */
  manual: { gramsOfWeeks: [100, 100, 100, 150, 150, 150] },
  /** A person chose its fourth week too; then everything was voided. */
  gone: { gramsOfWeeks: [100, 100, 100, 100, 100, 100] },
  /** Something was weighed in a week in which it was closed. */
  stray: { gramsOfWeeks: [100, 100, 100, 80, 50, 80], closedWeek: 4 },
  served: { gramsOfWeeks: [100, 100, 100, 90, 90, 90], estimated: true },
} satisfies Record<string, Kitchen>;

export type KitchenName = keyof typeof kitchens;

export interface OldDatabase {
  database: Database;
  organisationId: number;
  locationId: Record<KitchenName, number>;
  restrictedUser: number;
  drop(): Promise<void>;
}

/** A database as the build before left it: its schema, and figures that were right by its rules. */
export async function oldDatabase(): Promise<OldDatabase> {
  const { database, drop } = await databaseApart();
  const { db } = database;
  await aloneOn(db, (connection) =>
    migrate(
      connection,
      migrations.filter(({ name }) => knownThen.has(name)),
    ),
  );
  const names = Object.keys(kitchens) as KitchenName[];
  const { id: organisationId, siteIds, locationIds } = await scratchOrganisation(db, { locations: names.length });
  const locationId = Object.fromEntries(names.map((name, at) => [name, locationIds[at]])) as Record<
    KitchenName,
    number
  >;
  for (const name of names) await weigh(db, organisationId, { locationId: locationId[name], kitchen: kitchens[name] });
  await deriveAsThen(db, organisationId);
  await chooseByHand(db, organisationId, [locationId.manual, locationId.gone]);
  await loseAll(db, organisationId, locationId.gone);
  const { rows } = await sql<{
    id: number;
  }>`insert into identity."user" (login, email, full_name) values ('limited', 'limited@old.test', 'Limited') returning id`.execute(
    db,
  );
  const restrictedUser = rows[0]?.id ?? 0;
  await sql`insert into secured_site (organisation_id, user_id, site_id) values (${organisationId}, ${restrictedUser}, ${siteIds[0]})`.execute(
    db,
  );
  return { database, organisationId, locationId, restrictedUser, drop };
}

async function weigh(
  db: Db,
  organisationId: number,
  {
    locationId,
    kitchen: { gramsOfWeeks, estimated = false, closed = false, closedWeek },
  }: { locationId: number; kitchen: Kitchen },
): Promise<void> {
  await sql`
    insert into waste_event (organisation_id, location_id, client_event_uuid, occurred_at, local_date, week_start, stage_id, gross_g, tare_g, net_g, entered_value,
      entered_unit, estimated, cost_amount, cost_currency, origin, created_at)
    select ${organisationId}, ${locationId}, gen_random_uuid(), (d.day + interval '12 hours') at time zone 'UTC', d.day, d.day - n.day, 8, k.g, 0, k.g, k.g,
      'g', ${estimated}, k.g / 100, 'USD', 'API', now()
    from unnest(${gramsOfWeeks}::numeric[]) with ordinality as k (g, week)
    cross join generate_series(0, 6) as n(day)
    cross join lateral (select ${firstMonday}::date + ((k.week - 1) * 7 + n.day)::int as day) d
    cross join generate_series(1, 2) twice`.execute(db);
  await sql`
    update location set first_event_date = ${firstMonday}, holidays_observed = false, status = ${closed ? 'I' : 'A'}
    where organisation_id = ${organisationId} and id = ${locationId}`.execute(db);
  if (closedWeek === undefined) return;
  await sql`
    insert into calendar_exception (organisation_id, location_id, from_date, to_date, open, created_at)
    values (${organisationId}, ${locationId}, ${mondayOf(closedWeek)}, ${addDays(mondayOf(closedWeek), 6)}, false, now())`.execute(
    db,
  );
}

/** Roll-ups, baselines of the first three weeks, and readiness, as the build before stored them. */
async function deriveAsThen(db: Db, organisationId: number): Promise<void> {
  await sql`
    insert into location_day (organisation_id, location_id, local_date, week_start, is_open, closed_reason)
    select l.organisation_id, l.id, d.day, date_trunc('week', d.day)::date, x.id is null, case when x.id is not null then 'EXCEPTION' end
    from location l
    cross join lateral (select ${firstMonday}::date + generate_series(0, ${weeks * 7 - 1}::int) as day) d
    left join calendar_exception x on x.organisation_id = l.organisation_id and x.location_id = l.id and d.day between x.from_date and x.to_date
    where l.organisation_id = ${organisationId}`.execute(db);
  await sql`
    insert into location_week (organisation_id, location_id, week_start, open_days)
    select organisation_id, location_id, week_start, count(*) filter (where is_open) from location_day group by 1, 2, 3`.execute(
    db,
  );
  await sql`
    insert into rollup_day (organisation_id, location_id, local_date, stage_id, week_start, txn, g, cost, first_at, last_at)
    select organisation_id, location_id, local_date, stage_id, week_start, count(*), sum(net_g), sum(cost_amount), min(occurred_at), max(occurred_at)
    from waste_event group by 1, 2, 3, 4, 5`.execute(db);
  await sql`
    insert into rollup_week_dim (organisation_id, location_id, week_start, stage_id, element_code, ref_id, txn, g, cost)
    select organisation_id, location_id, week_start, stage_id, element, 0, sum(txn), sum(g), sum(cost)
    from rollup_day cross join unnest('{WASTEITEM,WASTEREASON,WASTESOURCE,WASTESINK,DAYPART,CONTAINER}'::text[]) element group by 1, 2, 3, 4, 5`.execute(
    db,
  );
  await sql`
    insert into rollup_week (organisation_id, location_id, week_start, stage_id, txn, g, cost, currency_code, tracked_days, compliant)
    select d.organisation_id, d.location_id, d.week_start, d.stage_id, sum(d.txn), sum(d.g), sum(d.cost), 'USD', count(*) filter (where o.is_open),
      count(*) filter (where o.is_open) = max(w.open_days)
    from rollup_day d
    join location_day o on o.organisation_id = d.organisation_id and o.location_id = d.location_id and o.local_date = d.local_date
    join location_week w on w.organisation_id = d.organisation_id and w.location_id = d.location_id and w.week_start = d.week_start
    group by 1, 2, 3, 4`.execute(db);
  await sql`
    insert into baseline (organisation_id, location_id, stage_id, state, method, first_week, last_week, reduction_from, open_days, g_per_open_day, cost_per_open_day,
      txn_per_open_day, currency_code, created_at)
    select organisation_id, location_id, 8, 'ACTIVE', 'AUTO', ${firstMonday}, ${mondayOf(2)}, ${mondayOf(3)}, 21, sum(g) / 21, sum(cost) / 21, sum(txn) / 21, 'USD', now()
    from rollup_week where week_start < ${mondayOf(3)} group by 1, 2`.execute(db);
  await sql`
    insert into baseline_week (organisation_id, baseline_id, week_start, open_days, txn, g, cost, issues)
    select b.organisation_id, b.id, r.week_start, 7, r.txn, r.g, r.cost, '{}'
    from baseline b join rollup_week r on r.organisation_id = b.organisation_id and r.location_id = b.location_id and r.week_start <= b.last_week`.execute(
    db,
  );
  await sql`
    insert into readiness_week (organisation_id, location_id, stage_id, week_start, open_days, prior_open_days, txn, g, cost, currency_code, g_delta, cost_delta, issues)
    select r.organisation_id, r.location_id, 8, r.week_start, 7, case when before.g is not null then 7 end, r.txn, r.g, r.cost, 'USD', r.g / before.g - 1, r.cost / before.cost - 1, '{}'
    from rollup_week r
    left join rollup_week before on before.organisation_id = r.organisation_id and before.location_id = r.location_id and before.week_start = r.week_start - 7`.execute(
    db,
  );
  await sql`
    insert into location_stage (organisation_id, location_id, stage_id, period, entered_on, first_event_at, first_week)
    select organisation_id, location_id, 8, 'REDUCTION', ${mondayOf(3)}, min(first_at), ${firstMonday} from rollup_day group by 1, 2`.execute(
    db,
  );
}

/** Baselines of the fourth week, whose figures were fixed before an event of a kilogram was voided. */
async function chooseByHand(db: Db, organisationId: number, locationIds: number[]): Promise<void> {
  await sql`update baseline set state = 'RETIRED', ended_at = now() where organisation_id = ${organisationId} and location_id = any(${locationIds}::bigint[])`.execute(
    db,
  );
  await sql`
    with chosen as (
      insert into baseline (organisation_id, location_id, stage_id, state, method, first_week, last_week, reduction_from, open_days, g_per_open_day, cost_per_open_day,
        txn_per_open_day, currency_code, reason, created_at)
      select organisation_id, location_id, 8, 'ACTIVE', 'MANUAL', week_start, week_start, week_start + 7, 7, (g + 1000) / 7, cost / 7, (txn + 1) / 7.0, 'USD', 'new kitchen', now()
      from rollup_week where organisation_id = ${organisationId} and location_id = any(${locationIds}::bigint[]) and week_start = ${mondayOf(3)}
      returning organisation_id, id, location_id, first_week)
    insert into baseline_week (organisation_id, baseline_id, week_start, open_days, txn, g, cost, issues)
    select c.organisation_id, c.id, c.first_week, 7, r.txn + 1, r.g + 1000, r.cost, '{}'
    from chosen c join rollup_week r on r.organisation_id = c.organisation_id and r.location_id = c.location_id and r.week_start = c.first_week`.execute(
    db,
  );
  await sql`
    update location_stage set entered_on = ${mondayOf(4)} where organisation_id = ${organisationId} and location_id = any(${locationIds}::bigint[])`.execute(
    db,
  );
}

/** Voids every event of a location; what followed from them went, and the chosen baseline stood. */
async function loseAll(db: Db, organisationId: number, locationId: number): Promise<void> {
  const there = sql`organisation_id = ${organisationId} and location_id = ${locationId}`;
  await sql`update waste_event set voided_at = now(), void_reason = 'never weighed' where ${there}`.execute(db);
  for (const table of [
    'rollup_day',
    'rollup_week',
    'rollup_week_dim',
    'readiness_week',
    'location_day',
    'location_week',
  ])
    await sql`delete from ${sql.table(table)} where ${there}`.execute(db);
  await sql`update location set first_event_date = null where organisation_id = ${organisationId} and id = ${locationId}`.execute(
    db,
  );
  await sql`update location_stage set first_event_at = null, first_week = null where ${there}`.execute(db);
}
