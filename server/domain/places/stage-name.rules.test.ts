import { expect, it } from 'vitest';
import { translator } from '../../platform/i18n/messages';
import { stageName } from './stage-name.rules';

it.each([
  ['en_US', 8, 'Pre-consumer'],
  ['en_US', 9, 'Post-consumer'],
  ['en_US', 23, 'Consumer plate waste'],
  ['de_DE', 8, 'Vor dem Gast'],
  ['de_DE', 9, 'Nach dem Gast'],
  ['de_DE', 23, 'Tellerreste'],
  ['de_DE', 5, 'Preparation'],
] as const)('in %s the stage %i is %s', (locale, id, name) => {
  expect(stageName(translator(locale), id, 'Preparation')).toBe(name);
});

it.each([
  ['en_US', 'Unspecified'],
  ['de_DE', 'Nicht angegeben'],
] as const)('in %s a stage without a name is %s', (locale, name) => {
  expect(stageName(translator(locale), 5)).toBe(name);
});
