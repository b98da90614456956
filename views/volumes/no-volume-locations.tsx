import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { PageHeader } from '../../client/ui/page-header';
import type { Translate } from '../../server/platform/i18n/messages';

/** There is nothing yet that volumes could be entered for. */
export function NoVolumeLocations({ t, limited, mayAdd }: { t: Translate; limited: boolean; mayAdd: boolean }) {
  return (
    <>
      <PageHeader title={t('volumes.title')} sentence={t('volumes.sentence')} />
      <EmptyState
        title={t('volumes.noLocationsTitle')}
        sentence={t(limited ? 'volumes.noLocationsLimited' : 'volumes.noLocations')}
        actions={mayAdd && !limited && <LinkButton href="/sites">{t('volumes.toSites')}</LinkButton>}
      />
    </>
  );
}
