// Reads one sheet of an Excel workbook (ECMA-376, SpreadsheetML) off the main thread, a batch of rows at each request.
// Nothing of a workbook is ever run: macros are parts that nobody opens, of formulas only the kept result is read.
import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { SaxesParser } from 'saxes';
import yauzl from 'yauzl';

const { file, wanted, bounds } = workerData;
const rowsInBatch = 500;
/** The main thread takes a batch in at one go. */
const cellsInBatch = 5_000;
/** What the main thread refuses as too long anyway. */
const longestText = 70_000;

class Fault extends Error {
  constructor(code, params = {}, line = null) {
    super(code);
    Object.assign(this, { code, params, line });
  }
}

const tooLarge = (what, max) => new Fault('import.workbookTooLarge', { what, max });
const local = (name) => name.slice(name.indexOf(':') + 1);
let expanded = 0;

/** The parts of the archive by their names in small letters, as Excel finds them. */
async function openArchive() {
  const zip = await new Promise((resolve, reject) => {
    yauzl.open(file, { lazyEntries: true, autoClose: false }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    );
  });
  const parts = new Map();
  let entries = 0;
  await new Promise((resolve, reject) => {
    zip.on('error', reject).on('end', resolve);
    zip.on('entry', (entry) => {
      entries += 1;
      if (entries > bounds.parts) return reject(tooLarge('parts', bounds.parts));
      parts.set(entry.fileName.toLowerCase().replace(/^\//, ''), entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  return { zip, parts };
}

/** A part as text, piece by piece. What is unpacked is counted, whatever the archive says of its sizes. */
async function* textOf({ zip, parts }, name) {
  const entry = parts.get(name.toLowerCase());
  if (!entry) return;
  const stream = await new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of stream) {
    expanded += chunk.length;
    if (expanded > bounds.expandedBytes) throw tooLarge('bytes', bounds.expandedBytes);
    if (expanded > bounds.suspiciousBytes && expanded > bounds.ratio * zip.fileSize)
      throw tooLarge('bytes', bounds.suspiciousBytes);
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

/** Feeds a part to a parser of elements; `onPiece` is awaited between pieces, and ends the reading with false. */
async function parsePart(
  archive,
  name,
  { open = () => undefined, close = () => undefined, text = () => undefined, onPiece = () => undefined },
) {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Fault('import.notAWorkbook');
  });
  let depth = 0;
  parser.on('opentag', ({ name: tag, attributes }) => {
    depth += 1;
    if (depth > bounds.depth) throw new Fault('import.notAWorkbook');
    open(local(tag), attributes);
  });
  parser.on('closetag', ({ name: tag }) => {
    depth -= 1;
    close(local(tag));
  });
  parser.on('text', text);
  parser.on('cdata', text);
  for await (const piece of textOf(archive, name)) {
    parser.write(piece);
    if ((await onPiece()) === false) return;
  }
  parser.close();
}

const folderOf = (name) => name.slice(0, name.lastIndexOf('/') + 1);
const resolved = (target, from) =>
  target.startsWith('/') ? target.slice(1) : new URL(target, `part:///${folderOf(from)}`).pathname.slice(1);

async function relationsOf(archive, part) {
  const found = [];
  await parsePart(archive, `${folderOf(part)}_rels/${part.slice(folderOf(part).length)}.rels`, {
    open: (tag, { Id, Type, Target }) => {
      if (tag === 'Relationship' && Target)
        found.push({ id: Id, kind: String(Type).split('/').at(-1), target: resolved(Target, part) });
    },
  });
  return found;
}

async function readWorkbook(archive) {
  const root = await relationsOf(archive, '');
  const part = root.find(({ kind }) => kind === 'officeDocument')?.target;
  if (!part || !archive.parts.has(part.toLowerCase()) || !/\.xml$/i.test(part)) throw new Fault('import.notAWorkbook');
  const relations = await relationsOf(archive, part);
  const partOf = (kind) => relations.find((one) => one.kind === kind)?.target;
  const book = { sheets: [], date1904: false, styles: partOf('styles'), strings: partOf('sharedStrings') };
  await parsePart(archive, part, {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') book.date1904 = ['1', 'true'].includes(attributes.date1904);
      if (tag !== 'sheet') return;
      if (book.sheets.length >= bounds.sheets) throw tooLarge('sheets', bounds.sheets);
      const id = Object.entries(attributes).find(([name]) => local(name) === 'id')?.[1];
      const relation = relations.find((one) => one.id === id && one.kind === 'worksheet');
      const visible = attributes.state === undefined || attributes.state === 'visible';
      if (relation && visible) book.sheets.push({ name: attributes.name, part: relation.target });
    },
  });
  if (book.sheets.length === 0) throw new Fault('import.notAWorkbook');
  return book;
}

/** For each cell style the id of its number format, and the format's code where the workbook defines it. */
async function readFormats(archive, part) {
  const codes = new Map();
  const formats = [];
  let inCells = false;
  if (part) {
    await parsePart(archive, part, {
      open: (tag, attributes) => {
        if (tag === 'numFmt') codes.set(attributes.numFmtId, attributes.formatCode);
        if (tag === 'cellXfs') inCells = true;
        if (tag === 'xf' && inCells) formats.push(attributes.numFmtId ?? '0');
        if (formats.length > bounds.styles || codes.size > bounds.styles) throw tooLarge('styles', bounds.styles);
      },
      close: (tag) => {
        if (tag === 'cellXfs') inCells = false;
      },
    });
  }
  return formats.map((id) => ({ id: Number(id), code: codes.get(id) ?? null }));
}

async function readStrings(archive, part) {
  const strings = [];
  let [text, reading, phonetic, kept] = ['', false, false, 0];
  if (part) {
    await parsePart(archive, part, {
      open: (tag) => {
        if (tag === 'si') text = '';
        if (tag === 'rPh') phonetic = true;
        reading = tag === 't' && !phonetic;
      },
      text: (piece) => {
        if (reading && text.length < longestText) text += piece;
      },
      close: (tag) => {
        reading = false;
        if (tag === 'rPh') phonetic = false;
        if (tag !== 'si') return;
        strings.push(text);
        kept += text.length + 16;
        if (kept > bounds.textLength) throw tooLarge('text', bounds.textLength);
      },
    });
  }
  return strings;
}

/** Merged ranges stand behind the rows that they hold for, so they are looked for before those are read. */
async function readMerges(archive, part) {
  const merges = [];
  let held = '';
  for await (const piece of textOf(archive, part)) {
    held += piece;
    for (const [, ref] of held.matchAll(/<(?:\w+:)?mergeCell\s[^>]{0,200}?ref="([^"]{1,40})"/g)) {
      merges.push(ref);
      if (merges.length > bounds.merges) throw tooLarge('merges', bounds.merges);
    }
    held = held.slice(Math.max(held.lastIndexOf('<'), held.length - 300));
  }
  return merges;
}

function columnOf(ref) {
  let column = 0;
  for (const letter of ref.toUpperCase()) {
    if (letter < 'A' || letter > 'Z') break;
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column - 1;
}

let cellsRead = 0;

/** Hands each row that holds something to `onRow` as `[line, cells, hidden]`, a cell as `[kind, text, style]` or null. */
async function readRows(archive, { part, strings, onRow, onPiece }) {
  let [line, row, hidden, size, next, cell, taking] = [0, null, false, 0, 0, null, false];
  const put = () => {
    const { at, type, style, value, hasFormula, hasValue } = cell;
    cellsRead += 1;
    if (cellsRead > bounds.cells) throw tooLarge('cells', bounds.cells);
    const kind =
      hasFormula && !hasValue
        ? 'f'
        : type === 'e'
          ? 'e'
          : type === 'd'
            ? 'd'
            : type === 'b'
              ? 'b'
              : type === 'n'
                ? 'n'
                : 's';
    const text = type === 's' ? (strings[Number(value)] ?? '') : value;
    if (kind !== 'f' && text === '') return;
    if (at >= bounds.columns) throw new Fault('import.tooManyColumns', { found: at + 1, max: bounds.columns }, line);
    size += text.length;
    if (size > bounds.rowLength) throw new Fault('import.recordTooLong', { line, max: bounds.rowLength }, line);
    while (row.length < at) row.push(null);
    row[at] = [kind, text, style];
  };
  await parsePart(archive, part, {
    open: (tag, attributes) => {
      if (tag === 'row') {
        const stated = Number(attributes.r);
        line = stated > line ? stated : line + 1;
        [row, size, next] = [[], 0, 0];
        hidden = attributes.hidden === '1' || attributes.hidden === 'true';
      } else if (tag === 'c' && row) {
        const at = attributes.r ? columnOf(attributes.r) : next;
        if (at < next) throw new Fault('import.unreadableSheet', { line, reason: 'cells out of order' }, line);
        next = at + 1;
        cell = {
          at,
          type: attributes.t ?? 'n',
          style: Number(attributes.s ?? 0),
          value: '',
          hasFormula: false,
          hasValue: false,
        };
      } else if (cell) {
        if (tag === 'f') cell.hasFormula = true;
        if (tag === 'v' || tag === 'is') cell.hasValue = true;
        taking = tag === 'v' || tag === 't';
      }
    },
    text: (piece) => {
      if (taking && cell.value.length < longestText) cell.value += piece;
    },
    close: (tag) => {
      taking = false;
      if (tag === 'c' && cell) {
        put();
        cell = null;
      } else if (tag === 'row' && row) {
        if (row.length > 0) onRow([line, row, hidden]);
        row = null;
      }
    },
    onPiece,
  });
}

/** Whether two rows of the sheet hold two cells or more. */
async function hasTable(archive, part, strings) {
  let rows = 0;
  await readRows(archive, {
    part,
    strings,
    onRow: ([, row]) => {
      if (row.filter((cell) => cell !== null).length > 1) rows += 1;
    },
    onPiece: () => rows < 2,
  });
  return rows >= 2;
}

async function choose(archive, sheets, strings) {
  if (wanted !== null) {
    const found = sheets.find(({ name }) => name === wanted);
    if (!found)
      throw new Fault('import.noSuchWorksheet', {
        sheet: wanted.slice(0, 80),
        found: sheets
          .map(({ name }) => name)
          .join(', ')
          .slice(0, 500),
      });
    return found;
  }
  for (const sheet of sheets) if (await hasTable(archive, sheet.part, strings)) return sheet;
  throw new Fault('import.noTable');
}

/** They are kept until they are taken: the main thread may ask before there is anything to say. */
const requests = on(parentPort, 'message');
// Between two pieces: a thread that is stopped from outside while zlib sets up a stream takes the whole process with it.
parentPort.on('message', (said) => {
  if (said === 'end') process.exit();
});

async function answer(said) {
  await requests.next();
  parentPort.postMessage(said);
}

async function run() {
  const archive = await openArchive();
  const { sheets, date1904, styles, strings: stringsPart } = await readWorkbook(archive);
  const formats = await readFormats(archive, styles);
  const strings = await readStrings(archive, stringsPart);
  const sheet = await choose(archive, sheets, strings);
  const merges = await readMerges(archive, sheet.part);
  await answer({ opened: { sheets: sheets.map(({ name }) => name), sheet: sheet.name, date1904, formats, merges } });
  cellsRead = 0;
  let [rows, cells] = [[], 0];
  const [before, size] = [expanded, archive.parts.get(sheet.part.toLowerCase()).uncompressedSize];
  await readRows(archive, {
    part: sheet.part,
    strings,
    onRow: (row) => {
      rows.push(row);
      cells += row[1].length;
    },
    onPiece: async () => {
      if (rows.length < rowsInBatch && cells < cellsInBatch) return;
      await answer({ rows, share: Math.min((expanded - before) / size, 1) });
      [rows, cells] = [[], 0];
    },
  });
  await answer({ rows, share: 1, done: true });
  archive.zip.close();
}

await run().catch((error) => {
  const fault =
    error instanceof Fault
      ? error
      : new Fault('import.notAWorkbook', { reason: String(error?.message ?? error).slice(0, 200) });
  return answer({ fault: { code: fault.code, params: fault.params, line: fault.line } });
});
// The port would keep the thread alive.
parentPort.unref();
