import type { ReactNode } from 'react';
import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './login-page.module.css';

/** Which of its three stages it is in, with what the next one needs. */
export type ResetPhoneStage =
  | { stage: 'ResetPhoneNumber'; email: string }
  | { stage: 'VerifyResetPhoneNumber'; email: string; token: string; sent: string }
  | { stage: 'ChangePhoneNumber'; token: string; phone: string };

type ResetPhonePageProps = ResetPhoneStage & {
  t: Translate;
  /** Of the page; its forms lie below. */
  path: string;
  error?: string | undefined;
  /** Beside the field. */
  fieldError?: string | undefined;
};

/** A new number for whoever has lost the telephone that they sign in with: the mailbox stands in for it. */
export function ResetPhonePage(props: ResetPhonePageProps) {
  const { t, error } = props;
  return (
    <>
      {error && <Notice tone="error">{error}</Notice>}
      {stageOf(props)}
      <p>
        <a href="/account/login">{t('password.backToLogin')}</a>
      </p>
    </>
  );
}

function stageOf(props: ResetPhonePageProps): ReactNode {
  const { t, path, error, fieldError } = props;
  if (props.stage === 'ResetPhoneNumber') {
    return (
      <PostForm action={path} className={s.form} data-valid-submit="">
        <FormField
          name="email"
          kind="email"
          label={t('password.email')}
          defaultValue={props.email}
          error={fieldError}
          autoComplete="email"
          required
          maxLength={254}
          autoFocus
        />
        <Button type="submit" tone="primary" wide>
          {t('loginBox.resetRequest')}
        </Button>
      </PostForm>
    );
  }
  if (props.stage === 'VerifyResetPhoneNumber') {
    return (
      <>
        {!error && <Notice tone="info">{props.sent}</Notice>}
        <PostForm action={`${path}/code`} className={s.form} data-valid-submit="">
          <input type="hidden" name="email" value={props.email} />
          <input type="hidden" name="resetPhoneNumberToken" value={props.token} />
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
          <Button type="submit" tone="primary" wide>
            {t('login.continue')}
          </Button>
        </PostForm>
        <PostForm action={path} className={s.form}>
          <input type="hidden" name="email" value={props.email} />
          <Button type="submit" wide>
            {t('loginBox.newCode')}
          </Button>
        </PostForm>
      </>
    );
  }
  return (
    <PostForm action={`${path}/number`} className={s.form} data-valid-submit="">
      <input type="hidden" name="changePhoneNumberToken" value={props.token} />
      <FormField
        name="phoneNumber"
        kind="tel"
        label={t('loginBox.number')}
        hint={fieldError ? undefined : t('loginBox.numberHint')}
        defaultValue={props.phone}
        error={fieldError}
        autoComplete="tel"
        required
        maxLength={40}
        autoFocus
      />
      <Button type="submit" tone="primary" wide>
        {t('loginBox.numberSave')}
      </Button>
    </PostForm>
  );
}
