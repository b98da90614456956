import type { Translate } from '../../server/platform/i18n/messages';
import { Button, LinkButton } from '../../client/ui/button';
import { Notice } from '../../client/ui/notice';

interface ZendeskPageProps {
  t: Translate;
  /** The origin of the help desk. */
  url: string;
  jwt: string;
  returnTo: string | null;
}

/** Takes somebody over as who they are here: by itself where scripts run, by its button where they do not. The form is another site's and carries no token of ours. */
export function ZendeskPage({ t, url, jwt, returnTo }: ZendeskPageProps) {
  return (
    <>
      <p>{t('login.openText', { host: new URL(url).host })}</p>
      <form method="post" action={`${url}/access/jwt`} data-sends-itself="">
        <input type="hidden" name="jwt" value={jwt} />
        {returnTo && <input type="hidden" name="return_to" value={returnTo} />}
        <Button type="submit" tone="primary">{t('login.openNow')}</Button>
      </form>
    </>
  );
}

export function ZendeskMissingPage({ t, helpHref }: { t: Translate; helpHref: string }) {
  return (
    <>
      <Notice tone="info">{t('login.zendeskMissing')}</Notice>
      <p><LinkButton href={helpHref} tone="primary">{t('login.toHelp')}</LinkButton></p>
      <p><a href="/home">{t('login.toHome')}</a></p>
    </>
  );
}
