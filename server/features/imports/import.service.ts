import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { listLaterReplacing, putBackReplaced, voidImportedEvents } from '../../domain/events';
import type { Acting, ActingPerson } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { allowBulk } from '../../platform/db/time-limits';
import { fail } from '../../platform/errors';
import type { UploadedFile } from '../../platform/http/define-route';
import type { MessageKey } from '../../platform/i18n/messages';
import { SheetError } from '../../platform/sheet/sheet.errors';
import { checkPackage } from '../../platform/sheet/sheet.reader';
import { withChoices } from './import-choices.rules';
import { messageKeyOf } from './import-codes.contract';
import { storeFile } from './import-file.store';
import { storedMapping } from './import-run.service';
import { importActions } from './import.audit';
import {
  largestMappingBytes,
  largestSheet,
  type ActedBy,
  type ImportChoices,
  type ImportTotals,
} from './import.contract';
import { checkJob, runJob } from './import.jobs';
import { mayChange, mayCheck, mayDiscard, mayUndo } from './import.rules';
import {
  changeImport,
  deleteErrors,
  deleteImport,
  findUndoneFirst,
  insertImport,
  lockImport,
  type ImportKey,
  type StoredImport,
} from './import.store';
import { keptIdOf } from './kept-mapping.contract';
import { keepMapping } from './kept-mapping.service';
import { noteUse } from './kept-mapping.store';
import { takeBackMade } from './made-names.service';
import { chooseMapping, type MappingChoice } from './mapping-choice.service';
import { parseMappingText } from './mapping.rules';
import type { Answer } from './question.contract';
import { columnsOfFile } from './recognise.service';

const keyOf = ({ scope }: Acting, id: number): ImportKey => ({ organisationId: scope.organisationId, id });

/** A sheet is sent and run by somebody; the system only goes on with what they have begun. */
function personOf({ actor }: Acting): ActingPerson {
  if (actor.kind !== 'person') throw new Error('only a person imports');
  return actor;
}

function actedBy(acting: Acting): ActedBy {
  const { userId, login } = personOf(acting);
  return {
    userId,
    login,
    requestId: acting.requestId,
    behind: acting.behind && { userId: acting.behind.userId, login: acting.behind.login },
  };
}

/** What no run has brought in yet. */
const untouched = { linesRead: 0, eventsTaken: 0, eventsKnown: 0, linesRefused: 0, failure: null, finishedAt: null };

interface Upload extends MappingChoice {
  file: UploadedFile | undefined;
  /** A mapping in a file of its own; goes before a shipped one. */
  mappingFile?: UploadedFile;
  /** Checks the file at once. */
  check: boolean;
}

/**
 * Keeps a sheet that was sent, and how it is to be read.
 * @returns the import's id
 * @throws 422 imports.wrongMapping; 422 errors.badRequest with the field `file` where there is none, or a workbook that cannot be read
 */
export async function uploadImport(acting: Acting, { file, mappingFile, check, ...choice }: Upload): Promise<number> {
  if (!file || file.name === '')
    throw fail.unprocessable('errors.badRequest', { fields: [{ field: 'file', code: 'imports.fileMissing' }] });
  const {
    scope: { organisationId },
    db,
    now,
  } = acting;
  const { userId, fullName } = personOf(acting);
  await refuseBrokenWorkbook(file);
  const sent = choice.mapping?.trim() ? choice.mapping : await readMappingFile(mappingFile);
  return db.transaction().execute(async (trx) => {
    const mapping = await chooseMapping(trx, organisationId, { ...choice, mapping: sent });
    const fileName = shownFileName(file.name);
    const id = await insertImport(trx, {
      organisationId,
      fileName,
      mapping,
      state: 'UPLOADED',
      createdBy: userId,
      createdAt: now,
      totals: { uploadedBy: fullName },
    });
    const { sha256, bytes } = await storeFile(trx, { organisationId, id }, createReadStream(file.path));
    await changeImport(trx, { organisationId, id }, { sha256, totals: { bytes } });
    const mappingId = sent?.trim() ? undefined : keptIdOf(choice.mappingName);
    if (mappingId !== undefined) await noteUse(trx, { organisationId, batchId: id, mappingId });
    if (check) await startChecking(trx, acting, { id });
    await acting.audit(trx, {
      action: importActions.upload,
      entity: 'import',
      entityId: id,
      after: { fileName, bytes, sha256, mapping: mapping.name },
    });
    await acting.touch(trx);
    return id;
  });
}

async function refuseBrokenWorkbook(file: UploadedFile): Promise<void> {
  try {
    await checkPackage(createReadStream(file.path), largestSheet);
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    const { code, params } = error;
    throw fail.unprocessable('errors.badRequest', {
      fields: [{ field: 'file', code: messageKeyOf(code) as MessageKey, params }],
    });
  }
}

async function readMappingFile(file: UploadedFile | undefined): Promise<string | undefined> {
  if (!file || file.bytes === 0) return undefined;
  if (file.bytes > largestMappingBytes) {
    throw fail.unprocessable('imports.wrongMapping', {
      fields: [
        { field: 'mappingFile', code: 'imports.mappingFileTooLarge', params: { max: largestMappingBytes / 1_000 } },
      ],
    });
  }
  return readFile(file.path, 'utf8');
}

/** Without what a browser on another system put before it, and without what cannot be shown. */
function shownFileName(name: string): string {
  return (
    (name.split(/[\\/]/).at(-1) ?? '')
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '')
      .slice(0, 200) || 'import.csv'
  );
}

/**
 * @throws 404 imports.notFound; 409 imports.notNow where the import is past that
 */
async function locked(
  trx: Trx,
  acting: Acting,
  { id, may }: { id: number; may: (found: StoredImport) => boolean },
): Promise<StoredImport> {
  const found = await lockImport(trx, keyOf(acting, id));
  if (!found) throw fail.notFound('imports.notFound');
  if (!may(found)) throw fail.conflict('imports.notNow');
  return found;
}

type OpenQuestions = Pick<ImportTotals, 'corrections' | 'outliers'>;

async function startChecking(
  trx: Trx,
  acting: Acting,
  { id, outliers = null, corrections = null }: { id: number } & Partial<OpenQuestions>,
): Promise<void> {
  const totals: Partial<ImportTotals> = {
    attempts: 0,
    bytesRead: 0,
    aliveAt: acting.now.toISOString(),
    unknownSites: { count: 0, names: [] },
    grams: 0,
    costs: {},
    firstDay: null,
    lastDay: null,
    account: null,
    enteredBefore: null,
    outliers,
    corrections,
  };
  await deleteErrors(trx, keyOf(acting, id));
  await changeImport(trx, keyOf(acting, id), { ...untouched, state: 'CHECKING', totals });
  await acting.jobs.send(trx, checkJob, keyOf(acting, id));
}

/** Notes what was answered while more is open. @throws 404; 409 imports.notNow */
export async function keepAnswers(acting: Acting, id: number, answers: readonly Answer[]): Promise<void> {
  await acting.db.transaction().execute(async (trx) => {
    await locked(trx, acting, { id, may: mayChange });
    await changeImport(trx, keyOf(acting, id), { totals: { answers: [...answers] } });
    await acting.audit(trx, { action: importActions.choose, entity: 'import', entityId: id, after: { answers } });
    await acting.touch(trx);
  });
}

interface MappingChange extends MappingChoice {
  id: number;
  /** The kept mapping that it was made from, or is. */
  keptId?: number | undefined;
  /** The name under which it is kept for the next sheet of this form. */
  keepAs?: { name: string; replace: boolean } | undefined;
}

/** Reads the file with another mapping and checks it again. @throws 404; 409 imports.notNow, imports.keptNameTaken; 422 imports.wrongMapping, imports.tooManyKept */
export async function changeMapping(acting: Acting, { id, keptId, keepAs, ...choice }: MappingChange): Promise<void> {
  const { organisationId } = acting.scope;
  const columns = keepAs ? await columnsToKeep(acting, { id, ...choice }) : [];
  await acting.db.transaction().execute(async (trx) => {
    const found = await locked(trx, acting, { id, may: mayChange });
    const chosen = await chooseMapping(trx, organisationId, choice);
    const mapping = keepAs ? { ...chosen, name: keepAs.name } : chosen;
    const mappingId = keepAs
      ? await keepMapping(trx, acting, { ...keepAs, mapping, columns })
      : (keptId ?? keptIdOf(choice.mappingName) ?? null);
    await noteUse(trx, { organisationId, batchId: id, mappingId });
    await changeImport(trx, keyOf(acting, id), { mapping });
    await startChecking(trx, acting, { id });
    await acting.audit(trx, {
      action: importActions.changeMapping,
      entity: 'import',
      entityId: id,
      before: found.mapping,
      after: mapping,
    });
    await acting.touch(trx);
  });
}

async function columnsToKeep(
  acting: Acting,
  { id, mapping = '' }: { id: number; mapping?: string },
): Promise<string[]> {
  const parsed = parseMappingText(mapping);
  return parsed.ok ? columnsOfFile(acting.db, keyOf(acting, id), parsed.mapping) : [];
}

/** What a check may ask and a run waits for. */
const questions = ['outliers', 'corrections'] as const;

/** Says what becomes of lines that need somebody's word, and checks the file again. @throws 404; 409 imports.notNow, also where nothing was asked; 422 imports.wrongMapping where the mapping is of an earlier release and not acceptable any more */
export async function chooseForLines(
  acting: Acting,
  { id, choices }: { id: number; choices: ImportChoices },
): Promise<void> {
  await acting.db.transaction().execute(async (trx) => {
    const found = await locked(trx, acting, {
      id,
      may: (one) =>
        mayChange(one) &&
        questions.every((question) => choices[question] === undefined || one.totals[question] !== null),
    });
    const { outliers, corrections } = found.totals;
    const asked: OpenQuestions = {
      outliers: outliers && { ...outliers, answer: choices.outliers ?? outliers.answer },
      corrections: corrections && { ...corrections, answer: choices.corrections ?? corrections.answer },
    };
    const mapping = storedMapping(found);
    if (!mapping) throw fail.unprocessable('imports.wrongMapping');
    await changeImport(trx, keyOf(acting, id), { mapping: withChoices(mapping, choices) });
    await startChecking(trx, acting, {
      id,
      outliers: asked.outliers?.answer ? asked.outliers : null,
      corrections: asked.corrections?.answer ? asked.corrections : null,
    });
    await acting.audit(trx, { action: importActions.choose, entity: 'import', entityId: id, after: choices });
    await acting.touch(trx);
  });
}

/** Asks for a dry run in the background. @throws 404; 409 imports.notNow */
export async function requestCheck(acting: Acting, id: number): Promise<void> {
  await acting.db.transaction().execute(async (trx) => {
    await locked(trx, acting, { id, may: mayCheck });
    await startChecking(trx, acting, { id });
  });
}

/** Asks for the run of a file that was checked. Asked twice, it runs once. @throws 404; 409 imports.notNow, or imports.outliersOpen or imports.correctionsOpen where nobody has answered what the check asks */
export async function requestRun(acting: Acting, id: number): Promise<void> {
  await acting.db.transaction().execute(async (trx) => {
    const found = await locked(trx, acting, {
      id,
      may: ({ state }) => state === 'CHECKED' || state === 'QUEUED' || state === 'RUNNING',
    });
    if (found.state !== 'CHECKED') return;
    const { outliers, corrections } = found.totals;
    if (corrections?.answer === null)
      throw fail.conflict('imports.correctionsOpen', { params: { lines: corrections.lines } });
    if (outliers?.answer === null) throw fail.conflict('imports.outliersOpen', { params: { lines: outliers.lines } });
    await changeImport(trx, keyOf(acting, id), {
      ...untouched,
      state: 'QUEUED',
      totals: { attempts: 0, bytesRead: 0, aliveAt: acting.now.toISOString(), actedBy: actedBy(acting) },
    });
    await acting.jobs.send(trx, runJob, keyOf(acting, id));
  });
}

/** Voids every event of the import, gives those that it replaced their figures back, and takes back the sites, locations and values that it alone has made. @returns how many were voided @throws 404; 409 imports.notNow, or imports.undoLaterFirst where a later import replaced the same events; 422 wasteEvents.reasonMissing */
export function undoImport(acting: Acting, { id, reason }: { id: number; reason: string }): Promise<number> {
  return acting.db.transaction().execute(async (trx) => {
    await allowBulk(trx);
    const found = await locked(trx, acting, { id, may: mayUndo });
    await lockOrganisation(trx, acting.scope.organisationId);
    const later = await findUndoneFirst(
      trx,
      acting.scope.organisationId,
      await listLaterReplacing(trx, acting.scope.organisationId, id),
    );
    if (later) throw fail.conflict('imports.undoLaterFirst', { params: { file: later.fileName, id: later.id } });
    const events = await voidImportedEvents(trx, acting, { importBatchId: id, reason });
    const back = await putBackReplaced(trx, acting, { importBatchId: id, reason });
    const made = await takeBackMade(trx, acting, id);
    const putBack = found.eventsReplaced > 0 ? { events: back.eventIds.length, left: back.left } : null;
    await changeImport(trx, keyOf(acting, id), {
      state: 'UNDONE',
      undoneAt: acting.now,
      totals: { undoneEvents: events, putBack, undoReason: reason.trim() },
    });
    await acting.audit(trx, {
      action: importActions.undo,
      entity: 'import',
      entityId: id,
      before: { eventsTaken: found.eventsTaken, eventsReplaced: found.eventsReplaced },
      after: { events, ...(putBack && { putBack }), made, reason: reason.trim() },
    });
    await acting.touch(trx);
    return events;
  });
}

/** Throws a file away that nothing was taken from. @throws 404; 409 imports.notNow */
export async function discardImport(acting: Acting, id: number): Promise<void> {
  await acting.db.transaction().execute(async (trx) => {
    const found = await locked(trx, acting, { id, may: mayDiscard });
    await deleteImport(trx, keyOf(acting, id));
    await acting.audit(trx, {
      action: importActions.discard,
      entity: 'import',
      entityId: id,
      before: { fileName: found.fileName, state: found.state },
    });
    await acting.touch(trx);
  });
}
