import { cpus } from 'node:os';
import { floors } from './floors/list';
import type { Figure, Measure } from './measure';
import { measures } from './measures/list';

const words = process.argv.slice(2);
const quick = words.includes('--quick');
const asksHow = words.includes('--help');
const names = words.filter((word) => !word.startsWith('--'));

function row(cells: readonly string[], widths: readonly number[]): string {
  return cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ');
}

function print(figures: readonly Figure[]): void {
  const lines = [
    ['measure', 'ours', 'floor', 'ratio', 'bar', ''],
    ...figures.map(({ what, ours, floor = '', ratio, bar, met }) => [
      what,
      ours,
      floor,
      ratio === undefined ? '' : ratio.toFixed(2),
      bar,
      met ? 'met' : 'NOT MET',
    ]),
  ];
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0))) ?? [];
  for (const line of lines) console.log(row(line, widths));
}

async function runMeasure(measure: Measure): Promise<Figure[]> {
  const started = performance.now();
  const say = (line: string) =>
    console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${line}`);
  console.log(`== ${measure.name} (about ${measure.minutes} min)`);
  try {
    return await measure.run({ say, quick });
  } catch (error) {
    console.error(error instanceof Error ? (error.stack ?? error.message).slice(0, 2000) : error);
    return [{ what: measure.name, ours: 'failed', bar: '', met: false }];
  }
}

// A floor runs in a process of its own, which this program starts as itself.
const floor = floors[names[0] ?? ''];
if (floor) await floor();
else {
  const wanted = asksHow ? [] : measures.filter(({ name }) => names.length === 0 || names.includes(name));
  if (wanted.length === 0) {
    (asksHow ? console.log : console.error)(
      `Known measures: ${measures.map(({ name }) => name).join(', ')}. Also --quick.`,
    );
    process.exit(asksHow ? 0 : 2);
  }
  console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim()}`);
  const figures: Figure[] = [];
  for (const measure of wanted) figures.push(...(await runMeasure(measure)));
  console.log('');
  print(figures);
  process.exit(figures.every(({ met }) => met) ? 0 : 1);
}
