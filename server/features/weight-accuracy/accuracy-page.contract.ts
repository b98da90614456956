import type {
  AccuracyPlace,
  DayRange,
  Mode,
  pickerLimits,
  RangeProblem,
  Selection,
  Status,
  Tally,
} from '../../domain/measures/weight-accuracy.rules';
import type { LocalDate } from '../../platform/time';
import type { CheckweightDay, NoteReference } from './weight-accuracy.contract';

/** Days of a location by their weeks, and all together. */
export interface Tallied {
  weeks: ReadonlyMap<LocalDate, Tally>;
  total: Tally;
}

/** A site, or a location, with its weeks. */
export interface AccuracyRow extends Tallied {
  id: number;
  name: string;
  status: Status;
}

export interface PlaceOption {
  id: number;
  name: string;
  status: Status;
}

export type AccuracyContent =
  | { kind: 'problem'; problem: RangeProblem | 'notADate' }
  | { kind: 'weeks'; of: 'site' | 'location'; rows: AccuracyRow[]; weeks: LocalDate[]; total: Tally }
  | { kind: 'days'; place: AccuracyPlace; days: CheckweightDay[]; references: NoteReference[]; total: Tally };

export interface AccuracyPageData {
  selection: Selection;
  mode: Mode;
  /** As typed, where they are no days. */
  range: DayRange;
  /** Those of the dates that are not the usual ones, which move with the days. */
  chosen: { begin: LocalDate | undefined; end: LocalDate | undefined };
  limits: ReturnType<typeof pickerLimits> | null;
  latestEnd: LocalDate;
  sites: PlaceOption[];
  /** Of the chosen site. */
  locations: PlaceOption[];
  content: AccuracyContent;
}
