import {
  listHolding,
  deleteOwn,
  insertOwn,
  listOwn,
  listPlaces,
  placesOf,
  type ItemsIn,
  findRestriction,
  ungrantableItems,
} from '../../domain/places';
import type { ChoiceSite, OwnNarrowing, SecuredItems, SecuredNames } from '../../domain/places/secured-items.contract';
import type { ActingPersonally } from '../../platform/acting';
import type { Actor, Scope } from '../../platform/actor';
import { defineActions } from '../../platform/audit';
import type { Db } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import type { Restriction } from '../../platform/restriction.rules';

const actions = defineActions('ownNarrowing', { set: {}, lift: {} });

export const access = 'VIEW_CCM_DATA_SECURITY';

/** Somebody who narrows themselves, and how they act in an organisation that they reach. */
interface Narrowing {
  actor: Actor;
  acting: ActingPersonally;
  actingIn(organisationId?: number): Promise<ActingPersonally>;
}

const reached = (db: Db, actor: Actor) => listHolding(db, actor, { permission: access });

/** What others let somebody see in an organisation: they may narrow themselves to any part of it. */
async function grantedScope(
  db: Db,
  { organisationId, userId }: { organisationId: number; userId: number },
): Promise<Scope> {
  const set = await findRestriction(db, { organisationId, userId });
  return {
    organisationId,
    restriction: set && ({ sites: set.siteIds, locations: set.locationIds } satisfies Restriction),
  };
}

/** What somebody sees where they do not see everything, whoever narrowed them. */
export async function readSecuredNames(db: Db, actor: Actor): Promise<SecuredNames> {
  const names: SecuredNames = { tenantNameToSecuredSiteNameEntries: [], siteNameToSecuredLocationNameEntries: [] };
  for (const { name, organisationId, restriction } of (await reached(db, actor)).filter(
    (one) => one.restriction !== null,
  )) {
    const places = await listPlaces(db, { organisationId, restriction });
    names.tenantNameToSecuredSiteNameEntries.push({
      tenantName: name,
      securedSites: places.map(({ siteName }) => siteName),
    });
    names.siteNameToSecuredLocationNameEntries.push(
      ...places
        .filter(({ whole }) => !whole)
        .map(({ siteName, locations }) => ({
          siteName,
          securedLocations: locations.map(({ locationName }) => locationName),
        })),
    );
  }
  return names;
}

/** What somebody has narrowed themselves to, with the organisations in which they may. */
export async function readOwnNarrowing(db: Db, actor: Actor): Promise<OwnNarrowing> {
  const own = await listOwn(db, actor.userId);
  const organizations = (await reached(db, actor)).map(({ organisationId, name }) => {
    const items = own.find((one) => one.organisationId === organisationId);
    return {
      organizationId: organisationId,
      organizationName: name,
      items: items ? items.siteIds.length + items.locationIds.length : 0,
    };
  });
  return {
    siteIds: own.flatMap(({ siteIds }) => siteIds),
    locationIds: own.flatMap(({ locationIds }) => locationIds),
    organizations,
  };
}

/** What somebody may narrow themselves to in the organisation that is acted in. */
export const readChoices = async (
  { db, scope: { organisationId } }: ActingPersonally,
  actor: Actor,
): Promise<ChoiceSite[]> => listPlaces(db, await grantedScope(db, { organisationId, userId: actor.userId }));

/**
 * Narrows somebody to sites and locations of the organisations that they reach, by themselves; an organisation of which nothing is
 * named stays as others let them see it. What they named before is replaced.
 * @throws 422 nothingChosen, and unknownSites, unknownLocations beyond what others let them see
 */
export async function narrowOneself(by: Narrowing, items: SecuredItems): Promise<void> {
  const {
    acting: { db },
    actor,
  } = by;
  if (items.siteIds.length + items.locationIds.length === 0) throw fail.unprocessable('dataSecurity.nothingChosen');
  const wanted = await placesOf(db, items);
  const open = new Set((await reached(db, actor)).map(({ organisationId }) => organisationId));
  const here = wanted.filter(({ organisationId }) => open.has(organisationId));
  checkAllFound(items, here);
  await checkGranted(db, actor, here);
  await replace(by, here);
}

function checkAllFound({ siteIds, locationIds }: SecuredItems, found: readonly ItemsIn[]): void {
  const known = {
    sites: new Set(found.flatMap((one) => one.siteIds)),
    locations: new Set(found.flatMap((one) => one.locationIds)),
  };
  if (siteIds.some((id) => !known.sites.has(id))) throw fail.unprocessable('dataSecurity.unknownSites');
  if (locationIds.some((id) => !known.locations.has(id))) throw fail.unprocessable('dataSecurity.unknownLocations');
}

async function checkGranted(db: Db, { userId }: Actor, places: readonly ItemsIn[]): Promise<void> {
  for (const place of places) {
    const { siteIds, locationIds } = await ungrantableItems(db, await grantedScope(db, { ...place, userId }), place);
    if (siteIds.length > 0) throw fail.unprocessable('dataSecurity.unknownSites');
    if (locationIds.length > 0) throw fail.unprocessable('dataSecurity.unknownLocations');
  }
}

/** Lifts what somebody has narrowed themselves to, everywhere; what others let them see is what they see again. */
export const liftOwnNarrowing = (by: Narrowing): Promise<void> => replace(by, []);

/** Each organisation has its row of audit; one that is not reached any more is told of in the person's own. */
async function replace({ acting, actor, actingIn }: Narrowing, wanted: readonly ItemsIn[]): Promise<void> {
  const { db } = acting;
  const { userId } = actor;
  const open = new Set((await reached(db, actor)).map(({ organisationId }) => organisationId));
  const ids = new Set([...(await listOwn(db, userId)), ...wanted].map(({ organisationId }) => organisationId));
  const actings: [number, ActingPersonally][] = [];
  for (const id of ids) actings.push([id, open.has(id) ? await actingIn(id) : acting]);
  await db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, acting.scope.organisationId);
    const own = await listOwn(trx, userId);
    for (const [organisationId, there] of actings) {
      const [before, after] = [own, wanted].map((items) => items.find((one) => one.organisationId === organisationId));
      if (JSON.stringify(before) === JSON.stringify(after)) continue;
      await deleteOwn(trx, userId, organisationId);
      if (after) await insertOwn(trx, userId, after);
      await there.audit(trx, {
        action: after ? actions.set : actions.lift,
        entity: 'user',
        entityId: userId,
        before,
        after,
      });
    }
  });
}
