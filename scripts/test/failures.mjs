import { existsSync, readFileSync } from 'node:fs';

/**
 * Names what failed, a line each, so that it can stand at the end of a long log.
 * @param {string} file JSON report of vitest
 * @returns {string[]}
 */
export function vitestFailures(file) {
  return (
    reportIn(file)
      ?.testResults.filter(({ status }) => status === 'failed')
      .flatMap(({ name, message, assertionResults }) => {
        const failed = assertionResults.filter(({ status }) => status === 'failed');
        return failed.length > 0
          ? failed.map((test) => line(name, test.fullName, test.failureMessages?.[0]))
          : [line(name, message)];
      }) ?? []
  );
}

/**
 * @param {string} file JSON report of Playwright
 * @returns {string[]} one that passed when run again did not fail
 */
export function playwrightFailures(file) {
  const report = reportIn(file);
  return report ? [...report.suites.flatMap(failedSpecs), ...report.errors.map(({ message }) => line(message))] : [];
}

/** A suite holds specs and further suites. */
function failedSpecs({ specs = [], suites = [] }) {
  return [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => line(file, title, tests[0]?.results.at(-1)?.error?.message)),
    ...suites.flatMap(failedSpecs),
  ];
}

const reportIn = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

const line = (...parts) => parts.map((part = '') => part.split('\n')[0].slice(0, 300)).join(': ');
