import { csvFile, type CsvFile } from '../table/csv';
import type { ReportDocument, TableBlock } from './document.contract';

/** The table that a report is about, or its first; empty where it has none. Its numbers are numbers, without units. */
export function documentCsv(document: ReportDocument): CsvFile {
  const tables = document.blocks.filter((block): block is TableBlock => block.kind === 'table');
  const main = tables.find((block) => block.main) ?? tables[0] ?? { columns: [], rows: [] };
  const columns = main.columns.map(({ label, unit }, at) => ({
    header: unit === undefined ? label : `${label} (${unit})`,
    value: (row: TableBlock['rows'][number]) => {
      const cell = row[at];
      return cell?.value === undefined ? (cell?.text ?? null) : cell.value;
    },
  }));
  return csvFile(`${document.title}.csv`, columns, main.rows);
}
