import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { locales } from '../../../../views/locales';
import { localeCodes, translator } from '../../../platform/i18n/messages';
import { actionName, actionsNamed, auditAreas } from './audit-areas';

it('has a name for the noun of each action', () => {
  const nouns = ['server', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|template/.test(file))
      .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/defineActions\('(\w+)'/g)])
      .map(([, noun]) => noun),
  );
  expect(nouns.length).toBeGreaterThan(50);
  expect([...new Set(nouns)].sort()).toEqual([...auditAreas].sort());
});

/** The bodies of `defineActions` all over the house, as `noun.verb`. */
const declared = ['server', 'scripts'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|template/.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(folder, file), 'utf8').replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
      return [...source.matchAll(/defineActions\('(\w+)',\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g)].flatMap(
        ([, noun, body = '']) => [...body.matchAll(/(\w+):\s*\{/g)].map(([, verb]) => `${noun}.${verb}`),
      );
    }),
);

it('has words for each action in each language', () => {
  expect(declared.length).toBeGreaterThan(300);
  for (const locale of localeCodes)
    expect(declared.filter((action) => actionName(translator(locale), action) === action)).toEqual([]);
});

it('has no words for what nobody does', () => {
  const { verbs, own } = locales.en_US.auditActions;
  const said = new Set(declared.map((action) => action.split('.')[1]));
  expect(Object.keys(verbs).filter((verb) => !said.has(verb))).toEqual([]);
  const special = Object.entries(own).flatMap(([noun, of]) => Object.keys(of).map((verb) => `${noun}.${verb}`));
  expect(special.filter((action) => !declared.includes(action))).toEqual([]);
});

it.each([
  ['wasteEvent.void', 'Voided', 'Storniert'],
  ['goal.copy', 'Copied', 'Kopiert'],
  ['passkey.copy', 'Cloned passkey detected', 'Kopierter Passkey entdeckt'],
  ['demo loaded', 'demo loaded', 'demo loaded'],
  ['constructor.toString', 'constructor.toString', 'constructor.toString'],
])('calls %s %s', (action, english, german) => {
  expect([actionName(translator('en_US'), action), actionName(translator('de_DE'), action)]).toEqual([english, german]);
});

it('finds actions by their words', () => {
  const named = (words: string) => actionsNamed(translator('en_US'), words);
  expect(named('copied')).toEqual({
    verbs: ['copy'],
    actions: [],
    except: expect.arrayContaining(['factor.copy', 'passkey.copy']),
  });
  expect(named('cloned')).toMatchObject({ verbs: [], actions: ['factor.copy', 'passkey.copy'] });
});
