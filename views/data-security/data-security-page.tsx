import { SecuredLists } from '../../client/data-security/secured-content';
import { LinkButton } from '../../client/ui/button';
import { PageHeader } from '../../client/ui/page-header';
import type { SecuredNames } from '../../server/domain/places/secured-items.contract';
import { setPath } from '../../server/features/data-security/data-security-address.rules';
import type { Translate } from '../../server/platform/i18n/messages';

/** What the window of the account menu shows, as a page of its own. */
export function DataSecurityPage({ t, names }: { t: Translate; names: SecuredNames }) {
  return (
    <>
      <PageHeader
        title={t('dataSecurity.title')}
        sentence={t('dataSecurity.lead')}
        actions={<LinkButton href={setPath}>{t('dataSecurity.set')}</LinkButton>}
      />
      <noscript>
        <p>{t('dataSecurity.noScript')}</p>
      </noscript>
      <SecuredLists t={t} names={names} level="h2" />
    </>
  );
}
