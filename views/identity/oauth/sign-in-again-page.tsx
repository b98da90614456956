import { Button } from '../../../client/ui/button';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import s from '../login-page.module.css';

/** Before somebody who is signed in proves who they are once more, because a program asks for it. */
export function SignInAgainPage({
  t,
  action,
  client,
  person,
}: {
  t: Translate;
  action: string;
  client: string;
  person: string;
}) {
  return (
    <>
      <p>{t('oauth.again', { client, person })}</p>
      <PostForm action={action} className={s.form}>
        <Button type="submit" tone="primary" wide>
          {t('oauth.againNow')}
        </Button>
      </PostForm>
    </>
  );
}
