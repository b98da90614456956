import { describe, expect, expectTypeOf, it } from 'vitest';
import { localeCodes, translator, type MessageKey, type Translate } from '../../server/platform/i18n/messages';
import { locales } from '../../views/locales';
import { defineIsland, type Island } from './define-island';
import { createTranslate, sentences, type Messages, type Speak } from './sentences';

type Loose = (key: string, params?: Record<string, string | number>) => string;

describe('createTranslate', () => {
  const speak = createTranslate(
    { a: { b: 'Hello {{name}}', n_one: '{{count}} site', n_other: '{{ count }} sites', p_other: 'always {{count}}' } },
    'en_US',
  ) as unknown as Loose;
  it.each([
    ['a.b', { name: 'Ada' }, 'Hello Ada'],
    ['a.b', {}, 'Hello {{name}}'],
    ['a.n', { count: 1 }, '1 site'],
    ['a.n', { count: 0 }, '0 sites'],
    ['a.p', { count: 1 }, 'always 1'],
    ['a.none', {}, 'a.none'],
    ['a', {}, 'a'],
  ])('%s with %o', (key, params, sentence) => expect(speak(key, params)).toBe(sentence));

  it.each([
    [1, 'plik'],
    [3, 'pliki'],
    [5, 'plików'],
  ])('knows the plural forms of a language with more than two: %i %s', (count, sentence) => {
    const polish = createTranslate(
      { files_one: 'plik', files_few: 'pliki', files_many: 'plików', files_other: 'pliku' },
      'pl_PL',
    ) as unknown as Loose;
    expect(polish('files', { count })).toBe(sentence);
  });

  it.each(localeCodes)('says in %s what the server says', (locale) => {
    const browser = createTranslate(locales[locale], locale) as unknown as Loose;
    const server = translator(locale) as unknown as Loose;
    const differing = keysOf(locales[locale]).flatMap((key) =>
      [0, 1, 2, 5, 21]
        .filter((count) => {
          const params = { count, name: 'Ada & <b>', value: 7 };
          return browser(key, params) !== server(key, params);
        })
        .map((count) => `${key} ${count}`),
    );
    expect(differing).toEqual([]);
  });
});

function keysOf(tree: Messages, before = ''): string[] {
  const keys = Object.entries(tree).flatMap(([name, node]) =>
    typeof node === 'string' ? [before + name] : keysOf(node, `${before}${name}.`),
  );
  return [...new Set(keys.map((key) => key.replace(/_(zero|one|two|few|many|other)$/, '')))];
}

describe('declared sentences', () => {
  const part = sentences('global.close');
  const words = sentences('imports.editor', ...part);
  const speak = createTranslate<typeof words>(locales.en_US, 'en_US');
  const draw = (_: { rows: number[]; t: Speak<typeof words> }) => null;

  it('are the only ones that `t` gives, with their parameters', () => {
    expect(speak('global.close')).toBe('Close');
    expect(speak('imports.editor.missing', { list: 'x' })).toContain('x');
    // @ts-expect-error not declared
    speak('global.cancel');
    // @ts-expect-error a placeholder without its value
    speak('imports.editor.missing');
    // @ts-expect-error no such message
    sentences('nothing.at.all');
    expectTypeOf<MessageKey>().toExtend<Parameters<Translate>[0]>();
  });

  it('serve a part that needs fewer, never one that needs more', () => {
    const forPart: Speak<typeof part> = speak;
    const forAll: Speak<typeof words> = translator('en_US');
    // @ts-expect-error the editor's are missing
    const tooFew: Speak<typeof words> = forPart;
    expect([forAll('global.close'), tooFew('global.close')]).toEqual(['Close', 'Close']);
  });

  it('belong to an island whose component asks for them', () => {
    expectTypeOf(defineIsland('sample/rows', draw, words)).toEqualTypeOf<
      Island<Omit<{ rows: number[]; t: Speak<typeof words> }, 't'>>
    >();
    // @ts-expect-error the editor's are missing
    defineIsland('sample/rows', draw, part);
    // @ts-expect-error none is declared
    defineIsland('sample/rows', draw);
    // @ts-expect-error a date arrives as text
    defineIsland('sample/rows', (_: { at: Date; t: Speak<typeof words> }) => null, words);
  });
});
