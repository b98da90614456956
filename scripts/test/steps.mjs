import { readFileSync } from 'node:fs';
import { budgetOf } from './budgets.mjs';
import { closingLine, nothing, sum } from './counts.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */
/** `said` is the end of what a failed step printed, in lines. @typedef {Counts & { said?: string[] }} Outcome */
/** @typedef {{ title: string, budget: number, seconds: number, counts: Outcome }} Row */

const minutesOf = (seconds) => (seconds / 60).toFixed(1);

/** Enough for the reason of a failure; the whole stands further up. */
const LINES_SAID = 40;

/** Runs the steps of a check and remembers what each gave and took. */
export function createSteps(print = console.log) {
  /** @type {Row[]} */
  const rows = [];

  /**
   * @param {string} title
   * @param {() => Promise<Outcome> | Outcome} work
   * @throws Error at once for a step without a budget
   */
  async function step(title, work) {
    const budget = budgetOf(title);
    const started = performance.now();
    print(`\n== ${title}`);
    const counts = await work();
    const row = { title, budget, seconds: (performance.now() - started) / 1000, counts };
    rows.push(row);
    print(`== ${title}: ${outcome(counts)} after ${row.seconds.toFixed(1)} s`);
    return counts;
  }

  return {
    step,
    total: () => rows.map(({ counts }) => counts).reduce(sum, nothing),
    /** What failed, once more, because a log may be cut before its end is reached; the table of steps; and as the last line what CI reads. */
    close() {
      for (const { title, counts } of rows) {
        if (counts.failed > 0 && counts.said?.length)
          print([`\n== ${title} FAILED:`, ...counts.said.slice(-LINES_SAID)].join('\n'));
      }
      for (const line of tableOf(rows)) print(line);
      const coreMinutes = cpuSecondsOfEndedChildren() / 60;
      if (coreMinutes > 0) print(`All steps together: ${coreMinutes.toFixed(1)} minutes of processor time.`);
      for (const { title, budget, seconds } of rows)
        if (seconds > 60 * budget) print(`WARNING: ${title} took ${minutesOf(seconds)} min, ${budget} is its budget.`);
      print(`\n${closingLine(rows.map(({ counts }) => counts).reduce(sum, nothing))}`);
    },
  };
}

/** Processor time of every process that was started and waited for, and of theirs. 0 where there is no `/proc`. */
function cpuSecondsOfEndedChildren() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // Counted from behind the name, which may hold anything; Linux tells programs a hundred ticks a second.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(13, 15)
      .map(Number);
    return (user + system) / 100;
  } catch {
    return 0;
  }
}

const outcome = ({ failed, passed }) => (failed > 0 ? 'FAILED' : passed > 0 ? 'passed' : 'skipped');

/** @param {Row[]} rows */
export function tableOf(rows) {
  const wide = Math.max(...rows.map(({ title }) => title.length), 'step'.length);
  const line = (title, ...cells) => `${title.padEnd(wide)}${cells.map((cell) => String(cell).padStart(9)).join('')}`;
  return [
    '',
    line('step', 'minutes', 'budget', 'passed', 'failed', 'skipped'),
    ...rows.map(({ title, budget, seconds, counts }) =>
      line(title, minutesOf(seconds), budget, counts.passed, counts.failed, counts.skipped),
    ),
  ];
}
