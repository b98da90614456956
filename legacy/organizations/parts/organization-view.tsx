import { useAnswer, usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { Facts, Head, type OpenedFromList } from '../../../client/legacy/pieces';
import { Button } from '../../../client/ui/button';
import { Loaded } from '../../../client/ui/loaded';
import { Notice } from '../../../client/ui/notice';
import type { OrganizationChoices, OrganizationDetail } from '../../../server/domain/places/organizations.contract';
import { useOrganizationForms } from './organization-forms';
import { KindWords, StatusBadge } from './organization-list';

/** One organisation: what it is, and where it is at home. */
export function OrganizationView({ organizationId, arrived, onBack }: OpenedFromList & { organizationId: number }) {
  const { t, format, sentenceOf } = usePage();
  const found = useAnswer<OrganizationDetail>(`/organizations/${organizationId}`);
  const choices = useAnswer<OrganizationChoices>('/organizations/choices');
  const forms = useOrganizationForms();
  return (
    <Loaded from={found} sentenceOf={sentenceOf}>
      {(detail) => {
        const { organization: one, staff } = detail;
        const offered = choices.data;
        const suspended = one.status === 'SUSPENDED';
        const changeState = () => forms.openState(detail, found.reload);
        return (
          <>
            <Head
              title={one.name}
              sentence={t('organizations.oneSentence', { id: one.organizationId })}
              arrived={arrived}
              back={{ label: t('organizations.title'), onClick: onBack }}
              actions={
                offered && (
                  <Button tone="primary" onClick={() => void forms.openEdit(offered, detail, found.reload)}>
                    {t('legacy.ui.edit')}
                  </Button>
                )
              }
            />
            {one.system && <Notice tone="info" title={t('organizations.systemSentence')} />}
            {suspended && (
              <Notice tone="info" title={t('organizations.isSuspended')}>
                <p>{t('organizations.reopenSentence')}</p>
                {staff && (
                  <Button size="small" onClick={changeState}>
                    {t('organizations.reopen')}
                  </Button>
                )}
              </Notice>
            )}
            <Facts
              items={[
                { term: t('organizations.fields.status'), value: <StatusBadge organization={one} /> },
                { term: t('organizations.fields.kind'), value: <KindWords organization={one} /> },
                { term: t('organizations.fields.segmentName'), value: one.segmentName ?? '–' },
                { term: t('organizations.fields.countryName'), value: one.countryName },
                { term: t('organizations.fields.currencyCode'), value: one.currencyCode },
                { term: t('organizations.fields.unit'), value: one.unit },
                {
                  term: t('organizations.fields.locale'),
                  value: offered?.locales.find(({ locale }) => locale === one.locale)?.localeName ?? one.locale,
                },
                { term: t('organizations.fields.timeZone'), value: one.timeZone },
                { term: t('organizations.fields.parentName'), value: one.parentName ?? t('organizations.noParent') },
                { term: t('organizations.fields.siteCount'), value: format.number(one.siteCount) },
              ]}
            />
            {staff && !one.system && !suspended && (
              <section className={p.apart}>
                <div>
                  <h2>{t('organizations.suspendHead')}</h2>
                  <p className={p.small}>{t('organizations.suspendLeads')}</p>
                </div>
                <Button onClick={changeState}>{t('organizations.suspend')}</Button>
              </section>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
