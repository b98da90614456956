import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { AccountName } from './account-name';
import { CaptchaField, type CaptchaShown } from './captcha-field';
import s from './login-page.module.css';

interface PasswordStepPageProps {
  t: Translate;
  email: string;
  error?: string | undefined;
  captcha?: CaptchaShown | undefined;
  /** As on the step before, for whoever is quicker than the script there. */
  offer: { name: string; path: string };
}

/** The password of somebody whose name is known from the step before, and the ways beside it. */
export function PasswordStepPage({ t, email, error, captcha, offer }: PasswordStepPageProps) {
  return (
    <>
      {error && <Notice tone="error">{error}</Notice>}
      <PostForm
        action="/account/login/password"
        className={s.form}
        data-valid-submit=""
        data-offers-passkeys={offer.name}
        data-path={offer.path}
      >
        <p className={s.who}>
          <span>{email}</span> <a href="/account/login?other=1">{t('login.otherName')}</a>
        </p>
        <AccountName name="email" login={email} />
        <FormField
          name="password"
          kind="password"
          label={t('login.password')}
          autoComplete="current-password"
          reveal={t('login.showPassword')}
          required
          maxLength={1000}
          autoFocus
        />
        <CaptchaField t={t} captcha={captcha} action="login" />
        <Button type="submit" tone="primary" wide>
          {t('login.submit')}
        </Button>
      </PostForm>
      <p>
        <a href="/forgot-password">{t('login.forgot')}</a>
      </p>
      <section className={s.instead} aria-labelledby="instead">
        <h2 id="instead">{t('loginBox.instead')}</h2>
        {(['link', 'code'] as const).map((what) => (
          <PostForm key={what} action={`/account/login/send-${what}`}>
            <input type="hidden" name="email" value={email} />
            <CaptchaField t={t} captcha={captcha} action="login" />
            <Button type="submit" wide>
              {t(what === 'link' ? 'loginBox.mailLink' : 'loginBox.mailCode')}
            </Button>
          </PostForm>
        ))}
      </section>
    </>
  );
}
