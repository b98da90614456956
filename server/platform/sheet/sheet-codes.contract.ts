/**
 * Everything that can be wrong with a sheet or a cell. Imports store these codes and answer them, so they keep the
 * prefix under which they were published; a feature maps them to sentences of its own.
 */
export const SHEET_CODES = [
  'import.notText',
  'import.markup',
  'import.notAWorkbook',
  'import.oldWorkbook',
  'import.workbookTooLarge',
  'import.mergedTooLarge',
  'import.noSuchWorksheet',
  'import.noTable',
  'import.errorCell',
  'import.formulaWithoutValue',
  'import.emptyFile',
  'import.fileTooLarge',
  'import.noRows',
  'import.tooManyLines',
  'import.missingColumn',
  'import.duplicateColumn',
  'import.tooManyColumns',
  'import.endsInTheMiddle',
  'import.recordTooLong',
  'import.unreadableSheet',
  'import.fieldTooLong',
  'import.raggedLine',
  'import.missingValue',
  'import.controlCharacter',
  'import.undecodable',
  'import.textTooLong',
  'import.notANumber',
  'import.ambiguousNumber',
  'import.percent',
  'import.tooLarge',
  'import.notADate',
  'import.noSuchDate',
  'import.noSuchTime',
  'import.yearOutOfRange',
  'import.yearMissing',
] as const;

export type SheetCode = (typeof SHEET_CODES)[number];

/** What the sentence of a code has to name. */
export type SheetParams = Record<string, string | number>;
