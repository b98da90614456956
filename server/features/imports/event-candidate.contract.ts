import type { DatePrecision, LineError as SheetLineError } from '../../platform/sheet/sheet.contract';
import type { WeightUnitCode } from '../../platform/weight-units.rules';
import type { ImportCode } from './import-codes.contract';

export type LineError = SheetLineError<ImportCode>;
export type StageId = 8 | 9 | 23;

/** How an imported event is known again. */
export interface KnownBy {
  clientEventUuid: string;
  /** SHA-256, in hexadecimal, of what a correction would change. */
  contentHash: string;
  /** The UUID that the releases before gave it; absent where nothing was imported by them. */
  earlierUuid?: string;
}

/**
 * One waste event as a sheet states it, before sites and reference values have been looked up.
 * Weights are grams; `localDate` and `localTime` are the site's own calendar and clock;
 * `costAmount` is a decimal in text, so that no cent is lost in a float.
 */
export interface EventCandidate extends KnownBy {
  line: number;
  measure: string;
  siteName: string;
  locationName: string;
  localDate: string;
  localTime?: string;
  /** Milliseconds since 1970 UTC, where the clock shows `localTime` twice and the sheet says that it is the second. */
  instant?: number;
  precision: DatePrecision;
  stageId: StageId;
  itemName?: string;
  reasonName?: string;
  sourceName?: string;
  sinkName?: string;
  daypartName?: string;
  containerName?: string;
  countsAsWaste: boolean;
  netGrams: number;
  grossGrams?: number;
  tareGrams?: number;
  enteredValue: number;
  enteredUnit: WeightUnitCode | 'serving';
  estimated: boolean;
  quantity?: number;
  costAmount?: string;
  currency?: string;
  note?: string;
}
