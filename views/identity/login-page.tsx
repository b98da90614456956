import { forgotPassword } from '../../client/identity/forgot-password.island';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { Island } from '../layout/island';
import { WaitingSubmit } from '../layout/waiting-submit';
import { CaptchaField, type CaptchaShown } from './captcha-field';
import s from './login-page.module.css';
import { nameField, PasskeySignIn } from './passkey-sign-in';
import { SignUpLink } from './sign-up-link';
import { SocialButtons, type SocialChoice } from './social-buttons';

interface LoginPageProps {
  t: Translate;
  username: string;
  remember: boolean;
  /** Chosen on the way here; it stays the person's own. */
  lang?: string | undefined;
  error?: string | undefined;
  notice?: string | undefined;
  captcha?: CaptchaShown | undefined;
  /** Where a passkey is brought; null where none opens anything. */
  passkey: string | null;
  /** Services that sign people in instead. */
  social: readonly SocialChoice[];
  /** Anybody may. */
  signUp: boolean;
  /** People may sign in by their organization at this host. */
  sso: boolean;
}

export function LoginPage({
  t,
  username,
  remember,
  lang,
  error,
  notice,
  captcha,
  passkey,
  social,
  signUp,
  sso,
}: LoginPageProps) {
  return (
    <>
      {notice && <Notice tone="info">{notice}</Notice>}
      {error && <Notice tone="error">{error}</Notice>}
      <PostForm action="/login" className={s.form} data-valid-submit="">
        {lang && <input type="hidden" name="lang" value={lang} />}
        <FormField
          name="username"
          label={t('login.username')}
          defaultValue={username}
          {...nameField(passkey)}
          autoFocus={username === ''}
        />
        <FormField
          name="password"
          kind="password"
          label={t('login.password')}
          autoComplete="current-password"
          reveal={t('login.showPassword')}
          required
          maxLength={1000}
          autoFocus={username !== ''}
        />
        <FormField name="rememberMe" kind="checkbox" label={t('login.rememberMe')} defaultChecked={remember} />
        <CaptchaField t={t} captcha={captcha} action="login" />
        <WaitingSubmit says={t('login.waiting')}>{t('login.submit')}</WaitingSubmit>
      </PostForm>
      <PasskeySignIn action={passkey} lang={lang} />
      <Island of={forgotPassword} when="interaction" props={{}} />
      {sso && (
        <p>
          <a href="/sso-login">{t('login.toSso')}</a>
        </p>
      )}
      <SocialButtons t={t} providers={social} />
      {signUp && <SignUpLink t={t} />}
    </>
  );
}
