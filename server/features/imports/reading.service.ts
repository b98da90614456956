import type { Acting } from '../../platform/acting';
import type { Db } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { MessageKey } from '../../platform/i18n/messages';
import { weightUnits, type WeightUnitCode } from '../../platform/weight-units.rules';
import { draftMapping, openQuestions, withAnswer } from './draft-mapping.rules';
import type { SheetGuess } from './guess.rules';
import { messageKeyOf } from './import-codes.contract';
import { readFile } from './import-file.store';
import { mayChange } from './import.rules';
import { changeMapping, discardImport, keepAnswers } from './import.service';
import { findImport, listSiteClocks, type ImportKey, type StoredImport } from './import.store';
import { listKept } from './kept-mapping.store';
import { genericMappingFor } from './mapping-choice.service';
import { writeMapping, type MappingJson } from './mapping-editor.rules';
import type { ImportMapping } from './mapping.contract';
import { parseMapping } from './mapping.rules';
import { clocksOf } from './names.service';
import type { Answer, Question } from './question.contract';
import { answersIt } from './question.rules';
import { recognise, type Recognised } from './recognise.service';
import type { Guessed, ReadWeighing } from './sheet-guess.contract';
import { guessOf } from './sheet-preview';
import { readBatches } from './sheet.batches';

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

/** How a kept file would be read. A mapping that was kept for sheets of its form goes before what the sheet says of itself. */
export async function draftOf(
  db: Db,
  key: ImportKey,
  { answers, unit }: { answers: readonly Answer[]; unit: WeightUnitCode },
): Promise<Draft> {
  const found = await recognise(db, key, await listKept(db, key.organisationId));
  const recognised = found?.same ? found : null;
  const form = recognised?.form ?? {};
  const sheet = await guessOf(db, key, { ...form, header: recognised?.header });
  const { guess } = sheet;
  const generic: MappingJson = {
    ...(await genericMappingFor(db, key.organisationId)),
    ...(guess && { headerRow: guess.header.line, headerLines: guess.header.lines }),
  };
  const first = recognised?.mapping ?? (guess ? draftMapping(generic, guess, { unit }) : generic);
  const columns = guess?.columns ?? [];
  const mapping = answers.reduce((before, answer) => withAnswer(before, answer, { columns, unit }), first);
  // Whoever kept a mapping has answered already.
  const open = guess && !recognised ? openQuestions(mapping, { columns, swapped: guess.swapped != null }) : [];
  return { sheet, guess, mapping, recognised, open };
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
