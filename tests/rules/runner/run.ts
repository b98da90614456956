import path from 'node:path';
import { createVitest, type TestModule, type TestSpecification } from 'vitest/node';
import { findRealDatabases } from '../../../scripts/test/real-databases.mjs';
import { filterOf, isCaseOf, isNamed, type WrittenTest } from '../../checklist/runner/titles.rules';
import { testsWrittenIn } from '../../checklist/runner/written-tests';
import { rules as allRules } from '../index';
import type { Rule } from '../rule';
import { createSwitch, ruleCalled } from './switched-off';
import { isSeen, whyUnfit, verdict, type Ran } from './verdict.rules';

/** `npm run rules-off [-- NAME …]`: switches each rule off, or those that are named, and says which test went red. Ends with 1 where none did. */
const root = process.cwd();
const named = process.argv.slice(2);
const rules = named.length > 0 ? named.map((name) => ruleCalled(allRules, name)) : allRules;

const found = await findRealDatabases();
if ('absent' in found) {
  if (found.demanded) throw new Error(found.absent);
  Object.assign(process.env, { TARE_TEST_DB: 'embedded' });
} else Object.assign(process.env, found.env);
console.log(`${rules.length} rules, on ${'absent' in found ? 'the embedded database' : found.what}.`);

// One process for all: what is read once stays read. A rule's tests get a worker of their own, which knows nothing of the rule before.
const rule = createSwitch(root);
const vitest = await createVitest('test', { watch: false, isolate: true, maxWorkers: 1, testTimeout: 60_000, hookTimeout: 60_000, reporters: [{}] }, { plugins: [rule.plugin] });
const started = performance.now();
const unfit = await unfitRules();
const failures = [...unfit, ...(await unseenRules(rules.filter(({ name }) => !unfit.includes(name))))];
await vitest.close();
console.log(failures.length === 0
  ? `\nEach of ${rules.length} rules was seen by its test. ${((performance.now() - started) / 1000).toFixed(0)} s`
  : `\n${failures.length} of ${rules.length} rules were not seen:\n${failures.map((name) => `  ${name}`).join('\n')}`);
process.exit(failures.length === 0 ? 0 : 1);

/** Once with every rule in force. @returns the names of those whose tests prove nothing */
async function unfitRules(): Promise<string[]> {
  const files = [...new Set(rules.map(({ seenBy: [file] }) => file))];
  const modules = await run(files.map((file) => specification(file, rules.filter(({ seenBy }) => seenBy[0] === file))));
  const reasons = rules.map((one) => ({ name: one.name, reason: whyUnfit(one, ranOf(one, modules)) })).filter(({ reason }) => reason !== null);
  for (const { name, reason } of reasons) console.log(`“${name}”: ${reason}`);
  return reasons.map(({ name }) => name);
}

async function unseenRules(fit: readonly Rule[]): Promise<string[]> {
  const unseen: string[] = [];
  for (const off of fit) {
    hold(off);
    const ran = ranOf(off, await run([specification(off.seenBy[0], [off])]));
    console.log(verdict(off, ran));
    if (!isSeen(ran)) unseen.push(off.name);
  }
  hold(null);
  return unseen;
}

/** Switches one rule off, and the one before on again. */
function hold(off: Rule | null): void {
  const files = [rule.off, off].flatMap((one) => (one ? [path.resolve(root, one.file)] : []));
  rule.off = off;
  for (const file of files) vitest.invalidateFile(file);
}

function writtenOf({ name, seenBy: [file, title] }: Rule): WrittenTest {
  const written = testsWrittenIn(file).filter((one) => isNamed(one, title));
  if (written.length !== 1 || !written[0]) throw new Error(`“${name}”: ${written.length} tests in ${file} are called “${title}”.`);
  return written[0];
}

function specification(file: string, of: readonly Rule[]): TestSpecification {
  const testNamePattern = new RegExp(of.map((one) => filterOf(writtenOf(one)).source).join('|'));
  return vitest.getRootProject().createSpecification(path.resolve(root, file), { testNamePattern });
}

async function run(specifications: TestSpecification[]): Promise<readonly TestModule[]> {
  const files = new Set(specifications.map(({ moduleId }) => moduleId));
  return (await vitest.runTestSpecifications(specifications)).testModules.filter(({ moduleId }) => files.has(moduleId));
}

function ranOf(of: Rule, modules: readonly TestModule[]): Ran {
  const [file] = of.seenBy;
  const module = modules.find(({ moduleId }) => moduleId === path.resolve(root, file));
  const written = writtenOf(of);
  const cases = [...(module?.children.allTests() ?? [])].map((test) => ({ state: test.result().state, title: test.fullName, run: { file, title: test.name, within: ancestors(test.fullName, test.name), ran: true } }));
  const titles = (state: string) => cases.filter((one) => one.state === state && isCaseOf(one.run, written)).map(({ title }) => title);
  return { red: titles('failed'), green: titles('passed'), errors: module ? module.errors().map(({ message }) => message) : ['it was not run'] };
}

/** Vitest joins the titles of a test with what it stands in. */
function ancestors(fullName: string, name: string): string[] {
  return fullName === name ? [] : fullName.slice(0, -name.length - ' > '.length).split(' > ');
}
