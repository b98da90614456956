import type { ActingPersonally } from '../../../platform/acting';
import { internalOrganisation, type Actor } from '../../../platform/actor';
import type { Change } from '../../../platform/audit';
import type { Db, Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { touch } from '../../../platform/freshness';
import type { Limit } from '../../../platform/http/rate-limits';
import { seesAll } from '../../../platform/restriction.rules';
import type { Visitor } from '../../../platform/visitor';
import { tenantActions } from '../../identity.audit';
import type { IdentityPorts } from '../../ports';
import { markReseller } from '../accounts/user.store';
import { lockTenant } from '../memberships/administrators.store';
import { insertFromAbove } from '../memberships/from-above.store';
import type { AccessType } from './access-type.rules';
import { selectAccessType, setAccessType } from './access-type.store';
import { selectTenantBelow, selectTenantOf } from './family';
import { leaveMoved } from './from-above';
import { saveSettings } from './settings.store';
import type { NewSubTenant } from './sub-tenant.contract';
import {
  hasTenantsBelow,
  isAliasTaken,
  isNameTaken,
  isReseller,
  markDeleted,
  parentOf,
  renameTenant,
  setParent,
  setReseller,
  setSubTenant,
} from './sub-tenant.store';
import { findTenantOf, type Family, type TenantBelow } from './tenant.store';
import { tenants } from './tenants';

const perTenant: Limit = { name: 'sub-tenants', points: 200, seconds: 3600 };

/** One place in the tree is taken or left after the other, in step with staff who move organisations. */
async function lockTree(trx: Trx, tenantNumber: number): Promise<void> {
  await lockTenant(trx, internalOrganisation);
  await lockTenant(trx, tenantNumber);
}

interface Creating {
  family: Family;
  wish: NewSubTenant;
  organisation: Actor['organisation'];
  /** Of the visitor: the row is the new tenant's. */
  audit: Visitor['audit'];
  ports: Pick<IdentityPorts, 'openTenant' | 'rateLimits'>;
}

/**
 * Opens a tenant below that which is acted in, with all that the product keeps of one; what is not said of it is as there.
 * @returns its number and public id
 * @throws Failure 403 limitedToSites, notReseller, 404 unknownTenant for the one above, 409 suspended, nameTaken, aliasTaken, conflict where the id is
 * somebody's, 422 for a currency or zone that there is not, 429 after too many
 */
export async function createSubTenant(
  acting: ActingPersonally,
  { family, wish, organisation, audit, ports }: Creating,
): Promise<{ tenantId: string; updatedAt: Date }> {
  const {
    now,
    actor: { locale },
  } = acting;
  const { tenantId: id, name, alias, parentTenantId, isReseller: reselling = false, logoUrl, ...settings } = wish;
  if (!seesAll(acting.scope)) throw fail.forbidden('identity.limitedToSites');
  await ports.rateLimits.take(perTenant, String(family.top));
  try {
    return await acting.db.transaction().execute(async (trx) => {
      await lockTree(trx, family.top);
      if (!family.below || !(await isReseller(trx, family.top))) throw fail.forbidden('subTenants.notReseller');
      const parentNumber = await parentFor(trx, family, parentTenantId);
      if (await isNameTaken(trx, { parentNumber, name })) throw fail.conflict('subTenants.nameTaken');
      if (alias !== undefined && (await isAliasTaken(trx, alias)))
        throw fail.conflict('subTenants.aliasTaken', { fields: [{ field: 'alias', code: 'subTenants.aliasTaken' }] });
      const tenantNumber = await ports.openTenant(trx, {
        name,
        locale,
        parentNumber,
        country: organisation.countryCode,
        currency: settings.currency ?? organisation.currency,
        timeZone: settings.timezone ?? organisation.timeZone,
      });
      await setSubTenant(trx, tenantNumber, { id, alias, isReseller: reselling, now });
      await saveSettings(trx, tenantNumber, { ...settings, logo: settings.logo ?? logoUrl, now });
      const { id: tenantId } = await trx
        .selectFrom('identity.tenant')
        .select('id')
        .where('number', '=', tenantNumber)
        .executeTakeFirstOrThrow();
      await insertFromAbove(trx, { userId: acting.actor.userId, here: family.top, tenantId });
      for (const organisationId of new Set([tenantNumber, family.top]))
        await audit(trx, {
          action: tenantActions.create,
          entity: 'tenant',
          entityId: tenantNumber,
          organisationId,
          after: { name, alias, above: parentNumber, isReseller: reselling },
        });
      await touch(trx, tenantNumber);
      await touch(trx, family.top);
      return { tenantId, updatedAt: now };
    });
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw fail.conflict('errors.conflict');
    throw error;
  }
}

async function parentFor(trx: Trx, family: Family, id: string | undefined): Promise<number> {
  if (id === undefined) return family.top;
  const { number, status } = await selectTenantOf(trx, family, id);
  if (number !== family.top) await lockTenant(trx, number);
  if (status !== 'ACTIVE') throw fail.conflict('subTenants.suspended');
  return number;
}

interface Changing {
  family: Family;
  id: string;
  /** How whoever asks acts in the tenant below. @throws Failure 404 where they may not do there what the call asks for */
  actingIn(tenantNumber: number): Promise<ActingPersonally>;
}

/** @throws Failure 403 limitedToSites, 404 unknownTenant, 409 suspended, nameTaken */
export async function renameSubTenant(
  acting: ActingPersonally,
  { name, ...where }: Changing & { name: string },
): Promise<void> {
  await changingBelow(acting, where, async (trx, there) => {
    const { organisationId: number } = there.scope;
    const parentNumber = (await parentOf(trx, number)) ?? number;
    if (await isNameTaken(trx, { parentNumber, name, except: number })) throw fail.conflict('subTenants.nameTaken');
    const { name: before } = await selectTenantBelow(trx, where.family, where.id);
    await renameTenant(trx, number, name);
    return { action: tenantActions.rename, before: { name: before }, after: { name } };
  });
}

/**
 * Says whether a tenant below may have tenants below itself.
 * @throws Failure 403 limitedToSites, 404 unknownTenant, 409 suspended, holdsOthers while it has some
 */
export async function setManagement(
  acting: ActingPersonally,
  { isReseller: wanted, ...where }: Changing & { isReseller: boolean },
): Promise<void> {
  await changingBelow(acting, where, async (trx, { scope: { organisationId: number } }) => {
    if (!wanted && (await hasTenantsBelow(trx, number))) throw fail.conflict('subTenants.holdsOthers');
    const before = await isReseller(trx, number);
    await setReseller(trx, number, wanted);
    return { action: tenantActions.changeManagement, before: { isReseller: before }, after: { isReseller: wanted } };
  });
}

/**
 * Says whether the members of a tenant below go on into those below it. Who is a member already goes on, or does not, as before.
 * @throws Failure 403 limitedToSites, 404 unknownTenant, 409 suspended
 */
export async function changeAccessType(
  acting: ActingPersonally,
  { type, ...where }: Changing & { type: AccessType },
): Promise<void> {
  await changingBelow(acting, where, async (trx, { scope: { organisationId: number } }) => {
    const before = await selectAccessType(trx, number);
    await setAccessType(trx, number, type);
    return { action: tenantActions.changeAccess, before: { access: before }, after: { access: type } };
  });
}

/**
 * Puts a tenant, with all that stand below it, below another one of the family or the top of it. Whoever reached it from where it stood
 * no longer does, and whoever reaches the new place does from now on.
 * @param to public id
 * @throws Failure 403 limitedToSites, 404 unknownTenant, 409 suspended, 422 ownBranch, 409 nameTaken there
 */
export async function moveSubTenant(
  acting: ActingPersonally,
  { to, ...where }: Changing & { to: string },
): Promise<void> {
  const { number: chosen } = await selectTenantOf(acting.db, where.family, to);
  if (chosen !== where.family.top) await where.actingIn(chosen);
  await changingBelow(acting, where, async (trx, { now, scope: { organisationId: number } }) => {
    const target = await selectTarget(trx, where.family, { number, to });
    if (target.number !== where.family.top) await lockTenant(trx, target.number);
    const before = await parentOf(trx, number);
    const { name } = await selectTenantBelow(trx, where.family, where.id);
    if (await isNameTaken(trx, { parentNumber: target.number, name, except: number }))
      throw fail.conflict('subTenants.nameTaken');
    await setParent(trx, number, target.number);
    await markReseller(trx, target.number);
    await leaveMoved(trx, number, now);
    return { action: tenantActions.move, before: { above: before }, after: { above: target.number } };
  });
}

/** Where a tenant may be put. @throws Failure 404 unknownTenant, 409 suspended, 422 ownBranch */
export async function selectTarget(
  db: Db | Trx,
  family: Family,
  { number, to }: { number: number; to: string },
): Promise<TenantBelow> {
  const target = await selectTenantOf(db, family, to);
  if (target.status !== 'ACTIVE') throw fail.conflict('subTenants.suspended');
  if (await findTenantOf(db, { top: number, below: true }, to)) throw fail.unprocessable('subTenants.ownBranch');
  return target;
}

/**
 * Puts a tenant below away: suspended, and out of every tree; its people are signed out. Nothing of it is deleted, so that staff can open it again.
 * @throws Failure 403 limitedToSites, 404 unknownTenant, 409 suspended, or while others stand below it or it holds data
 */
export async function deleteSubTenant(
  acting: ActingPersonally,
  where: Changing,
  { holdsData }: Pick<IdentityPorts, 'holdsData'>,
): Promise<void> {
  await changingBelow(acting, where, async (trx, there) => {
    const {
      now,
      scope: { organisationId: number },
    } = there;
    if (await hasTenantsBelow(trx, number)) throw fail.conflict('subTenants.holdsOthers');
    if (await holdsData(trx, number)) throw fail.conflict('subTenants.holdsData');
    const { name } = await selectTenantBelow(trx, where.family, where.id);
    await tenants.setSuspended(trx, { number, suspended: true, now });
    await markDeleted(trx, number, now);
    return { action: tenantActions.remove, before: { name } };
  });
}

type Noted = Pick<Change, 'action' | 'before' | 'after'>;

/** Runs a change of a tenant below, which is noted in its log and in that of whoever changes it. */
async function changingBelow(
  acting: ActingPersonally,
  { family, id, actingIn }: Changing,
  work: (trx: Trx, there: ActingPersonally) => Promise<Noted>,
): Promise<void> {
  const { number, status } = await selectTenantBelow(acting.db, family, id);
  if (status !== 'ACTIVE') throw fail.conflict('subTenants.suspended');
  const there = await actingIn(number);
  if (!seesAll(acting.scope) || !seesAll(there.scope)) throw fail.forbidden('identity.limitedToSites');
  await acting.db.transaction().execute(async (trx) => {
    await lockTree(trx, number);
    // It may have been put away, or elsewhere, before the lock.
    await selectTenantBelow(trx, family, id);
    const noted = await work(trx, there);
    for (const log of [there, acting]) {
      await log.audit(trx, { ...noted, entity: 'tenant', entityId: number });
      await log.touch(trx);
    }
  });
}
