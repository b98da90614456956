import { openForm } from '../../../client/legacy/dialog';
import type { LegacyPage } from '../../../client/legacy/page';
import type { SiteDetail } from '../../../server/features/sites/sites.contract';

type LocationRow = SiteDetail['locations'][number];

const stages = [8, 9, 23] as const;

export function openNewLocation(page: LegacyPage, { site }: SiteDetail, onSaved: () => void): void {
  const { t } = page;
  openForm({
    t, title: t('legacy.sites.newLocationTitle', { name: site.siteName }), submit: t('legacy.sites.createLocation'),
    fields: [
      { name: 'locationName', label: t('legacy.fields.locationName'), required: true, maxLength: 200 },
      { name: 'holidaysObserved', kind: 'checkbox', label: t('legacy.sites.closedOnHolidays'), value: true, hint: t('legacy.sites.holidaysHint') },
      ...stages.map((id) => ({ name: `stage${id}`, kind: 'checkbox' as const, label: t('legacy.sites.weighs', { stage: t(`global.stage${id}`) }), value: id === 8 })),
    ],
    async onSubmit(typed) {
      const wasteStageIds = stages.filter((id) => typed[`stage${id}`] === 'true');
      await page.call('/locations', {
        method: 'POST',
        body: { siteId: site.siteId, locationName: typed.locationName, holidaysObserved: typed.holidaysObserved === 'true', ...(wasteStageIds.length > 0 ? { wasteStageIds } : {}) },
      });
      page.say(t('legacy.sites.locationCreated'));
      onSaved();
    },
  });
}

export function openLocation(page: LegacyPage, location: LocationRow, onSaved: () => void): void {
  const { t } = page;
  openForm({
    t, title: t('legacy.sites.editTitle', { name: location.locationName }), submit: t('legacy.ui.save'),
    fields: [
      { name: 'locationName', label: t('legacy.fields.locationName'), value: location.locationName, required: true, maxLength: 200 },
      { name: 'holidaysObserved', kind: 'checkbox', label: t('legacy.sites.closedOnHolidays'), value: location.holidaysObserved, hint: t('legacy.sites.holidaysHint') },
    ],
    async onSubmit(typed) {
      await save(page, location, { locationName: typed.locationName ?? '', holidaysObserved: typed.holidaysObserved === 'true' });
      page.say(t('legacy.sites.saved'));
      onSaved();
    },
  });
}

export function openLocationState(page: LegacyPage, location: LocationRow, onSaved: () => void): void {
  const { t } = page;
  const closing = location.locationStatus === 'A';
  openForm({
    t, size: 'small', fields: [], tone: closing ? 'danger' : 'primary',
    title: t(closing ? 'legacy.sites.closeTitle' : 'legacy.sites.openTitle', { name: location.locationName }),
    sentence: t(closing ? 'legacy.sites.closeLocationSentence' : 'legacy.sites.openLocationSentence'),
    submit: t(closing ? 'legacy.sites.close' : 'legacy.sites.reopen'),
    async onSubmit() {
      await save(page, location, { locationStatus: closing ? 'I' : 'A' });
      page.say(t(closing ? 'legacy.sites.closedDone' : 'legacy.sites.openedDone', { name: location.locationName }));
      onSaved();
    },
  });
}

function save(page: LegacyPage, { locationId, locationName, holidaysObserved, locationStatus }: LocationRow, changed: Partial<LocationRow>): Promise<void> {
  return page.call(`/locations/${locationId}`, { method: 'PUT', body: { locationName, holidaysObserved, locationStatus, ...changed } });
}
