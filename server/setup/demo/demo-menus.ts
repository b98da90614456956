import {
  createProfile,
  listButtons,
  listShowingDevices,
  listVersions,
  nameButtons,
  orderButtons,
  publish,
  removeButton,
} from '../../domain/tracker-profiles';
import { idsOf, markOf, publishMarkOf } from '../../domain/tracker-profiles/profiles.rules';
import type { Acting, ActingPersonally } from '../../platform/acting';

/** What a kitchen weighs most stands first in the second version. */
const first = ['Bread and rolls', 'Rice', 'Pasta', 'Boiled potatoes', 'Root vegetables', 'Leafy salad', 'Chicken'];
const dropped = 'Jalapeño relish';
/** Of a profile for what guests return. */
const ofDishes = new Set(['Plate waste', 'Returned untouched', 'Tray return', 'Dish room']);

async function draftOf(acting: Acting, profileId: number) {
  const versions = await listVersions(acting.db, acting.scope, { profileId });
  const [base] = versions;
  if (!base) throw new Error('a profile has a version');
  const { organisationId } = acting.scope;
  const kept = await listButtons(acting.db, { organisationId, versionId: base.versionId });
  const latest = versions.find(({ version }) => version !== null);
  return {
    seen: markOf(base),
    published: publishMarkOf(base, latest),
    buttons: await nameButtons(acting.db, organisationId, kept),
  };
}

/** Two profiles on the devices of the simulated caterer: one with two versions and a draft, one for where dishes come back. */
export async function addDemoMenus(acting: ActingPersonally): Promise<void> {
  const { db } = acting;
  const devices = (await listShowingDevices(db, acting.scope)).map(({ deviceId }) => deviceId);
  const most = devices.slice(0, Math.ceil(devices.length * 0.6));

  const kitchen = await createProfile(acting, { name: 'Main kitchen', start: 'inUse' });
  const started = await draftOf(acting, kitchen);
  await publish(acting, { profileId: kitchen, source: 'draft', seen: started.published, deviceIds: most });
  const published = await draftOf(acting, kitchen);
  const items = published.buttons.filter(({ kind }) => kind === 'item');
  const place = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
  const order = idsOf(
    items.toSorted((one, other) => place(one.name) - place(other.name)),
    'item',
  );
  await orderButtons(acting, { profileId: kitchen, kind: 'item', seen: published.seen, order });
  const second = await draftOf(acting, kitchen);
  await publish(acting, {
    profileId: kitchen,
    source: 'draft',
    seen: second.published,
    deviceIds: most.slice(0, Math.ceil(most.length / 2)),
  });
  const relish = items.find(({ name }) => name === dropped);
  if (relish)
    await removeButton(acting, {
      profileId: kitchen,
      kind: 'item',
      seen: (await draftOf(acting, kitchen)).seen,
      refId: relish.refId,
    });

  const dishes = await createProfile(acting, { name: 'Dish return', start: 'inUse' });
  for (const button of (await draftOf(acting, dishes)).buttons) {
    const stays =
      button.kind === 'stage'
        ? button.refId !== 8
        : (button.kind !== 'reason' && button.kind !== 'station') || ofDishes.has(button.name);
    if (!stays)
      await removeButton(acting, {
        profileId: dishes,
        kind: button.kind,
        refId: button.refId,
        seen: (await draftOf(acting, dishes)).seen,
      });
  }
  const { published: seen } = await draftOf(acting, dishes);
  await publish(acting, { profileId: dishes, source: 'draft', seen, deviceIds: devices.slice(-3) });
}
