import { isWeekdayWord } from '../../platform/sheet/calendar-words.rules';
import { daysOfHeads } from './guess-days.rules';
import { monthOfLabel } from './guess-wide.rules';
import type { SheetGuess } from './guess.rules';
import { record, type MappingJson } from './mapping-json.rules';
import { isFood, isMeal, isSumWord, stageNamed } from './role-words.rules';

/** Names that programs give: `Sheet1`, `Tabelle 2`; or that say nothing but a number, a year or a quarter. */
const UNNAMED =
  /^(sheet|worksheet|tabelle|tabellenblatt|blatt|feuil|feuille|hoja|blad|ark|foglio|planilha|folha|arkusz|data|daten|table|page|seite|q|quarter|quartal|wk|week)?[\s_-]*\d*([\s/_-]+\d+)?$/iu;

const isNoName = (name: string) =>
  UNNAMED.test(name) ||
  isSumWord(name) ||
  isWeekdayWord(name) ||
  monthOfLabel(name) !== null ||
  daysOfHeads([name], 2000) !== null;

/** Whether the worksheets of a workbook are called by its sites: not by months, weeks, kinds of food, meals or stages. */
export function nameSites(names: readonly string[]): boolean {
  const plain = names.map((name) => name.trim());
  const ofKinds = plain.filter((name) => isFood(name) || isMeal(name)).length;
  const stages = new Set(plain.map((name) => stageNamed(name)?.stage));
  return plain.length > 1 && !plain.some(isNoName) && ofKinds * 2 < plain.length && stages.size === 1;
}

/**
 * Of a workbook with a sheet for each site, the mapping that says so. A column of places then names those within each site; a
 * column of sites says more than the sheets.
 */
export function withSheetSites(
  mapping: MappingJson,
  names: readonly string[],
  { guesses }: Pick<SheetGuess, 'guesses'>,
): MappingJson {
  const columnOf = (role: string) => guesses.find((one) => one.role === role)?.column;
  const site = record(mapping.site);
  const place = columnOf('location');
  const isOpen = site.column === '' || (site.column !== undefined && site.column === place);
  if (columnOf('site') !== undefined || !isOpen || !nameSites(names)) return mapping;
  return {
    ...mapping,
    site: { worksheet: true },
    location: place === undefined ? { sameAsSite: true } : { column: place },
  };
}
