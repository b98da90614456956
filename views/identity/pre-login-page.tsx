import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { CaptchaField, type CaptchaShown } from './captcha-field';
import s from './login-page.module.css';
import { nameField, PasskeySignIn } from './passkey-sign-in';
import { SignUpLink } from './sign-up-link';
import { SocialButtons, type SocialChoice } from './social-buttons';

interface PreLoginPageProps {
  t: Translate;
  email: string;
  /** Beside the field. */
  fieldError?: string | undefined;
  /** About the sign-in as a whole. */
  error?: string | undefined;
  notice?: string | undefined;
  /** A telephone number names somebody as well. */
  byPhone: boolean;
  /** This browser is to be remembered once they are in. */
  registers: boolean;
  /** Anybody may. */
  signUp: boolean;
  /** Asked for where the next step sends something. */
  captcha?: CaptchaShown | undefined;
  /** Where a passkey is brought; null where none opens anything. */
  passkey: string | null;
  /** Services that sign people in instead. */
  social: readonly SocialChoice[];
  /** The cookie by which a script says whether this browser can make passkeys, and where it is read. */
  offer: { name: string; path: string };
}

/** The first step of the login box: whose sign-in it is. */
export function PreLoginPage({
  t,
  email,
  fieldError,
  error,
  notice,
  byPhone,
  registers,
  captcha,
  passkey,
  social,
  offer,
  signUp,
}: PreLoginPageProps) {
  return (
    <>
      {notice && <Notice tone="info">{notice}</Notice>}
      {error && <Notice tone="error">{error}</Notice>}
      <PostForm
        action="/account/login"
        className={s.form}
        data-valid-submit=""
        data-offers-passkeys={offer.name}
        data-path={offer.path}
      >
        {registers && <input type="hidden" name="flow" value="registerQuickLogin" />}
        <FormField
          name="email"
          label={t(byPhone ? 'loginBox.nameOrPhone' : 'login.username')}
          defaultValue={email}
          error={fieldError}
          {...nameField(passkey)}
          autoFocus
        />
        <CaptchaField t={t} captcha={captcha} action="login" />
        <Button type="submit" tone="primary" wide>
          {t('login.continue')}
        </Button>
      </PostForm>
      <PasskeySignIn action={passkey} />
      <SocialButtons t={t} providers={social} />
      {byPhone && (
        <p>
          <a href="/account/reset-phone-number">{t('loginBox.lostPhone')}</a>
        </p>
      )}
      {signUp && <SignUpLink t={t} />}
    </>
  );
}
