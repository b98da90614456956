import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { WaitingSubmit } from '../layout/waiting-submit';
import s from './login-page.module.css';
import { nameField, PasskeySignIn } from './passkey-sign-in';

interface SsoLoginPageProps {
  t: Translate;
  email: string;
  /** Where a passkey is brought; null where none opens anything. */
  passkey: string | null;
  error?: string | undefined;
}

/** The sign-in of people whose organization has a provider: it asks for their address alone. */
export function SsoLoginPage({ t, email, passkey, error }: SsoLoginPageProps) {
  return (
    <>
      {error && <Notice tone="error">{error}</Notice>}
      <PostForm action="/sso-login" className={s.form} data-valid-submit="">
        <FormField
          name="email"
          label={t('login.ssoEmail')}
          inputMode="email"
          defaultValue={email}
          {...nameField(passkey)}
          autoFocus
        />
        <WaitingSubmit says={t('login.ssoWaiting')}>{t('login.ssoSubmit')}</WaitingSubmit>
      </PostForm>
      <PasskeySignIn action={passkey} />
      <p>
        <a href="/login">{t('login.toPassword')}</a>
      </p>
    </>
  );
}

/** `elsewhere`: the address at which it is set up; null where there is none. */
export function SsoNotSetUpPage({ t, elsewhere }: { t: Translate; elsewhere: string | null }) {
  return (
    <>
      <Notice tone="info">{t('login.ssoNotSetUp')}</Notice>
      {elsewhere && (
        <p>
          {t('login.ssoElsewhere')}
          <br />
          <a href={elsewhere}>{elsewhere}</a>
        </p>
      )}
      <p>
        <a href="/login">{t('login.toPassword')}</a>
      </p>
    </>
  );
}
