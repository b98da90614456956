import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { listHierarchies, listValuesOf, resolveNames } from '../../domain/catalogue';
import { listPlaces } from '../../domain/places';
import type { Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Db, Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import type { UploadedFile } from '../../platform/http/define-route';
import type { MessageKey } from '../../platform/i18n/messages';
import { seesAll } from '../../platform/restriction.rules';
import { SheetError } from '../../platform/sheet/sheet.errors';
import { sampleSheet } from '../../platform/sheet/sheet.reader';
import { localDateOf } from '../../platform/time';
import type { WeightUnitCode } from '../../platform/weight-units.rules';
import { messageKeyOf } from '../imports/import-codes.contract';
import {
  guessColumns,
  guessUnit,
  importLimits,
  placeFinder,
  readLines,
  requiredFields,
  type LineProblem,
  type ReadLine,
  type Sheet,
  type SheetColumns,
} from './donation-import.rules';
import { insertPartner, listPartnerChoices } from './partners.store';
import { findImported, insertPickups, type NewRow } from './pickups.store';

const importActions = defineActions('donationImport', { run: {} });

export interface UploadedSheet {
  sheet: Sheet;
  columns: SheetColumns;
  unit: WeightUnitCode;
  /** Of a workbook, numbers have a point. */
  decimal: 'auto' | '.';
}

const refusedFile = (code: MessageKey, params?: Record<string, string | number>) =>
  fail.unprocessable('errors.badRequest', { fields: [{ field: 'file', code, params }] });

/** Reads a text or a workbook whose first line names its columns. @throws 422 of the file */
export async function readUpload(file: UploadedFile | undefined, usual: WeightUnitCode): Promise<UploadedSheet> {
  if (!file || file.name === '') throw refusedFile('imports.fileMissing');
  try {
    const { rows, text } = await sampleSheet(createReadStream(file.path), {
      most: importLimits.lines + 2,
      limits: { bytes: importLimits.bytes, lines: importLimits.lines + 1_000 },
    });
    const [head, ...lines] = rows;
    if (!head || lines.length === 0) throw refusedFile('donations.import.noLines');
    if (lines.length > importLimits.lines)
      throw refusedFile('donations.import.tooManyLines', { most: importLimits.lines });
    if (rows.reduce((sum, { cells }) => sum + cells.join('').length, 0) > importLimits.characters)
      throw refusedFile('donations.import.tooLong');
    const cut = (cells: readonly string[]) =>
      cells.slice(0, importLimits.columns).map((cell) => cell.slice(0, importLimits.cell));
    const sheet = { heads: cut(head.cells), rows: lines.map(({ line, cells }) => ({ line, cells: cut(cells) })) };
    const columns = guessColumns(sheet.heads);
    return { sheet, columns, unit: guessUnit(sheet, columns) ?? usual, decimal: text === null ? '.' : 'auto' };
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    throw refusedFile(messageKeyOf(error.code) as MessageKey, error.params);
  }
}

export interface ImportQuestion {
  sheet: Sheet;
  columns: SheetColumns;
  unit: WeightUnitCode;
  decimal: 'auto' | '.' | ',';
  /** Of lines that name none. */
  partnerId: number | null;
  /** Adds partners and items that are not there yet. */
  create: boolean;
}

interface NewLine extends ReadLine {
  locationId: number;
  partnerName: string;
  /** The same when its sheet comes again. */
  key: string;
}

export interface ImportPreview {
  /** Lines that would go in. */
  lines: NewLine[];
  problems: LineProblem[];
  /** Lines that went in before. */
  known: number;
  grams: number;
  newPartners: string[];
  newItems: string[];
}

/** @throws 422 columnMissing by field */
export async function checkImport(
  db: Db | Trx,
  { scope, now }: Pick<Acting, 'scope' | 'now'>,
  question: ImportQuestion,
): Promise<ImportPreview> {
  const { sheet, columns, partnerId } = question;
  // Partners and items are of every site.
  const create = question.create && seesAll(scope);
  const missing = requiredFields.filter((field) => columns[field] === null);
  if (missing.length > 0)
    throw fail.unprocessable('donations.import.columnsMissing', {
      fields: missing.map((field) => ({ field, code: 'donations.import.columnMissing' })),
    });
  const [sites, partners, values] = await Promise.all([
    listPlaces(db, scope),
    listPartnerChoices(db, scope),
    listValuesOf(db, scope.organisationId, { elementCodes: ['WASTEITEM'], locale: 'en_US' }),
  ]);
  const placeOf = placeFinder(
    sites.flatMap(({ siteName, locations }) => locations.map((location) => ({ siteName, ...location }))),
  );
  const usual = partners.find((one) => one.partnerId === partnerId);
  const byName = new Map(partners.map((partner) => [partner.name.toLowerCase(), partner]));
  const items = new Set((values.get('WASTEITEM') ?? []).map(({ refName }) => refName.toLowerCase()));
  const read = readLines(sheet, question);
  const problems = [...read.problems];
  const lines: Omit<NewLine, 'key'>[] = [];
  // Whatever the zone of a site, nobody has picked up what is a day ahead there.
  const latest = localDateOf(now, 'Pacific/Kiritimati');
  for (const line of read.lines) {
    const locationId = placeOf(line.place);
    const partner = line.partner === '' ? usual : byName.get(line.partner.toLowerCase());
    const refuse = (code: LineProblem['code'], raw: string) => problems.push({ line: line.line, code, raw });
    if (line.day > latest) refuse('inFuture', line.day);
    else if (typeof locationId !== 'number') refuse(locationId, line.place);
    else if (line.partner === '' && !partner) refuse('partnerMissing', '');
    else if (partner?.status === 'I') refuse('retiredPartner', partner.name);
    else if (!partner && !create) refuse('unknownPartner', line.partner);
    else if (line.item !== '' && !create && !items.has(line.item.toLowerCase())) refuse('unknownItem', line.item);
    else lines.push({ ...line, locationId, partnerName: partner?.name ?? line.partner });
  }
  problems.sort((a, b) => a.line - b.line);
  const keyed = withKeys(lines);
  const known = await findImported(
    db,
    scope,
    keyed.map(({ key }) => key),
  );
  const fresh = keyed.filter(({ key }) => !known.has(key));
  return {
    lines: fresh,
    problems,
    known: lines.length - fresh.length,
    grams: Math.round(fresh.reduce((sum, { grams }) => sum + grams, 0) * 100) / 100,
    newPartners: firstOfEach(fresh.map(({ partnerName }) => partnerName)).filter(
      (name) => !byName.has(name.toLowerCase()),
    ),
    newItems: firstOfEach(fresh.flatMap(({ item }) => (item === '' ? [] : [item]))).filter(
      (name) => !items.has(name.toLowerCase()),
    ),
  };
}

function firstOfEach(names: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const name of names) if (!first.has(name.toLowerCase())) first.set(name.toLowerCase(), name);
  return [...first.values()];
}

/** What makes a line the same when its sheet comes again: the day, who gave what to whom, how much, and which of several such lines it is. */
function withKeys(lines: readonly Omit<NewLine, 'key'>[]): NewLine[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const { day, locationId, partnerName, item, grams } = line;
    const content = JSON.stringify([day, locationId, partnerName.toLowerCase(), item.toLowerCase(), grams]);
    const nth = (seen.get(content) ?? 0) + 1;
    seen.set(content, nth);
    return { ...line, key: createHash('sha256').update(`${content} ${nth}`).digest('base64url') };
  });
}

const rowsInStep = 1_000;

/**
 * Takes the lines in, all or none; those that went in before are left out.
 * @param leaveOut goes on without lines that have a problem
 * @throws 422 columnsMissing, hasProblems, nothingNew
 */
export function runImport(
  acting: Acting,
  { leaveOut, ...question }: ImportQuestion & { leaveOut: boolean },
): Promise<number> {
  return acting.db.transaction().execute(async (trx) => {
    const { scope, now } = acting;
    await lockOrganisation(trx, scope.organisationId);
    const preview = await checkImport(trx, acting, question);
    if (preview.problems.length > 0 && !leaveOut)
      throw fail.unprocessable('donations.import.hasProblems', { params: { count: preview.problems.length } });
    if (preview.lines.length === 0) throw fail.unprocessable('donations.import.nothingNew');
    for (const name of preview.newPartners)
      await insertPartner(trx, scope, { terms: { name, kind: 'other', contact: '' }, now });
    const partners = new Map(
      (await listPartnerChoices(trx, scope)).map(({ name, partnerId }) => [name.toLowerCase(), partnerId]),
    );
    const itemIds = await itemsOf(trx, scope.organisationId, preview);
    const rows = preview.lines.map((line): NewRow => ({
      terms: {
        locationId: line.locationId,
        partnerId: partners.get(line.partnerName.toLowerCase()) ?? 0,
        day: line.day,
        time: null,
        grams: line.grams,
        itemId: itemIds.get(line.item.toLowerCase()) ?? null,
        value: line.value,
        temperature: null,
        useBy: null,
        note: line.note,
        weighedFrom: null,
        weighedTo: null,
      },
      state: 'pickedUp',
      importKey: line.key,
    }));
    let added = 0;
    for (let at = 0; at < rows.length; at += rowsInStep)
      added += (await insertPickups(trx, scope, { rows: rows.slice(at, at + rowsInStep), now })).length;
    const { newPartners, newItems, problems, known } = preview;
    await acting.audit(trx, {
      action: importActions.run,
      entity: 'donationImport',
      after: { added, grams: preview.grams, leftOut: problems.length, known, newPartners, newItems },
    });
    await acting.touch(trx);
    return added;
  });
}

async function itemsOf(trx: Trx, organisationId: number, { lines }: ImportPreview): Promise<Map<string, number>> {
  const names = firstOfEach(lines.flatMap(({ item }) => (item === '' ? [] : [item])));
  const hierarchy = (await listHierarchies(trx, organisationId)).find(({ elementCode }) => elementCode === 'WASTEITEM');
  const references = names.map((name) => ({
    element: 'WASTEITEM' as const,
    name,
    hierarchy: hierarchy?.hierName ?? 'Items',
  }));
  const { references: ids } = await resolveNames(trx, organisationId, {
    names: { sites: [], locations: [], references },
    choice: { places: 'refuse', references: 'create' },
  });
  return new Map(names.flatMap((name, at) => (ids[at] == null ? [] : [[name.toLowerCase(), ids[at]]])));
}
