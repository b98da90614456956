import { Button } from '../../client/ui/button';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './login-page.module.css';
import { PasskeySignIn } from './passkey-sign-in';

/** For whoever this browser knows: one button sends the text. */
export function QuickLoginPage({
  t,
  name,
  notice,
  passkey,
}: {
  t: Translate;
  name: string;
  notice?: string | undefined;
  passkey: string | null;
}) {
  return (
    <>
      {notice && <Notice tone="info">{notice}</Notice>}
      <PostForm action="/account/login/send-text" className={s.form}>
        <p className={s.who}>
          <span>{name}</span> <a href="/account/login?other=1">{t('login.otherName')}</a>
        </p>
        <input type="hidden" name="email" value={name} />
        <Button type="submit" tone="primary" wide>
          {t('loginBox.quickSend')}
        </Button>
      </PostForm>
      <PasskeySignIn action={passkey} />
      <p>
        <a href="/account/reset-phone-number">{t('loginBox.lostPhone')}</a>
      </p>
    </>
  );
}
