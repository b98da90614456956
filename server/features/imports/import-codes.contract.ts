import { SHEET_CODES, type SheetParams } from '../../platform/sheet/sheet-codes.contract';
import { leftOutReasons } from './line-account.contract';

/** Everything that can be wrong with a sheet, a line or a mapping. A code is also the name of its sentence. */
export const IMPORT_CODES = [
  ...SHEET_CODES,
  'import.notATable',
  'import.notAYear',
  'import.notATime',
  'import.noOpenDay',
  ...leftOutReasons.map((reason) => `import.leftOut.${reason}` as const),
  'import.leftOut.word',
  'import.replaced',
  'import.unknownUnit',
  'import.unitNotExpected',
  'import.negativeWeight',
  'import.negativeServings',
  'import.negativeCost',
  'import.otherCurrency',
  'import.costWithoutWeight',
  'import.grossBelowTare',
  'import.weightsDisagree',
  'import.partsDisagree',
  'import.unknownServing',
  'import.unknownStage',
  'import.unknownSite',
  'import.mapping.notJson',
  'import.mapping.missing',
  'import.mapping.wrongType',
  'import.mapping.notAllowed',
  'import.mapping.unknownKey',
  'import.mapping.outOfRange',
  'import.mapping.empty',
  'import.mapping.tooMany',
  'import.mapping.tooLong',
  'import.mapping.oneOf',
  'import.mapping.notACountry',
  'import.mapping.notACurrency',
  'import.mapping.notATimeZone',
  'import.mapping.notADatePattern',
  'import.mapping.ambiguousDates',
  'import.mapping.stageMissing',
  'import.mapping.tareMissing',
  'import.mapping.currencyMissing',
  'import.mapping.newSitesMissing',
  'import.mapping.sameMeasureName',
  'import.mapping.measureMissing',
  'import.mapping.inHeads',
  'import.mapping.headValue',
  'import.mapping.notADay',
  'import.mapping.yearMissing',
  'import.mapping.tooManyToSpread',
  'import.mapping.invalid',
] as const;

export type ImportCode = (typeof IMPORT_CODES)[number];

/** What the sentence of a code has to name. */
export type ImportParams = SheetParams;

/** The message key of a code: `import.notANumber` is the sentence `imports.errors.notANumber`. */
export function messageKeyOf(code: ImportCode): string {
  return code.replace(/^import\./, 'imports.errors.');
}
