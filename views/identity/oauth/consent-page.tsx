import { Button } from '../../../client/ui/button';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import login from '../login-page.module.css';
import s from './oauth.module.css';
import { scopeSentences } from './scope-sentences';

interface ConsentPageProps {
  t: Translate;
  action: string;
  client: string;
  /** Their address. */
  person: string;
  tenant: string;
  /** What the program asks for. */
  scopes: readonly string[];
  /** To whom and where this is shown. */
  shown: string;
  /** The host that the program comes back to. */
  backTo: string;
}

/** The question whether a program may have what it asks for. */
export function ConsentPage({ t, action, client, person, tenant, scopes, shown, backTo }: ConsentPageProps) {
  return (
    <>
      <p>{t('oauth.consent', { client, person, tenant })}</p>
      <ul className={s.scopes}>
        {scopeSentences(t, scopes).map((said) => (
          <li key={said}>{said}</li>
        ))}
      </ul>
      <p className={s.hint}>{t('oauth.consentLasts')}</p>
      <PostForm action={action} className={login.form}>
        <input type="hidden" name="shown" value={shown} />
        <Button type="submit" name="answer" value="allow" tone="primary" wide>
          {t('oauth.allow')}
        </Button>
        <Button type="submit" name="answer" value="deny" wide>
          {t('oauth.deny')}
        </Button>
      </PostForm>
      <p className={s.hint}>{t('oauth.backTo', { address: backTo })}</p>
    </>
  );
}
