import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { visibleLocations } from '../places';
import type { BaselineFigures } from './baseline.rules';

export type BaselineState = 'PROPOSED' | 'ACTIVE' | 'REJECTED' | 'RETIRED';
export type BaselineMethod = 'AUTO' | 'MANUAL';

export interface BaselineHead {
  id: number;
  locationId: number;
  stageId: number;
  state: BaselineState;
  method: BaselineMethod;
  firstWeek: LocalDate;
  lastWeek: LocalDate;
  reductionFrom: LocalDate;
  currency: string;
  /** Mondays, in order. */
  weeks: LocalDate[];
  reason: string;
  createdBy: number | null;
  /** Everything that a recomputation could change, in one text. */
  fingerprint: string;
}

const head = sql`
  b.id, b.location_id as "locationId", b.stage_id as "stageId", b.state, b.method, b.first_week as "firstWeek",
  b.last_week as "lastWeek", b.reduction_from as "reductionFrom", b.currency_code as currency,
  array(select w.week_start::text from baseline_week w where w.organisation_id = b.organisation_id and w.baseline_id = b.id order by 1) as weeks,
  b.reason, b.created_by as "createdBy",
  concat_ws('|', b.currency_code, b.reduction_from, (
    select string_agg(concat_ws(':', w.week_start, w.open_days, w.txn, trim_scale(w.g), trim_scale(w.cost)), ',' order by w.week_start)
    from baseline_week w where w.organisation_id = b.organisation_id and w.baseline_id = b.id)) as fingerprint`;

/** Equal for two baselines exactly when they have the same currency, weeks and figures. */
export function fingerprintOf(figures: BaselineFigures, currency: string): string {
  const weeks = figures.weeks.map((week) => [week.weekStart, week.openDays, week.txn, week.g, week.cost].join(':'));
  return [currency, figures.reductionFrom, weeks.join(',')].join('|');
}

export async function listActiveBaselines(
  db: Db | Trx,
  organisationId: number,
  locationIds: readonly number[],
): Promise<BaselineHead[]> {
  const { rows } = await sql<BaselineHead>`
    select ${head} from baseline b
    where b.organisation_id = ${organisationId} and b.location_id = any(${[...locationIds]}::bigint[]) and b.state = 'ACTIVE'`.execute(
    db,
  );
  return rows;
}

export async function findBaseline(
  db: Db | Trx,
  organisationId: number,
  baselineId: number,
): Promise<BaselineHead | undefined> {
  const { rows } = await sql<BaselineHead>`
    select ${head} from baseline b where b.organisation_id = ${organisationId} and b.id = ${baselineId}`.execute(db);
  return rows[0];
}

interface StateChange {
  baselineIds: readonly number[];
  state: BaselineState;
  now: Date;
}

/** Sets the state; RETIRED and REJECTED end a baseline at `now`. */
export async function setBaselineState(
  trx: Trx,
  organisationId: number,
  { baselineIds, state, now }: StateChange,
): Promise<void> {
  if (baselineIds.length === 0) return;
  const endedAt = state === 'RETIRED' || state === 'REJECTED' ? now : null;
  await sql`
    update baseline set state = ${state}, ended_at = ${endedAt}
    where organisation_id = ${organisationId} and id = any(${[...baselineIds]}::bigint[])`.execute(trx);
}

/** From here on the rule leaves the weeks as they are. */
export async function freezeBaselines(
  trx: Trx,
  organisationId: number,
  { baselineIds, reason }: { baselineIds: readonly number[]; reason: string },
): Promise<void> {
  await sql`
    update baseline set method = 'MANUAL', reason = ${reason}
    where organisation_id = ${organisationId} and id = any(${[...baselineIds]}::bigint[])`.execute(trx);
}

export interface NewBaseline {
  locationId: number;
  stageId: number;
  state: BaselineState;
  method: BaselineMethod;
  currency: string;
  figures: BaselineFigures;
  reason: string;
  createdBy: number | null;
}

/** @returns the ids, in the order of the baselines; at most one for each location and stage. */
export async function insertBaselines(
  trx: Trx,
  organisationId: number,
  { baselines, now }: { baselines: readonly NewBaseline[]; now: Date },
): Promise<number[]> {
  if (baselines.length === 0) return [];
  const of = <T>(value: (one: NewBaseline) => T) => baselines.map(value);
  const { rows } = await sql<{ id: number; location_id: number; stage_id: number }>`
    insert into baseline (organisation_id, location_id, stage_id, state, method, first_week, last_week, reduction_from, open_days,
      g_per_open_day, cost_per_open_day, txn_per_open_day, currency_code, reason, created_at, created_by)
    select ${organisationId}, b.location_id, b.stage_id, b.state, b.method, b.first_week, b.last_week, b.reduction_from, b.open_days,
      b.g, b.cost, b.txn, b.currency_code, b.reason, ${now}, b.created_by
    from unnest(
      ${of((one) => one.locationId)}::bigint[], ${of((one) => one.stageId)}::int[], ${of((one) => one.state)}::text[], ${of((one) => one.method)}::text[],
      ${of((one) => one.figures.firstWeek)}::date[], ${of((one) => one.figures.lastWeek)}::date[], ${of((one) => one.figures.reductionFrom)}::date[],
      ${of((one) => one.figures.openDays)}::int[], ${of((one) => one.figures.gPerOpenDay)}::numeric[], ${of((one) => one.figures.costPerOpenDay)}::numeric[],
      ${of((one) => one.figures.txnPerOpenDay)}::numeric[], ${of((one) => one.currency)}::text[], ${of((one) => one.reason)}::text[],
      ${of((one) => one.createdBy)}::bigint[]
    ) as b (location_id, stage_id, state, method, first_week, last_week, reduction_from, open_days, g, cost, txn, currency_code, reason, created_by)
    returning id, location_id, stage_id`.execute(trx);
  const idOf = new Map(rows.map((row) => [`${row.location_id}/${row.stage_id}`, row.id]));
  const ids = baselines.map((one) => idOf.get(`${one.locationId}/${one.stageId}`) as number);
  await insertBaselineWeeks(
    trx,
    organisationId,
    baselines.flatMap((one, index) => one.figures.weeks.map((week) => ({ ...week, baselineId: ids[index] }))),
  );
  return ids;
}

type BaselineWeek = BaselineFigures['weeks'][number] & { baselineId: number | undefined };

async function insertBaselineWeeks(trx: Trx, organisationId: number, weeks: readonly BaselineWeek[]): Promise<void> {
  await sql`
    insert into baseline_week (organisation_id, baseline_id, week_start, open_days, txn, g, cost, issues)
    select ${organisationId}, w.baseline_id, w.week_start, w.open_days, w.txn, w.g, w.cost, string_to_array(w.issues, ',')
    from unnest(
      ${weeks.map((week) => week.baselineId)}::bigint[], ${weeks.map((week) => week.weekStart)}::date[], ${weeks.map((week) => week.openDays)}::smallint[],
      ${weeks.map((week) => week.txn)}::int[], ${weeks.map((week) => week.g)}::numeric[], ${weeks.map((week) => week.cost)}::numeric[],
      ${weeks.map((week) => week.issues.join(','))}::text[]
    ) as w (baseline_id, week_start, open_days, txn, g, cost, issues)`.execute(trx);
}

/** The location, if it belongs to the scope's organisation and to its secured items. */
export async function findBaselineLocation(
  db: Db | Trx,
  scope: Scope,
  locationId: number,
): Promise<{ autoEnabled: boolean } | undefined> {
  const { rows } = await sql<{ autoEnabled: boolean }>`
    select l.auto_baseline_enabled as "autoEnabled" from location l
    where l.organisation_id = ${scope.organisationId} and l.id = ${locationId} and ${visibleLocations(scope)}`.execute(
    db,
  );
  return rows[0];
}
