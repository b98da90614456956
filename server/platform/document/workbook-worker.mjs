import { parentPort, workerData } from 'node:worker_threads';
import write from 'write-excel-file/node';

/** A worksheet a table, and one of the figures above them. */
async function workbookOf({ document }) {
  const strong = { fontWeight: 'bold' };
  const head = (label, unit) => ({ value: unit ? `${label} (${unit})` : label, ...strong });
  const cellOf = (cell, column) => {
    if (cell.value !== undefined) return cell.value === null ? null : { value: cell.value, type: Number };
    return { value: cell.text, type: String, ...(column.numeric ? { align: 'right' } : {}) };
  };
  const tables = document.blocks.filter(({ kind }) => kind === 'table');
  const tiles = document.blocks.flatMap((block) => (block.kind === 'figures' ? block.figures : []));
  const said = document.blocks.flatMap((block) => ('text' in block ? [block.text] : []));
  const text = (value) => [{ value, type: String }];
  const first = [
    [{ value: document.title, type: String, ...strong }],
    ...document.subtitle.map(text),
    ...said.map(text),
    ...tiles.map((tile) => [
      { value: tile.unit ? `${tile.label} (${tile.unit})` : tile.label, type: String },
      typeof tile.value === 'number'
        ? { value: tile.value, type: Number }
        : { value: tile.text, type: String, align: 'right' },
      { value: tile.note ?? '', type: String },
    ]),
    ...document.notes.map(text),
  ];
  const names = new Set();
  const sheets = [
    { data: first, sheet: sheetName(document.title, names), columns: [{ width: 48 }, { width: 16 }, { width: 40 }] },
    ...tables.map((table) => ({
      sheet: sheetName(table.title || document.title, names),
      columns: table.columns.map(({ numeric }) => ({ width: numeric ? 16 : 32 })),
      stickyRowsCount: 1,
      data: [
        table.columns.map(({ label, unit }) => head(label, unit)),
        ...table.rows.map((row) => row.map((cell, column) => cellOf(cell, table.columns[column]))),
      ],
    })),
  ];
  return write(sheets).toBuffer();
}

/** At most 31 characters, none of which a spreadsheet keeps for itself, and each name once. */
function sheetName(title, taken) {
  const plain =
    title
      .replace(/[[\]:*?/\\']/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 31) || 'Sheet';
  let name = plain;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${plain.slice(0, 27)} ${number}`;
  taken.add(name.toLowerCase());
  return name;
}

parentPort.postMessage(new Uint8Array(await workbookOf(workerData)));
