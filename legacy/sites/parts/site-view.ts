import { button } from '../../../client/legacy/buttons';
import { el, type Child } from '../../../client/legacy/element';
import p from '../../../client/legacy/page.module.css';
import { createRegion, emptyState, pageHead, type LegacyPage } from '../../../client/legacy/page';
import { table } from '../../../client/legacy/table';
import type { DeviceRow, SiteDetail } from '../../../server/features/sites/sites.contract';
import { openDevice, openDeviceState, openKey, openNewDevice } from './device-forms';
import { openLocation, openLocationState, openNewLocation } from './location-forms';
import { openSiteEdit, openSiteState } from './site-form';
import { stateBadge } from './site-list';

/** One site: its own fields, its locations and its devices. */
export function showSite(page: LegacyPage, siteId: number, { onBack }: { onBack: () => void }): Promise<void> {
  const region = createRegion(page.t);
  page.main.replaceChildren(region.element);
  const reload = () => void load();
  const load = () => region.fill(async () => {
    const detail = await page.call<SiteDetail>(`/sites/${siteId}`);
    return [head(page, detail, { onBack, reload }), siteFacts(page, detail), locations(page, detail, reload), devices(page, detail, reload)];
  });
  return load();
}

function head(page: LegacyPage, detail: SiteDetail, { onBack, reload }: { onBack: () => void; reload: () => void }): HTMLElement {
  const { t } = page;
  const isOpen = detail.site.siteStatus === 'A';
  return pageHead({
    t, title: detail.site.siteName, sentence: t('legacy.sites.siteSentence', { count: detail.locations.length }),
    back: { label: t('legacy.sites.title'), onClick: onBack },
    actions: [
      button({ label: t(isOpen ? 'legacy.sites.close' : 'legacy.sites.reopen'), key: 'siteState', onClick: () => openSiteState(page, detail, reload) }),
      button({ label: t('legacy.ui.edit'), tone: 'primary', key: 'site', onClick: () => openSiteEdit(page, detail, reload) }),
    ],
  });
}

function siteFacts(page: LegacyPage, { site }: SiteDetail): HTMLElement {
  const fact = (name: string, value: Child) => el('div', {}, el('dt', {}, page.t(`legacy.fields.${name}`)), el('dd', {}, value));
  return el('dl', { class: p.facts },
    fact('siteStatus', stateBadge(page, site.siteStatus)), fact('countryName', site.countryName), fact('regionName', site.regionName ?? '–'),
    fact('segmentName', site.segmentName ?? '–'), fact('timeZone', site.timeZone), fact('currencyCode', site.currencyCode), fact('address', site.address || '–'));
}

function section(title: string, action: HTMLElement, content: Child): HTMLElement {
  return el('section', { class: p.section }, el('div', { class: p.sectionHead }, el('h2', {}, title), action), content);
}

function locations(page: LegacyPage, detail: SiteDetail, reload: () => void): HTMLElement {
  const { t, format } = page;
  const create = button({ label: t('legacy.sites.newLocation'), drawing: 'plus', key: 'newLocation', onClick: () => openNewLocation(page, detail, reload) });
  const rows = detail.locations;
  return section(t('legacy.sites.locations'), create, rows.length === 0 ? emptyState(t('legacy.sites.noLocationsTitle'), t('legacy.sites.noLocations')) : table({
    t, caption: t('legacy.sites.locations'), rows, stacked: true, isGrey: (row) => row.locationStatus === 'I',
    columns: [
      { key: 'locationName', label: t('legacy.fields.locationName'), place: 'lead', cell: (row) => row.locationName },
      { key: 'stages', label: t('legacy.fields.stages'), cell: (row) => row.wasteStageIds.map((id) => t(`global.stage${id}`)).join(', ') || '–' },
      { key: 'firstEvent', label: t('legacy.fields.firstEventDate'), cell: (row) => (row.firstEventDate === null ? t('legacy.sites.noEventYet') : format.date(row.firstEventDate)) },
      { key: 'holidays', label: t('legacy.fields.holidaysObserved'), cell: (row) => t(row.holidaysObserved ? 'legacy.sites.closedOnHolidays' : 'legacy.sites.openOnHolidays') },
      { key: 'status', label: t('legacy.fields.state'), cell: (row) => stateBadge(page, row.locationStatus) },
      {
        key: 'actions', label: t('legacy.ui.actions'), place: 'side', cell: (row) => el('span', { class: p.buttons },
          button({ label: t('legacy.ui.edit'), small: true, about: row.locationName, key: `location/${row.locationId}`, onClick: () => openLocation(page, row, reload) }),
          button({ label: t(row.locationStatus === 'A' ? 'legacy.sites.close' : 'legacy.sites.reopen'), small: true, about: row.locationName, key: `locationState/${row.locationId}`, onClick: () => openLocationState(page, row, reload) })),
      },
    ],
  }));
}

function devices(page: LegacyPage, detail: SiteDetail, reload: () => void): HTMLElement {
  const { t, format } = page;
  const { site } = detail;
  const create = button({ label: t('legacy.sites.newDevice'), drawing: 'plus', key: 'newDevice', onClick: () => openNewDevice(page, detail, reload) });
  const placeOf = (device: DeviceRow) => detail.locations.find((one) => one.locationId === device.locationId)?.locationName ?? t('legacy.sites.nowhere');
  return section(t('legacy.sites.devices'), create, detail.devices.length === 0 ? emptyState(t('legacy.sites.noDevicesTitle'), t('legacy.sites.noDevices')) : table({
    t, caption: t('legacy.sites.devices'), rows: detail.devices, stacked: true, isGrey: (row) => row.deviceStatus === 'I',
    columns: [
      { key: 'deviceName', label: t('legacy.fields.deviceId'), place: 'lead', cell: (row) => row.deviceName },
      { key: 'serial', label: t('legacy.fields.serial'), cell: (row) => row.serial },
      { key: 'location', label: t('legacy.fields.locationName'), cell: placeOf },
      { key: 'lastSeen', label: t('legacy.fields.lastSeenAt'), cell: (row) => (row.lastSeenAt === null ? t('legacy.sites.neverSeen') : format.dateTime(row.lastSeenAt, site.timeZone)) },
      { key: 'status', label: t('legacy.fields.state'), cell: (row) => deviceBadge(page, row) },
      {
        key: 'actions', label: t('legacy.ui.actions'), place: 'side', cell: (row) => el('span', { class: p.buttons },
          button({ label: t('legacy.ui.edit'), small: true, about: row.deviceName, key: `device/${row.deviceId}`, onClick: () => openDevice(page, { device: row, detail, onSaved: reload }) }),
          row.deviceStatus === 'A' && button({ label: t('legacy.sites.newKey'), small: true, about: row.deviceName, key: `key/${row.deviceId}`, onClick: () => openKey(page, row, reload) }),
          button({ label: t(row.deviceStatus === 'A' ? 'legacy.sites.retire' : 'legacy.sites.bringBack'), small: true, about: row.deviceName, key: `deviceState/${row.deviceId}`, onClick: () => openDeviceState(page, row, reload) })),
      },
    ],
  }));
}

function deviceBadge({ t }: LegacyPage, { deviceStatus, hasKey }: DeviceRow): HTMLElement {
  if (deviceStatus === 'I') return el('span', { class: p.badge }, t('legacy.sites.retired'));
  return el('span', { class: `${p.badge ?? ''} ${(hasKey ? p.good : p.attention) ?? ''}` }, t(hasKey ? 'legacy.sites.inUse' : 'legacy.sites.withoutKey'));
}
