import type { LegacyPage } from '../../../client/legacy/page';
import { ComboBox } from '../../../client/ui/combo-box';
import type { ComboOption } from '../../../client/ui/combo-box.rules';
import type { DialogForm, OwnField } from '../../../client/ui/form-dialog';
import { followingGuess, zonesFor } from '../../../server/platform/places/place-choice.rules';
import type { PlaceChoices } from '../../../server/platform/places/place-choices.contract';
import type { SiteDetail } from '../../../server/features/sites/sites.contract';

interface Choice {
  name: 'countryCode' | 'timeZone' | 'currencyCode';
  defaultValue: string | undefined;
  hint?: string;
  disabled?: boolean | undefined;
  /** @param values of the other choices */
  options(values: Record<string, string>): ComboOption[];
}

/** Country, zone and currency of a site, each searched in a list; the last two are fixed by its first event. */
export function placeFields({ t }: LegacyPage, choices: PlaceChoices, site: Partial<SiteDetail['site']>): OwnField[] {
  const choice = ({ name, defaultValue = '', hint, disabled, options }: Choice): OwnField => ({
    kind: 'own', name, label: t(`legacy.fields.${name === 'countryCode' ? 'countryName' : name}`), defaultValue, required: true,
    render: ({ value, values, error, onChange }) => (
      <ComboBox
        label={t(`legacy.fields.${name === 'countryCode' ? 'countryName' : name}`)} name={name} options={options(values)} value={value || null} onChange={(chosen) => onChange(chosen ?? '')}
        placeholder={t('legacy.ui.choose')} emptyText={t('legacy.ui.nothingFits')} openLabel={t('legacy.ui.showChoices')} required
        {...(hint === undefined ? {} : { hint })} {...(error === undefined ? {} : { error })} disabled={disabled ?? false}
      />
    ),
  });
  const fixed = site.hasEvents ?? false;
  const countryName = (code: string | undefined) => choices.countries.find((one) => one.countryCode === code)?.countryName ?? '';
  return [
    choice({ name: 'countryCode', defaultValue: site.countryCode, options: () => choices.countries.map((one) => ({ value: one.countryCode, label: one.countryName })) }),
    choice({
      name: 'timeZone', defaultValue: site.timeZone, disabled: fixed, hint: t(fixed ? 'sites.timeZoneFixed' : 'legacy.sites.timeZoneHint'),
      options: ({ countryCode = '' }) => {
        const { ofCountry, others } = zonesFor(choices, { countryCode, current: site.timeZone });
        return [...ofCountry.map((zone) => ({ value: zone, label: zone, hint: countryName(countryCode) })), ...others.map((zone) => ({ value: zone, label: zone }))];
      },
    }),
    choice({
      name: 'currencyCode', defaultValue: site.currencyCode, disabled: fixed, hint: t(fixed ? 'sites.currencyFixed' : 'legacy.sites.currencyHint'),
      options: () => choices.currencies.map((one) => ({ value: one.currencyCode, label: `${one.currencyCode} · ${one.currencyName}` })),
    }),
  ];
}

/** Zone and currency follow the country until somebody chooses another. */
export const followCountry = (choices: PlaceChoices): NonNullable<DialogForm['follow']> => (name, before, after) =>
  (name === 'countryCode' ? followingGuess(choices, { before: before.countryCode ?? '', after }) : {});
