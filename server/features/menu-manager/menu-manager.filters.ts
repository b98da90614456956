import { z } from 'zod';
import { locationFilter, placeId, siteFilter, type PlacesOffer } from '../../domain/places/place.filters';
import type { ProfileRow, ShowingDevice } from '../../domain/tracker-profiles/profiles.contract';
import type { Translate } from '../../platform/i18n/messages';
import { choice, entry, reportFilters } from '../../platform/table/report-filters';
import { lineOfText } from '../../platform/text-input';
import { profileDone, publishVersion } from './menu-manager.contract';
import { profileTable, shownProfiles } from './menu-manager.table';

interface ListOffer {
  t: Translate;
}

/** What does not fit is read as not given, so that an old link still shows the list. */
export const profileFilters = reportFilters<ListOffer>()(
  [
    entry('text', { kind: 'search', field: lineOfText(100).optional().catch(undefined), label: 'menuManager.search' }),
    choice('state', {
      field: z.enum(shownProfiles).catch('inUse').default('inUse'),
      label: 'menuManager.state',
      silent: 'inUse',
      options: ({ t }: ListOffer) => shownProfiles.map((value) => ({ value, label: t(`menuManager.shows.${value}`) })),
      chip: (label, _, value) => (value === 'inUse' ? null : label),
    }),
  ],
  { kept: ['organisationId', 'sort'], pages: ['page', 'done'] },
);

export const profileListQuery = z.object({
  organisationId: placeId,
  ...profileFilters.query,
  ...profileTable.query(),
  done: profileDone,
});
export type ProfileListQuery = z.infer<typeof profileListQuery>;

export function narrowed(rows: readonly ProfileRow[], { text, state }: ProfileListQuery): ProfileRow[] {
  const wanted = text?.toLocaleLowerCase();
  return rows.filter(
    (row) =>
      (state === 'all' ||
        (state === 'archived' ? row.archived : !row.archived && (state !== 'draft' || row.draftChangedAt !== null))) &&
      (wanted === undefined || row.name.toLocaleLowerCase().includes(wanted)),
  );
}

/** Which devices are offered. */
const deviceShows = ['', 'this', 'behind', 'other', 'none'] as const;

export const deviceFilters = reportFilters<PlacesOffer>()(
  [
    entry('text', {
      kind: 'search',
      field: lineOfText(100).optional().catch(undefined),
      label: 'menuManager.publishing.search',
    }),
    siteFilter,
    locationFilter,
    choice('shows', {
      field: z.enum(deviceShows).catch('').default(''),
      label: 'menuManager.publishing.shows',
      silent: '',
      options: ({ t }: PlacesOffer) =>
        deviceShows.map((value) => ({
          value,
          label: value === '' ? t('global.all') : t(`menuManager.publishing.shown.${value}`),
        })),
      chip: (label, _, value) => (value === '' ? null : label),
    }),
  ],
  { kept: ['version', 'tick'], pages: [] },
);

export const publishQuery = publishVersion.extend(deviceFilters.query);
export type PublishQuery = z.infer<typeof publishQuery>;

export function narrowedDevices(
  devices: readonly ShowingDevice[],
  { text, siteId, locationId, shows }: PublishQuery,
  { profileId, version }: { profileId: number; version: number | null },
): ShowingDevice[] {
  const wanted = text?.toLocaleLowerCase();
  const showing = ({ shown }: ShowingDevice) =>
    shown === null ? 'none' : shown.profileId === profileId ? 'this' : 'other';
  return devices.filter(
    (device) =>
      (siteId === undefined || device.siteId === siteId) &&
      (locationId === undefined || device.locationId === locationId) &&
      (shows === '' ||
        (shows === 'behind'
          ? device.shown?.profileId === profileId && device.shown.version !== version
          : showing(device) === shows)) &&
      (wanted === undefined ||
        [device.name, device.siteName ?? '', device.locationName ?? ''].some((one) =>
          one.toLocaleLowerCase().includes(wanted),
        )),
  );
}
