import type { ActingPersonally } from '../../../platform/acting';
import type { Actor, Locale } from '../../../platform/actor';
import type { Db, Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { barredHere } from '../../../platform/http/guards';
import type { Visitor } from '../../../platform/visitor';
import { memberActions, sessionActions, userActions } from '../../identity.audit';
import { isAddressAllowed } from '../../policies/addresses/address-entry';
import { checkProviderOfSession } from '../../policies/providers/provider-entry';
import { lockAccount } from '../accounts/account-lock';
import { insertFromAbove } from '../memberships/from-above.store';
import { noteBreakGlassMove } from '../owners/break-glass';
import { findSignedIn, moveSession } from '../sessions/session.store';
import { pictureIn, remadePortrait } from './picture';
import type { ProfileParts } from './profile.presentation';
import {
  changeProfileRow,
  listOwnTenants,
  listPermissions,
  putPicture,
  removePicture,
  rolesByTenant,
  selectProfile,
  type OwnTenant,
} from './profile.store';

/** All that there is to say of whoever is signed in, for the tenant that they act in. */
export async function ownProfile(
  db: Db,
  actor: Actor,
  now: Date,
): Promise<Omit<ProfileParts, 'vendorId' | 'publicUrl'>> {
  const { userId } = actor;
  const { tenants, active } = await ownTenants(db, actor, now);
  return {
    tenants,
    tenantId: active.id,
    profile: await selectProfile(db, { userId, now }),
    roles: await rolesByTenant(db, { userId, now }),
    permissions: await listPermissions(db, [...actor.permissions]),
  };
}

/** The tenants of whoever is signed in, and the one that they act in. */
export async function ownTenants(
  db: Db,
  { userId, organisation }: Actor,
  now: Date,
): Promise<{ tenants: OwnTenant[]; active: OwnTenant }> {
  const tenants = await listOwnTenants(db, { userId, now });
  const active = tenants.find(({ number }) => number === organisation.id);
  if (!active) throw new Error('somebody acts in a tenant that is none of theirs');
  return { tenants, active };
}

/** Whoever may go on into a tenant below the one that they act in becomes a member of it. @returns false where they do not */
async function enterBelow(
  trx: Trx,
  { actor: { userId }, scope: { organisationId: here } }: ActingPersonally,
  { tenantId, audit }: Pick<Switching, 'tenantId' | 'audit'>,
): Promise<boolean> {
  const entering = await insertFromAbove(trx, { userId, here, tenantId });
  if (!entering) return false;
  const { below, through } = entering;
  // The session was opened by the rules of the tenant that is acted in alone.
  if (through !== here)
    await checkProviderOfSession(trx, { userId, tenantNumber: through, ssoTenant: null, mayBreakGlass: false });
  const entered = { action: memberActions.enter, entity: 'user', entityId: userId, after: { tenant: below } };
  for (const organisationId of [here, below]) await audit(trx, { ...entered, organisationId });
  return true;
}

interface Switching {
  /** The public id. */
  tenantId: string;
  sessionId: string;
  ip: string;
  /** Of the visitor: who comes into a tenant from above is in its log, too. */
  audit: Visitor['audit'];
}

/**
 * Whether somebody is a member of a tenant, or becomes one because they reach it from the one that they act in.
 * @throws Failure 403 notYourTenant
 */
export async function comeInto(
  acting: ActingPersonally,
  { tenants, ...where }: { tenants: readonly OwnTenant[] } & Pick<Switching, 'tenantId' | 'audit'>,
): Promise<void> {
  if (tenants.some(({ id }) => id === where.tenantId)) return;
  if (!(await acting.db.transaction().execute((trx) => enterBelow(trx, acting, where))))
    throw fail.forbidden('identity.notYourTenant');
}

/**
 * Goes on in another tenant of theirs, or below the one that they act in, in the same session; tokens and pages from here on are for that one.
 * @throws Failure 403 for a tenant that is none of theirs, keeps this address out, forces a second factor that the session lacks, or is entered by its provider alone
 */
export async function switchTenant(
  acting: ActingPersonally,
  { tenantId, sessionId, ip, audit: auditIn }: Switching,
): Promise<void> {
  const { actor, db, now, audit } = acting;
  await db.transaction().execute(async (trx) => {
    // Whoever is taken out of the tenant meanwhile is so first, and does not come into it.
    await lockAccount(trx, actor.userId);
    await enterBelow(trx, acting, { tenantId, audit: auditIn });
    const there = await findSignedIn(trx, { sessionId, now, tenantId, moves: true });
    if (!there) throw fail.forbidden('identity.notYourTenant');
    if (!(await isAddressAllowed(trx, there, ip))) throw barredHere();
    const { tenantNumber } = there;
    const before = await moveSession(trx, { sessionId, userId: actor.userId, tenantNumber, now });
    if (before === tenantNumber) return;
    await audit(trx, {
      action: sessionActions.switchTenant,
      entity: 'session',
      entityId: sessionId,
      before: { tenant: before },
      after: { tenant: tenantNumber },
    });
    await noteBreakGlassMove(trx, acting, { sessionId, tenantNumber, ip });
  });
}

interface ProfileChange {
  name?: string | undefined;
  metadata?: string | undefined;
  profilePictureUrl?: string | null | undefined;
  /** Of all that Tare says to them. */
  locale?: Locale | undefined;
}

/**
 * Changes what people say of themselves; what is absent stays.
 * @throws Failure 422 `errors.notAPicture`
 */
export async function changeProfile(
  { actor: { userId }, db, now, audit, touchPerson }: ActingPersonally,
  { name, metadata, profilePictureUrl, locale }: ProfileChange,
): Promise<void> {
  const given = typeof profilePictureUrl === 'string' ? pictureIn(profilePictureUrl) : null;
  const content = given && (await remadePortrait(given));
  const before = await selectProfile(db, { userId, now });
  const renamed = name !== undefined && name !== before.name;
  const picture = content ? 'changed' : profilePictureUrl === null && before.pictureId !== null ? 'removed' : undefined;
  const moved = locale !== undefined && locale !== before.locale;
  if (!renamed && !picture && !moved && (metadata === undefined || metadata === before.metadata)) return;
  await db.transaction().execute(async (trx) => {
    await changeProfileRow(trx, userId, { name, metadata, locale });
    if (content) await putPicture(trx, { userId, content, now });
    if (picture === 'removed') await removePicture(trx, userId);
    await audit(trx, {
      action: userActions.changeProfile,
      entity: 'user',
      entityId: userId,
      before: { name: before.name, ...(moved ? { locale: before.locale } : {}) },
      after: { name: name ?? before.name, ...(picture ? { picture } : {}), ...(moved ? { locale } : {}) },
    });
    await touchPerson(trx, userId);
  });
}

/** @returns the picture's id. @throws Failure 422 `errors.notAPicture` */
export async function changePicture(
  { actor: { userId }, db, now, audit, touchPerson }: ActingPersonally,
  given: Buffer,
): Promise<string> {
  const content = await remadePortrait(given);
  return db.transaction().execute(async (trx) => {
    const id = await putPicture(trx, { userId, content, now });
    await audit(trx, {
      action: userActions.changeProfile,
      entity: 'user',
      entityId: userId,
      after: { picture: 'changed' },
    });
    await touchPerson(trx, userId);
    return id;
  });
}
