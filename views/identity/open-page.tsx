import type { Translate } from '../../server/platform/i18n/messages';

/** Between our sign-in and the page of another site that asked for it: the browser goes on by itself, or by the link. */
export function OpenPage({ t, url }: { t: Translate; url: string }) {
  return (
    <p>
      {t('login.openText', { host: new URL(url).host })} <a href={url}>{t('login.openNow')}</a>
    </p>
  );
}
