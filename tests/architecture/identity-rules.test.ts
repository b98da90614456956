import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { unnamedProof } from '../checklist/runner/proof.rules';
import { testsWrittenIn } from '../checklist/runner/written-tests';
import { rules } from '../rules';
import { without } from '../rules/runner/switched-off';

/** What is wrong with a rule as it stands; null where nothing is. */
function fault(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the rules of the identity area', () => {
  const texts = new Map([...new Set(rules.map(({ file }) => file))].map((file) => [file, existsSync(file) ? readFileSync(file, 'utf8') : '']));
  const written = new Map([...new Set(rules.map(({ seenBy: [file] }) => file))].map((file) => [file, existsSync(file) ? testsWrittenIn(file) : null]));

  it('stand where the list says, once each, and change something when they are off', () => {
    expect(rules.length).toBeGreaterThan(100);
    expect(rules.flatMap((rule) => fault(() => without(rule, texts.get(rule.file) ?? '')) ?? (rule.text === rule.off ? rule.name : []))).toEqual([]);
  });

  it('name a test that exists', () => {
    expect(rules.flatMap(({ name, seenBy: [file, title] }) =>
      unnamedProof({ list: 'tests/rules', section: '4', row: name, test: { file, title } }, written.get(file) ?? null) ?? [])).toEqual([]);
  });

  it('have a name of their own', () => {
    const names = rules.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
