import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

export const nothing = { passed: 0, failed: 0, skipped: 0 };

/** @param {Counts} one @param {Counts} other @returns {Counts} */
export const sum = (one, other) => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

/** The line that CI reads. @param {Counts} counts */
export const closingLine = ({ passed, failed, skipped }) =>
  `Tests: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/**
 * @param {string} file JSON report of vitest; a missing one means that the run died
 * @param {number | null} status exit code of the run
 * @returns {Counts}
 */
export function countVitest(file, status) {
  if (!existsSync(file)) return { ...nothing, failed: 1 };
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults.map((one) => one.status));
  const counts = {
    passed: tests.filter((one) => one === 'passed').length,
    // A file that cannot even be loaded holds no test that could fail.
    failed:
      tests.filter((one) => one === 'failed').length +
      testResults.filter(
        (one) => one.status === 'failed' && one.assertionResults.every((test) => test.status !== 'failed'),
      ).length,
    skipped: tests.filter((one) => one !== 'passed' && one !== 'failed').length,
  };
  return failedAtLeast(counts, status);
}

/**
 * @param {string} file JSON report of Playwright
 * @param {number | null} status exit code of the run
 * @returns {Counts} a test that passed when run again counts as passed; Playwright's own report lists it as flaky
 */
export function countPlaywright(file, status) {
  if (!existsSync(file)) return { ...nothing, failed: 1 };
  const { stats, errors } = JSON.parse(readFileSync(file, 'utf8'));
  return failedAtLeast(
    { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped },
    status,
  );
}

/** An unhandled error, or a run without tests, fails the run without failing a test. */
function failedAtLeast(counts, status) {
  const wrong = status !== 0 || counts.passed + counts.failed + counts.skipped === 0;
  return wrong && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
