import { expect, it } from 'vitest';
import { locales } from '../../../views/locales';
import { IMPORT_CODES, messageKeyOf } from './import-codes.contract';

function sentences(tree: object, path: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? sentences(value, `${path}.${key}`)
      : [[`${path}.${key}`, String(value)] as [string, string]],
  );
}

it.each(Object.entries(locales))('has a sentence in %s for every code and no other', (_code, { imports }) => {
  const keys = sentences(imports.errors, 'imports.errors').map(([key]) => key);
  expect(keys.sort()).toEqual(IMPORT_CODES.map(messageKeyOf).sort());
});
