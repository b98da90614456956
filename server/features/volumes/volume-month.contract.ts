import type { Volume, VolumeKind } from '../../domain/volumes/volumes.rules';

export interface VolumeLocation {
  siteId: number;
  siteName: string;
  /** All of the site is seen. */
  wholeSite: boolean;
  locationId: number;
  locationName: string;
  /** ISO 4217. */
  currency: string;
  today: string;
}

/** A day of the grid, or with 0 the total of the month. */
export interface VolumeRow {
  day: number;
  date: string;
  /** Nothing can be entered yet. */
  ahead: boolean;
  closed: boolean;
  estimated: boolean;
  values: Record<VolumeKind, Volume | null>;
}

export interface LockOfMonth {
  /** null: of all sites. */
  siteId: number | null;
  reason: string;
  lockedAt: Date;
}

/** The volumes of a location in a month. */
export interface VolumeMonth {
  month: string;
  /** The columns that are shown. */
  kinds: readonly VolumeKind[];
  rows: VolumeRow[];
  total: VolumeRow;
  /** Of the days, exact; null of a kind of which nothing was entered. */
  sums: Record<VolumeKind, string | null>;
  /** Money in other currencies than that of the site. */
  foreign: Volume[];
  locks: LockOfMonth[];
  mark: string;
}
