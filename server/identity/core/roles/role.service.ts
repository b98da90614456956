import type { ActingPersonally } from '../../../platform/acting';
import { internalOrganisation } from '../../../platform/actor';
import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { roleActions } from '../../identity.audit';
import type { RightsTrx } from '../memberships/keeping-administrators';
import {
  deleteRole,
  insertRole,
  replacePermissions,
  updateRole,
  type RoleFields,
} from '../memberships/role-changes.store';
import { assignmentType } from './assignment.rules';
import { changingRights, checkGrant } from './grants';
import type { RoleEdit } from './role.contract';
import { findRoles, isKeyTaken, listKnownPermissions, listTenantRoles, type TenantRole } from './role.store';

/** @throws Failure 404 unknownRole where one of them is not the tenant's to give */
export async function rolesOf(trx: Trx, tenantNumber: number, ids: readonly string[]): Promise<TenantRole[]> {
  const roles = await findRoles(trx, { tenantNumber, ids });
  if (roles.length < new Set(ids).size) throw fail.notFound('identity.unknownRole');
  return roles;
}

/** @throws Failure 404 unknownRole, 403 builtInRole */
async function ownRole(trx: Trx, { scope }: ActingPersonally, id: string): Promise<TenantRole> {
  const [role] = await rolesOf(trx, scope.organisationId, [id]);
  if (!role) throw fail.notFound('identity.unknownRole');
  if (role.builtIn) throw fail.forbidden('identity.builtInRole');
  return role;
}

/** @throws Failure 404 unknownPermission, 403 beyondYours for what is not theirs to give, or nobody's here */
async function checkPermissions(trx: Trx, acting: ActingPersonally, keys: readonly string[]): Promise<void> {
  const known = new Set((await listKnownPermissions(trx)).map(({ key }) => key));
  if (keys.some((key) => !known.has(key))) throw fail.notFound('identity.unknownPermission');
  checkGrant(acting, keys);
  const tenantNumber = acting.scope.organisationId;
  const among = { roles: await listTenantRoles(trx, tenantNumber), internal: tenantNumber === internalOrganisation };
  if (keys.some((key) => assignmentType(key, among) === 'NEVER')) throw fail.forbidden('identity.beyondYours');
}

/**
 * Makes a role of the tenant's own.
 * @returns its public id
 * @throws Failure 403 limitedToSites, beyondYours, 404 unknownPermission, unknownRole, 409 roleKeyTaken
 */
export function createRole(
  acting: ActingPersonally,
  { fields, permissions, base }: { fields: RoleFields; permissions: readonly string[]; base?: string | undefined },
): Promise<TenantRole> {
  const {
    now,
    scope: { organisationId: tenantNumber },
  } = acting;
  return changingRights(acting, async (trx) => {
    const from = base === undefined || permissions.length > 0 ? [] : await rolesOf(trx, tenantNumber, [base]);
    const keys = [...permissions, ...from.flatMap((role) => role.permissions)];
    await checkPermissions(trx, acting, keys);
    const id = await insertRole(trx, { ...fields, tenantNumber, now });
    if (id === null) throw fail.conflict('identity.roleKeyTaken');
    const made = await ownRole(trx, acting, id);
    await replacePermissions(trx, { role: made.number, keys, now });
    await acting.audit(trx, {
      action: roleActions.create,
      entity: 'role',
      entityId: made.number,
      after: { ...fields, permissions: keys },
    });
    await acting.touch(trx);
    return ownRole(trx, acting, id);
  });
}

/** @throws Failure 403 limitedToSites, builtInRole, beyondYours where it would be everybody's from now on, 404 unknownRole, 409 roleKeyTaken */
export function changeRole(acting: ActingPersonally, id: string, edit: RoleEdit): Promise<TenantRole> {
  return changingRights(acting, async (trx) => {
    await keepFields(trx, acting, { before: await ownRole(trx, acting, id), edit });
    return ownRole(trx, acting, id);
  });
}

async function keepFields(
  trx: RightsTrx,
  acting: ActingPersonally,
  { before, edit: { key, name, description, isDefault, level } }: { before: TenantRole; edit: RoleEdit },
): Promise<void> {
  const after = {
    key: key ?? before.key,
    name: name ?? before.name,
    description: description ?? before.description,
    isDefault: isDefault ?? before.isDefault,
    level: level ?? before.level,
  };
  if (after.isDefault && !before.isDefault) checkGrant(acting, before.permissions);
  if (
    after.key !== before.key &&
    (await isKeyTaken(trx, { tenantNumber: acting.scope.organisationId, key: after.key, except: before.number }))
  )
    throw fail.conflict('identity.roleKeyTaken');
  await updateRole(trx, before.number, { ...after, now: acting.now });
  await acting.audit(trx, { action: roleActions.change, entity: 'role', entityId: before.number, before, after });
  await acting.touch(trx);
}

interface WholeRole extends Pick<RoleEdit, 'name' | 'description' | 'isDefault'> {
  permissions: readonly string[];
}

/** Fields and permissions together; what is as it was is not written. @throws as `changeRole` and `setPermissions` */
export function editRole(acting: ActingPersonally, id: string, { permissions, ...edit }: WholeRole): Promise<void> {
  return changingRights(acting, async (trx) => {
    const before = await ownRole(trx, acting, id);
    const differs =
      edit.name !== before.name || edit.description !== before.description || edit.isDefault !== before.isDefault;
    if (
      permissions.length !== before.permissions.length ||
      permissions.some((key) => !before.permissions.includes(key))
    )
      await exchangePermissions(trx, acting, { before, keys: permissions });
    if (differs) await keepFields(trx, acting, { before: await ownRole(trx, acting, id), edit });
  });
}

/** Whoever held it holds it no more, from their next request on. @throws Failure 403 limitedToSites, builtInRole, beyondYours, 404 unknownRole, 422 lastAdministrator */
export function removeRole(acting: ActingPersonally, id: string): Promise<void> {
  return changingRights(acting, async (trx) => {
    const before = await ownRole(trx, acting, id);
    checkGrant(acting, before.permissions);
    await deleteRole(trx, before.number);
    await acting.audit(trx, { action: roleActions.remove, entity: 'role', entityId: before.number, before });
    await acting.touch(trx);
  });
}

/** Puts exactly these permissions in a role. @throws Failure 403 limitedToSites, builtInRole, beyondYours, 404 unknownRole, unknownPermission, 422 lastAdministrator */
export function setPermissions(acting: ActingPersonally, id: string, keys: readonly string[]): Promise<TenantRole> {
  return changingRights(acting, async (trx) => {
    await exchangePermissions(trx, acting, { before: await ownRole(trx, acting, id), keys });
    return ownRole(trx, acting, id);
  });
}

async function exchangePermissions(
  trx: RightsTrx,
  acting: ActingPersonally,
  { before, keys }: { before: TenantRole; keys: readonly string[] },
): Promise<void> {
  checkGrant(
    acting,
    before.permissions.filter((key) => !keys.includes(key)),
  );
  await checkPermissions(
    trx,
    acting,
    keys.filter((key) => !before.permissions.includes(key)),
  );
  await keepPermissions(trx, acting, { before, keys });
}

/** Puts one permission in several roles; those that are not named keep what they have. @throws as `setPermissions` */
export function addPermission(acting: ActingPersonally, key: string, ids: readonly string[]): Promise<void> {
  return changingRights(acting, async (trx) => {
    await checkPermissions(trx, acting, [key]);
    for (const id of ids) {
      const before = await ownRole(trx, acting, id);
      if (!before.permissions.includes(key))
        await keepPermissions(trx, acting, { before, keys: [...before.permissions, key] });
    }
  });
}

async function keepPermissions(
  trx: RightsTrx,
  acting: ActingPersonally,
  { before, keys }: { before: TenantRole; keys: readonly string[] },
): Promise<void> {
  await replacePermissions(trx, { role: before.number, keys, now: acting.now });
  await acting.audit(trx, {
    action: roleActions.setPermissions,
    entity: 'role',
    entityId: before.number,
    before: { permissions: before.permissions },
    after: { permissions: keys },
  });
  await acting.touch(trx);
}
