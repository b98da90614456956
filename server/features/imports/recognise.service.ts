import type { Db } from '../../platform/db/database';
import { SheetError } from '../../platform/sheet/sheet.errors';
import { sampleSheet, type SheetSample } from '../../platform/sheet/sheet.reader';
import { columnsBelow } from './guess-columns.rules';
import { guessSheet } from './guess.rules';
import { findHeader } from './header-line.rules';
import { readFile } from './import-file.store';
import { largestSheet } from './import.contract';
import type { ImportKey } from './import.store';
import { formOfColumns, likenessOf, withDaysOf } from './kept-mapping.rules';
import type { KeptMapping } from './kept-mapping.store';
import type { MappingJson } from './mapping-json.rules';
import type { ImportMapping } from './mapping.contract';
import { columnsOf, parseMapping } from './mapping.rules';
import type { HeaderLine, SampleRow } from './sample-row.contract';

const linesSampled = 200;
/** Ways of opening a file, and lines of column names, that are tried; those of the mappings used last come first. */
const mostForms = 5;
const mostHeaders = 8;
const longestColumn = 200;

type Form = Pick<ImportMapping, 'worksheet' | 'delimiter' | 'encoding'>;

/** A kept mapping that reads a sheet, fitted to where this one has its names. */
export interface Recognised {
  id: number;
  name: string;
  /** The sheet has exactly the column names that it was kept with. */
  same: boolean;
  columns: string[];
  /** Columns that only the sheet has, and those that it lacks. */
  added: string[];
  gone: string[];
  mapping: MappingJson;
  form: Form;
  header: HeaderLine;
}

interface Readable extends KeptMapping {
  parsed: ImportMapping;
}

const readable = (kept: readonly KeptMapping[]): Readable[] =>
  kept.flatMap((one) => {
    const parsed = parseMapping(one.mapping);
    return parsed.ok ? [{ ...one, parsed: parsed.mapping }] : [];
  });

const distinct = <Value>(values: readonly Value[], most: number): Value[] =>
  [...new Map(values.map((value) => [JSON.stringify(value), value])).values()].slice(0, most);

const formOf = ({ worksheet, delimiter, encoding }: ImportMapping): Form => ({ worksheet, delimiter, encoding });
const found: Form = { worksheet: undefined, delimiter: 'auto', encoding: 'auto' };

/** The kept mapping that was made for sheets of this form; else one that was made for a sheet much like it; else null. */
export async function recognise(db: Db, key: ImportKey, kept: readonly KeptMapping[]): Promise<Recognised | null> {
  const mappings = readable(kept);
  let like: Recognised | null = null;
  for (const form of distinct(
    [found, ...mappings.map(({ parsed }) => formOf(parsed))],
    mappings.length === 0 ? 0 : mostForms,
  )) {
    const rows = (await sampled(db, key, form))?.rows ?? [];
    for (const { header, columns } of headersOf(rows, mappings)) {
      const ours = formOfColumns(columns);
      const same = mappings.find((one) => formOfColumns(one.columns) === ours);
      if (same) return fitted(same, { form, header, rows, columns, added: [], gone: [] });
      for (const one of like ? [] : mappings) {
        const likeness = likenessOf(columns, { known: one.columns, read: columnsRead(one.parsed) });
        if (likeness) like ??= fitted(one, { form, header, rows, columns, ...likeness });
      }
    }
  }
  return like;
}

/** A kept mapping fitted to a sheet that somebody wants it for, as it is where it does not fit; null where it is not acceptable any more. */
export async function fitTo(db: Db, key: ImportKey, kept: KeptMapping): Promise<Recognised | null> {
  const fits = await recognise(db, key, [kept]);
  const [one] = readable([kept]);
  if (fits || !one) return fits;
  const [form, header] = [formOf(one.parsed), { line: one.parsed.headerRow, lines: one.parsed.headerLines }];
  const rows = (await sampled(db, key, form))?.rows ?? [];
  return fitted(one, { form, header, rows, columns: namesBelow(rows, header), added: [], gone: [] });
}

const columnsRead = (mapping: ImportMapping) =>
  columnsOf(mapping).filter((column) => !mapping.optionalColumns.includes(column));

function headersOf(
  rows: readonly SampleRow[],
  mappings: readonly Readable[],
): { header: HeaderLine; columns: string[] }[] {
  const guessed = findHeader(rows);
  const stated = mappings.map(({ parsed }): HeaderLine => ({ line: parsed.headerRow, lines: parsed.headerLines }));
  return distinct([...(guessed ? [guessed] : []), ...stated], mostHeaders).map((header) => ({
    header,
    columns: namesBelow(rows, header),
  }));
}

const namesBelow = (rows: readonly SampleRow[], header: HeaderLine) =>
  columnsBelow(
    rows.filter(({ line }) => line >= header.line),
    header,
  ).map(({ name }) => name);

function fitted(
  { id, name, columns: known, parsed }: Readable,
  {
    form,
    header,
    rows,
    columns,
    added,
    gone,
  }: Pick<Recognised, 'form' | 'header' | 'columns' | 'added' | 'gone'> & { rows: readonly SampleRow[] },
): Recognised {
  const { worksheet: _, moreWorksheets: __, ...rest } = parsed;
  const mapping = {
    ...rest,
    ...(form.worksheet !== undefined && { worksheet: form.worksheet }),
    delimiter: form.delimiter,
    encoding: form.encoding,
    headerRow: header.line,
    headerLines: header.lines,
  };
  return {
    id,
    name,
    same: formOfColumns(known) === formOfColumns(columns),
    columns,
    added,
    gone,
    form,
    header,
    mapping: withDaysOf(mapping, guessSheet(rows, { header })),
  };
}

async function sampled(db: Db, key: ImportKey, form: Form): Promise<SheetSample | null> {
  try {
    return await sampleSheet(readFile(db, key), { ...form, limits: largestSheet, most: linesSampled });
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    return null;
  }
}

/** The column names of a kept file, read as the mapping says; those of the mapping where the file cannot be read so. */
export async function columnsOfFile(db: Db, key: ImportKey, mapping: ImportMapping): Promise<string[]> {
  const rows = (await sampled(db, key, formOf(mapping)))?.rows ?? [];
  const names = namesBelow(rows, { line: mapping.headerRow, lines: mapping.headerLines });
  // PostgreSQL keeps no U+0000 in a text, and a sheet may hold one in any cell.
  return names.length === 0
    ? columnsOf(mapping)
    : names.map((one) => one.replaceAll('\0', '\uFFFD').slice(0, longestColumn));
}
