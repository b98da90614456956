import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RunTest } from './titles.rules';

interface VitestReport {
  testResults: { name: string; assertionResults: { title: string; ancestorTitles: string[]; status: string }[] }[];
}

interface Suite {
  title: string;
  file: string;
  suites?: Suite[];
  specs: { title: string; tests: { results: { status: string }[] }[] }[];
}

interface PlaywrightReport {
  config: { rootDir: string };
  suites: Suite[];
}

const RAN = ['passed', 'failed', 'timedOut'];
const fromRoot = (file: string, root: string) => path.relative(root, file).split(path.sep).join('/');

function ofVitest({ testResults }: VitestReport, root: string): RunTest[] {
  return testResults.flatMap(({ name, assertionResults }) => assertionResults.map(({ title, ancestorTitles, status }) => (
    { file: fromRoot(name, root), title, within: ancestorTitles, ran: RAN.includes(status) })));
}

function ofSuite(suite: Suite, within: string[], file: string): RunTest[] {
  return [
    ...suite.specs.map(({ title, tests }) => ({ file, title, within, ran: tests.some(({ results }) => results.some(({ status }) => RAN.includes(status))) })),
    // A group without a title names nothing.
    ...(suite.suites ?? []).flatMap((inner) => ofSuite(inner, inner.title === '' ? within : [...within, inner.title], file)),
  ];
}

/** The tests of a report in the form of vitest's or Playwright's reporter of JSON; `root` is absolute. */
export function testsOf(report: unknown, root: string): RunTest[] {
  if (typeof report === 'object' && report !== null && 'testResults' in report) return ofVitest(report as VitestReport, root);
  const { config, suites } = report as PlaywrightReport;
  // The outermost suites are the files.
  return suites.flatMap((suite) => ofSuite(suite, [], fromRoot(path.resolve(config.rootDir, suite.file), root)));
}

export const testsReported = (file: string, root: string) => testsOf(JSON.parse(readFileSync(file, 'utf8')), root);
