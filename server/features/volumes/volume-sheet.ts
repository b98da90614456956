import { volumeKinds, volumeLimits, type VolumeInput, type VolumeKind } from '../../domain/volumes/volumes.rules';
import { fail } from '../../platform/errors';
import { dayOrderOf, readDay, type DayOrder } from '../../platform/sheet/day.rules';
import type { SheetRecord } from '../../platform/sheet/sheet.contract';
import { sampleSheet } from '../../platform/sheet/sheet.reader';
import { readCell, signIn } from './volume-cells.rules';
import type { SheetProblemCode } from './volume-preview.contract';
import { roleOfHead, saysYes, type VolumeRole } from './volume-words.rules';

interface SheetProblem {
  /** As the sheet counts its lines. */
  line: number;
  code: SheetProblemCode;
  raw: string;
}

export interface ReadVolumes {
  /** In the order of the lines. */
  rows: { line: number; input: VolumeInput }[];
  problems: SheetProblem[];
  /** Kinds that the sheet has, in the order of its columns. */
  kinds: VolumeKind[];
  /** Headings that nobody knows. */
  ignored: string[];
}

interface ReadAs {
  locationId: number;
  /** Of the page: which of two dates is meant where it decides. */
  month: string;
  /** What a sheet without headings holds. */
  kind: VolumeKind;
  estimated: boolean;
  /** The decimal sign of the reader's language. */
  sign: ',' | '.';
}

type Columns = Map<number, VolumeRole>;

/** A title and notes may stand above the headings. */
const linesBeforeHeads = 20;
const limits = { bytes: volumeLimits.bytes, lines: 20_000 };

/**
 * Reads volumes of days from a sheet, CSV or a workbook, or from what was pasted: a date and numbers in each row. With headings
 * each column says what it holds; without them there is one column of numbers.
 * @throws 422 volumes.sheet.nothing, headsNeeded, tooMany; SheetError
 */
export async function readVolumes(open: () => AsyncIterable<Uint8Array>, as: ReadAs): Promise<ReadVolumes> {
  const { rows: records } = await sampleSheet(open(), { limits, most: volumeLimits.rows + linesBeforeHeads + 1 });
  const at = records
    .slice(0, linesBeforeHeads)
    .findIndex(({ cells }) => cells.some((cell) => roleOfHead(cell) === 'date'));
  const heads = records[at]?.cells ?? [];
  const body = records.slice(at + 1);
  const columns = at < 0 ? columnsByShape(body, as.kind) : columnsByHeads(heads, body, as.kind);
  const kinds = volumeKinds.filter((kind) => [...columns.values()].includes(kind));
  if (body.length === 0 || kinds.length === 0 || ![...columns.values()].includes('date'))
    throw fail.unprocessable('volumes.sheet.nothing');
  if (body.length * kinds.length > volumeLimits.rows)
    throw fail.unprocessable('volumes.sheet.tooMany', { params: { max: volumeLimits.rows } });
  const ignored = heads.filter((head, column) => head.trim() !== '' && !columns.has(column));
  return { ...readRows(body, columns, as), kinds, ignored };
}

const cellAt = ({ cells }: SheetRecord, column: number) => (cells[column] ?? '').trim();

/** A number under a heading that nobody knows, where it is the only one, is what the reader says. */
function columnsByHeads(heads: readonly string[], body: readonly SheetRecord[], kind: VolumeKind): Columns {
  const columns: Columns = new Map();
  const taken = new Set<VolumeRole>();
  heads.forEach((head, column) => {
    const role = roleOfHead(head);
    if (role === null || taken.has(role)) return;
    taken.add(role);
    columns.set(column, role);
  });
  if (volumeKinds.some((one) => taken.has(one))) return columns;
  const numbers = heads.flatMap((_, column) => (!columns.has(column) && holdsNumbers(body, column) ? [column] : []));
  if (numbers.length > 1) throw fail.unprocessable('volumes.sheet.headsNeeded');
  for (const column of numbers) columns.set(column, kind);
  return columns;
}

function columnsByShape(body: readonly SheetRecord[], kind: VolumeKind): Columns {
  const width = Math.max(0, ...body.map(({ cells }) => cells.length));
  const all = Array.from({ length: width }, (_, column) => column).filter((column) =>
    body.some((record) => cellAt(record, column) !== ''),
  );
  const date = all.find((column) =>
    holds(
      body,
      column,
      (text) => !('problem' in readDay(text, 'dayFirst')) || !('problem' in readDay(text, 'monthFirst')),
    ),
  );
  if (date === undefined) throw fail.unprocessable('volumes.sheet.nothing');
  const numbers = all.filter((column) => column !== date && holdsNumbers(body, column));
  if (numbers.length > 1) throw fail.unprocessable('volumes.sheet.headsNeeded');
  return new Map([[date, 'date'], ...numbers.map((column): [number, VolumeRole] => [column, kind])]);
}

/** Whether most of what stands in a column is such. */
function holds(body: readonly SheetRecord[], column: number, is: (text: string) => boolean): boolean {
  const texts = body.map((record) => cellAt(record, column)).filter((text) => text !== '');
  return texts.length > 0 && texts.filter(is).length * 2 > texts.length;
}
const holdsNumbers = (body: readonly SheetRecord[], column: number) =>
  holds(body, column, (text) => 'value' in readCell(text, { volume: 'REVENUE', sign: '.' }));

function readRows(body: readonly SheetRecord[], columns: Columns, as: ReadAs): Pick<ReadVolumes, 'rows' | 'problems'> {
  const columnOf = (role: VolumeRole) => [...columns].find(([, one]) => one === role)?.[0] ?? -1;
  const [date, estimated] = [columnOf('date'), columnOf('estimated')];
  const order = orderOf(
    body.map((record) => cellAt(record, date)),
    as.month,
  );
  const numbers = [...columns].flatMap(([column, role]) =>
    role === 'date' || role === 'estimated' ? [] : body.map((record) => cellAt(record, column)),
  );
  const sign = signIn(numbers) ?? as.sign;
  const read: Pick<ReadVolumes, 'rows' | 'problems'> = { rows: [], problems: [] };
  for (const record of body) {
    const { line } = record;
    const refuse = (code: SheetProblemCode, raw: string) => read.problems.push({ line, code, raw: raw.slice(0, 200) });
    const values = [...columns].flatMap(([column, role]) =>
      role === 'date' || role === 'estimated' || cellAt(record, column) === '' ? [] : [{ column, kind: role }],
    );
    const text = cellAt(record, date);
    const whole = record.cells.filter((cell) => cell.trim() !== '').join(' | ');
    if (text === '') {
      if (whole !== '') refuse('missingDate', whole);
      continue;
    }
    const day = readDay(text, order);
    if ('problem' in day) {
      refuse(day.problem, text);
      continue;
    }
    if (values.length === 0) refuse('noValue', whole);
    for (const { column, kind } of values) {
      const raw = cellAt(record, column);
      const cell = readCell(raw, {
        volume: kind,
        decimal: record.kinds?.[column]?.startsWith('number') ? '.' : 'auto',
        sign,
      });
      if ('code' in cell) {
        refuse(cell.code, raw);
        continue;
      }
      read.rows.push({
        line,
        input: {
          locationId: as.locationId,
          date: day.day,
          period: 'DAY',
          kind,
          currency: null,
          value: cell.value,
          estimated: as.estimated || (estimated >= 0 && saysYes(cellAt(record, estimated))),
        },
      });
    }
  }
  return read;
}

/** Where a sheet does not say which number is the day, the month of the page does, if all of it lies there in one order only. */
function orderOf(texts: readonly string[], month: string): DayOrder {
  const said = dayOrderOf(texts);
  if (said !== null) return said;
  const given = texts.filter((text) => text !== '');
  const fits = (order: DayOrder) =>
    given.every((text) => {
      const read = readDay(text, order);
      return !('day' in read) || read.day.startsWith(month);
    });
  const [dayFirst, monthFirst] = [fits('dayFirst'), fits('monthFirst')];
  return dayFirst === monthFirst ? null : dayFirst ? 'dayFirst' : 'monthFirst';
}
