import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { PageHeader } from '../../client/ui/page-header';
import type { Translate } from '../../server/platform/i18n/messages';

/** There is no location whose calendar could be shown; `limited`: not among those that the person may see. */
export function NoLocationsPage({ t, limited, mayAdd }: { t: Translate; limited: boolean; mayAdd: boolean }) {
  return (
    <>
      <PageHeader title={t('calendar.title')} sentence={t('calendar.lead')} />
      <EmptyState
        title={t('calendar.none.title')}
        sentence={limited ? t('calendar.none.limited') : t('calendar.none.sentence')}
        actions={
          !limited &&
          (mayAdd ? (
            <LinkButton tone="primary" href="/sites">
              {t('home.steps.ways.site')}
            </LinkButton>
          ) : (
            <LinkButton href="/home">{t('home.steps.see')}</LinkButton>
          ))
        }
      />
    </>
  );
}
