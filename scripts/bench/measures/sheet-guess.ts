import { guessSheet } from '../../../server/features/imports/guess.rules';
import { largestSheet } from '../../../server/features/imports/import.contract';
import { sampleSheet } from '../../../server/platform/sheet/sheet.reader';
import { median, milliseconds, type Figure, type Measure } from '../measure';

const barMs = 200;
const lines = 200;
const rounds = 15;
const dayMs = 24 * 3_600_000;

/** From the bytes of a sheet to its separator, its line of column names and what each column holds. */
export const sheetGuess: Measure = {
  name: 'sheet-guess',
  minutes: 1,
  async run({ say }) {
    const figures: Figure[] = [];
    for (const [what, text, columns] of [
      ['a sheet of 8 columns', longSheet(), 8],
      ['a sheet of 400 columns', wideSheet(400), 400],
    ] as const) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) times.push(await guessMs(text, columns));
      say(
        `${what}: the first time ${milliseconds(times[0] ?? Number.NaN)}, at most ${milliseconds(Math.max(...times))}`,
      );
      figures.push({
        what: `header and roles of ${lines} lines of ${what}`,
        ours: milliseconds(median(times)),
        bar: `< ${barMs} ms`,
        met: median(times) < barMs,
      });
    }
    return figures;
  },
};

async function guessMs(text: string, columns: number): Promise<number> {
  async function* bytes() {
    yield Buffer.from(text);
  }
  const started = performance.now();
  const { rows } = await sampleSheet(bytes(), { limits: largestSheet, most: lines });
  const guess = guessSheet(rows);
  const passed = performance.now() - started;
  if (rows.length !== lines || guess?.columns.length !== columns || guess.header.line !== 3)
    throw new Error(`of ${rows.length} lines ${guess?.columns.length} columns were found`);
  return passed;
}

const dayAt = (at: number) =>
  new Date(Date.UTC(2026, 0, 1) + at * dayMs).toISOString().slice(0, 10).split('-').reverse().join('.');
const weightAt = (at: number) => String((((at * 7919) % 9_000) + 1) / 1_000).replace('.', ',');

/** With titles, words and decimal commas, as people keep them; one line of titles, a blank one and one of names are among the lines. */
function longSheet(): string {
  const body = Array.from({ length: lines }, (_, at) =>
    [
      dayAt(at),
      `Schule ${at % 60}`,
      `Küche ${at % 3}`,
      `Speise ${at % 40}`,
      'Überproduktion',
      weightAt(at),
      weightAt(at + 1),
      'verdorben; spät',
    ]
      .map((cell) => `"${cell}"`)
      .join(';'),
  );
  return [
    'Speiseabfälle 2026;;;;;;;',
    '',
    'Datum;Betrieb;Küche;Speise;Grund;Abfall (kg);Kosten (EUR);Bemerkung',
    ...body,
  ].join('\n');
}

/** A food in each column. */
function wideSheet(columns: number): string {
  const foods = Array.from({ length: columns - 2 }, (_, at) => `Speise ${at + 1}`);
  const body = Array.from({ length: lines }, (_, at) =>
    [dayAt(at), `Schule ${at % 60}`, ...foods.map((_food, column) => weightAt(at * columns + column))].join(';'),
  );
  return [`Speiseabfälle 2026${';'.repeat(columns - 1)}`, '', ['Datum', 'Betrieb', ...foods].join(';'), ...body].join(
    '\n',
  );
}
