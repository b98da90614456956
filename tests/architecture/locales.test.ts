import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { locales } from '../../views/locales';

type Tree = { [key: string]: string | Tree };

const plural = /_(zero|one|two|few|many|other)$/;

function leaves(tree: Tree, path = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) => {
      const at = path === '' ? key : `${path}.${key}`;
      return typeof value === 'string' ? [[at, value] as const] : [...leaves(value, at)];
    }),
  );
}

const parametersOf = (sentence: string) =>
  [...new Set([...sentence.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1]))].sort();

const base = leaves(locales.en_US as unknown as Tree);

describe.each(Object.keys(locales).filter((code) => code !== 'en_US'))('%s', (code) => {
  const other = leaves(locales[code as keyof typeof locales] as unknown as Tree);

  it('has each message of en_US and no other', () => {
    const keys = (messages: Map<string, string>) =>
      [...new Set([...messages.keys()].map((key) => key.replace(plural, '')))].sort();
    expect(keys(other)).toEqual(keys(base));
  });

  it('has each plural form of its language, for whole numbers', () => {
    const rules = new Intl.PluralRules(code.replace('_', '-'));
    const forms = [...new Set([0, 1, 2, 5, 1_000_000].map((count) => rules.select(count)))].sort();
    const counted = [
      ...new Set([...base.keys()].filter((key) => plural.test(key)).map((key) => key.replace(plural, ''))),
    ];
    expect(counted.filter((key) => forms.some((form) => !other.has(`${key}_${form}`)))).toEqual([]);
  });

  it('uses the same parameters', () => {
    const differing = [...base].filter(
      ([key, sentence]) =>
        other.has(key) &&
        !plural.test(key) &&
        parametersOf(sentence).join() !== parametersOf(other.get(key) ?? '').join(),
    );
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it('uses in each plural form no other parameters than en_US', () => {
    const known = (key: string) =>
      parametersOf(
        [...base]
          .filter(([one]) => one.replace(plural, '') === key.replace(plural, ''))
          .map(([, sentence]) => sentence)
          .join(' '),
      );
    expect(
      [...other]
        .filter(
          ([key, sentence]) => plural.test(key) && parametersOf(sentence).some((name) => !known(key).includes(name)),
        )
        .map(([key]) => key),
    ).toEqual([]);
  });

  it('leaves no sentence empty', () => {
    expect([...base, ...other].filter(([, sentence]) => sentence.trim() === '')).toEqual([]);
  });
});

describe('en_US', () => {
  const glossary = readFileSync(fileURLToPath(new URL('../../views/locales/GLOSSARY.md', import.meta.url)), 'utf8');
  const rules = (glossary.split('\n## Write this, not that\n')[1] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`'))
    .flatMap((line) => {
      const [, write = '', not = ''] = line.split(/(?<!\\)\|/);
      return [...not.matchAll(/`([^`]+)`/g)].map(([, form = '']) => ({
        write: write.trim(),
        form: new RegExp(form.replaceAll('\\|', '|'), 'i'),
      }));
    });

  it('uses none of the forms that the glossary rules out', () => {
    expect(rules.length).toBeGreaterThan(20);
    const found = [...base].flatMap(([key, sentence]) =>
      rules.filter(({ form }) => form.test(sentence)).map(({ write }) => `${key}: ${sentence} (write “${write}”)`),
    );
    expect(found).toEqual([]);
  });
});
