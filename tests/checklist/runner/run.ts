import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { listedRows } from './lists';
import { unnamedProof, unrunProof } from './proof.rules';
import { testsReported } from './reports';
import { testsWrittenIn } from './written-tests';

/** `run.ts FOLDER`: whether the test of each row ran, by the reports (JSON) in the folder. Ends with 1 where one did not. */
const [folder = ''] = process.argv.slice(2);
const runs = readdirSync(folder).filter((name) => name.endsWith('.json')).flatMap((name) => testsReported(path.join(folder, name), process.cwd()));
const rows = await listedRows();
const written = new Map([...new Set(rows.map(({ test }) => test.file))].map((file) => [file, existsSync(file) ? testsWrittenIn(file) : null]));
const unproved = rows.flatMap((row) => {
  const tests = written.get(row.test.file) ?? null;
  return unnamedProof(row, tests) ?? unrunProof(row, tests ?? [], runs) ?? [];
});
for (const sentence of unproved) console.log(sentence);
if (unproved.length === 0) console.log(`Each of ${rows.length} rows of the specification was proved by a test that ran.`);
process.exitCode = unproved.length > 0 ? 1 : 0;
