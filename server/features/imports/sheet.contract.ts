import type { ImportCode, ImportParams } from './import-codes.contract';

/** One reason why a line does not go in. `raw` is what stood in the cell, cut to 200 characters. */
export interface LineError {
  line: number;
  column: string | null;
  code: ImportCode;
  params: ImportParams;
  raw: string;
}

/** A line of a sheet: its cells by the mapping's column names, or the reasons why it could not be read. */
export type SheetLine =
  | { line: number; cells: Record<string, string>; errors?: undefined }
  | { line: number; errors: LineError[]; cells?: undefined };

export type StageId = 8 | 9 | 23;
export type WeightUnit = 'kg' | 'g' | 'lb' | 'oz';
export type DatePrecision = 'month' | 'day' | 'datetime';

/**
 * One waste event as a sheet states it, before sites and reference values have been looked up.
 * Weights are grams; `localDate` and `localTime` are the site's own calendar and clock;
 * `costAmount` is a decimal in text, so that no cent is lost in a float.
 */
export interface EventCandidate {
  line: number;
  measure: string;
  siteName: string;
  locationName: string;
  localDate: string;
  localTime?: string;
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
  enteredUnit: WeightUnit | 'serving';
  estimated: boolean;
  quantity?: number;
  costAmount?: string;
  currency?: string;
  note?: string;
  clientEventUuid: string;
}
