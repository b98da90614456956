import { listPatterns, listPatternsOf } from '../../domain/calendar';
import { changeSiteRules, listSiteCurrencies, listSiteRules } from '../../domain/catalogue';
import { from, termsOf, type SiteRule } from '../../domain/catalogue/site-rules.rules';
import { listShowingDevices, showVersions } from '../../domain/tracker-profiles';
import type { ActingPersonally } from '../../platform/acting';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { alertKeyOf, alertTermsOf, changeLocationAlerts, listLocationAlerts, type AlertTerms } from '../alerts';
import { putSchedule } from '../calendar';
import {
  profileEntry,
  rowsFor,
  scheduleFrom,
  type PlacedDevice,
  type ScheduleDay,
  type ShownProfile,
} from './copy-plan.rules';
import { afterPlan, type Entry, type PartName, type PartState } from './copy.rules';

export interface CopyPlace {
  locationId: number;
  siteId: number;
}

interface Reading {
  places: readonly CopyPlace[];
  day: LocalDate;
}

interface Writing {
  place: CopyPlace;
  day: LocalDate;
  /** What the place has before. */
  entries: readonly Entry[];
  added: readonly Entry[];
  removed: readonly Entry[];
  /** What a copy took away comes back. */
  undoes: boolean;
}

/** How a part is read and changed, by the functions of whoever owns it. */
interface Part {
  read(db: Db | Trx, scope: Scope, reading: Reading): Promise<Map<number, PartState>>;
  write(trx: Trx, acting: ActingPersonally, writing: Writing): Promise<void>;
}

const dataOf = <Data>(entries: readonly Entry[]): Data[] => entries.map(({ data }) => data as Data);

const idsOf = (places: readonly CopyPlace[]) => places.map(({ locationId }) => locationId);

/** The state of each place, of rows that name their location. */
function statesOf<Row extends { locationId: number | null }>(
  places: readonly CopyPlace[],
  rows: readonly Row[],
  stateOf: (rows: Row[]) => PartState,
): Map<number, PartState> {
  const byPlace = new Map<number, Row[]>(places.map(({ locationId }) => [locationId, []]));
  for (const row of rows) if (row.locationId !== null) byPlace.get(row.locationId)?.push(row);
  return new Map([...byPlace].map(([locationId, own]) => [locationId, stateOf(own)]));
}

export const copyParts: Record<PartName, Part> = {
  profile: {
    async read(db, scope, { places }) {
      const devices = await listShowingDevices(db, scope, { locationIds: idsOf(places) });
      return statesOf(places, devices, (own) => ({
        entries: own.flatMap(({ deviceId, name: deviceName, shown }) =>
          shown ? [profileEntry({ deviceId, deviceName, ...only(shown) })] : [],
        ),
        around: JSON.stringify(own.map(({ deviceId, name: deviceName }): PlacedDevice => ({ deviceId, deviceName }))),
      }));
    },
    async write(trx, acting, { added, removed }) {
      const coming = dataOf<ShownProfile>(added);
      const ids = new Set(coming.map(({ deviceId }) => deviceId));
      const going = dataOf<ShownProfile>(removed).filter(({ deviceId }) => !ids.has(deviceId));
      await showVersions(trx, acting, [
        ...coming.map(({ deviceId, profileId, versionId }) => ({ deviceId, profileId, versionId })),
        ...going.map(({ deviceId, profileId }) => ({ deviceId, profileId, versionId: null })),
      ]);
    },
  },

  costRules: {
    async read(db, scope, { places, day }) {
      const siteIds = [...new Set(places.map(({ siteId }) => siteId))];
      const currencies = await listSiteCurrencies(db, scope, siteIds);
      const entries = new Map(siteIds.map((siteId) => [siteId, [] as Entry[]]));
      for (const { ruleId: _, siteId, ...rule } of await listSiteRules(db, scope, { siteIds, day }))
        entries.get(siteId)?.push(ruleEntry(from(rule, day)));
      return new Map(
        places.map(({ locationId, siteId }) => [
          locationId,
          { entries: entries.get(siteId) ?? [], around: currencies.get(siteId) ?? '' },
        ]),
      );
    },
    write: (trx, acting, { place: { siteId }, day, added, removed }) =>
      changeSiteRules(trx, acting, { siteId, day, add: dataOf<SiteRule>(added), remove: dataOf<SiteRule>(removed) }),
  },

  alerts: {
    async read(db, scope, { places }) {
      const alerts = await listLocationAlerts(db, scope, { locationIds: idsOf(places) });
      return statesOf(places, alerts, (own) => ({
        entries: own.map(({ terms }) => ({ key: alertKeyOf(terms), same: alertTermsOf(terms), data: terms })),
        around: '',
      }));
    },
    write: (trx, acting, { place, added, removed, undoes }) =>
      changeLocationAlerts(trx, acting, {
        ...place,
        add: dataOf<AlertTerms>(added),
        remove: dataOf<AlertTerms>(removed),
        restores: undoes,
      }),
  },

  calendar: {
    async read(db, { organisationId }, { places, day }) {
      const rows = await listPatternsOf(db, { organisationId, locationIds: idsOf(places) });
      return statesOf(places, rows, (own) => ({
        entries: scheduleFrom(
          own.map(({ locationId: _, ...row }) => row),
          day,
        ),
        around: '',
      }));
    },
    async write(trx, acting, { place: { locationId }, day, entries, added, removed }) {
      const rows = await listPatterns(trx, { organisationId: acting.scope.organisationId, locationId });
      const after = dataOf<ScheduleDay>(afterPlan(entries, { added: [...added], removed: [...removed] }));
      await putSchedule(trx, acting, { locationId, from: day, rows: rowsFor(after, { rows, day }) });
    },
  },
};

const ruleEntry = (rule: SiteRule): Entry<SiteRule> => ({
  key: String(rule.itemId),
  same: termsOf(rule),
  data: rule,
});

const only = ({ profileId, profileName, versionId, version }: Omit<ShownProfile, 'deviceId' | 'deviceName'>) => ({
  profileId,
  profileName,
  versionId,
  version,
});
