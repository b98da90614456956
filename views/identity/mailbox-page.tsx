import { Button } from '../../client/ui/button';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './login-page.module.css';

/** A link was mailed, if anybody has the name: the sign-in goes on in the mailbox. */
export function MailboxPage({ t, name, sent }: { t: Translate; name: string; sent: string }) {
  return (
    <>
      <Notice tone="info">{sent}</Notice>
      <p className={s.who}>
        <span>{name}</span> <a href="/account/login?other=1">{t('login.otherName')}</a>
      </p>
      <PostForm action="/account/login/send-link" className={s.form}>
        <p className={s.hint}>{t('loginBox.mailboxHint')}</p>
        <input type="hidden" name="email" value={name} />
        <Button type="submit" wide>
          {t('loginBox.newLink')}
        </Button>
      </PostForm>
    </>
  );
}
