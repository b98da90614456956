import { addDays } from '../../platform/time';
import type { DateForm } from './date-forms.rules';
import type { SheetGuess } from './guess.rules';
import { dateFormOf, type MappingJson } from './mapping-editor.rules';
import type { ImportMapping } from './mapping.contract';
import { columnsOf } from './mapping.rules';
import type { Question } from './question.contract';
import { measuresRead } from './wide.rules';

type StageId = 8 | 9 | 23;

/** What is taken for granted of a sheet, each with the question that changes it; `columns`: the editor of columns does. */
export type Assumption = { change: Question | 'columns' } & (
  | { is: 'unitHeading' | 'unitTitle'; unit: string; cell: string }
  | { is: 'unitCells' | 'unitUsual'; unit: string }
  | { is: 'unitColumn' | 'fillDown' | 'total' | 'recordId'; column: string }
  | { is: 'dates'; form: DateForm; cell: { text: string; line: number } | null }
  | { is: 'day'; day: string }
  | { is: 'month'; column: string; from: string; to: string }
  | { is: 'inHeads' | 'swapped' | 'notSwapped' | 'siteSheets' }
  | { is: 'year'; year: number }
  | { is: 'monthTotals'; choice: 'spread' | 'lastOpenDay' | 'firstDay' }
  | { is: 'stage'; stage: StageId }
  | { is: 'stageColumns'; words: [word: string, stage: StageId][] }
  | { is: 'stageWords'; column: string; words: [word: string, stage: StageId][] }
  | { is: 'site'; site: string }
  | { is: 'wide'; n: number; heads: string }
  | { is: 'worksheets' | 'sheetsNotRead'; names: string[] }
  | { is: 'notRead'; columns: string[] }
);

/** Of a workbook: its sheets, and the one that is read where a mapping names none. */
interface Sheets {
  sheets: readonly string[];
  sheet: string | null;
}

/** In the order in which people look for them: how much, when, what kind, where, and what is left. */
export function assumptionsOf(
  mapping: ImportMapping,
  guess: SheetGuess | null,
  { sheets, sheet }: Sheets = { sheets: [], sheet: null },
): Assumption[] {
  const { worksheet = sheet, moreWorksheets = [] } = mapping;
  const rest = sheets.filter((name) => name !== worksheet && !moreWorksheets.includes(name));
  return [
    ...ofUnits(mapping, guess),
    ...ofDates(mapping, guess),
    ...ofStages(mapping, guess),
    ...(mapping.site.constant === undefined
      ? []
      : [{ is: 'site' as const, site: mapping.site.constant, change: 'site' as const }]),
    ...(mapping.site.worksheet ? [{ is: 'siteSheets' as const, change: 'site' as const }] : []),
    ...ofShape(mapping, guess),
    ...(rest.length > 0 ? [{ is: 'sheetsNotRead' as const, names: rest, change: 'columns' as const }] : []),
  ];
}

function ofUnits(mapping: ImportMapping, guess: SheetGuess | null): Assumption[] {
  const weight = measuresRead(mapping).find(({ measure }) => measure.kind === 'weight')?.measure;
  if (weight?.kind !== 'weight') return [];
  if (weight.unitColumn !== undefined) return [{ is: 'unitColumn', column: weight.unitColumn, change: 'columns' }];
  const { unit = 'kg', column } = weight;
  const ofGuess = guess?.guesses.find((one) => one.column === column);
  const isStated = ofGuess?.unit === unit || guess?.wide?.unit === unit;
  if (ofGuess?.unitsInCells && !ofGuess.unitInName) return [{ is: 'unitCells', unit, change: 'unit' }];
  if (!isStated) return [{ is: 'unitUsual', unit, change: 'unit' }];
  const title = guess?.evidence.unit;
  if (title && !ofGuess?.unitInName) return [{ is: 'unitTitle', unit, cell: title.text, change: 'unit' }];
  return [{ is: 'unitHeading', unit, cell: column, change: 'unit' }];
}

/** The first and the last day of a month such as `2026-03`. */
function daysOf(month: string): { from: string; to: string } {
  const from = `${month}-01`;
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) };
}

function ofDates({ dates, wide, fillDown = [] }: ImportMapping, guess: SheetGuess | null): Assumption[] {
  const form = dateFormOf({ dates } as unknown as MappingJson);
  const isMonth = dates.precision === 'month';
  return [
    ...(dates.constant === undefined ? [] : [{ is: 'day' as const, day: dates.constant, change: 'day' as const }]),
    ...(dates.month === undefined || dates.column === undefined
      ? []
      : [{ is: 'month' as const, column: dates.column, ...daysOf(dates.month), change: 'columns' as const }]),
    ...(dates.inHeads && wide ? [{ is: 'inHeads' as const, change: 'columns' as const }] : []),
    ...(dates.column !== undefined && form !== 'open' && form !== 'other'
      ? [{ is: 'dates' as const, form, cell: guess?.evidence.dateForm ?? null, change: 'dateForm' as const }]
      : []),
    ...(dates.swappedDays === undefined
      ? []
      : [{ is: dates.swappedDays ? ('swapped' as const) : ('notSwapped' as const), change: 'swapped' as const }]),
    ...(dates.year === undefined ? [] : [{ is: 'year' as const, year: dates.year, change: 'year' as const }]),
    ...(isMonth ? [{ is: 'monthTotals' as const, choice: dates.monthTotals, change: 'monthTotals' as const }] : []),
    ...fillDown.map((column) => ({ is: 'fillDown' as const, column, change: 'fillDown' as const })),
  ];
}

function ofStages(mapping: ImportMapping, guess: SheetGuess | null): Assumption[] {
  const { stage } = mapping;
  const own = measuresRead(mapping).flatMap(({ measure }) =>
    measure.stage?.constant === undefined ? [] : [[measure.column, measure.stage.constant] as [string, StageId]],
  );
  if (own.length > 0) return [{ is: 'stageColumns', words: own, change: 'columns' }];
  if (stage?.column === undefined)
    return stage?.constant === undefined ? [] : [{ is: 'stage', stage: stage.constant, change: 'stage' }];
  const found = guess?.guesses.find(({ column }) => column === stage.column)?.stages ?? {};
  const words = Object.entries(stage.values ?? {}).filter(([word]) => Object.hasOwn(found, word));
  return [{ is: 'stageWords', column: stage.column, words, change: 'columns' }];
}

function ofShape(mapping: ImportMapping, guess: SheetGuess | null): Assumption[] {
  const { wide, total, worksheet = '', moreWorksheets = [] } = mapping;
  const read = new Set(columnsOf(mapping));
  const rest = (guess?.columns ?? []).filter((column) => !read.has(column) && column.trim() !== '');
  return [
    ...(moreWorksheets.length > 0
      ? [{ is: 'worksheets' as const, names: [worksheet, ...moreWorksheets], change: 'columns' as const }]
      : []),
    ...(wide ? [{ is: 'wide' as const, n: wide.columns.length, heads: wide.heads, change: 'columns' as const }] : []),
    ...(total ? [{ is: 'total' as const, column: total.column, change: 'columns' as const }] : []),
    ...(mapping.recordId?.repeats === 'leaveOut'
      ? [{ is: 'recordId' as const, column: mapping.recordId.column, change: 'columns' as const }]
      : []),
    ...(rest.length > 0 ? [{ is: 'notRead' as const, columns: rest, change: 'columns' as const }] : []),
  ];
}
