import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { visibleLocations } from '../places';
import type { BaselineMethod } from './baseline.store';
import type { ReadinessIssue } from './readiness.contract';

/** A location and one of its stages; without a stage, or where the location is not set up for it, the stage's part is null. */
export interface StagePlace {
  siteId: number;
  siteName: string;
  locationId: number;
  locationName: string;
  locationStatus: 'A' | 'I';
  timeZone: string;
  autoEnabled: boolean;
  currency: string;
  stageId: number | null;
  stageName: string | null;
  period: 'ACTIVATION' | 'BASELINE' | 'REDUCTION' | null;
  enteredOn: LocalDate | null;
  hasEvents: boolean;
  /** Monday of the location's newest week with data in any stage. */
  newestWeek: LocalDate | null;
}

interface PlaceKey {
  locationId: number;
  stageId: number | null;
}

/** The place, if the location exists within the scope. */
export async function findStagePlace(
  db: Db | Trx,
  scope: Scope,
  { locationId, stageId }: PlaceKey,
): Promise<StagePlace | undefined> {
  const { rows } = await sql<StagePlace>`
    select s.id as "siteId", s.name as "siteName", l.id as "locationId", l.name as "locationName", l.status as "locationStatus", s.time_zone as "timeZone", l.auto_baseline_enabled as "autoEnabled",
      s.currency_code as currency, w.id as "stageId", w.name as "stageName", ls.period, ls.entered_on as "enteredOn",
      ls.first_event_at is not null as "hasEvents",
      (select max(r.week_start) from rollup_week r where r.organisation_id = l.organisation_id and r.location_id = l.id) as "newestWeek"
    from location l
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    left join waste_stage w on w.id = ${stageId}::int
    left join location_stage ls on ls.organisation_id = l.organisation_id and ls.location_id = l.id and ls.stage_id = w.id
    where l.id = ${locationId} and ${visibleLocations(scope)}`.execute(db);
  return rows[0];
}

interface StageKey {
  organisationId: number;
  locationId: number;
  stageId: number;
}

export interface ReadinessWeek {
  weekStart: LocalDate;
  openDays: number;
  priorOpenDays: number | null;
  txn: number;
  /** Grams. */
  g: number;
  cost: number;
  currency: string;
  /** Fractions of the prior week, both per open day. */
  gDelta: number | null;
  costDelta: number | null;
  issues: ReadinessIssue[];
}

/** In order of time. */
export async function listReadinessWeeks(
  db: Db,
  { organisationId, locationId, stageId }: StageKey,
): Promise<ReadinessWeek[]> {
  const { rows } = await sql<ReadinessWeek>`
    select week_start as "weekStart", open_days as "openDays", prior_open_days as "priorOpenDays", txn, g, cost, currency_code as currency,
      g_delta as "gDelta", cost_delta as "costDelta", issues
    from readiness_week
    where organisation_id = ${organisationId} and location_id = ${locationId} and stage_id = ${stageId}
    order by week_start`.execute(db);
  return rows;
}

export interface ActiveBaseline {
  firstWeek: LocalDate;
  lastWeek: LocalDate;
  reductionFrom: LocalDate;
  weekCount: number;
  method: BaselineMethod;
  reason: string;
  openDays: number;
  gPerOpenDay: number;
  costPerOpenDay: number;
  txnPerOpenDay: number;
  currency: string;
}

export async function findActiveBaseline(
  db: Db | Trx,
  { organisationId, locationId, stageId }: StageKey,
): Promise<ActiveBaseline | undefined> {
  const { rows } = await sql<ActiveBaseline>`
    select b.first_week as "firstWeek", b.last_week as "lastWeek", b.reduction_from as "reductionFrom", b.method, b.reason, b.open_days as "openDays",
      b.g_per_open_day as "gPerOpenDay", b.cost_per_open_day as "costPerOpenDay", b.txn_per_open_day as "txnPerOpenDay", b.currency_code as currency,
      (select count(*) from baseline_week w where w.organisation_id = b.organisation_id and w.baseline_id = b.id) as "weekCount"
    from baseline b
    where b.organisation_id = ${organisationId} and b.location_id = ${locationId} and b.stage_id = ${stageId} and b.state = 'ACTIVE'`.execute(
    db,
  );
  return rows[0];
}
