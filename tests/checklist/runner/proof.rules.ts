import type { ChecklistRow } from '../row';
import { isCaseOf, isNamed, saysSomething, type RunTest, type WrittenTest } from './titles.rules';

/** A row, and the file that lists it. */
export interface ListedRow extends ChecklistRow {
  list: string;
}

const nameOf = ({ list, section, row }: ListedRow) => `${list}, section ${section}, “${row}”`;

/**
 * Why a row names no test that could prove it, in a sentence; null where it does.
 * @param written the tests of the named file, or null where there is no such file
 */
export function unnamedProof(row: ListedRow, written: WrittenTest[] | null): string | null {
  const { file, title } = row.test;
  if (!written) return `${nameOf(row)}: there is no file ${file}.`;
  if (!saysSomething(title)) return `${nameOf(row)}: “${title}” says nothing; write “describe > ${title}”.`;
  const named = written.filter((one) => isNamed(one, title));
  if (named.length === 0) return `${nameOf(row)}: no test in ${file} is called “${title}”.`;
  if (named.length > 1) return `${nameOf(row)}: ${named.length} tests in ${file} are called “${title}”; write “describe > ${title}”.`;
  return named[0]?.skipped ? `${nameOf(row)}: “${title}” in ${file} is switched off.` : null;
}

/**
 * Why the test of a row proved nothing in this run, in a sentence; null where it ran. Several runs count together: what one
 * skips because of its database, another may run. A test that failed did run, and fails the run by itself.
 */
export function unrunProof(row: ListedRow, written: WrittenTest[], runs: readonly RunTest[]): string | null {
  const { file, title } = row.test;
  const named = written.find((one) => isNamed(one, title));
  const cases = named ? runs.filter((one) => one.file === file && isCaseOf(one, named)) : [];
  if (cases.length === 0) return `${nameOf(row)} is not proved: “${title}” in ${file} did not run.`;
  const ran = new Set(cases.filter((one) => one.ran).map(fullName));
  const skipped = cases.find((one) => !ran.has(fullName(one)));
  return skipped ? `${nameOf(row)} is not proved: “${skipped.title}” in ${file} was skipped.` : null;
}

const fullName = (one: RunTest) => [...one.within, one.title].join(' > ');
