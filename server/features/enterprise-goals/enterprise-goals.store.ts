import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { addDays, type LocalDate } from '../../platform/time';
import type { EnterpriseChange, EnterpriseGoal, EnterpriseTerms, GoalSite, Metric } from './enterprise-goals.contract';

const columns = sql`
  g.id as "goalId", g.title, g.plan, g.stage_id as "stageId", g.metric, g.currency_code as currency, g.target, g.start_week as "startWeek",
  g.end_week as "endWeek", g.cascade_kind as cascade, g.state, g.version`;

/** Those that run first, by their end. */
export async function listGoals(db: Db, { organisationId }: Scope): Promise<EnterpriseGoal[]> {
  const { rows } = await sql<EnterpriseGoal>`
    select ${columns} from enterprise_goal g where g.organisation_id = ${organisationId}
    order by g.state, g.end_week, g.id limit ${mostGoals}`.execute(db);
  return rows;
}

/** An organization has a handful; more than these are not listed. */
const mostGoals = 50;

/** Open goals that are measured at a location, with the weeks of its baseline that each was set on. */
export async function listGoalsMeasuredAt(
  db: Db,
  { organisationId }: Scope,
  { locationId, stageId }: { locationId: number; stageId: number },
): Promise<{ goalId: number; title: string; weeks: LocalDate[] }[]> {
  const { rows } = await sql<{ goalId: number; title: string; weeks: LocalDate[] }>`
    select g.id as "goalId", g.title, b.baseline_weeks::text[] as weeks
    from enterprise_goal_base b
    join enterprise_goal g on g.organisation_id = b.organisation_id and g.id = b.goal_id
    where b.organisation_id = ${organisationId} and b.location_id = ${locationId} and g.stage_id = ${stageId} and g.state <> 'closed'
    order by g.end_week, g.id limit ${mostGoals}`.execute(db);
  return rows;
}

export async function findGoal(
  db: Db | Trx,
  { organisationId }: Scope,
  goalId: number,
): Promise<EnterpriseGoal | undefined> {
  const { rows } = await sql<EnterpriseGoal>`
    select ${columns} from enterprise_goal g where g.organisation_id = ${organisationId} and g.id = ${goalId}`.execute(
    db,
  );
  return rows[0];
}

export async function lockGoal(
  trx: Trx,
  { organisationId }: Scope,
  goalId: number,
): Promise<EnterpriseGoal | undefined> {
  const { rows } = await sql<EnterpriseGoal>`
    select ${columns} from enterprise_goal g where g.organisation_id = ${organisationId} and g.id = ${goalId} for update`.execute(
    trx,
  );
  return rows[0];
}

interface OfGoals {
  goalIds: readonly number[];
}

/** The sites of some goals with their open locations, by name. */
export async function listGoalSites(
  db: Db | Trx,
  { organisationId }: Scope,
  { goalIds }: OfGoals,
): Promise<(GoalSite & { goalId: number; locations: number })[]> {
  const { rows } = await sql<GoalSite & { goalId: number; locations: number }>`
    select k.goal_id as "goalId", s.id as "siteId", s.name as "siteName", s.currency_code as currency, k.exempt_reason as "exemptReason",
      (select count(*)::int from location l
        join location_stage ls on ls.organisation_id = l.organisation_id and ls.location_id = l.id and ls.stage_id = g.stage_id
        where l.organisation_id = s.organisation_id and l.site_id = s.id and (l.status = 'A' or exists (
          select from enterprise_goal_base b where b.organisation_id = k.organisation_id and b.goal_id = k.goal_id and b.location_id = l.id))) as locations
    from enterprise_goal_site k
    join enterprise_goal g on g.organisation_id = k.organisation_id and g.id = k.goal_id
    join site s on s.organisation_id = k.organisation_id and s.id = k.site_id
    where k.organisation_id = ${organisationId} and k.goal_id = any(${[...goalIds]}::bigint[])
    order by k.goal_id, lower(s.name), s.id`.execute(db);
  return rows;
}

export interface GoalBase {
  goalId: number;
  siteId: number;
  locationId: number;
  /** Mondays. */
  weeks: LocalDate[];
}

/** The locations that some goals are measured at, of the sites that they have now. */
export async function listBases(db: Db | Trx, { organisationId }: Scope, { goalIds }: OfGoals): Promise<GoalBase[]> {
  const { rows } = await sql<GoalBase>`
    select b.goal_id as "goalId", l.site_id as "siteId", l.id as "locationId", b.baseline_weeks::text[] as weeks
    from enterprise_goal_base b
    join location l on l.organisation_id = b.organisation_id and l.id = b.location_id
    join enterprise_goal_site k on k.organisation_id = b.organisation_id and k.goal_id = b.goal_id and k.site_id = l.site_id
    where b.organisation_id = ${organisationId} and b.goal_id = any(${[...goalIds]}::bigint[])
    order by b.goal_id, l.id`.execute(db);
  return rows;
}

interface NewRow {
  terms: EnterpriseTerms;
  stageId: number;
  metric: Metric;
  currency: string;
  now: Date;
}

export async function insertGoal(
  trx: Trx,
  { organisationId }: Scope,
  { terms, stageId, metric, currency, now }: NewRow,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into enterprise_goal (organisation_id, title, plan, stage_id, metric, currency_code, target, start_week, end_week, cascade_kind, created_at, updated_at)
    values (${organisationId}, ${terms.title}, ${terms.plan}, ${stageId}, ${metric}, ${currency}, ${terms.target}, ${terms.startDate}::date,
      ${addDays(terms.endDate, -6)}::date, ${terms.cascade}, ${now}, ${now})
    returning id`.execute(trx);
  return Number(rows[0]?.id);
}

export async function updateGoal(
  trx: Trx,
  { organisationId }: Scope,
  {
    goalId,
    terms,
    state,
    now,
  }: { goalId: number; terms?: EnterpriseTerms; state?: EnterpriseGoal['state']; now: Date },
): Promise<void> {
  const sets = [
    sql`version = version + 1, updated_at = ${now}`,
    ...(terms
      ? [
          sql`title = ${terms.title}, plan = ${terms.plan}, target = ${terms.target}, start_week = ${terms.startDate}::date,
            end_week = ${addDays(terms.endDate, -6)}::date, cascade_kind = ${terms.cascade}`,
        ]
      : []),
    ...(state ? [sql`state = ${state}`] : []),
  ];
  await sql`
    update enterprise_goal set ${sql.join(sets)} where organisation_id = ${organisationId} and id = ${goalId}`.execute(
    trx,
  );
}

interface SitesOf {
  goalId: number;
  siteIds: readonly number[];
}

/** Those of the ids that are sites of the organization, and their currencies. */
export async function findSites(
  trx: Trx,
  { organisationId }: Scope,
  siteIds: readonly number[],
): Promise<{ siteId: number; currency: string }[]> {
  const { rows } = await sql<{ siteId: number; currency: string }>`
    select s.id as "siteId", s.currency_code as currency from site s
    where s.organisation_id = ${organisationId} and s.id = any(${[...siteIds]}::bigint[])`.execute(trx);
  return rows;
}

/** What was exempt stays so while it stays a site of the goal. */
export async function replaceSites(trx: Trx, { organisationId }: Scope, { goalId, siteIds }: SitesOf): Promise<void> {
  await sql`
    delete from enterprise_goal_base b using location l
    where b.organisation_id = ${organisationId} and b.goal_id = ${goalId} and l.organisation_id = b.organisation_id and l.id = b.location_id
      and l.site_id <> all(${[...siteIds]}::bigint[])`.execute(trx);
  await sql`
    delete from enterprise_goal_site where organisation_id = ${organisationId} and goal_id = ${goalId} and site_id <> all(${[...siteIds]}::bigint[])`.execute(
    trx,
  );
  await sql`
    insert into enterprise_goal_site (organisation_id, goal_id, site_id)
    select ${organisationId}, ${goalId}, id from unnest(${[...siteIds]}::bigint[]) as site (id)
    on conflict do nothing`.execute(trx);
}

export async function exemptSite(
  trx: Trx,
  { organisationId }: Scope,
  { goalId, siteId, reason }: { goalId: number; siteId: number; reason: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update enterprise_goal_site set exempt_reason = ${reason}
    where organisation_id = ${organisationId} and goal_id = ${goalId} and site_id = ${siteId}`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

interface BasesOf {
  goalId: number;
  bases: readonly { locationId: number; weeks: readonly LocalDate[] }[];
}

/** `add`: those that it has already keep theirs. */
export async function writeBases(
  trx: Trx,
  { organisationId }: Scope,
  { goalId, bases, mode }: BasesOf & { mode: 'add' | 'replace' },
): Promise<void> {
  if (mode === 'replace')
    await sql`delete from enterprise_goal_base where organisation_id = ${organisationId} and goal_id = ${goalId}`.execute(
      trx,
    );
  if (bases.length === 0) return;
  // A week a row: an array of arrays has one length for all.
  const rows = bases.flatMap(({ locationId, weeks }) => weeks.map((monday) => ({ locationId, monday })));
  await sql`
    insert into enterprise_goal_base (organisation_id, goal_id, location_id, baseline_weeks)
    select ${organisationId}, ${goalId}, k.location_id, array_agg(k.monday order by k.monday)
    from unnest(${rows.map(({ locationId }) => locationId)}::bigint[], ${rows.map(({ monday }) => monday)}::date[]) as k (location_id, monday)
    group by k.location_id
    on conflict do nothing`.execute(trx);
}

interface ChangeRow {
  goalId: number;
  kind: EnterpriseChange['kind'];
  siteId?: number;
  reason: string;
  userId: number | null;
  now: Date;
}

export async function insertChange(
  trx: Trx,
  { organisationId }: Scope,
  { goalId, kind, siteId, reason, userId, now }: ChangeRow,
): Promise<void> {
  await sql`
    insert into enterprise_goal_change (organisation_id, goal_id, kind, site_id, reason, changed_by, changed_at)
    values (${organisationId}, ${goalId}, ${kind}, ${siteId ?? null}, ${reason}, ${userId}, ${now})`.execute(trx);
}

/** The newest first. */
export async function listChanges(db: Db, { organisationId }: Scope, goalId: number): Promise<EnterpriseChange[]> {
  const { rows } = await sql<EnterpriseChange>`
    select c.id as "changeId", c.kind, s.name as "siteName", c.reason, p.full_name as "changedBy", c.changed_at as "changedAt"
    from enterprise_goal_change c
    left join site s on s.organisation_id = c.organisation_id and s.id = c.site_id
    left join identity.person p on p.id = c.changed_by
    where c.organisation_id = ${organisationId} and c.goal_id = ${goalId} order by c.id desc limit 100`.execute(db);
  return rows;
}
