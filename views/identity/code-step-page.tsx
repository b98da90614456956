import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { CaptchaField, type CaptchaShown } from './captcha-field';
import s from './login-page.module.css';

interface CodeStepPageProps {
  t: Translate;
  /** As it was typed. */
  name: string;
  /** What the name was asked for, said alike whether anybody has it. */
  sent: string;
  /** Where the code is posted, and where another one is asked for. */
  paths: { enter: string; send: string };
  error?: string | undefined;
  /** Whether this browser is to be remembered; null where that is not offered. */
  remember: boolean | null;
  /** For whoever does not get codes any more. */
  lost?: { href: string; label: string };
  /** Asked for where another code is. */
  captcha?: CaptchaShown | undefined;
}

/** A code that was mailed or texted just now. */
export function CodeStepPage({ t, name, sent, paths, error, remember, lost, captcha }: CodeStepPageProps) {
  return (
    <>
      {error ? <Notice tone="error">{error}</Notice> : <Notice tone="info">{sent}</Notice>}
      <PostForm action={paths.enter} className={s.form} data-valid-submit="">
        <p className={s.who}>
          <span>{name}</span> <a href="/account/login?other=1">{t('login.otherName')}</a>
        </p>
        <input type="hidden" name="email" value={name} />
        <FormField
          name="code"
          className={s.code}
          label={t('loginBox.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={20}
          autoFocus
        />
        {remember !== null && (
          <FormField name="rememberMe" kind="checkbox" label={t('loginBox.rememberHere')} defaultChecked={remember} />
        )}
        <Button type="submit" tone="primary" wide>
          {t('login.submit')}
        </Button>
      </PostForm>
      <PostForm action={paths.send} className={s.form}>
        <input type="hidden" name="email" value={name} />
        <CaptchaField t={t} captcha={captcha} action="login" />
        <Button type="submit" wide>
          {t('loginBox.newCode')}
        </Button>
      </PostForm>
      {lost && (
        <p>
          <a href={lost.href}>{lost.label}</a>
        </p>
      )}
    </>
  );
}
