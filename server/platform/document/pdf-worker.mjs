import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/** Points of a 72nd inch, on A4. */
const page = { width: 595.28, height: 841.89, margin: 48, foot: 40 };
const inner = page.width - 2 * page.margin;
const bottom = page.height - page.margin - page.foot;

/** Those of the light pages: paper is white. */
const ink = '#1d1b16';
const muted = '#5c574c';
const hairline = '#e0dacd';
const accent = '#1f4f7b';
const wash = '#eef2f6';

const weights = { regular: 400, strong: 600 };
/** A file holds the letters of some scripts; the first one that has a letter writes it. */
const scripts = ['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'];
/** Figures of one width below each other; kerned ones hide the point of 7.1. */
const tabular = { features: ['tnum'] };
const featuresOf = (text) => (/\d/.test(text) ? tabular : {});
const require = createRequire(import.meta.url);

async function pdfOf({ document, publicUrl, shapes, chartSize }) {
  const [{ default: PDFDocument }, fontkit] = await Promise.all([import('pdfkit'), import('fontkit')]);
  const language = document.locale.replace('_', '-');
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    tagged: true,
    subset: 'PDF/UA',
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    bufferPages: true,
    info: { Title: document.title, Creator: 'Tare', Producer: 'Tare' },
  });
  const bytes = new Promise((resolve, reject) => {
    const pieces = [];
    pdf.on('data', (piece) => pieces.push(piece));
    pdf.on('end', () => resolve(Buffer.concat(pieces)));
    pdf.on('error', reject);
  });
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const paper = paperOf(pdf, fontkit, root);
  drawHead(paper, document);
  document.blocks.forEach((block, at) => drawBlock({ ...paper, block, shape: shapes[at], chartSize, publicUrl }));
  drawNotes(paper, document.notes);
  root.end();
  drawFooters(paper, document.footer);
  pdf.end();
  return bytes;
}

/** What draws texts, and where the next one comes. */
function paperOf(pdf, fontkit, root) {
  const at = { y: page.margin };
  const fonts = new Map();
  /** The file of a weight that has the letter; null where none does. */
  const fontOf = (letter, weight) => {
    for (const script of scripts) {
      const name = `${script}-${weight}`;
      if (!fonts.has(name)) {
        const file = require.resolve(`@fontsource/inter/files/inter-${script}-${weight}-normal.woff`);
        fonts.set(name, fontkit.openSync(file));
        pdf.registerFont(name, file);
      }
      if (fonts.get(name).hasGlyphForCodePoint(letter.codePointAt(0))) return name;
    }
    return null;
  };
  const known = new Map();
  /** A text in stretches of one font. A letter that no file has is written as a question mark. */
  const runsOf = (text, weight) => {
    const runs = [];
    for (const given of text.replaceAll('\u202f', '\u00a0').replaceAll('₂', '2')) {
      const key = `${given}${weight}`;
      if (!known.has(key)) known.set(key, fontOf(given, weight));
      const name = known.get(key);
      const [letter, font] = name === null ? ['?', `latin-${weight}`] : [given, name];
      const last = runs.at(-1);
      // A space belongs to every script.
      if (last && (last.font === font || letter === ' ' || letter === '\u00a0')) last.text += letter;
      else runs.push({ font, text: letter });
    }
    return runs;
  };
  const widths = new Map();
  /** Of a stretch without a space, or of a space, at a size of 1. Layout is what costs; words come again and again. */
  const unitWidth = (font, text) => {
    const key = `${font} ${text}`;
    const width = widths.get(key) ?? pdf.font(font).fontSize(100).widthOfString(text, featuresOf(text)) / 100;
    widths.set(key, width);
    return width;
  };
  const runWidth = ({ font, text }) =>
    text.split(/( )/).reduce((sum, part) => (part === '' ? sum : sum + unitWidth(font, part)), 0);
  const widthOf = (text, { size, weight = weights.regular }) =>
    runsOf(text, weight).reduce((sum, run) => sum + runWidth(run), 0) * size;
  const laid = new Map();
  const linesOf = (text, style, width) => {
    const key = `${style.size} ${style.weight} ${width} ${text}`;
    const lines = laid.get(key) ?? linesWithin(text, width, (part) => widthOf(part, style));
    laid.set(key, lines);
    return lines;
  };
  const write = (text, style, { x, y }) => {
    let left = x;
    pdf.fillColor(style.color ?? ink);
    for (const run of runsOf(text, style.weight ?? weights.regular)) {
      pdf
        .font(run.font)
        .fontSize(style.size)
        .text(run.text, left, y, { lineBreak: false, ...featuresOf(run.text) });
      left += runWidth(run) * style.size;
    }
  };
  const newPage = () => {
    pdf.addPage();
    at.y = page.margin;
  };
  return {
    pdf,
    root,
    at,
    widthOf,
    linesOf,
    write,
    newPage,
    /** Begins a page where so much does not fit on this one. */
    room: (height) => {
      if (at.y + height > bottom) newPage();
    },
    /** What is no part of the text: rules, grounds, bars. */
    artifact: (draw, options = { type: 'Layout' }) => {
      pdf.markContent('Artifact', options);
      draw();
      pdf.endMarkedContent();
    },
  };
}

/** A text broken between words, and within one that is too long alone. */
function linesWithin(text, width, widthOf) {
  const lines = [];
  const space = widthOf(' ');
  let line = '';
  let used = 0;
  const put = (word, wide) => {
    line = line === '' ? word : `${line} ${word}`;
    used = line === word ? wide : used + space + wide;
  };
  for (const word of text.split(/ +/)) {
    const wide = widthOf(word);
    if (line !== '' && used + space + wide > width) {
      lines.push(line);
      line = '';
    }
    if (line !== '' || wide <= width) {
      put(word, wide);
      continue;
    }
    let part = '';
    for (const letter of word) {
      if (part !== '' && widthOf(part + letter) > width) {
        lines.push(part);
        part = '';
      }
      part += letter;
    }
    put(part, widthOf(part));
  }
  return [...lines, line];
}

const lineHeight = (size) => size * 1.4;

/** Lines of one text as an element of its own. */
function paragraph(paper, { text, role = 'P', style, gap = 6 }) {
  const { pdf, root, at, linesOf, write, room } = paper;
  const height = lineHeight(style.size);
  const lines = linesOf(text, style, inner);
  room(Math.min(lines.length, 3) * height + (role === 'P' ? 0 : 60));
  const element = pdf.struct(role);
  root.add(element);
  for (const line of lines) {
    room(height);
    element.add(() => write(line, style, { x: page.margin, y: at.y }));
    at.y += height;
  }
  element.end();
  at.y += gap;
}

/** Of a logo, in points. */
const logoBox = { width: 144, height: 48 };

function drawLogo({ pdf, root, at }, { url, alt, width, height }) {
  const scale = Math.min(logoBox.width / width, logoBox.height / height, 0.75);
  const size = { width: width * scale, height: height * scale };
  const figure = pdf.struct('Figure', {
    alt,
    bbox: [page.margin, at.y, page.margin + size.width, at.y + size.height],
  });
  root.add(figure);
  figure.add(() => {
    pdf.image(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'), page.margin, at.y, size);
  });
  figure.end();
  at.y += size.height + 12;
}

function drawHead(paper, { title, subtitle, logo }) {
  if (logo) drawLogo(paper, logo);
  paragraph(paper, { text: title, role: 'H1', style: { size: 20, weight: weights.strong }, gap: 4 });
  for (const line of subtitle) paragraph(paper, { text: line, style: { size: 10, color: muted }, gap: 0 });
  paper.at.y += 14;
}

const sectionTitle = (paper, text) =>
  paragraph(paper, { text, role: 'H2', style: { size: 12, weight: weights.strong }, gap: 4 });

function drawBlock(drawing) {
  const { block } = drawing;
  const draw = {
    paragraph: () => paragraph(drawing, { text: block.text, style: { size: 10 }, gap: 8 }),
    notice: () => drawNotice(drawing),
    figures: () => drawFigures(drawing),
    table: () => drawTable(drawing),
    bars: () => drawBars(drawing),
    trend: () => drawTrend(drawing),
  };
  draw[block.kind]();
}

function drawNotice(drawing) {
  const { at, linesOf, room, artifact, pdf, block } = drawing;
  const style = { size: 10, weight: weights.strong };
  const height = linesOf(block.text, style, inner).length * lineHeight(10);
  room(height + 16);
  artifact(() => pdf.rect(page.margin - 6, at.y - 4, inner + 12, height + 8).fill(wash));
  paragraph(drawing, { text: block.text, style, gap: 12 });
}

/** Three beside each other, or four. */
function drawFigures(drawing) {
  const { pdf, root, at, linesOf, write, room, artifact, block, publicUrl } = drawing;
  const across = block.figures.length % 3 === 0 || block.figures.length > 4 ? 3 : block.figures.length;
  const width = (inner - (across - 1) * 12) / across;
  for (let from = 0; from < block.figures.length; from += across) {
    const row = block.figures.slice(from, from + across).map((tile) => ({
      ...tile,
      labels: linesOf(tile.label, { size: 9 }, width),
      texts: linesOf(tile.text, { size: 16, weight: weights.strong }, width),
      notes: tile.note ? linesOf(tile.note, { size: 8.5 }, width) : [],
    }));
    const height = Math.max(
      ...row.map(({ labels, texts, notes }) => labels.length * 13 + texts.length * 22 + notes.length * 12),
    );
    room(height + 18);
    artifact(() => pdf.rect(page.margin, at.y, inner, 0.6).fill(hairline));
    row.forEach((tile, column) => {
      const x = page.margin + column * (width + 12);
      let y = at.y + 7;
      const element = pdf.struct('P');
      root.add(element);
      const lines = (texts, style, step) => {
        for (const text of texts) {
          const top = y;
          element.add(() => write(text, style, { x, y: top }));
          y += step;
        }
      };
      lines(tile.labels, { size: 9, color: muted }, 13);
      const top = y;
      lines(tile.texts, { size: 16, weight: weights.strong }, 22);
      if (tile.href) linked({ pdf, element, publicUrl }, tile, { x, y: top, width, height: y - top });
      lines(tile.notes, { size: 8.5, color: muted }, 12);
      element.end();
    });
    at.y += height + 18;
  }
}

/** A place on the paper that opens the figure's source. */
function linked({ pdf, element, publicUrl }, { href, text }, { x, y, width, height }) {
  pdf.link(x, y, width, height, new URL(href, publicUrl).href, {
    structParent: element,
    Contents: new String(text),
  });
}

function columnsOf({ columns }, gap) {
  const free = inner - gap * (columns.length - 1);
  const given = columns.reduce((sum, { width }) => sum + (width ?? 0), 0);
  const open = columns.filter(({ width }) => width === undefined).length;
  let x = page.margin;
  return columns.map((column) => {
    const width = free * (column.width ?? (open === 0 ? 0 : Math.max(0, 1 - given) / open));
    const placed = { ...column, x, span: width };
    x += width + gap;
    return placed;
  });
}

function drawTable(drawing) {
  const { pdf, root, at, linesOf, widthOf, write, newPage, room, artifact, block, publicUrl } = drawing;
  if (block.title) sectionTitle(drawing, block.title);
  if (block.rows.length === 0) {
    paragraph(drawing, { text: block.empty, style: { size: 10, color: muted }, gap: 10 });
    return;
  }
  const columns = columnsOf(block, 8);
  const size = 9;
  const height = lineHeight(size);
  const laid = (cells, weight) =>
    cells.map((cell, at) => linesOf(cell.text, { size, weight }, columns[at]?.span ?? inner));
  const table = pdf.struct('Table');
  root.add(table);
  const drawRow = (cells, { role, weight = weights.regular, color = ink, parent }) => {
    const lines = laid(cells, weight);
    const tall = Math.max(...lines.map((texts) => texts.length)) * height;
    const row = parent ? pdf.struct('TR') : null;
    if (row) parent.add(row);
    cells.forEach((cell, column) => {
      const { x, span, numeric } = columns[column];
      const element = row ? pdf.struct(role, role === 'TH' ? { scope: 'Column' } : {}) : null;
      if (row) row.add(element);
      lines[column].forEach((text, line) => {
        const style = { size, weight, color: cell.href ? accent : color };
        const left = numeric ? x + span - widthOf(text, style) : x;
        const draw = () => write(text, style, { x: left, y: at.y + 4 + line * height });
        if (element) element.add(draw);
        else artifact(draw, { type: 'Pagination', subtype: 'Header' });
      });
      if (element && cell.href)
        linked({ pdf, element, publicUrl }, cell, { x, y: at.y + 4, width: span, height: tall });
      if (element) element.end();
    });
    if (row) row.end();
    at.y += tall + 7;
    artifact(() => pdf.rect(page.margin, at.y, inner, 0.5).fill(hairline));
  };
  const heads = block.columns.map(({ label }) => ({ text: label }));
  const headStyle = { weight: weights.strong, color: muted };
  room(60);
  drawRow(heads, { role: 'TH', ...headStyle, parent: table });
  for (const cells of block.rows) {
    const tall = Math.max(...laid(cells, weights.regular).map((texts) => texts.length)) * height + 7;
    if (at.y + tall > bottom) {
      newPage();
      drawRow(heads, headStyle);
    }
    drawRow(cells, { role: 'TD', parent: table });
  }
  table.end();
  at.y += 14;
}

/** A list of values, each with its bar below its name. */
function drawBars(drawing) {
  const { pdf, root, at, widthOf, linesOf, write, room, artifact, block, publicUrl } = drawing;
  sectionTitle(drawing, block.title);
  const most = Math.max(0, ...block.rows.map(({ value }) => value));
  const list = pdf.struct('L');
  root.add(list);
  for (const row of block.rows) {
    room(26);
    const item = pdf.struct('LI');
    list.add(item);
    const body = pdf.struct('LBody');
    item.add(body);
    const amount = widthOf(row.text, { size: 9.5 });
    const [name = ''] = linesOf(row.label, { size: 9.5 }, inner - amount - 12);
    body.add(() => write(name, { size: 9.5 }, { x: page.margin, y: at.y }));
    body.add(() => write(row.text, { size: 9.5 }, { x: page.margin + inner - amount, y: at.y }));
    if (row.href) linked({ pdf, element: body, publicUrl }, row, { x: page.margin, y: at.y, width: inner, height: 13 });
    const width = most === 0 ? 0 : (row.value / most) * inner;
    artifact(() => pdf.rect(page.margin, at.y + 14, Math.max(width, 0.5), 4).fill(accent));
    at.y += 25;
    item.end();
  }
  list.end();
  at.y += 6;
}

function drawTrend(drawing) {
  const { pdf, root, at, widthOf, write, room, block, shape, chartSize } = drawing;
  room(chartSize.height + 70);
  sectionTitle(drawing, block.title);
  const { x, y } = { x: page.margin, y: at.y + 12 };
  const [first, last] = [block.points[0], block.points.at(-1)];
  const small = { size: 8, color: muted };
  const figure = pdf.struct('Figure', {
    alt: block.alt,
    bbox: [x, at.y, x + chartSize.width, y + chartSize.height + 14],
  });
  root.add(figure);
  figure.add(() => {
    write(block.top, small, { x, y: at.y });
    pdf.rect(x, y, chartSize.width, 0.5).fill(hairline);
    for (const bar of shape.bars) pdf.rect(x + bar.x, y + bar.y, bar.width, bar.height).fill(accent);
    pdf.rect(x, y + chartSize.height, chartSize.width, 0.6).fill(muted);
    if (shape.line !== '') {
      pdf.save().translate(x, y).path(shape.line).lineWidth(1.2).dash(4, { space: 2 }).stroke(ink).restore();
      write(block.againstLabel ?? '', small, {
        x: x + chartSize.width - widthOf(block.againstLabel ?? '', small),
        y: at.y,
      });
    }
    if (first) write(first.label, small, { x, y: y + chartSize.height + 4 });
    if (last && last !== first)
      write(last.label, small, { x: x + chartSize.width - widthOf(last.label, small), y: y + chartSize.height + 4 });
  });
  figure.end();
  at.y = y + chartSize.height + 30;
}

function drawNotes(paper, notes) {
  if (notes.length === 0) return;
  paper.at.y += 6;
  for (const note of notes) paragraph(paper, { text: note, style: { size: 8.5, color: muted }, gap: 3 });
}

/** At the foot of every page, once it is known how many there are. */
function drawFooters({ pdf, widthOf, write, artifact }, footer) {
  const { count } = pdf.bufferedPageRange();
  for (let number = 0; number < count; number += 1) {
    pdf.switchToPage(number);
    const style = { size: 8, color: muted };
    const text = `${number + 1} / ${count}`;
    const y = page.height - page.margin - 10;
    artifact(
      () => {
        pdf.rect(page.margin, y - 8, inner, 0.5).fill(hairline);
        write(footer, style, { x: page.margin, y });
        write(text, style, { x: page.margin + inner - widthOf(text, style), y });
      },
      { type: 'Pagination', subtype: 'Footer' },
    );
  }
}

parentPort.postMessage(new Uint8Array(await pdfOf(workerData)));
