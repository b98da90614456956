import type { LocalDate } from '../../platform/time';

/** A customer as staff see it in their list. */
export interface OrganisationState {
  id: number;
  name: string;
  simulated: boolean;
  /** Those that the reader sees. */
  locations: number;
  allLocations: number;
  /** Monday of the newest week with data. */
  lastWeek: LocalDate | null;
  /** Flags. */
  switchedOff: readonly string[];
}
