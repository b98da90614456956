import { expect, it, vi } from 'vitest';
import { createSteps } from './steps.mjs';

it('ends with a table of the steps and the line that CI reads', async () => {
  const said: string[] = [];
  const steps = createSteps((line) => said.push(line));
  await steps.step('build', () => ({ passed: 1, failed: 0, skipped: 0 }));
  await Promise.all([
    steps.step('browser tests', async () => ({
      passed: 10,
      failed: 2,
      skipped: 1,
      said: ['a.test.ts: adds', 'a.test.ts: sums'],
    })),
    steps.step('quick faults', () => ({ passed: 0, failed: 0, skipped: 1 })),
  ]);
  expect(
    said.filter((line) => line.startsWith('== ') && line.includes(': ')).map((line) => line.replace(/ after .*/, '')),
  ).toEqual(['== build: passed', '== browser tests: FAILED', '== quick faults: skipped']);
  const before = said.length;
  steps.close();
  expect(said[before]).toBe('\n== browser tests FAILED:\na.test.ts: adds\na.test.ts: sums');
  const table = said
    .slice(before + 1)
    .filter((line) => !line.startsWith('All steps together'))
    .map((line) =>
      line
        .replace(/\d+\.\d/, 'S')
        .replace(/ +/g, ' ')
        .trim(),
    );
  expect(table).toEqual([
    '',
    'step minutes budget passed failed skipped',
    'build S 0.5 1 0 0',
    'browser tests S 13 10 2 1',
    'quick faults S 3 0 0 1',
    'Tests: 11 passed, 2 failed, 2 skipped',
  ]);
  expect(said.at(-1)).toBe('\nTests: 11 passed, 2 failed, 2 skipped');
  expect(steps.total()).toEqual({ passed: 11, failed: 2, skipped: 2 });
});

it('warns of a step above its budget, and of one without', async () => {
  const said: string[] = [];
  const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(61_000);
  const steps = createSteps((line) => said.push(line));
  await steps.step('build', () => ({ passed: 1, failed: 0, skipped: 0 }));
  clock.mockRestore();
  steps.close();
  expect(said).toContain('WARNING: build took 1.0 min, 0.5 is its budget.');
  await expect(steps.step('tea', () => ({ passed: 1, failed: 0, skipped: 0 }))).rejects.toThrow('has no budget');
});
