import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { CaptchaField, type CaptchaShown } from './captcha-field';
import s from './login-page.module.css';

interface ForgotPasswordPageProps {
  t: Translate;
  email: string;
  error?: string | undefined;
  /** What is wrong, but with no field. */
  refused?: string | undefined;
  captcha?: CaptchaShown | undefined;
  sent: boolean;
}

export function ForgotPasswordPage({ t, email, error, refused, captcha, sent }: ForgotPasswordPageProps) {
  return (
    <>
      {sent ? (
        <Notice tone="success">{t('password.requested')}</Notice>
      ) : (
        <>
          {refused && <Notice tone="error">{refused}</Notice>}
          <PostForm action="/forgot-password" className={s.form} data-valid-submit="">
            <FormField
              name="email"
              kind="email"
              label={t('password.email')}
              defaultValue={email}
              error={error}
              autoComplete="email"
              required
              maxLength={254}
              autoFocus
            />
            <CaptchaField t={t} captcha={captcha} action="forgot_password" />
            <Button type="submit" tone="primary" wide>
              {t('password.request')}
            </Button>
          </PostForm>
        </>
      )}
      <p>
        <a href="/login">{t('password.backToLogin')}</a>
      </p>
    </>
  );
}
