import { searchValues } from '../../domain/catalogue';
import {
  findOwnLocale,
  listButtons,
  listProfiles,
  listShowingDevices,
  listVersions,
  nameButtons,
} from '../../domain/tracker-profiles';
import { compareButtons, type KindChanges } from '../../domain/tracker-profiles/compare.rules';
import type {
  ButtonKind,
  NamedButton,
  ProfileRow,
  ShowingDevice,
  VersionRow,
} from '../../domain/tracker-profiles/profiles.contract';
import { elementOf, idsOf } from '../../domain/tracker-profiles/profiles.rules';
import type { Locale, Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { localeCodes } from '../../platform/i18n/messages';
import { listDeviceLocales, listReportedProfiles } from '../devices';
import { listOperatorLocales } from '../operators';
import type { Effect, Offer, ProfileDetail, RolledOut } from './menu-manager.contract';
import { hasTaken } from './menu-manager.rules';

/** Of the values to add, how many stand on a page. */
const mostOffered = 60;

interface ReadVersions {
  row: ProfileRow;
  versions: VersionRow[];
}

/** @throws Failure 404 unknownProfile */
export async function readVersions(db: Db, scope: Scope, profileId: number): Promise<ReadVersions> {
  const [row] = await listProfiles(db, scope, { profileId });
  if (!row) throw fail.notFound('menuManager.unknownProfile');
  return { row, versions: await listVersions(db, scope, { profileId }) };
}

/** Of a draft or a version by its number. @throws Failure 404 unknownVersion */
export function findVersion(versions: readonly VersionRow[], wanted: 'draft' | number): VersionRow {
  const found = versions.find(({ version }) => version === (wanted === 'draft' ? null : wanted));
  if (!found) throw fail.notFound('menuManager.unknownVersion');
  return found;
}

export const readButtons = async (
  db: Db,
  { organisationId }: Scope,
  { versionId }: VersionRow,
): Promise<NamedButton[]> => nameButtons(db, organisationId, await listButtons(db, { organisationId, versionId }));

/** @throws Failure 404 unknownProfile */
export async function readProfile(db: Db, scope: Scope, profileId: number): Promise<ProfileDetail> {
  const { row, versions } = await readVersions(db, scope, profileId);
  const [base] = versions;
  if (!base) throw fail.notFound('menuManager.unknownProfile');
  return {
    row,
    versions,
    base,
    buttons: await readButtons(db, scope, base),
    ...(await readLocales(db, scope.organisationId)),
    devices: await listRolledOut(db, scope, profileId),
  };
}

/** Those that are to show a profile; one has taken it once it says so after it was given it. */
async function listRolledOut(db: Db, scope: Scope, profileId: number): Promise<RolledOut[]> {
  const devices = (await listShowingDevices(db, scope)).filter(({ shown }) => shown?.profileId === profileId);
  if (devices.length === 0) return [];
  const reported = await listReportedProfiles(db, scope.organisationId);
  return devices.map((device) => ({ ...device, taken: hasTaken(device, reported.get(device.deviceId)) }));
}

/** The languages of the organization’s trackers, its own first. */
export async function readLocales(db: Db, organisationId: number): Promise<{ ownLocale: string; locales: string[] }> {
  const ownLocale = await findOwnLocale(db, organisationId);
  const spoken = new Set([
    ...(await listDeviceLocales(db, organisationId)),
    ...(await listOperatorLocales(db, organisationId)),
  ]);
  return {
    ownLocale,
    locales: [ownLocale, ...localeCodes.filter((one) => one !== ownLocale && spoken.has(one))],
  };
}

interface Adding {
  kind: ButtonKind;
  text: string;
  buttons: readonly NamedButton[];
  locale: Locale;
}

/** Values in use that a section does not have yet. */
export async function readOffer(
  db: Db,
  { organisationId }: Scope,
  { kind, text, buttons, locale }: Adding,
): Promise<Offer> {
  const without = idsOf(buttons, kind);
  if (kind === 'stage') {
    const stages = await nameButtons(
      db,
      organisationId,
      [8, 9, 23].map((refId) => ({ kind, refId })),
    );
    const values = stages
      .filter(({ refId }) => !without.includes(refId))
      .map(({ refId, name }) => ({ refId, name, parentName: null }));
    return { kind, text: '', values, total: values.length };
  }
  const search = { elementCode: elementOf[kind], text, without, limit: mostOffered };
  return { kind, text, ...(await searchValues(db, { organisationId, locale }, search)) };
}

/** What differs between two versions, and the names of all that they hold. */
export async function readComparison(
  db: Db,
  scope: Scope,
  { from, to }: { from: VersionRow | null; to: VersionRow },
): Promise<{ changes: KindChanges[]; names: NamedButton[] }> {
  const before = from ? await readButtons(db, scope, from) : [];
  const after = await readButtons(db, scope, to);
  return { changes: compareButtons(before, after), names: [...after, ...before] };
}

interface Wanted {
  profileId: number;
  /** The version that is given: one there is, or the next. */
  version: number;
  versionId: number | null;
  devices: readonly number[];
  sites: readonly number[];
}

/** What would change where; ids that somebody does not see are left to the use case to refuse. */
export function effectOf(all: readonly ShowingDevice[], wanted: Wanted): Effect {
  const chosen = new Set(wanted.devices);
  const ofSites = all.filter(({ siteId }) => siteId !== null && wanted.sites.includes(siteId));
  const ids = [...new Set([...chosen, ...ofSites.map(({ deviceId }) => deviceId)])];
  const seen = all.filter(({ deviceId }) => ids.includes(deviceId));
  const changing = seen.filter(({ shown }) => wanted.versionId === null || shown?.versionId !== wanted.versionId);
  const groups = new Map<string, Effect['groups'][number]>();
  for (const { shown } of changing) {
    const own = shown?.profileId === wanted.profileId;
    const key = shown ? `${shown.profileId} ${shown.version}` : '';
    const group = groups.get(key) ?? {
      profileName: shown?.profileName ?? null,
      version: shown?.version ?? null,
      own,
      count: 0,
    };
    group.count += 1;
    groups.set(key, group);
  }
  return {
    version: wanted.version,
    deviceIds: ids,
    groups: [...groups.values()].sort((one, other) => other.count - one.count),
    staying: all.filter(
      ({ deviceId, shown }) =>
        shown?.profileId === wanted.profileId && shown.versionId !== wanted.versionId && !ids.includes(deviceId),
    ).length,
  };
}
