import { LRUCache } from 'lru-cache';
import type { Acting } from '../../platform/acting';
import type { Db } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { MessageKey } from '../../platform/i18n/messages';
import { FIRST_YEAR, LAST_YEAR } from '../../platform/sheet/dates.rules';
import { cleanHeading } from '../../platform/sheet/header.rules';
import { sampleSheet } from '../../platform/sheet/sheet.reader';
import { isLocalDate } from '../../platform/time';
import { weightUnits, type WeightUnitCode } from '../../platform/weight-units.rules';
import { draftMapping, openQuestions, withAnswer } from './draft-mapping.rules';
import type { SheetGuess } from './guess.rules';
import { messageKeyOf } from './import-codes.contract';
import { readFile } from './import-file.store';
import { largestSheet } from './import.contract';
import { mayChange } from './import.rules';
import { changeMapping, discardImport, keepAnswers } from './import.service';
import { findImport, listSiteClocks, type ImportKey, type StoredImport } from './import.store';
import { listKept } from './kept-mapping.store';
import { genericMappingFor } from './mapping-choice.service';
import { writeMapping, type MappingJson } from './mapping-editor.rules';
import { mostWorksheets, type ImportMapping } from './mapping.contract';
import { parseMapping } from './mapping.rules';
import { clocksOf } from './names.service';
import type { Answer, Question } from './question.contract';
import { recognise, type Recognised } from './recognise.service';
import type { Guessed, ReadWeighing } from './sheet-guess.contract';
import { withSheetSites } from './sheet-names.rules';
import { guessOf } from './sheet-preview';
import { readBatches } from './sheet.batches';
import { sheetUnits } from './units.rules';

/** How a sheet would be read, as far as it and somebody's answers say. */
export interface Draft {
  sheet: Guessed;
  guess: SheetGuess | null;
  mapping: MappingJson;
  open: Question[];
  recognised: Recognised | null;
}

export const unitOfPerson = (abbr: string): WeightUnitCode =>
  weightUnits.find((unit) => unit === abbr.toLowerCase()) ?? 'kg';

const among =
  (...values: readonly string[]) =>
  (value: string) =>
    values.includes(value);
const largestServing = 100_000;

const accepts: Partial<Record<Question, (value: string) => boolean>> = {
  day: isLocalDate,
  dateForm: among('yearFirst', 'dayFirst', 'monthFirst', 'named', 'dayMonth', 'monthDay', 'month', 'week', 'excel'),
  swapped: among('yes', 'no'),
  year: (value) => /^\d{4}$/.test(value) && Number(value) >= FIRST_YEAR && Number(value) <= LAST_YEAR,
  decimal: among(',', '.'),
  monthTotals: among('spread', 'lastOpenDay', 'firstDay'),
  servingGrams: (value) => Number(value) > 0 && Number(value) <= largestServing,
  stage: among('8', '9', '23'),
  stageWords: (value) => /^(8|9|23)\n[^]+/.test(value),
  unit: among(...sheetUnits),
  newSites: among('create', 'refuse'),
};

/** Whether an answer is one to its question. */
const answersIt = ({ ask, value }: Answer): boolean => accepts[ask]?.(value) ?? value.trim() !== '';

/** How a kept file would be read. A mapping that was kept for sheets of its form goes before what the sheet says of itself. */
export async function draftOf(
  db: Db,
  key: ImportKey,
  { answers, unit }: { answers: readonly Answer[]; unit: WeightUnitCode },
): Promise<Draft> {
  const like = await recognise(db, key, await listKept(db, key.organisationId));
  const recognised = like?.same ? like : null;
  const form = recognised?.form ?? {};
  const sheet = recognised ? await guessOf(db, key, { ...form, header: recognised.header }) : await tableOf(db, key);
  const { guess } = sheet;
  const generic: MappingJson = {
    ...(await genericMappingFor(db, key.organisationId)),
    ...(guess && { headerRow: guess.header.line, headerLines: guess.header.lines }),
    ...(guess && sheet.sheets.length > 1 && sheet.sheet !== null && { worksheet: sheet.sheet }),
  };
  const first = recognised?.mapping ?? (guess ? draftMapping(generic, guess, { unit }) : generic);
  const columns = guess?.columns ?? [];
  const alike = await alikeSheets(db, key, sheet);
  const joined: MappingJson = { ...first, ...alike };
  const whole =
    alike && guess && !recognised ? withSheetSites(joined, [alike.worksheet, ...alike.moreWorksheets], guess) : joined;
  const mapping = answers.reduce((before, answer) => withAnswer(before, answer, { columns, unit }), whole);
  // Whoever kept a mapping has answered already.
  const open = guess && !recognised ? openQuestions(mapping, { columns, swapped: guess.swapped != null }) : [];
  return { sheet, guess, mapping, recognised, open };
}

/** Sheets of a workbook that are looked at: covers and instructions stand before the table. */
const mostSheets = 6;
/** Which sheets of a workbook are read; a file that was kept never changes. */
const sheetsRead = new LRUCache<string, string[]>({ max: 500 });

async function remembered(key: string, find: () => Promise<string[]>): Promise<string[]> {
  const known = sheetsRead.get(key);
  if (known) return known;
  const names = await find();
  sheetsRead.set(key, names);
  return names;
}

/** What a kept file says of itself; of a workbook, its first sheet whose weights are found, else the first that holds a table. */
export async function tableOf(db: Db, key: ImportKey): Promise<Guessed> {
  const looked: Guessed[] = [];
  const look = async (form: { worksheet?: string }) => {
    const sheet = await guessOf(db, key, form);
    looked.push(sheet);
    return sheet;
  };
  const [chosen] = await remembered(`table ${key.organisationId} ${key.id}`, async () => {
    const first = await look({});
    const isFound = first.failure !== null || first.sheets.length < 2 || weighs(first);
    const others = isFound ? [] : first.sheets.filter((name) => name !== first.sheet).slice(0, mostSheets);
    for (const worksheet of others) if (weighs(await look({ worksheet }))) return [worksheet];
    const best = isFound ? first : (looked.find(({ isTable }) => isTable) ?? first);
    return best.sheet === null ? [] : [best.sheet];
  });
  return looked.find(({ sheet }) => sheet === (chosen ?? null)) ?? guessOf(db, key, { worksheet: chosen });
}

const weighs = ({ guess, isTable }: Guessed): boolean =>
  isTable &&
  guess !== null &&
  (guess.wide !== null || guess.guesses.some(({ role }) => role === 'weight' || role === 'servings'));

/** The other sheets of a workbook that have the same names in the same line: a sheet for each month, mostly. */
async function alikeSheets(
  db: Db,
  key: ImportKey,
  { sheets, sheet, guess }: Guessed,
): Promise<{ worksheet: string; moreWorksheets: string[] } | null> {
  // Of days that are numbers, each sheet has a month of its own above them.
  if (guess === null || guess.month !== null || sheet === null || sheets.length < 2) return null;
  const { line, lines } = guess.header;
  const namesOf = async (worksheet: string) => {
    const { rows } = await sampleSheet(readFile(db, key), { worksheet, limits: largestSheet, most: line + 1 });
    const names = rows.filter((row) => row.line >= line && row.line < line + lines);
    return JSON.stringify(names.map(({ cells }) => cells.map(cleanHeading).join('\n').trim()));
  };
  const alike = await remembered(`alike ${key.organisationId} ${key.id} ${sheet} ${line}`, async () => {
    const own = await namesOf(sheet);
    const names: string[] = [];
    for (const name of sheets.slice(0, mostWorksheets + 1))
      if (name !== sheet && (await namesOf(name)) === own) names.push(name);
    return names;
  });
  return alike.length > 0 ? { worksheet: sheet, moreWorksheets: alike } : null;
}

const keyOf = ({ scope }: Acting, id: number): ImportKey => ({ organisationId: scope.organisationId, id });
const unitOf = ({ actor }: Acting) => unitOfPerson(actor.kind === 'person' ? actor.unit.abbr : 'kg');

/**
 * Goes on with a file that was sent: what is no table is thrown away, what needs no word is checked at once.
 * @throws 422 errors.badRequest with the field `file` where it holds no table
 */
export async function readOn(acting: Acting, id: number): Promise<void> {
  const draft = await draftOf(acting.db, keyOf(acting, id), { answers: [], unit: unitOf(acting) });
  const { failure, isTable, guess } = draft.sheet;
  if (failure || (!isTable && draft.recognised === null)) {
    await discardImport(acting, id);
    const { code, params } = failure ?? { code: 'import.notATable' as const, params: {} };
    throw fail.unprocessable('errors.badRequest', {
      fields: [{ field: 'file', code: messageKeyOf(code) as MessageKey, params }],
    });
  }
  if (guess) await checkIfWhole(acting, id, draft);
}

/** Checks the file as soon as nothing is open any more. */
async function checkIfWhole(acting: Acting, id: number, draft: Draft): Promise<void> {
  if (draft.open.length > 0 || !parseMapping(draft.mapping).ok) return;
  await changeMapping(acting, { id, mapping: writeMapping(draft.mapping), keptId: draft.recognised?.id });
}

/**
 * Takes an answer, or another word for what was assumed, and checks the file where nothing more is open.
 * @throws 404; 409 imports.notNow; 422 errors.badRequest with the field `value` where it is no answer
 */
export async function answerQuestion(acting: Acting, id: number, answer: Answer): Promise<void> {
  if (!answersIt(answer))
    throw fail.unprocessable('errors.badRequest', {
      fields: [{ field: 'value', code: `imports.questions.errors.${answer.ask}` as MessageKey }],
    });
  const [key, unit] = [keyOf(acting, id), unitOf(acting)];
  const found = await findImport(acting.db, key);
  if (!found) throw fail.notFound('imports.notFound');
  if (!mayChange(found)) throw fail.conflict('imports.notNow');
  if (found.state === 'UPLOADED') {
    const answers = [...found.totals.answers.filter(({ ask }) => ask !== answer.ask), answer];
    await keepAnswers(acting, id, answers);
    return checkIfWhole(acting, id, await draftOf(acting.db, key, { answers, unit }));
  }
  const columns = (await guessOf(acting.db, key, headOf(found))).guess?.columns ?? [];
  const mapping = withAnswer(found.mapping as MappingJson, answer, { columns, unit });
  await changeMapping(acting, { id, mapping: writeMapping(mapping) });
}

/** Where a stored mapping finds its column names, for a look at the sheet. */
export function headOf({ mapping }: Pick<StoredImport, 'mapping'>): Parameters<typeof guessOf>[2] {
  const parsed = parseMapping(mapping);
  if (!parsed.ok) return {};
  const { worksheet, delimiter, encoding, headerRow, headerLines } = parsed.mapping;
  return { worksheet, delimiter, encoding, header: { line: headerRow, lines: headerLines } };
}

const weighingsShown = 6;
/** The page is shown often, and a file may begin with very many lines that hold no weighing. */
const linesLookedAt = 2_000;

/** The first weighings of a file, as they would be recorded, each with the line that it comes from. */
export async function firstWeighings(db: Db, key: ImportKey, mapping: ImportMapping): Promise<ReadWeighing[]> {
  const clocks = clocksOf(await listSiteClocks(db, key.organisationId), mapping);
  const shown: ReadWeighing[] = [];
  let looked = 0;
  for await (const batch of readBatches({
    open: () => readFile(db, key),
    mapping,
    organisationId: key.organisationId,
    siteTimeZone: clocks.known,
    importedEarlier: false,
  })) {
    for (const { events, line, cells } of batch.lines) {
      for (const [at, event] of events.entries()) {
        if (shown.length === weighingsShown) return shown;
        shown.push({ line, raw: at === 0 ? Object.values(cells ?? {}) : null, event });
      }
    }
    looked += batch.lines.length;
    if (looked >= linesLookedAt) break;
  }
  return shown;
}
