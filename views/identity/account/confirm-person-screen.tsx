import { Button, LinkButton } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { AccountName } from '../account-name';
import s from './account.module.css';
import { CodeForm, type SentCodeView } from './code-form';

export interface ConfirmPersonProps {
  t: Translate;
  /** How they prove to be themselves. */
  way: 'factor' | 'password' | 'provider' | 'mail';
  /** Where they go on. */
  to: string;
  login: string;
  email: string;
  sent?: SentCodeView | undefined;
  error?: string | undefined;
}

const base = '/account/confirm';

/** Stands before whatever changes how somebody signs in. */
export function ConfirmPersonScreen({ t, way, to, login, email, sent, error }: ConfirmPersonProps) {
  return (
    <>
      <PageHeader
        above={<p className={s.above}>{t('account.title')}</p>}
        title={t('account.confirm.title')}
        sentence={t('account.confirm.lead')}
      />
      {error && way !== 'password' && <Notice tone="error">{error}</Notice>}
      {sent ? (
        <CodeForm
          t={t}
          {...sent}
          action={`${base}/verify`}
          kept={{ to }}
          label={t('account.confirm.button')}
          cancelHref={to}
        />
      ) : (
        <PostForm action={way === 'mail' ? `${base}/code` : base} className={s.form}>
          <input type="hidden" name="to" value={to} />
          {way === 'password' && <AccountName login={login} />}
          {way === 'password' && (
            <FormField
              name="password"
              kind="password"
              label={t('account.password.now')}
              autoComplete="current-password"
              autoFocus
              required
              maxLength={1000}
              error={error}
              reveal={t('login.showPassword')}
            />
          )}
          {way === 'factor' && <p>{t('account.confirm.byFactor')}</p>}
          {way === 'provider' && <p>{t('account.confirm.byProvider')}</p>}
          {way === 'mail' && <p>{t('account.confirm.byMail')}</p>}
          <div className={s.row}>
            <Button type="submit" tone="primary">
              {way === 'mail' ? t('mfa.sendMail', { email }) : t('account.confirm.button')}
            </Button>
            <LinkButton href={to} tone="quiet">
              {t('global.cancel')}
            </LinkButton>
          </div>
        </PostForm>
      )}
    </>
  );
}
