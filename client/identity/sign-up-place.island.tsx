import { useEffect, useRef, useState } from 'react';
import { followingPlace, zonesFor } from '../../server/platform/places/place-choice.rules';
import type { PlaceChoices } from '../../server/platform/places/place-choices.contract';
import { defineIsland } from '../runtime/define-island';
import { sentences, type Speak } from '../runtime/sentences';
import { Fold } from '../ui/fold';
import { FormField } from '../ui/form-field';
import s from './sign-up-place.module.css';

const words = sentences(
  'signUp.place',
  'signUp.country',
  'signUp.currency',
  'signUp.timeZone',
  'signUp.asCountry',
  'signUp.chooseZone',
  'signUp.zonesOfCountry',
  'signUp.zonesElsewhere',
);

type Field = 'country' | 'currency' | 'timeZone';
type Values = Record<Field, string>;

interface SignUpPlaceProps {
  t: Speak<typeof words>;
  values: Values;
  errors: Partial<Record<Field, string>>;
  places: PlaceChoices;
}

/**
 * Guessed, and shown to those alone who want to see it. Awake, currency and zone follow the country, and a zone is asked for where
 * the country has several and the browser is in none of them; until then what is left empty follows on the server.
 */
function SignUpPlace({ t, values: served, errors, places }: SignUpPlaceProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [values, setValues] = useState(served);
  const [awake, setAwake] = useState(false);
  const { country, currency, timeZone } = values;
  const follow = (before: string, after: Values) =>
    setValues({
      ...after,
      ...followingPlace(places, { before, after, browserZone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
    });

  useEffect(() => {
    const form = frame.current?.closest('form');
    const data = form && new FormData(form);
    const typed = (name: Field) => String(data?.get(name) ?? served[name]);
    follow(served.country, { country: typed('country'), currency: typed('currency'), timeZone: typed('timeZone') });
    setAwake(true);
  }, []);
  // Whether the form can be sent hangs on fields that nobody has typed in.
  useEffect(() => {
    frame.current?.closest('form')?.dispatchEvent(new Event('change'));
  }, [values, awake]);

  const chosen = places.countries.find((one) => one.countryCode === country);
  const { ofCountry, others } = zonesFor(places, { countryCode: country, current: timeZone });
  const zones = (list: readonly string[]) => list.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
  const asks = awake && ofCountry.length > 1;
  const unset = awake && timeZone === '' && asks;
  // Once asked, it stays open: whoever has chosen a zone sees what they chose.
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (unset) setAsked(true);
  }, [unset]);
  const note = [
    chosen?.countryName,
    currency || chosen?.currencyCode,
    unset ? t('signUp.chooseZone') : (timeZone || chosen?.timeZones[0])?.replaceAll('_', ' '),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <div ref={frame}>
      <Fold title={t('signUp.place')} note={note} open={Object.keys(errors).length > 0 || unset || asked}>
        <div className={s.fields}>
          <FormField
            name="country"
            id="sign-up-country"
            kind="select"
            label={t('signUp.country')}
            value={country}
            error={errors.country}
            options={places.countries.map((one) => ({ value: one.countryCode, label: one.countryName }))}
            onChange={({ target }) => follow(country, { ...values, country: target.value })}
          />
          <FormField
            name="currency"
            id="sign-up-currency"
            kind="select"
            label={t('signUp.currency')}
            value={currency}
            error={errors.currency}
            options={[
              { value: '', label: t('signUp.asCountry') },
              ...places.currencies.map((one) => ({
                value: one.currencyCode,
                label: `${one.currencyCode} – ${one.currencyName}`,
              })),
            ]}
            onChange={({ target }) => setValues({ ...values, currency: target.value })}
          />
          <FormField
            name="timeZone"
            id="sign-up-zone"
            kind="select"
            label={t('signUp.timeZone')}
            value={timeZone}
            error={errors.timeZone}
            required={asks}
            options={[
              { value: '', label: t(asks ? 'signUp.chooseZone' : 'signUp.asCountry') },
              { label: t('signUp.zonesOfCountry'), options: zones(ofCountry) },
              { label: t('signUp.zonesElsewhere'), options: zones(others) },
            ]}
            onChange={({ target }) => setValues({ ...values, timeZone: target.value })}
          />
        </div>
      </Fold>
    </div>
  );
}

export const signUpPlace = defineIsland('identity/sign-up-place', SignUpPlace, words);
export default signUpPlace;
