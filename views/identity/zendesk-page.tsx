import { LinkButton } from '../../client/ui/button';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostingPage } from './posting-page';

interface ZendeskPageProps {
  t: Translate;
  /** The origin of the help desk. */
  url: string;
  jwt: string;
  returnTo: string | null;
}

/** Takes somebody over as who they are here. */
export function ZendeskPage({ t, url, jwt, returnTo }: ZendeskPageProps) {
  return (
    <PostingPage
      says={t('login.openText', { host: new URL(url).host })}
      label={t('login.openNow')}
      action={`${url}/access/jwt`}
      fields={{ jwt, ...(returnTo && { return_to: returnTo }) }}
    />
  );
}

export function ZendeskMissingPage({ t, helpHref }: { t: Translate; helpHref: string }) {
  return (
    <>
      <Notice tone="info">{t('login.zendeskMissing')}</Notice>
      <p>
        <LinkButton href={helpHref} tone="primary">
          {t('login.toHelp')}
        </LinkButton>
      </p>
      <p>
        <a href="/home">{t('login.toHome')}</a>
      </p>
    </>
  );
}
