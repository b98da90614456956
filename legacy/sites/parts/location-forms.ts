import type { FieldSpec } from '../../../client/legacy/fields';
import type { LegacyPage } from '../../../client/legacy/page';
import { openSaveForm } from '../../../client/legacy/save-form';
import type { SiteDetail } from '../../../server/features/sites/sites.contract';
import { openClosing } from './closing-form';

type LocationRow = SiteDetail['locations'][number];

const stages = [8, 9, 23] as const;

const specsOf = ({ t }: LegacyPage, location?: LocationRow): FieldSpec[] => [
  { name: 'locationName', label: t('legacy.fields.locationName'), value: location?.locationName, required: true, maxLength: 200 },
  { name: 'holidaysObserved', kind: 'checkbox', label: t('legacy.sites.closedOnHolidays'), value: location?.holidaysObserved ?? true, hint: t('legacy.sites.holidaysHint') },
];

const bodyOf = (typed: Record<string, string>) => ({ locationName: typed.locationName ?? '', holidaysObserved: typed.holidaysObserved === 'true' });

export function openNewLocation(page: LegacyPage, { site }: SiteDetail, onSaved: () => void): void {
  const { t } = page;
  const stageSpecs = stages.map((id): FieldSpec => ({ name: `stage${id}`, kind: 'checkbox', label: t('legacy.sites.weighs', { stage: t(`global.stage${id}`) }), value: id === 8 }));
  openSaveForm(page, {
    title: t('legacy.sites.newLocationTitle', { name: site.siteName }), submit: t('legacy.sites.createLocation'), saved: t('legacy.sites.locationCreated'), onSaved,
    fields: [...specsOf(page), ...stageSpecs],
    save: (typed) => {
      const wasteStageIds = stages.filter((id) => typed[`stage${id}`] === 'true');
      return page.call('/locations', { method: 'POST', body: { siteId: site.siteId, ...bodyOf(typed), ...(wasteStageIds.length > 0 ? { wasteStageIds } : {}) } });
    },
  });
}

export function openLocation(page: LegacyPage, location: LocationRow, onSaved: () => void): void {
  const { t } = page;
  openSaveForm(page, {
    title: t('legacy.sites.editTitle', { name: location.locationName }), submit: t('legacy.ui.save'), saved: t('legacy.sites.saved'), onSaved,
    fields: specsOf(page, location), save: (typed) => save(page, location, bodyOf(typed)),
  });
}

export function openLocationState(page: LegacyPage, location: LocationRow, onSaved: () => void): void {
  openClosing(page, {
    kind: 'location', name: location.locationName, state: location.locationStatus, onSaved,
    sentence: page.t(location.locationStatus === 'A' ? 'legacy.sites.closeLocationSentence' : 'legacy.sites.openLocationSentence'),
    save: (locationStatus) => save(page, location, { locationStatus }),
  });
}

function save(page: LegacyPage, { locationId, locationName, holidaysObserved, locationStatus }: LocationRow, changed: Partial<LocationRow>): Promise<void> {
  return page.call(`/locations/${locationId}`, { method: 'PUT', body: { locationName, holidaysObserved, locationStatus, ...changed } });
}
