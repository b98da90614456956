import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { periods, type DeploymentFilter, type Period, type PeriodLocation } from './location-status.contract';
import { listStatusRows, type StatusRow } from './location-status.store';
import { statusTable } from './location-status.table';

/** Locations, each once whatever the number of its stages. */
export const countLocations = (rows: readonly Pick<StatusRow, 'locationId'>[]) =>
  new Set(rows.map((row) => row.locationId)).size;

export interface StatusCard {
  period: Period;
  locationCount: number;
  /** In no particular order. */
  rows: StatusRow[];
}

interface StatusQuery {
  filter: DeploymentFilter;
  now: Date;
}

/** The three cards with all their rows. */
export async function readDeploymentStatus(
  db: Db,
  scope: Scope,
  query: StatusQuery,
): Promise<{ totalLocations: number; cards: StatusCard[] }> {
  const all = await listStatusRows(db, scope, query);
  const cards = periods.map((period): StatusCard => {
    const rows = all.filter((row) => row.period === period);
    return { period, locationCount: countLocations(rows), rows };
  });
  return { totalLocations: countLocations(all), cards };
}

/** Every row of a period as the call answers it, by site and location. */
export async function readPeriodLocations(
  db: Db,
  scope: Scope,
  query: StatusQuery & { period: Period },
): Promise<PeriodLocation[]> {
  return statusTable.sorted(await listStatusRows(db, scope, query)).map((row) => ({
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
export async function readAllRows(db: Db, scope: Scope, query: StatusQuery): Promise<StatusRow[]> {
  const all = statusTable.sorted(await listStatusRows(db, scope, query));
  return periods.flatMap((period) => all.filter((row) => row.period === period));
}
