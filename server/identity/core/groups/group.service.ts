import type { ActingPersonally } from '../../../platform/acting';
import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { groupActions } from '../../identity.audit';
import {
  addGroupRoles,
  addGroupUsers,
  deleteGroup,
  insertGroup,
  removeGroupRoles,
  removeGroupUsers,
  saveGroupConfig,
  updateGroup,
  type GroupConfig,
  type GroupFields,
} from '../memberships/group-changes.store';
import { changingRights, checkGrant } from '../roles/grants';
import { rolesOf } from '../roles/role.service';
import { findRoles, type TenantRole } from '../roles/role.store';
import type { GroupConfigEdit, GroupEdit } from './group.contract';
import { findGroup, findMemberIds, listGroups, selectGroupConfig, type Group } from './group.store';

const tenantOf = ({ scope }: Pick<ActingPersonally, 'scope'>) => scope.organisationId;
const permissionsOf = (roles: readonly TenantRole[]) => roles.flatMap(({ permissions }) => permissions);

/** @throws Failure 404 unknownGroup */
async function ownGroup(trx: Trx, acting: ActingPersonally, id: string): Promise<Group> {
  const group = await findGroup(trx, { tenantNumber: tenantOf(acting), id });
  if (!group) throw fail.notFound('identity.unknownGroup');
  return group;
}

/** @throws Failure 422 managedGroup for what a directory says */
function checkUnmanaged({ managed }: Group): void {
  if (managed) throw fail.unprocessable('scim.managedGroup');
}

/** Whoever opens or closes a group gives or takes its roles. @throws Failure 403 beyondYours */
async function checkRolesOf(trx: Trx, acting: ActingPersonally, groups: readonly Group[]): Promise<void> {
  checkGrant(
    acting,
    permissionsOf(
      await findRoles(trx, { tenantNumber: tenantOf(acting), ids: groups.flatMap(({ roleIds }) => roleIds) }),
    ),
  );
}

/** @throws Failure 403 limitedToSites, 409 groupNameTaken */
export function createGroup(acting: ActingPersonally, fields: GroupFields): Promise<Group> {
  return changingRights(acting, async (trx) => {
    const id = await insertGroup(trx, { ...fields, tenantNumber: tenantOf(acting), now: acting.now });
    if (id === null) throw fail.conflict('identity.groupNameTaken');
    const made = await ownGroup(trx, acting, id);
    await acting.audit(trx, { action: groupActions.create, entity: 'group', entityId: made.number, after: fields });
    await acting.touch(trx);
    return made;
  });
}

/** @throws Failure 403 limitedToSites, 404 unknownGroup, 409 groupNameTaken, 422 managedGroup */
export function changeGroup(acting: ActingPersonally, id: string, edit: GroupEdit): Promise<void> {
  return changingRights(acting, async (trx) => {
    const before = await ownGroup(trx, acting, id);
    const after = {
      name: edit.name ?? before.name,
      color: edit.color ?? before.color,
      description: edit.description ?? before.description,
      metadata: edit.metadata ?? before.metadata,
    };
    if (after.name !== before.name) checkUnmanaged(before);
    if (!(await updateGroup(trx, before, after))) throw fail.conflict('identity.groupNameTaken');
    await acting.audit(trx, { action: groupActions.change, entity: 'group', entityId: before.number, before, after });
    await acting.touch(trx);
  });
}

/** Its people lose its roles with their next request. @throws Failure 403 limitedToSites, beyondYours, 404 unknownGroup, 422 lastAdministrator, managedGroup */
export function removeGroup(acting: ActingPersonally, id: string): Promise<void> {
  return changingRights(acting, async (trx) => {
    const before = await ownGroup(trx, acting, id);
    checkUnmanaged(before);
    await checkRolesOf(trx, acting, [before]);
    await deleteGroup(trx, before);
    await acting.audit(trx, { action: groupActions.remove, entity: 'group', entityId: before.number, before });
    await acting.touch(trx);
  });
}

/** @throws Failure 403 limitedToSites, beyondYours, 404 unknownGroup, unknownRole, 422 lastAdministrator */
export function changeGroupRoles(
  acting: ActingPersonally,
  id: string,
  { how, roleIds }: { how: 'add' | 'remove'; roleIds: readonly string[] },
): Promise<void> {
  return changingRights(acting, async (trx) => {
    const group = await ownGroup(trx, acting, id);
    const roles = await rolesOf(trx, tenantOf(acting), roleIds);
    checkGrant(acting, permissionsOf(roles));
    await (how === 'add' ? addGroupRoles : removeGroupRoles)(
      trx,
      group,
      roles.map(({ number }) => number),
    );
    await acting.audit(trx, {
      action: how === 'add' ? groupActions.addRoles : groupActions.removeRoles,
      entity: 'group',
      entityId: group.number,
      after: { roleIds },
    });
    await acting.touch(trx);
  });
}

/** The group gives these roles and no others. @throws Failure 403 limitedToSites, beyondYours, 404 unknownGroup, unknownRole, 422 lastAdministrator */
export function replaceGroupRoles(acting: ActingPersonally, id: string, roleIds: readonly string[]): Promise<void> {
  return changingRights(acting, async (trx) => {
    const group = await ownGroup(trx, acting, id);
    const changed = [
      {
        action: groupActions.addRoles,
        change: addGroupRoles,
        ids: roleIds.filter((one) => !group.roleIds.includes(one)),
      },
      {
        action: groupActions.removeRoles,
        change: removeGroupRoles,
        ids: group.roleIds.filter((one) => !roleIds.includes(one)),
      },
    ].filter(({ ids }) => ids.length > 0);
    for (const { action, change, ids } of changed) {
      const roles = await rolesOf(trx, tenantOf(acting), ids);
      checkGrant(acting, permissionsOf(roles));
      await change(
        trx,
        group,
        roles.map(({ number }) => number),
      );
      await acting.audit(trx, { action, entity: 'group', entityId: group.number, after: { roleIds: ids } });
    }
    if (changed.length > 0) await acting.touch(trx);
  });
}

/** @throws Failure 403 limitedToSites, beyondYours, 404 unknownGroup, unknownUser, 422 lastAdministrator, managedGroup */
export function changeGroupUsers(
  acting: ActingPersonally,
  id: string,
  { how, userIds }: { how: 'add' | 'remove'; userIds: readonly string[] },
): Promise<void> {
  return changingRights(acting, async (trx) => {
    const group = await ownGroup(trx, acting, id);
    checkUnmanaged(group);
    const users = await findMemberIds(trx, { tenantNumber: tenantOf(acting), ids: userIds });
    if (users.length < userIds.length) throw fail.notFound('identity.unknownUser');
    await checkRolesOf(trx, acting, [group]);
    await (how === 'add' ? addGroupUsers : removeGroupUsers)(trx, { ...group, tenantNumber: tenantOf(acting) }, users);
    await acting.audit(trx, {
      action: how === 'add' ? groupActions.addUsers : groupActions.removeUsers,
      entity: 'group',
      entityId: group.number,
      after: { userIds },
    });
    await acting.touch(trx);
  });
}

/** Groups off, or their roles off: nobody holds a role through them. @throws Failure 403 limitedToSites, beyondYours, 422 lastAdministrator */
export function configureGroups(acting: ActingPersonally, edit: GroupConfigEdit): Promise<GroupConfig> {
  const tenantNumber = tenantOf(acting);
  return changingRights(acting, async (trx) => {
    const before = await selectGroupConfig(trx, tenantNumber);
    const after = { enabled: edit.enabled ?? before.enabled, rolesEnabled: edit.rolesEnabled ?? before.rolesEnabled };
    const gives = ({ enabled, rolesEnabled }: GroupConfig) => enabled && rolesEnabled;
    if (gives(before) !== gives(after)) await checkRolesOf(trx, acting, await listGroups(trx, tenantNumber));
    await saveGroupConfig(trx, tenantNumber, after);
    await acting.audit(trx, { action: groupActions.configure, entity: 'group', before, after });
    await acting.touch(trx);
    return after;
  });
}
