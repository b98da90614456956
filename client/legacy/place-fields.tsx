import { followingGuess, zonesFor } from '../../server/platform/places/place-choice.rules';
import type { PlaceChoices } from '../../server/platform/places/place-choices.contract';
import { ComboBox } from '../ui/combo-box';
import type { ComboOption } from '../ui/combo-box.rules';
import type { DialogForm, OwnField } from '../ui/form-dialog';
import type { LegacyPage } from './page';

interface Choice {
  name: 'countryCode' | 'timeZone' | 'currencyCode';
  defaultValue: string | undefined;
  hint?: string;
  disabled?: boolean | undefined;
  /** @param values of the other choices */
  options(values: Record<string, string>): ComboOption[];
}

interface Placed {
  place: { countryCode?: string; timeZone?: string; currencyCode?: string };
  /** Why one of them cannot be changed any more. */
  fixed: { timeZone?: string; currencyCode?: string };
  /** What the zone decides. */
  zoneHint: string;
}

/** Country, zone and currency of a site or an organisation, each searched in a list. */
export function placeFields({ t }: LegacyPage, choices: PlaceChoices, { place, fixed, zoneHint }: Placed): OwnField[] {
  const choice = ({ name, defaultValue = '', hint, disabled, options }: Choice): OwnField => ({
    kind: 'own',
    name,
    label: t(`legacy.fields.${name === 'countryCode' ? 'countryName' : name}`),
    defaultValue,
    required: true,
    render: ({ value, values, error, onChange }) => (
      <ComboBox
        label={t(`legacy.fields.${name === 'countryCode' ? 'countryName' : name}`)}
        name={name}
        options={options(values)}
        value={value || null}
        onChange={(chosen) => onChange(chosen ?? '')}
        placeholder={t('legacy.ui.choose')}
        emptyText={t('legacy.ui.nothingFits')}
        openLabel={t('legacy.ui.showChoices')}
        required
        {...(hint === undefined ? {} : { hint })}
        {...(error === undefined ? {} : { error })}
        disabled={disabled ?? false}
      />
    ),
  });
  const countryName = (code: string | undefined) =>
    choices.countries.find((one) => one.countryCode === code)?.countryName ?? '';
  return [
    choice({
      name: 'countryCode',
      defaultValue: place.countryCode,
      options: () => choices.countries.map((one) => ({ value: one.countryCode, label: one.countryName })),
    }),
    choice({
      name: 'timeZone',
      defaultValue: place.timeZone,
      disabled: fixed.timeZone !== undefined,
      hint: fixed.timeZone ?? zoneHint,
      options: ({ countryCode = '' }) => {
        const { ofCountry, others } = zonesFor(choices, { countryCode, current: place.timeZone });
        return [
          ...ofCountry.map((zone) => ({ value: zone, label: zone, hint: countryName(countryCode) })),
          ...others.map((zone) => ({ value: zone, label: zone })),
        ];
      },
    }),
    choice({
      name: 'currencyCode',
      defaultValue: place.currencyCode,
      disabled: fixed.currencyCode !== undefined,
      hint: fixed.currencyCode ?? t('legacy.sites.currencyHint'),
      options: () =>
        choices.currencies.map((one) => ({
          value: one.currencyCode,
          label: `${one.currencyCode} · ${one.currencyName}`,
        })),
    }),
  ];
}

/** Zone and currency follow the country until somebody chooses another. */
export const followCountry =
  (choices: PlaceChoices): NonNullable<DialogForm['follow']> =>
  (name, before, after) =>
    name === 'countryCode' ? followingGuess(choices, { before: before.countryCode ?? '', after }) : {};
