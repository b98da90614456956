import type { LocalDate } from '../../platform/time';

/** How far a location and stage is with its baseline. */
export interface StageStanding {
  siteId: number;
  siteName: string;
  locationId: number;
  locationName: string;
  wasteStageId: number;
  wasteStageName: string;
  period: 'ACTIVATION' | 'BASELINE' | 'REDUCTION';
  enteredOn: LocalDate;
  autoBaselineEnabled: boolean;
  /** Weeks in a row that meet the criteria, up to the newest that counts. */
  weeksInARow: number;
  proposals: number;
  /** Of the newest baseline that there ever was. */
  lastState: 'PROPOSED' | 'ACTIVE' | 'REJECTED' | 'RETIRED' | null;
  /** Of the active baseline; null without one. Grams per open day, money in `currency`. */
  baselineId: number | null;
  method: 'AUTO' | 'MANUAL' | null;
  firstWeek: LocalDate | null;
  lastWeek: LocalDate | null;
  weekCount: number;
  comparedFrom: LocalDate | null;
  gPerOpenDay: number | null;
  costPerOpenDay: number | null;
  currency: string;
}
