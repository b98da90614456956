import { sql, type RawBuilder } from 'kysely';
import type { ValueMerged } from '../../domain/events';
import { referenceFields, valueColumns } from '../../domain/events/reference-fields.rules';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { addDays, type LocalDate } from '../../platform/time';
import { notNamed } from './goal-limits.rules';
import type {
  ActionFields,
  Goal,
  GoalChange,
  GoalResult,
  GoalState,
  GoalTerms,
  GoalValues,
  KeptTerms,
} from './goals.contract';

type StoredGoal = Omit<Goal, 'values'> & Record<(typeof referenceFields)[number][0], number | null>;

const valueNames = referenceFields.map(([field, element]) => ({ field, column: valueColumns[element] }));

const columns = sql`
  g.id as "goalId", s.id as "siteId", s.name as "siteName", l.id as "locationId", l.name as "locationName", s.time_zone as "timeZone",
  g.stage_id as "stageId", ${sql.join(valueNames.map(({ field, column }) => sql`g.${sql.ref(column)} as ${sql.ref(field)}`))},
  g.title, g.plan, g.metric, g.currency_code as currency, s.currency_code as "siteCurrency", g.target_kind as "targetKind",
  g.target_value as target, g.start_week as "startWeek", g.end_week as "endWeek", g.baseline_weeks::text[] as "baselineWeeks",
  g.owner_id as "ownerId", g.enterprise_goal_id is not null as ramp, g.state, g.result, g.version`;

const places = sql`
  goal g
  join location l on l.organisation_id = g.organisation_id and l.id = g.location_id
  join site s on s.organisation_id = l.organisation_id and s.id = l.site_id`;

const within = (scope: Scope) => sql`g.organisation_id = ${scope.organisationId} and ${visibleLocations(scope)}`;

function goalOf(row: StoredGoal): Goal {
  const values: GoalValues = {};
  const rest: Partial<StoredGoal> = { ...row };
  for (const { field } of valueNames) {
    const value = row[field];
    if (value !== null) values[field] = value === 0 ? notNamed : value;
    delete rest[field];
  }
  return { ...(rest as Omit<Goal, 'values'>), values };
}

/** Which goals a list has. `now` says whether one is over. */
export interface GoalsQuery {
  siteId?: number | undefined;
  locationId?: number | undefined;
  wasteStageId?: number | undefined;
  /** Running ones, over or closed ones, or all. */
  show: 'running' | 'over' | 'all';
  text?: string | undefined;
  now: Date;
}

const today = (now: Date) => sql`(${now}::timestamptz at time zone s.time_zone)::date`;
const isOver = (now: Date) => sql`(g.state = 'closed' or g.end_week + 6 < ${today(now)})`;

function matching(
  scope: Scope,
  { siteId, locationId, wasteStageId, show, text, now }: GoalsQuery,
): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [within(scope)];
  if (siteId !== undefined) conditions.push(sql`s.id = ${siteId}`);
  if (locationId !== undefined) conditions.push(sql`l.id = ${locationId}`);
  if (wasteStageId !== undefined) conditions.push(sql`g.stage_id = ${wasteStageId}`);
  if (show !== 'all') conditions.push(show === 'over' ? isOver(now) : sql`not ${isOver(now)}`);
  for (const word of text?.split(/\s+/).filter(Boolean) ?? [])
    conditions.push(sql`position(lower(${word}) in lower(concat_ws(' ', g.title, g.plan, l.name, s.name))) > 0`);
  return sql.join(conditions, sql` and `);
}

const goalOrders = {
  goal: sql`lower(g.title)`,
  place: sql`lower(s.name), lower(l.name)`,
  until: sql`g.end_week`,
} as const;
export type GoalOrder = keyof typeof goalOrders;

interface Slice {
  order: { column: GoalOrder; direction: 'asc' | 'desc' };
  limit: number;
  offset: number;
}

/** A page of goals, and how many there are. */
export async function listGoals(
  db: Db,
  scope: Scope,
  { order, limit, offset, ...query }: GoalsQuery & Slice,
): Promise<{ goals: Goal[]; total: number }> {
  const descending = order.direction === 'desc' ? sql` desc` : sql``;
  const { rows } = await sql<StoredGoal & { total: number }>`
    select ${columns}, (count(*) over ())::int as total from ${places}
    where ${matching(scope, query)}
    order by ${order.column === 'place' ? sql`lower(s.name)${descending}, lower(l.name)${descending}` : sql`${goalOrders[order.column]}${descending}`}, g.id
    limit ${limit} offset ${offset}`.execute(db);
  if (rows.length === 0 && offset > 0) return { goals: [], total: await countGoals(db, scope, query) };
  return { goals: rows.map(({ total: _, ...row }) => goalOf(row)), total: rows[0]?.total ?? 0 };
}

/** The day (UTC) on which each location was first given a goal. */
export async function listFirstGoals(db: Db, organisationId: number): Promise<Map<number, LocalDate>> {
  const { rows } = await sql<{ locationId: number; day: LocalDate }>`
    select location_id as "locationId", min(created_at at time zone 'UTC')::date as day from goal where organisation_id = ${organisationId} group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ locationId, day }) => [locationId, day]));
}

const mostNamed = 20;

/** The first running goals of a location and stage, and how many there are: each keeps the baseline that it was set on. */
export const listRunningAt = (
  db: Db,
  scope: Scope,
  { locationId, stageId, now }: { locationId: number; stageId: number; now: Date },
): Promise<{ goals: Goal[]; total: number }> =>
  listGoals(db, scope, {
    locationId,
    wasteStageId: stageId,
    show: 'running',
    now,
    order: { column: 'until', direction: 'asc' },
    limit: mostNamed,
    offset: 0,
  });

async function countGoals(db: Db, scope: Scope, query: GoalsQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${places} where ${matching(scope, query)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findGoal(db: Db | Trx, scope: Scope, goalId: number): Promise<Goal | undefined> {
  const { rows } = await sql<StoredGoal>`
    select ${columns} from ${places} where ${within(scope)} and g.id = ${goalId}`.execute(db);
  return rows[0] && goalOf(rows[0]);
}

/** The goal, held until the transaction ends. */
export async function lockGoal(trx: Trx, scope: Scope, goalId: number): Promise<Goal | undefined> {
  const { rows } = await sql<StoredGoal>`
    select ${columns} from ${places} where ${within(scope)} and g.id = ${goalId} for update of g`.execute(trx);
  return rows[0] && goalOf(rows[0]);
}

/** Goals of the stage that ran in these weeks: not those that are paused, nor those that were closed before them. */
export async function listGoalsWithin(
  db: Db,
  scope: Scope,
  { stageId, start, end }: { stageId: number; start: LocalDate; end: LocalDate },
): Promise<Goal[]> {
  const { rows } = await sql<StoredGoal>`
    select ${columns} from ${places}
    where ${within(scope)} and g.stage_id = ${stageId} and g.state <> 'paused' and g.start_week <= ${end}::date and g.end_week + 6 >= ${start}::date
      and (g.state <> 'closed' or (g.result ->> 'closedOn')::date >= ${start}::date)
    order by g.id`.execute(db);
  return rows.map(goalOf);
}

/**
 * The goals of the stage that run at each visible location: neither paused nor closed, their last day not over. null where nobody
 * has ever set one that is seen.
 */
export async function countActiveGoals(
  db: Db,
  scope: Scope,
  { stageId, today }: { stageId: number; today: LocalDate },
): Promise<Map<number, number> | null> {
  const { rows } = await sql<{ locationId: number; count: number }>`
    select l.id as "locationId", (count(*) filter (where g.stage_id = ${stageId} and g.state = 'active' and g.end_week + 6 >= ${today}::date))::int as count
    from ${places} where ${within(scope)} group by l.id`.execute(db);
  return rows.length === 0 ? null : new Map(rows.map(({ locationId, count }) => [locationId, count]));
}

/** Locations and items that a running goal of the stage has already. */
export async function listGoalItems(
  db: Db,
  scope: Scope,
  { stageId, now }: { stageId: number; now: Date },
): Promise<{ locationId: number; itemId: number }[]> {
  const { rows } = await sql<{ locationId: number; itemId: number }>`
    select l.id as "locationId", g.item_id as "itemId" from ${places}
    where ${within(scope)} and g.stage_id = ${stageId} and g.item_id is not null and not ${isOver(now)}`.execute(db);
  return rows;
}

interface NewRow {
  locationId: number;
  stageId: number;
  values: GoalValues;
  terms: GoalTerms;
  currency: string;
  baselineWeeks: readonly LocalDate[];
  enterpriseGoalId?: number | undefined;
  copiedFrom?: number | undefined;
  now: Date;
}

const storedValue = (value: number | typeof notNamed | undefined) =>
  value === undefined ? null : value === notNamed ? 0 : value;

export async function insertGoal(trx: Trx, { organisationId }: Scope, row: NewRow): Promise<number> {
  const { locationId, stageId, values, terms, currency, baselineWeeks, now } = row;
  const names = sql.join(valueNames.map(({ column }) => sql.ref(column)));
  const given = sql.join(valueNames.map(({ field }) => sql`${storedValue(values[field])}::bigint`));
  const { rows } = await sql<{ id: number }>`
    insert into goal (organisation_id, location_id, stage_id, ${names}, title, plan, metric, currency_code, target_kind, target_value, start_week,
      end_week, baseline_weeks, owner_id, enterprise_goal_id, copied_from, created_at, updated_at)
    values (${organisationId}, ${locationId}, ${stageId}, ${given}, ${terms.title}, ${terms.plan}, ${terms.metric}, ${currency}, ${terms.targetKind},
      ${terms.target}, ${terms.startDate}::date, ${addDays(terms.endDate, -6)}::date, ${[...baselineWeeks]}::date[], ${terms.ownerId}, ${row.enterpriseGoalId ?? null}, ${row.copiedFrom ?? null}, ${now}, ${now})
    returning id`.execute(trx);
  return Number(rows[0]?.id);
}

/** The locations that have a goal from one of the organization already. */
export async function listCascaded(
  trx: Trx,
  { organisationId }: Scope,
  enterpriseGoalId: number,
): Promise<Set<number>> {
  const { rows } = await sql<{ locationId: number }>`
    select location_id as "locationId" from goal where organisation_id = ${organisationId} and enterprise_goal_id = ${enterpriseGoalId}`.execute(
    trx,
  );
  return new Set(rows.map(({ locationId }) => locationId));
}

/** The locations that have a copy of a goal already. */
export async function listCopied(trx: Trx, { organisationId }: Scope, goalId: number): Promise<Set<number>> {
  const { rows } = await sql<{ locationId: number }>`
    select location_id as "locationId" from goal where organisation_id = ${organisationId} and copied_from = ${goalId}`.execute(
    trx,
  );
  return new Set(rows.map(({ locationId }) => locationId));
}

interface CascadedRow {
  locationId: number;
  currency: string;
  target: number;
  startWeek: LocalDate;
  baselineWeeks: readonly LocalDate[];
}

/** Goals of many locations from one of the organization, with what is kept of their making. @returns their ids */
export async function insertCascaded(
  trx: Trx,
  { organisationId }: Scope,
  {
    rows,
    terms,
    userId,
    now,
  }: {
    rows: readonly CascadedRow[];
    terms: { enterpriseGoalId: number; stageId: number; title: string; metric: Goal['metric']; endWeek: LocalDate };
    userId: number | null;
    now: Date;
  },
): Promise<number[]> {
  const of = <T>(value: (row: CascadedRow) => T) => rows.map(value);
  const { enterpriseGoalId, stageId, title, metric, endWeek } = terms;
  const { rows: made } = await sql<{ id: number }>`
    with made as (
      insert into goal (organisation_id, location_id, stage_id, title, plan, metric, currency_code, target_kind, target_value, start_week, end_week,
        baseline_weeks, enterprise_goal_id, created_at, updated_at)
      select ${organisationId}, k.location_id, ${stageId}, ${title}, '', ${metric}, k.currency, 'percent', k.target, k.start_week, ${endWeek}::date,
        string_to_array(k.weeks, ',')::date[], ${enterpriseGoalId}, ${now}, ${now}
      from unnest(${of((row) => row.locationId)}::bigint[], ${of((row) => row.currency)}::text[], ${of((row) => row.target)}::numeric[],
        ${of((row) => row.startWeek)}::date[], ${of((row) => row.baselineWeeks.join(','))}::text[]) as k (location_id, currency, target, start_week, weeks)
      returning id),
    noted as (
      insert into goal_change (organisation_id, goal_id, kind, reason, changed_by, changed_at)
      select ${organisationId}, id, 'set', '', ${userId}::bigint, ${now} from made)
    select id from made`.execute(trx);
  return made.map(({ id }) => id);
}

interface GoalUpdate {
  goalId: number;
  terms?: GoalTerms;
  currency?: string;
  baselineWeeks?: readonly LocalDate[];
  state?: GoalState;
  result?: GoalResult | null;
  now: Date;
}

export async function updateGoal(
  trx: Trx,
  { organisationId }: Scope,
  { goalId, terms, currency, baselineWeeks, state, result, now }: GoalUpdate,
): Promise<void> {
  const sets = [
    sql`version = version + 1`,
    sql`updated_at = ${now}`,
    ...(terms
      ? [
          sql`title = ${terms.title}, plan = ${terms.plan}, metric = ${terms.metric}, target_kind = ${terms.targetKind}, target_value = ${terms.target},
            start_week = ${terms.startDate}::date, end_week = ${addDays(terms.endDate, -6)}::date, owner_id = ${terms.ownerId}`,
        ]
      : []),
    ...(currency === undefined ? [] : [sql`currency_code = ${currency}`]),
    ...(baselineWeeks === undefined ? [] : [sql`baseline_weeks = ${[...baselineWeeks]}::date[]`]),
    ...(state === undefined ? [] : [sql`state = ${state}`]),
    ...(result === undefined ? [] : [sql`result = ${result === null ? null : JSON.stringify(result)}::jsonb`]),
  ];
  await sql`
    update goal set ${sql.join(sets)} where organisation_id = ${organisationId} and id = ${goalId}`.execute(trx);
}

export interface StoredAction extends ActionFields {
  actionId: number;
}

export async function listActions(db: Db | Trx, { organisationId }: Scope, goalId: number): Promise<StoredAction[]> {
  const { rows } = await sql<StoredAction>`
    select id as "actionId", title, started_on as "startedOn", ended_on as "endedOn" from goal_action
    where organisation_id = ${organisationId} and goal_id = ${goalId} order by started_on desc, id desc`.execute(db);
  return rows;
}

/** What was being done in these days for some goals, the newest first. */
export async function listActionsWithin(
  db: Db,
  { organisationId }: Scope,
  { goalIds, start, end, most }: { goalIds: readonly number[]; start: LocalDate; end: LocalDate; most: number },
): Promise<(StoredAction & { goalId: number })[]> {
  const { rows } = await sql<StoredAction & { goalId: number }>`
    select goal_id as "goalId", id as "actionId", title, started_on as "startedOn", ended_on as "endedOn" from goal_action
    where organisation_id = ${organisationId} and goal_id = any(${[...goalIds]}::bigint[]) and started_on <= ${end}::date and (ended_on is null or ended_on >= ${start}::date)
    order by started_on desc, id desc limit ${most}`.execute(db);
  return rows;
}

export async function insertAction(
  trx: Trx,
  { organisationId }: Scope,
  {
    goalId,
    title,
    startedOn,
    endedOn,
    userId,
    now,
  }: ActionFields & { goalId: number; userId: number | null; now: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into goal_action (organisation_id, goal_id, title, started_on, ended_on, created_by, created_at)
    values (${organisationId}, ${goalId}, ${title}, ${startedOn}::date, ${endedOn}::date, ${userId}, ${now})
    returning id`.execute(trx);
  return Number(rows[0]?.id);
}

interface ActionKey {
  goalId: number;
  actionId: number;
}

export async function findAction(
  trx: Trx,
  { organisationId }: Scope,
  { goalId, actionId }: ActionKey,
): Promise<StoredAction | undefined> {
  const { rows } = await sql<StoredAction>`
    select id as "actionId", title, started_on as "startedOn", ended_on as "endedOn" from goal_action
    where organisation_id = ${organisationId} and goal_id = ${goalId} and id = ${actionId} for update`.execute(trx);
  return rows[0];
}

export async function endAction(
  trx: Trx,
  { organisationId }: Scope,
  { goalId, actionId, endedOn }: ActionKey & { endedOn: LocalDate },
): Promise<void> {
  await sql`
    update goal_action set ended_on = ${endedOn}::date
    where organisation_id = ${organisationId} and goal_id = ${goalId} and id = ${actionId}`.execute(trx);
}

export async function deleteAction(
  trx: Trx,
  { organisationId }: Scope,
  { goalId, actionId }: ActionKey,
): Promise<void> {
  await sql`
    delete from goal_action where organisation_id = ${organisationId} and goal_id = ${goalId} and id = ${actionId}`.execute(
    trx,
  );
}

/** The newest first. */
export async function listChanges(db: Db, { organisationId }: Scope, goalId: number): Promise<GoalChange[]> {
  const { rows } = await sql<GoalChange>`
    select c.kind, c.reason, c.before, c.after, p.full_name as "changedBy", c.changed_at as "changedAt"
    from goal_change c left join identity.person p on p.id = c.changed_by
    where c.organisation_id = ${organisationId} and c.goal_id = ${goalId} order by c.id desc limit 100`.execute(db);
  return rows;
}

interface ChangeRow extends Omit<GoalChange, 'changedBy' | 'changedAt'> {
  goalId: number;
  userId: number | null;
  now: Date;
}

export async function insertChange(
  trx: Trx,
  { organisationId }: Scope,
  { goalId, kind, reason, before, after, userId, now }: ChangeRow,
): Promise<void> {
  const json = (terms: KeptTerms | null) => (terms === null ? null : JSON.stringify(terms));
  await sql`
    insert into goal_change (organisation_id, goal_id, kind, reason, before, after, changed_by, changed_at)
    values (${organisationId}, ${goalId}, ${kind}, ${reason}, ${json(before)}::jsonb, ${json(after)}::jsonb, ${userId}, ${now})`.execute(
    trx,
  );
}

export interface OfferedPerson {
  userId: number;
  fullName: string;
}

/** Who may own a goal: the organisation's members, by name. */
export async function listOwners(db: Db | Trx, { organisationId }: Scope): Promise<OfferedPerson[]> {
  const { rows } = await sql<OfferedPerson>`
    select p.id as "userId", p.full_name as "fullName" from identity.person p
    where p.id in (select identity.active_members(${organisationId})) order by lower(p.full_name), p.id`.execute(db);
  return rows;
}

/** null where they are gone. */
export async function findOwnerName(db: Db, userId: number): Promise<string | null> {
  const { rows } = await sql<{
    name: string;
  }>`select full_name as name from identity.person where id = ${userId}`.execute(db);
  return rows[0]?.name ?? null;
}

/** Goals of a merged value are of what it has become; whoever is editing one of them is told. */
export async function followMergedGoals(
  trx: Trx,
  { organisationId, elementCode, oldId, newId, now }: ValueMerged,
): Promise<void> {
  const element = referenceFields.find(([, code]) => code === elementCode)?.[1];
  if (!element) return;
  const column = sql.ref(valueColumns[element]);
  await sql`
    update goal set ${column} = ${newId}, version = version + 1, updated_at = ${now}
    where organisation_id = ${organisationId} and ${column} = ${oldId}`.execute(trx);
}
