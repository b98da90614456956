import { FormField } from '../../client/ui/form-field';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { WaitingSubmit } from '../layout/waiting-submit';
import { AccountName } from './account-name';
import s from './login-page.module.css';

interface NewPasswordPageProps {
  t: Translate;
  action: string;
  token?: string | undefined;
  errors?: Record<string, string> | undefined;
  /** The account has had no password before. */
  first: boolean;
  length: { min: number; max: number };
  /** What else is asked, a sentence each. */
  rules: string[];
  /** Whose password it is; null where the link no longer says so. */
  login: string | null;
  /** How many of their own programs come in by. */
  tokens: number;
}

export function NewPasswordPage({
  t,
  action,
  token,
  errors = {},
  first,
  length,
  rules,
  login,
  tokens,
}: NewPasswordPageProps) {
  const rule = { autoComplete: 'new-password', required: true, minLength: length.min, maxLength: length.max } as const;
  return (
    <>
      <PostForm action={action} className={s.form} data-valid-submit="">
        {token !== undefined && <input type="hidden" name="token" value={token} />}
        {login !== null && <AccountName login={login} />}
        {rules.length > 0 && (
          <ul className={s.rules}>
            {rules.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
        <FormField
          name="password"
          kind="password"
          label={t(first ? 'password.firstPassword' : 'password.newPassword')}
          error={errors.password}
          reveal={t('login.showPassword')}
          autoFocus
          {...rule}
        />
        <FormField
          name="repeatPassword"
          kind="password"
          label={t(first ? 'password.repeatFirst' : 'password.repeatPassword')}
          error={errors.repeatPassword}
          {...rule}
        />
        {tokens > 0 && (
          <FormField
            name="endTokens"
            kind="checkbox"
            value="on"
            label={t('apiTokens.endToo', { count: tokens })}
            hint={t('apiTokens.endTooHint')}
          />
        )}
        <WaitingSubmit says={t('password.waiting', { min: length.min })}>{t('password.save')}</WaitingSubmit>
      </PostForm>
    </>
  );
}
