import { closingLine, nothing, sum } from './counts.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */
/** @typedef {{ title: string, seconds: number, counts: Counts }} Row */

/** Runs the steps of a check and remembers what each gave and took. */
export function createSteps(print = console.log) {
  /** @type {Row[]} */
  const rows = [];

  /**
   * @param {string} title
   * @param {() => Promise<Counts> | Counts} work
   */
  async function step(title, work) {
    const started = performance.now();
    print(`\n== ${title}`);
    const counts = await work();
    const row = { title, seconds: (performance.now() - started) / 1000, counts };
    rows.push(row);
    print(`== ${title}: ${outcome(counts)} after ${row.seconds.toFixed(1)} s`);
    return counts;
  }

  return {
    step,
    total: () => rows.map(({ counts }) => counts).reduce(sum, nothing),
    /** The table of steps, and as the last line what CI reads. */
    close() {
      for (const line of tableOf(rows)) print(line);
      print(`\n${closingLine(rows.map(({ counts }) => counts).reduce(sum, nothing))}`);
    },
  };
}

const outcome = ({ failed, passed }) => (failed > 0 ? 'FAILED' : passed > 0 ? 'passed' : 'skipped');

/** @param {Row[]} rows */
export function tableOf(rows) {
  const wide = Math.max(...rows.map(({ title }) => title.length), 'step'.length);
  const line = (title, ...cells) => `${title.padEnd(wide)}${cells.map((cell) => String(cell).padStart(9)).join('')}`;
  return ['', line('step', 'seconds', 'passed', 'failed', 'skipped'), ...rows.map(({ title, seconds, counts }) => line(title, seconds.toFixed(1), counts.passed, counts.failed, counts.skipped))];
}
