import { Button } from '../../client/ui/button';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './login-page.module.css';

interface BreachedPasswordPageProps {
  t: Translate;
  action: string;
  error?: string | undefined;
  /** How long the link that was just mailed is good; null before. */
  sentMinutes: number | null;
}

/** For whoever typed a right password that is known from a data breach: it opens nothing, and another is set by a mailed link. */
export function BreachedPasswordPage({ t, action, error, sentMinutes }: BreachedPasswordPageProps) {
  return (
    <>
      {error && <Notice tone="error">{error}</Notice>}
      {sentMinutes === null ? (
        <PostForm action={action} className={s.form}>
          <p className={s.plain}>{t('signInChecks.breachedAskHint')}</p>
          <Button type="submit" tone="primary" wide autoFocus>
            {t('signInChecks.breachedAsk')}
          </Button>
        </PostForm>
      ) : (
        <Notice tone="success">{t('signInChecks.breachedSent', { minutes: sentMinutes })}</Notice>
      )}
      <p>
        <a href="/login">{t('password.backToLogin')}</a>
      </p>
    </>
  );
}
