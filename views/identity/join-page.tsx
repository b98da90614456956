import { Button } from '../../client/ui/button';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './login-page.module.css';

interface JoinPageProps {
  t: Translate;
  action: string;
  tenant: string;
  person: { name: string; email: string };
  invitationToken: string;
}

/** Nobody who is signed in joins a tenant before they say so. */
export function JoinPage({ t, action, tenant, person, invitationToken }: JoinPageProps) {
  return (
    <>
      <p>{t('signUp.joinAs', { ...person, tenant })}</p>
      <PostForm action={action} className={s.form}>
        <input type="hidden" name="invitationToken" value={invitationToken} />
        <Button type="submit" tone="primary" wide>
          {t('signUp.joinSubmit')}
        </Button>
      </PostForm>
      <p>
        <a href="/logout">{t('signUp.joinOther')}</a>
      </p>
    </>
  );
}
