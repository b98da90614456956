import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { putVolumes, tryVolumes } from '../../domain/volumes';
import type { VolumesSaved } from '../../domain/volumes/volumes.contract';
import { volumeLimits, type VolumeKind } from '../../domain/volumes/volumes.rules';
import type { Acting } from '../../platform/acting';
import { fail, type Failure } from '../../platform/errors';
import type { UploadedFile } from '../../platform/http/define-route';
import { SheetError } from '../../platform/sheet/sheet.errors';
import type { SheetFormBody } from './volume-forms.contract';
import type { RowProblem, SheetPreview } from './volume-preview.contract';
import { readVolumes, type ReadVolumes } from './volume-sheet';

export interface SentSheet {
  content: Buffer;
  /** Empty of what was pasted. */
  name: string;
}

/** What was pasted, the file that came with the form, or what its preview carried on. @throws 413, 422 volumes.sheet.nothingSent */
export async function sheetOf(body: SheetFormBody, files: readonly UploadedFile[]): Promise<SentSheet> {
  const sent = await sentIn(body, files);
  if (sent.content.length > volumeLimits.bytes)
    throw fail.tooLarge('errors.tooLarge', { params: { max: `${volumeLimits.bytes / 1_048_576} MB` } });
  return sent;
}

async function sentIn({ content, text, name = '' }: SheetFormBody, files: readonly UploadedFile[]): Promise<SentSheet> {
  if (content) return { content: Buffer.from(content.join(''), 'base64'), name };
  const file = files.find((one) => one.field === 'file' && one.bytes > 0);
  if (file) return { content: await readFile(file.path), name: file.name };
  if (text?.trim()) return { content: Buffer.from(text), name: '' };
  throw fail.unprocessable('volumes.sheet.nothingSent');
}

interface Asked {
  sheet: SentSheet;
  locationId: number;
  month: string;
  kind: VolumeKind;
  estimated: boolean;
  sign: ',' | '.';
}

/** @throws 422 where there is nothing that can be read */
async function readSheetOf({ sheet, ...as }: Asked): Promise<ReadVolumes> {
  try {
    return await readVolumes(() => Readable.from([sheet.content]), as);
  } catch (error) {
    throw error instanceof SheetError ? failureOf(error) : error;
  }
}

function failureOf({ code }: SheetError): Failure {
  switch (code) {
    case 'import.emptyFile':
    case 'import.noRows':
      return fail.unprocessable('volumes.sheet.nothing');
    case 'import.fileTooLarge':
    case 'import.tooManyLines':
    case 'import.tooManyColumns':
    case 'import.recordTooLong':
    case 'import.workbookTooLarge':
      return fail.unprocessable('volumes.sheet.tooMany', { params: { max: volumeLimits.rows } });
    default:
      return fail.unprocessable('volumes.sheet.unreadable');
  }
}

/** What a sheet would change, and which of its rows cannot be taken. @throws as `readSheetOf` */
export async function previewSheet(acting: Acting, asked: Asked): Promise<SheetPreview> {
  const read = await readSheetOf(asked);
  const plan = await tryVolumes(
    acting,
    acting.db,
    read.rows.map(({ input }) => input),
  );
  const problems: RowProblem[] = [
    ...read.problems.map((one) => ({ ...one, params: {} })),
    ...plan.problems.flatMap(({ at, code, params = {} }) => {
      const row = read.rows[at];
      return row ? [{ line: row.line, code, params, raw: [row.input.date, row.input.value].join(' | ') }] : [];
    }),
  ].sort((a, b) => a.line - b.line);
  const { kinds, ignored } = read;
  return {
    rows: plan.changes.flatMap(({ at, before }) => {
      const row = read.rows[at];
      return row ? [{ ...row, before: before?.value ?? null }] : [];
    }),
    unchanged: plan.unchanged,
    problems,
    kinds,
    ignored,
  };
}

/**
 * Writes what a sheet holds: all of it, or what is left without the rows that have problems, where that was said.
 * @throws 422 where nothing is left, or problems are
 */
export async function importSheet(
  acting: Acting,
  { leaveOut, ...asked }: Asked & { leaveOut: boolean },
): Promise<VolumesSaved> {
  const read = await readSheetOf(asked);
  const inputs = read.rows.map(({ input }) => input);
  const plan = await tryVolumes(acting, acting.db, inputs);
  const count = read.problems.length + plan.problems.length;
  if (count > 0 && !leaveOut)
    throw fail.unprocessable('volumes.sheet.hasProblems', { params: { count, number: count } });
  const bad = new Set(plan.problems.map(({ at }) => at));
  const volumes = inputs.filter((_, at) => !bad.has(at));
  if (volumes.length === 0) throw fail.unprocessable('volumes.sheet.nothing');
  return putVolumes(acting, { volumes, origin: asked.sheet.name === '' ? 'PASTED' : 'FILE' });
}
