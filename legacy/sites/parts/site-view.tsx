import { useState } from 'react';
import { useAnswer, usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { Facts, Head, Section, type OpenedFromList } from '../../../client/legacy/pieces';
import { SecretDialog } from '../../../client/legacy/secret-dialog';
import { Button } from '../../../client/ui/button';
import { EmptyState } from '../../../client/ui/empty-state';
import { Loaded } from '../../../client/ui/loaded';
import { Notice } from '../../../client/ui/notice';
import type { SiteDetail } from '../../../server/domain/places/sites.contract';
import { useDeviceForms } from './device-forms';
import { DeviceTable } from './device-table';
import { useLocationForms } from './location-forms';
import { LocationTable } from './location-table';
import { useSiteForms } from './site-form';
import { StateBadge } from './site-list';

/** One site: its own fields, its locations and its devices. */
export function SiteView({ siteId, arrived, onBack }: OpenedFromList & { siteId: number }) {
  const { t, sentenceOf } = usePage();
  const [newKey, setNewKey] = useState<{ deviceName: string; key: string } | null>(null);
  const site = useAnswer<SiteDetail>(`/sites/${siteId}`);
  const forms = useSiteForms();
  const locations = useLocationForms(site.reload);
  const devices = useDeviceForms({ onSaved: site.reload, onKey: setNewKey });
  return (
    <>
      <Loaded from={site} sentenceOf={sentenceOf}>
        {(detail) => {
          const closed = detail.site.siteStatus === 'I';
          const changeState = () => forms.openSiteState(detail, site.reload);
          return (
            <>
              <Head
                title={detail.site.siteName}
                sentence={t('legacy.sites.siteSentence', { count: detail.locations.length })}
                arrived={arrived}
                back={{ label: t('legacy.sites.title'), onClick: onBack }}
                actions={
                  <Button tone="primary" onClick={() => void forms.openSiteEdit(detail, site.reload)}>
                    {t('legacy.ui.edit')}
                  </Button>
                }
              />
              {closed && <ClosedNotice onReopen={changeState} />}
              <SiteFacts site={detail.site} />
              <Section
                title={t('legacy.sites.locations')}
                actions={
                  <Button icon="plus" onClick={() => locations.openNewLocation(detail)}>
                    {t('legacy.sites.newLocation')}
                  </Button>
                }
              >
                {detail.locations.length === 0 ? (
                  <EmptyState title={t('legacy.sites.noLocationsTitle')} sentence={t('legacy.sites.noLocations')} />
                ) : (
                  <LocationTable detail={detail} forms={locations} />
                )}
              </Section>
              <Section
                title={t('legacy.sites.devices')}
                actions={
                  <Button icon="plus" onClick={() => devices.openNewDevice(detail)}>
                    {t('legacy.sites.newDevice')}
                  </Button>
                }
              >
                {detail.devices.length === 0 ? (
                  <EmptyState title={t('legacy.sites.noDevicesTitle')} sentence={t('legacy.sites.noDevices')} />
                ) : (
                  <DeviceTable detail={detail} forms={devices} />
                )}
              </Section>
              {!closed && <ClosingSection onClose={changeState} />}
            </>
          );
        }}
      </Loaded>
      {newKey && (
        <SecretDialog
          title={t('legacy.sites.keyTitle', { name: newKey.deviceName })}
          sentence={t('legacy.sites.keyOnce')}
          copy={t('legacy.sites.copyKey')}
          value={newKey.key}
          onClose={() => setNewKey(null)}
        />
      )}
    </>
  );
}

function ClosedNotice({ onReopen }: { onReopen: () => void }) {
  const { t } = usePage();
  return (
    <Notice tone="info" title={t('legacy.sites.siteIsClosed')}>
      <p>{t('legacy.sites.openSentence')}</p>
      <Button size="small" onClick={onReopen}>
        {t('legacy.sites.reopenNamed.site')}
      </Button>
    </Notice>
  );
}

/** At the end of the page, away from what is done every day. */
function ClosingSection({ onClose }: { onClose: () => void }) {
  const { t } = usePage();
  return (
    <section className={p.apart}>
      <div>
        <h2>{t('legacy.sites.closeHead')}</h2>
        <p className={p.small}>{t('legacy.sites.closeLeads')}</p>
      </div>
      <Button onClick={onClose}>{t('legacy.sites.closeNamed.site')}</Button>
    </section>
  );
}

function SiteFacts({ site }: { site: SiteDetail['site'] }) {
  const { t } = usePage();
  return (
    <Facts
      items={[
        { term: t('legacy.fields.siteStatus'), value: <StateBadge state={site.siteStatus} /> },
        ...(['countryName', 'regionName', 'segmentName', 'timeZone', 'currencyCode', 'address'] as const).map(
          (name) => ({ term: t(`legacy.fields.${name}`), value: site[name] || '–' }),
        ),
        { term: t('legacy.fields.subdivisionName'), value: site.subdivisionName ?? t('legacy.sites.holidaysWhole') },
      ]}
    />
  );
}
