import type { Translate } from '../../server/platform/i18n/messages';
import { EmptyState } from '../../client/ui/empty-state';
import { PageHeader } from '../../client/ui/page-header';

/** There is no location whose calendar could be shown; `limited`: not among those that the person may see. */
export function NoLocationsPage({ t, limited }: { t: Translate; limited: boolean }) {
  return (
    <>
      <PageHeader title={t('calendar.title')} sentence={t('calendar.lead')} />
      <EmptyState title={t('calendar.none.title')} sentence={limited ? t('calendar.none.limited') : t('calendar.none.sentence')} />
    </>
  );
}
