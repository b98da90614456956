import { expect, it } from 'vitest';
import { translator } from '../../platform/i18n/messages';
import { readDate } from '../../platform/sheet/dates.rules';
import { dateForms } from './date-forms.rules';
import { faultSentence, mappingTitle } from './import.presentation';

const locales = ['en_US', 'de_DE', 'es_ES', 'fr_FR'] as const;
const said = (locale: (typeof locales)[number], pattern: string) =>
  faultSentence(translator(locale), { code: 'import.notADate', params: { expected: pattern } });

it.each([
  ['iso', '2026-01-31'],
  ['d.M.yyyy', '31.1.2026'],
  ['excel-serial', '46053'],
  ['week', '2026-W05'],
  ['month', 'January 2026'],
  ['day-month-name', '31 January 2026'],
])('shows a day of the form %s as %s', (pattern, example) => {
  expect(said('en_US', pattern)).toContain(`${example}.`);
});

const words = ['day-month-name', 'month', 'week'] as const;

it.each(locales.flatMap((locale) => words.map((pattern) => [locale, pattern] as const)))(
  'gives examples in %s that the form %s reads',
  (locale, pattern) => {
    const example = translator(locale)(`imports.dateExamples.${pattern}`);
    expect(said(locale, pattern)).toContain(example);
    expect(
      readDate(example, { patterns: [pattern], precision: 'day', timeZone: 'site' }, 'Europe/Berlin'),
    ).toMatchObject({
      ok: true,
      value: { localDate: { 'day-month-name': '2026-01-31', month: '2026-01-01', week: '2026-01-26' }[pattern] },
    });
  },
);

it('knows an example of each form that a person chooses among', () => {
  for (const { patterns } of Object.values(dateForms)) expect(said('en_US', patterns[0])).toMatch(/\d/);
});

it.each([
  ['en_US', 'Generic', 'Generic'],
  ['de_DE', 'Generic', 'Allgemein'],
  ['fr_FR', 'Generic', 'Générique'],
  ['es_ES', 'Fairfax breakfast production', 'Producción de desayunos de Fairfax'],
  ['de_DE', 'Södertälje monthly', 'Monatlicher Abfall Södertälje'],
  ['de_DE', 'Our sheet', 'Our sheet'],
] as const)('in %s the mapping %s is called %s', (locale, name, title) => {
  expect(mappingTitle(name, translator(locale))).toBe(title);
});
