import { createRequire } from 'node:module';
import ExcelJS from 'exceljs';

type Cells = ExcelJS.CellValue[][];

interface Book {
  date1904?: boolean;
  /** Called with each sheet after its rows are in, for merges, formats and states. */
  shape?: (sheet: ExcelJS.Worksheet) => void;
}

/** A workbook as a spreadsheet program writes it: its sheets by their names. */
export async function bookOf(sheets: Record<string, Cells>, { date1904 = false, shape }: Book = {}): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  book.properties.date1904 = date1904;
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = book.addWorksheet(name);
    sheet.addRows(rows);
    shape?.(sheet);
  }
  return Buffer.from(await book.xlsx.writeBuffer());
}

interface Zip {
  file: {
    (name: string): { async: (as: 'string') => Promise<string> } | null;
    (name: string, content: string): unknown;
  };
  generateAsync: (options: { type: 'nodebuffer'; compression: 'DEFLATE' }) => Promise<Buffer>;
}
const jszip = createRequire(createRequire(import.meta.url).resolve('exceljs'))('jszip') as {
  loadAsync: (content: Uint8Array) => Promise<Zip>;
};

export const FIRST_SHEET = 'xl/worksheets/sheet1.xml';

/** The workbook with one of its parts rewritten or added, as no spreadsheet program would. */
export async function rewritten(content: Uint8Array, part: string, change: (xml: string) => string): Promise<Buffer> {
  const zip = await jszip.loadAsync(content);
  zip.file(part, change((await zip.file(part)?.async('string')) ?? ''));
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}

export const day = (iso: string) => new Date(`${iso.length === 10 ? `${iso}T00:00:00` : iso}Z`);
