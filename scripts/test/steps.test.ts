import { expect, it } from 'vitest';
import { createSteps } from './steps.mjs';

it('ends with a table of the steps and the line that CI reads', async () => {
  const said: string[] = [];
  const steps = createSteps((line) => said.push(line));
  await steps.step('types', () => ({ passed: 1, failed: 0, skipped: 0 }));
  await Promise.all([
    steps.step('tests', async () => ({
      passed: 10,
      failed: 2,
      skipped: 1,
      said: ['a.test.ts: adds', 'a.test.ts: sums'],
    })),
    steps.step('faults', () => ({ passed: 0, failed: 0, skipped: 1 })),
  ]);
  expect(
    said.filter((line) => line.startsWith('== ') && line.includes(': ')).map((line) => line.replace(/ after .*/, '')),
  ).toEqual(['== types: passed', '== tests: FAILED', '== faults: skipped']);
  const before = said.length;
  steps.close();
  expect(said[before]).toBe('\n== tests FAILED:\na.test.ts: adds\na.test.ts: sums');
  const table = said.slice(before + 1).map((line) =>
    line
      .replace(/\d+\.\d/, 'S')
      .replace(/ +/g, ' ')
      .trim(),
  );
  expect(table).toEqual([
    '',
    'step seconds passed failed skipped',
    'types S 1 0 0',
    'tests S 10 2 1',
    'faults S 0 0 1',
    'Tests: 11 passed, 2 failed, 2 skipped',
  ]);
  expect(said.at(-1)).toBe('\nTests: 11 passed, 2 failed, 2 skipped');
  expect(steps.total()).toEqual({ passed: 11, failed: 2, skipped: 2 });
});
