import { Button, LinkButton } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import { AccountName } from '../account-name';
import { AccountFrame } from './account-frame';
import s from './account.module.css';

export interface PasswordScreenProps {
  t: Translate;
  /** What a new one must be, a sentence each. */
  rules: string[];
  length: { min: number; max: number };
  login: string;
  /** Why there is none to be changed here. */
  without: 'none' | 'organization' | null;
  errors?: Record<string, string> | undefined;
  done?: string | undefined;
  problem?: string | undefined;
}

export function PasswordScreen({ t, rules, length, login, without, errors = {}, done, problem }: PasswordScreenProps) {
  const rule = {
    kind: 'password',
    autoComplete: 'new-password',
    required: true,
    minLength: length.min,
    maxLength: length.max,
  } as const;
  return (
    <AccountFrame t={t} at="password" done={done} problem={problem}>
      {without === 'organization' && <p className={s.none}>{t('account.password.ofOrganization')}</p>}
      {without === 'none' && (
        <>
          <p className={s.none}>{t('account.password.none')}</p>
          <p className={s.after}>
            <LinkButton href="/forgot-password">{t('account.password.askLink')}</LinkButton>
          </p>
        </>
      )}
      {without === null && (
        <Section id="change" title={t('account.password.change')}>
          <PostForm action="/account/password" className={s.form}>
            <AccountName login={login} />
            <FormField
              name="password"
              kind="password"
              label={t('account.password.now')}
              autoComplete="current-password"
              required
              maxLength={1000}
              error={errors.password}
              reveal={t('login.showPassword')}
            />
            <ul className={s.rules}>
              {rules.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
            <FormField
              name="newPassword"
              label={t('password.newPassword')}
              error={errors.newPassword}
              reveal={t('login.showPassword')}
              {...rule}
            />
            <FormField
              name="repeatPassword"
              label={t('password.repeatPassword')}
              error={errors.repeatPassword}
              {...rule}
            />
            <Button type="submit" tone="primary">
              {t('password.save')}
            </Button>
          </PostForm>
        </Section>
      )}
    </AccountFrame>
  );
}
