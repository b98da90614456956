import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { Notice, type NoticeProps } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './login-page.module.css';

interface MailedLinkPageProps {
  t: Translate;
  /** Where an address is posted that wants the link once more. */
  action: string;
  label: string;
  /** Typed before; asked for where it is not known. */
  email?: string | undefined;
  /** Known: the address is not asked for again. */
  known?: true;
  error?: string | undefined;
  notice?: { tone: NoticeProps['tone']; says: string } | undefined;
  /** Beside the button. */
  says?: string | undefined;
}

/** For who waits for a link in their mailbox: what there is to know of it, and to have it sent once more. */
export function MailedLinkPage({ t, action, label, email, known, error, notice, says }: MailedLinkPageProps) {
  return (
    <>
      {notice && <Notice tone={notice.tone}>{notice.says}</Notice>}
      {says && <p>{says}</p>}
      <PostForm action={action} className={s.form} data-valid-submit={known ? undefined : ''}>
        {known ? (
          <input type="hidden" name="email" value={email} />
        ) : (
          <FormField
            name="email"
            kind="email"
            label={t('signUp.email')}
            defaultValue={email}
            error={error}
            autoComplete="email"
            required
            maxLength={254}
            autoFocus={notice === undefined}
          />
        )}
        <Button type="submit" tone={known ? 'plain' : 'primary'} wide>
          {label}
        </Button>
      </PostForm>
      <p>
        <a href="/login">{t('password.backToLogin')}</a>
      </p>
    </>
  );
}
