import type { Preferences } from '../../../views/layout/preferences-form';
import { localeNames } from '../../../views/locales';
import type { Actor } from '../actor';
import { localeCodes } from '../i18n/messages';
import { memoize } from '../memoize';
import type { Theme } from './theme-cookie';

/** What people usually weigh in; another unit is offered to whom it is shown already. */
const usual = ['kg', 'lb'];
/** CLDR's names of the units, by the abbreviation that figures carry. */
const named: Record<string, string> = { kg: 'kilogram', g: 'gram', lb: 'pound', oz: 'ounce' };

const unitLabel = memoize((key: string) => {
  const [locale = '', abbr = ''] = key.split(' ');
  const parts = new Intl.NumberFormat(locale.replace('_', '-'), {
    style: 'unit',
    unit: named[abbr],
    unitDisplay: 'long',
  }).formatToParts(2);
  return `${parts.find(({ type }) => type === 'unit')?.value.trim() ?? abbr} (${abbr})`;
});

/** What the account menu offers somebody to choose, and what is chosen. */
export function preferencesShown(
  { locale, unit }: Pick<Actor, 'locale' | 'unit'>,
  { theme, back }: { theme: Theme | null; back: string },
): Preferences {
  return {
    action: '/preferences',
    back,
    locale,
    languages: localeCodes.map((code) => ({ value: code, label: localeNames[code] })),
    unit: unit.abbr,
    units: [...new Set([...usual, unit.abbr])].map((abbr) => ({ value: abbr, label: unitLabel(`${locale} ${abbr}`) })),
    theme,
  };
}
