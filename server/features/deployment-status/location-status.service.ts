import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { sortRows, type Sort } from '../../platform/table/table-query';
import type { LocalDate } from '../../platform/time';
import { periods, type DeploymentFilter, type Period, type PeriodLocation } from './location-status.contract';
import { listStatusRows, type StatusRow } from './location-status.store';

export const statusColumns = ['site', 'location', 'stage', 'firstTransaction', 'days'] as const;
export type StatusColumn = (typeof statusColumns)[number];

export const usualSort: Sort<StatusColumn> = { column: 'site', direction: 'asc' };

/** Rows of one page of a card. */
export const pageSize = 50;

const valueOf: Record<StatusColumn, (row: StatusRow) => string | number | null> = {
  site: (row) => row.siteName,
  location: (row) => row.locationName,
  stage: (row) => row.stageName,
  firstTransaction: (row) => row.firstEventAt?.getTime() ?? null,
  days: (row) => row.dayCount,
};

/** Sorted by one column, equal rows by site, location and stage; unknown dates last. */
export function sortStatusRows(rows: readonly StatusRow[], { column, direction }: Sort<StatusColumn>): StatusRow[] {
  return sortRows(rows, { value: valueOf[column], direction, key: (row) => `${row.siteName} / ${row.locationName} / ${row.stageId}` });
}

/** Locations, each once whatever the number of its stages. */
export const countLocations = (rows: readonly Pick<StatusRow, 'locationId'>[]) => new Set(rows.map((row) => row.locationId)).size;

export interface StatusCard {
  period: Period;
  locationCount: number;
  rowCount: number;
  sort: Sort<StatusColumn>;
  /** Within what there is. */
  page: number;
  rows: StatusRow[];
}

export interface DeploymentStatus {
  totalLocations: number;
  cards: StatusCard[];
}

interface StatusView {
  filter: DeploymentFilter;
  today: LocalDate;
  order: Record<Period, { sort: Sort<StatusColumn>; page: number }>;
}

/** The three cards, each in its own order and on its own page. */
export async function readDeploymentStatus(db: Db, scope: Scope, { filter, today, order }: StatusView): Promise<DeploymentStatus> {
  const all = await listStatusRows(db, scope, { filter, today });
  const cards = periods.map((period): StatusCard => {
    const rows = all.filter((row) => row.period === period);
    const { sort } = order[period];
    const page = Math.min(order[period].page, Math.max(1, Math.ceil(rows.length / pageSize)));
    return {
      period, sort, page, locationCount: countLocations(rows), rowCount: rows.length,
      rows: sortStatusRows(rows, sort).slice((page - 1) * pageSize, page * pageSize),
    };
  });
  return { totalLocations: countLocations(all), cards };
}

/** Every row of a period as the call answers it, by site and location. */
export async function readPeriodLocations(db: Db, scope: Scope, query: { filter: DeploymentFilter; period: Period; today: LocalDate }): Promise<PeriodLocation[]> {
  return sortStatusRows(await listStatusRows(db, scope, query), usualSort).map((row) => ({
    locationId: row.locationId,
    siteName: row.siteName,
    locationName: row.locationName,
    siteId: row.siteId,
    wasteStageId: row.stageId,
    wasteStageName: row.stageName,
    initialWasteEventDateTime: row.firstEventAt?.toISOString() ?? null,
    dayCount: row.dayCount,
    autoBaselineEnabled: row.autoEnabled,
  }));
}

/** Every row of all periods, in the order of the cards. */
export async function readAllRows(db: Db, scope: Scope, query: { filter: DeploymentFilter; today: LocalDate }): Promise<StatusRow[]> {
  const all = sortStatusRows(await listStatusRows(db, scope, query), usualSort);
  return periods.flatMap((period) => all.filter((row) => row.period === period));
}
