import { expect, it } from 'vitest';
import english from '../../../views/locales/en_US/imports.json';
import german from '../../../views/locales/de_DE/imports.json';
import { IMPORT_CODES, messageKeyOf } from './import-codes.contract';

function sentences(tree: object, path: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? sentences(value, `${path}.${key}`) : [[`${path}.${key}`, String(value)] as [string, string]],
  );
}

it.each([['English', english], ['German', german]])('has a sentence in %s for every code and no other', (_name, locale) => {
  const keys = sentences(locale.errors, 'imports.errors').map(([key]) => key);
  expect(keys.sort()).toEqual(IMPORT_CODES.map(messageKeyOf).sort());
});
