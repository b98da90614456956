import { EmptyState } from '../../client/ui/empty-state';
import type { Translate } from '../../server/platform/i18n/messages';

/** The same for a link that ended, was revoked, or never was. */
export function SharedGonePage({ t }: { t: Translate }) {
  return (
    <>
      <h1 className="visually-hidden">{t('impact.share.gone')}</h1>
      <EmptyState title={t('impact.share.gone')} sentence={t('impact.share.goneSentence')} />
    </>
  );
}
