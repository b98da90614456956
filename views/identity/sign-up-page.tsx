import { Button } from '../../client/ui/button';
import { classNames } from '../../client/ui/class-names';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import { zonesFor } from '../../server/platform/places/place-choice.rules';
import type { PlaceChoices } from '../../server/platform/places/place-choices.contract';
import { PostForm } from '../layout/form';
import { CaptchaField, type CaptchaShown } from './captcha-field';
import s from './login-page.module.css';
import { SocialButtons, type SocialChoice } from './social-buttons';

export type SignUpField = 'email' | 'name' | 'organization' | 'country' | 'currency' | 'timeZone';

interface Filled {
  t: Translate;
  values: Partial<Record<SignUpField, string>>;
  errors: Partial<Record<SignUpField, string>>;
}

interface SignUpPageProps extends Filled {
  error?: string | undefined;
  /** Whether people sign in by one here. */
  takesPassword: boolean;
  /** For who opens an organization of their own: what they may say of where it is. */
  places?: PlaceChoices | undefined;
  /** For who joins one: the token of the link. */
  invitationToken?: string | undefined;
  captcha?: CaptchaShown | undefined;
  /** Services by which people sign up instead. */
  social: readonly SocialChoice[];
}

/** The first stage of a sign-up. */
export function SignUpPage({
  t,
  values,
  errors,
  error,
  takesPassword,
  places,
  invitationToken,
  captcha,
  social,
}: SignUpPageProps) {
  return (
    <>
      {error && <Notice tone="error">{error}</Notice>}
      <PostForm action="/account/sign-up" className={s.form} data-valid-submit="">
        {invitationToken !== undefined && <input type="hidden" name="invitationToken" value={invitationToken} />}
        <FormField
          name="email"
          kind="email"
          label={t('signUp.email')}
          defaultValue={values.email}
          error={errors.email}
          autoComplete="email"
          required
          maxLength={200}
          autoFocus
        />
        <FormField
          name="name"
          label={t('signUp.name')}
          defaultValue={values.name}
          error={errors.name}
          autoComplete="name"
          required
          maxLength={200}
        />
        {places && (
          <FormField
            name="organization"
            label={t('signUp.organization')}
            defaultValue={values.organization}
            error={errors.organization}
            autoComplete="organization"
            required
            maxLength={200}
          />
        )}
        {places && <PlaceFields {...{ t, values, errors, places }} />}
        <p>{t(takesPassword ? 'signUp.passwordLater' : 'signUp.linkLater')}</p>
        <CaptchaField t={t} captcha={captcha} action="sign_up" />
        <Button type="submit" tone="primary" wide>
          {t(invitationToken === undefined ? 'signUp.submit' : 'signUp.joinSubmit')}
        </Button>
      </PostForm>
      <SocialButtons t={t} providers={social} invitationToken={invitationToken} />
      <p>
        {t('signUp.haveAccount')} <SignInLink t={t} invitationToken={invitationToken} />
      </p>
    </>
  );
}

function SignInLink({ t, invitationToken }: Pick<SignUpPageProps, 't' | 'invitationToken'>) {
  if (invitationToken === undefined) return <a href="/account/login">{t('signUp.signIn')}</a>;
  return <a href={`/account/login?${new URLSearchParams({ invitationToken })}`}>{t('signUp.joinSignIn')}</a>;
}

/** Guessed, and shown to those alone who want to see it: what is left empty follows the country. */
function PlaceFields({ t, values, errors, places }: Filled & { places: PlaceChoices }) {
  const { country = '', currency = '', timeZone = '' } = values;
  const chosen = places.countries.find((one) => one.countryCode === country);
  const asCountry = { value: '', label: t('signUp.asCountry') };
  const { ofCountry, others } = zonesFor(places, { countryCode: country, current: timeZone });
  const zones = (list: readonly string[]) => list.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
  const note = [
    chosen?.countryName,
    currency || chosen?.currencyCode,
    (timeZone || chosen?.timeZones[0])?.replaceAll('_', ' '),
  ]
    .filter(Boolean)
    .join(' · ');
  const isWrong = Boolean(errors.country ?? errors.currency ?? errors.timeZone);
  return (
    <Fold title={t('signUp.place')} note={note} open={isWrong}>
      <div className={classNames(s.form, s.folded)}>
        <FormField
          name="country"
          kind="select"
          label={t('signUp.country')}
          defaultValue={country}
          error={errors.country}
          options={places.countries.map((one) => ({ value: one.countryCode, label: one.countryName }))}
        />
        <FormField
          name="currency"
          kind="select"
          label={t('signUp.currency')}
          defaultValue={currency}
          error={errors.currency}
          options={[
            asCountry,
            ...places.currencies.map((one) => ({
              value: one.currencyCode,
              label: `${one.currencyCode} – ${one.currencyName}`,
            })),
          ]}
        />
        <FormField
          name="timeZone"
          kind="select"
          label={t('signUp.timeZone')}
          defaultValue={timeZone}
          error={errors.timeZone}
          options={[
            asCountry,
            { label: t('signUp.zonesOfCountry'), options: zones(ofCountry) },
            { label: t('signUp.zonesElsewhere'), options: zones(others) },
          ]}
        />
      </div>
    </Fold>
  );
}
