import type { ActingPersonally } from '../../../platform/acting';
import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { changingRights, checkGrant } from '../../core/roles/grants';
import { rolesOf } from '../../core/roles/role.service';
import { ssoActions } from '../../identity.audit';
import { checkRoles, ownConfig, tenantOf } from './sso-config.service';
import {
  deleteSsoGroup,
  insertSsoGroup,
  renameSsoGroup,
  replaceDefaultRoles,
  replaceGroupRoles,
  type SsoConfig,
  type SsoGroup,
} from './sso.store';

/** Of a provider. */
const mostGroups = 500;

/** @returns the roles' numbers @throws Failure 403 beyondYours, 404 unknownRole */
async function givable(trx: Trx, acting: ActingPersonally, ids: readonly string[]): Promise<number[]> {
  const roles = await rolesOf(trx, tenantOf(acting), ids);
  checkGrant(
    acting,
    roles.flatMap(({ permissions }) => permissions),
  );
  return roles.map(({ number }) => number);
}

/** What everybody holds who comes in by the provider. @throws Failure 403 limitedToSites, beyondYours, 404 unknownProvider, unknownRole */
export function setDefaultRoles(acting: ActingPersonally, configId: string, roleIds: readonly string[]): Promise<void> {
  return changingRights(acting, async (trx) => {
    const config = await ownConfig(trx, acting, configId);
    await checkRoles(
      trx,
      acting,
      config.roleIds.filter((id) => !roleIds.includes(id)),
    );
    await replaceDefaultRoles(trx, config, await givable(trx, acting, roleIds));
    await acting.audit(trx, {
      action: ssoActions.setRoles,
      entity: 'ssoConfig',
      entityId: configId,
      before: { roleIds: config.roleIds },
      after: { roleIds },
    });
  });
}

/** @throws Failure 404 unknownGroup */
function groupIn({ groups }: SsoConfig, id: string): SsoGroup {
  const found = groups.find((one) => one.id === id);
  if (!found) throw fail.notFound('identity.unknownGroup');
  return found;
}

/** The provider's groups of this name give these roles. @throws Failure 403 limitedToSites, beyondYours, 404 unknownProvider, unknownRole, 409 groupNameTaken, 422 tooManyGroups */
export function addSsoGroup(
  acting: ActingPersonally,
  configId: string,
  { group, roleIds = [] }: { group: string; roleIds?: readonly string[] | undefined },
): Promise<SsoGroup> {
  return changingRights(acting, async (trx) => {
    const config = await ownConfig(trx, acting, configId);
    if (config.groups.length >= mostGroups)
      throw fail.unprocessable('sso.tooManyGroups', { params: { most: mostGroups } });
    const roles = await givable(trx, acting, roleIds);
    const id = await insertSsoGroup(trx, config, { group, now: acting.now });
    if (id === null) throw fail.conflict('identity.groupNameTaken');
    await replaceGroupRoles(trx, id, roles);
    await acting.audit(trx, {
      action: ssoActions.addGroup,
      entity: 'ssoConfig',
      entityId: configId,
      after: { group, roleIds },
    });
    return groupIn(await ownConfig(trx, acting, configId), id);
  });
}

interface GroupEdit {
  group?: string | undefined;
  roleIds?: readonly string[] | undefined;
}

/** @throws Failure 403 limitedToSites, beyondYours, 404 unknownProvider, unknownGroup, unknownRole, 409 groupNameTaken */
export function changeSsoGroup(
  acting: ActingPersonally,
  { configId, id }: { configId: string; id: string },
  { group, roleIds }: GroupEdit,
): Promise<SsoGroup> {
  return changingRights(acting, async (trx) => {
    const before = groupIn(await ownConfig(trx, acting, configId), id);
    if (group !== undefined && !(await renameSsoGroup(trx, id, group))) throw fail.conflict('identity.groupNameTaken');
    if (roleIds) {
      await checkRoles(
        trx,
        acting,
        before.roleIds.filter((one) => !roleIds.includes(one)),
      );
      await replaceGroupRoles(trx, id, await givable(trx, acting, roleIds));
    }
    const after = groupIn(await ownConfig(trx, acting, configId), id);
    await acting.audit(trx, { action: ssoActions.changeGroup, entity: 'ssoConfig', entityId: configId, before, after });
    return after;
  });
}

/** @throws Failure 403 limitedToSites, beyondYours, 404 unknownProvider, unknownGroup */
export function removeSsoGroup(
  acting: ActingPersonally,
  { configId, id }: { configId: string; id: string },
): Promise<void> {
  return changingRights(acting, async (trx) => {
    const before = groupIn(await ownConfig(trx, acting, configId), id);
    await checkRoles(trx, acting, before.roleIds);
    await deleteSsoGroup(trx, id);
    await acting.audit(trx, { action: ssoActions.removeGroup, entity: 'ssoConfig', entityId: configId, before });
  });
}
