import { listCostRules, listTreeValues, listWasteStages } from '../../domain/catalogue';
import type { ElementCode } from '../../domain/catalogue/refdata.contract';
import { listItemsOfDay } from '../../domain/daily-menus';
import { listValueImages } from '../../domain/images';
import { imagePath } from '../../domain/images/images.rules';
import { readPhotoSettings } from '../../domain/photos';
import { listPlacedDevices } from '../../domain/places';
import { stageName } from '../../domain/places/stage-name.rules';
import { publishedProfile, type ProfileButton, type TrackerProfile } from '../../domain/tracker-profiles';
import type { Db } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { DeviceActor } from '../../platform/http/principals';
import { localeCodes, translator } from '../../platform/i18n/messages';
import { localDateOf } from '../../platform/time';
import { weightUnits } from '../../platform/weight-units.rules';
import { listActiveOperators } from '../operators';
import { buttonsOf, inOrder, itemButtons, menuFirst, mostItems } from './default-profile.rules';
import type { TrackerSetup } from './tracker.contract';
import { findTrackerPlace, findUnit, listMostWeighed, type TrackerPlace } from './tracker.store';

interface Asked {
  device: DeviceActor;
  now: Date;
}

/** What a device shows and weighs with. @throws Failure 404 unknownDevice */
export async function readSetup(db: Db, { device, now }: Asked): Promise<TrackerSetup> {
  const { organisationId, deviceId, locationId } = device;
  const [placed] = await listPlacedDevices(db, { organisationId, restriction: null }, { deviceId });
  if (!placed) throw fail.notFound('devices.unknownDevice');
  const place = locationId === null ? undefined : await findTrackerPlace(db, organisationId, locationId);
  const unit = await findUnit(db, organisationId);
  const head = { organizationName: placed.organizationName, deviceName: placed.name };
  return {
    profile: place
      ? await withMenu(db, organisationId, {
          place,
          now,
          profile: await profileAt(db, { head, deviceId, organisationId, place, now }),
        })
      : nowhere(head),
    takesPhotos: (await readPhotoSettings(db, organisationId)).devicePhotos,
    unit: weightUnits.find((one) => one === unit) ?? 'kg',
    operators: locationId === null ? [] : await listActiveOperators(db, organisationId, locationId),
  };
}

type Head = Pick<TrackerProfile, 'organizationName' | 'deviceName'>;

/** Of a device without a location: nothing can be weighed where nobody knows the place. */
const nowhere = (head: Head): TrackerProfile => ({
  profileVersion: null,
  profileName: null,
  ...head,
  location: null,
  buttons: [],
});

/** What the kitchen serves today is what it will throw away: it stands first. */
async function withMenu(
  db: Db,
  organisationId: number,
  { place: { locationId, timeZone }, now, profile }: { place: TrackerPlace; now: Date; profile: TrackerProfile },
): Promise<TrackerProfile> {
  const date = localDateOf(now, timeZone);
  const ofDay = await listItemsOfDay(db, { organisationId, locationId, date });
  return { ...profile, buttons: menuFirst(profile.buttons, new Set(ofDay)) };
}

interface Usual {
  head: Head;
  organisationId: number;
  place: TrackerPlace;
  now: Date;
  /** Every stage and item, not those alone that a tablet usually shows. */
  whole: boolean;
}

/** What somebody has published for the device, or the organization's values in use. */
async function profileAt(
  db: Db,
  { deviceId, ...usual }: Omit<Usual, 'whole'> & { deviceId: number },
): Promise<TrackerProfile> {
  const published = await publishedProfile(db, { organisationId: usual.organisationId, deviceId });
  const inUse = await usualProfile(db, { ...usual, whole: published !== null });
  if (!published) return inUse;
  return {
    ...inUse,
    profileVersion: published.version,
    profileName: published.name,
    buttons: inOrder(inUse.buttons, published.buttons),
  };
}

/** The organization's values in use. */
async function usualProfile(db: Db, { head, organisationId, place, now, whole }: Usual): Promise<TrackerProfile> {
  const { locationId, name, siteId, timeZone, currency } = place;
  const day = localDateOf(now, timeZone);
  const hashes = await listValueImages(db, organisationId);
  const offer = { locales: localeCodes, images: new Map([...hashes].map(([id, hash]) => [id, imagePath(hash)])) };
  const listed = async (kind: ProfileButton['kind'], element: ElementCode) =>
    buttonsOf(kind, await listTreeValues(db, organisationId, element), offer);
  const items = itemButtons(await listTreeValues(db, organisationId, 'WASTEITEM'), {
    ...offer,
    mostWeighed: await listMostWeighed(db, organisationId, { locationId, today: day }),
    ...(whole ? {} : { most: mostItems }),
    rules: await listCostRules(db, organisationId),
    at: { siteId, day, currency },
  });
  return {
    profileVersion: null,
    profileName: null,
    ...head,
    location: { locationId, name, timeZone },
    buttons: [
      ...(await stageButtons(db, whole ? null : place)),
      ...items,
      ...(await listed('reason', 'WASTEREASON')),
      ...(await listed('station', 'WASTESOURCE')),
      ...(await listed('container', 'CONTAINER')),
      ...(await listed('sink', 'WASTESINK')),
      ...(await listed('daypart', 'DAYPART')),
    ],
  };
}

/** Those that a location is set up for, or all. */
async function stageButtons(db: Db, place: TrackerPlace | null): Promise<ProfileButton[]> {
  const all = await listWasteStages(db);
  const own = all.filter(({ wasteStageId }) => place?.stageIds.includes(wasteStageId));
  return (own.length > 0 ? own : all).map(({ wasteStageId, wasteStageName }) => ({
    kind: 'stage',
    refId: wasteStageId,
    names: Object.fromEntries(
      localeCodes.map((locale) => [locale, stageName(translator(locale), wasteStageId, wasteStageName)]),
    ) as ProfileButton['names'],
    image: null,
    tareGrams: null,
    costPerKg: null,
  }));
}
