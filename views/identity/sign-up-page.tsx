import { signUpPlace } from '../../client/identity/sign-up-place.island';
import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import type { PlaceChoices } from '../../server/platform/places/place-choices.contract';
import { PostForm } from '../layout/form';
import { Island } from '../layout/island';
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
        {places && <PlaceFields {...{ values, errors, places }} />}
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

const placeFields = ['country', 'currency', 'timeZone'] as const;

function PlaceFields({ values, errors, places }: Omit<Filled, 't'> & { places: PlaceChoices }) {
  const { country = '', currency = '', timeZone = '' } = values;
  const wrong = placeFields.flatMap((name) => (errors[name] === undefined ? [] : [[name, errors[name]] as const]));
  return (
    <Island
      of={signUpPlace}
      when="idle"
      props={{ values: { country, currency, timeZone }, errors: Object.fromEntries(wrong), places }}
    />
  );
}
