import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locales } from '../../views/locales';
import { createSentences } from './sentences';

describe('createSentences', () => {
  const t = createSentences({ a: { b: 'Hello {{name}}', n_one: '{{count}} site', n_other: '{{count}} sites' } }, 'en_US');
  it.each([
    ['a.b', { name: 'Ada' }, 'Hello Ada'],
    ['a.b', {}, 'Hello {{name}}'],
    ['a.n', { count: 1 }, '1 site'],
    ['a.n', { count: 0 }, '0 sites'],
    ['a.none', {}, 'a.none'],
    ['a', {}, 'a'],
  ])('%s with %o', (key, params, sentence) => expect(t(key, params)).toBe(sentence));
});

/** The legacy pages get their sentences as data, so the compiler can not see a key that does not exist. */
describe('every key that the legacy pages name', () => {
  const root = process.cwd();
  const sources = ['client/legacy', 'legacy'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(root, folder, file), 'utf8')));
  const keys = [...new Set(sources.flatMap((source) => [...source.matchAll(/\bt\(\s*'([\w.]+)'/g)].map((match) => match[1] ?? '')))];

  it('are many', () => expect(keys.length).toBeGreaterThan(50));
  it.each(['en_US', 'de_DE'] as const)('has a sentence in %s', (locale) => {
    const t = createSentences(locales[locale], locale);
    expect(keys.filter((key) => t(key, { count: 2 }) === key)).toEqual([]);
  });
});
