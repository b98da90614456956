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

export const day = (iso: string) => new Date(`${iso.length === 10 ? `${iso}T00:00:00` : iso}Z`);
