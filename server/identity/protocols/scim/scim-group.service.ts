import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import {
  addGroupUsers,
  deleteGroup,
  insertGroup,
  keepGroupUsers,
  removeGroupUsers,
  updateGroup,
} from '../../core/memberships/group-changes.store';
import type { RightsTrx } from '../../core/memberships/keeping-administrators';
import { groupActions } from '../../identity.audit';
import type { GroupChange, MemberChange } from './scim-group-patch';
import { findScimGroup, insertScimGroup, updateScimGroup, type ScimGroup } from './scim-group.store';
import { notUnique, problem } from './scim-problem';
import { changing, checkSync, type DirectoryActing } from './scim-user.service';
import { findScimUserNumbers } from './scim-user.store';
import { checkVersion, groupVersion } from './scim-view';

const tenantOf = ({ acting: { scope } }: DirectoryActing) => scope.organisationId;

/** @throws Failure 404 unknownGroup */
async function ownGroup(trx: Trx, { directory }: DirectoryActing, id: string): Promise<ScimGroup> {
  const found = await findScimGroup(trx, { connection: directory.number, id });
  if (!found) throw fail.notFound('scim.unknownGroup');
  return found;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Numbers of people by their public ids. @throws Failure 400 for one whom the connection does not look after */
async function numbersOf(trx: Trx, { directory }: DirectoryActing, ids: readonly string[]): Promise<number[]> {
  const distinct = [...new Set(ids)];
  const found = await findScimUserNumbers(trx, {
    connection: directory.number,
    ids: distinct.filter((id) => uuid.test(id)),
  });
  const known = new Set(found.map(({ id }) => id));
  const missing = distinct.find((id) => !known.has(id));
  if (missing !== undefined) throw problem('invalidValue', 'scim.unknownMember', { id: missing.slice(0, 100) });
  return found.map(({ userId }) => userId);
}

interface NewGroup {
  name: string;
  externalId: string | null;
  members: readonly string[];
}

/** A group without roles: an administrator gives it some. @throws Failure 400, 403 paused, 409 uniqueness */
export function createScimGroup(caller: DirectoryActing, { name, externalId, members }: NewGroup): Promise<ScimGroup> {
  checkSync(caller);
  const { acting, directory } = caller;
  const tenantNumber = tenantOf(caller);
  return acting.db.transaction().execute(async (trx) => {
    const fields = { name, color: '', description: '', metadata: '{}' };
    const id = await insertGroup(trx, { ...fields, tenantNumber, now: acting.now });
    if (id === null) throw notUnique('scim.groupNameTaken', { name });
    await insertScimGroup(trx, { connection: directory.number, tenantNumber, id, externalId, now: acting.now });
    const group = await ownGroup(trx, caller, id);
    await addGroupUsers(trx, { number: group.number, tenantNumber }, await numbersOf(trx, caller, members));
    await acting.audit(trx, {
      action: groupActions.create,
      entity: 'group',
      entityId: group.number,
      after: { name, externalId, members: members.length },
    });
    await acting.touch(trx);
    return group;
  });
}

/**
 * Changes a group of the connection.
 * @throws Failure 400, 403 paused, 404 unknownGroup, 409 uniqueness, 412, 422 lastAdministrator
 */
export function changeScimGroup(caller: DirectoryActing, id: string, change: GroupChange): Promise<ScimGroup> {
  checkSync(caller);
  const { acting, directory } = caller;
  return changing(caller, async (rights) => {
    const before = await ownGroup(rights, caller, id);
    checkVersion(directory, groupVersion(before));
    const name = change.name ?? before.name;
    if (name !== before.name && !(await updateGroup(rights, before, { ...before, name })))
      throw notUnique('scim.groupNameTaken', { name });
    if (name !== before.name)
      await acting.audit(rights, {
        action: groupActions.change,
        entity: 'group',
        entityId: before.number,
        before: { name: before.name },
        after: { name },
      });
    await changeMembers(rights, caller, { group: before, members: change.members });
    const externalId = change.externalId === undefined ? before.externalId : change.externalId;
    await updateScimGroup(rights, before, { externalId, now: acting.now });
    await acting.touch(rights);
    return ownGroup(rights, caller, id);
  });
}

/** Whoever is to leave and is not known is not in it. */
async function changeMembers(
  rights: RightsTrx,
  caller: DirectoryActing,
  { group, members: { clears, added, removed } }: { group: ScimGroup; members: MemberChange },
): Promise<void> {
  const { acting, directory } = caller;
  const key = { number: group.number, tenantNumber: tenantOf(caller) };
  const about = { entity: 'group', entityId: group.number } as const;
  const coming = await numbersOf(rights, caller, [...added]);
  if (clears) await keepGroupUsers(rights, key, coming);
  const known = await findScimUserNumbers(rights, {
    connection: directory.number,
    ids: [...removed].filter((id) => uuid.test(id)),
  });
  if (known.length > 0)
    await removeGroupUsers(
      rights,
      key,
      known.map(({ userId }) => userId),
    );
  await addGroupUsers(rights, key, coming);
  if (clears || known.length > 0)
    await acting.audit(rights, {
      ...about,
      action: groupActions.removeUsers,
      after: clears ? { all: true } : { userIds: known.map(({ id }) => id) },
    });
  if (added.size > 0)
    await acting.audit(rights, { ...about, action: groupActions.addUsers, after: { userIds: [...added] } });
}

/** Its people lose its roles with their next request. @throws Failure 403 paused, 404 unknownGroup, 412, 422 lastAdministrator */
export function removeScimGroup(caller: DirectoryActing, id: string): Promise<void> {
  checkSync(caller);
  const { acting, directory } = caller;
  return changing(caller, async (rights) => {
    const before = await ownGroup(rights, caller, id);
    checkVersion(directory, groupVersion(before));
    await deleteGroup(rights, before);
    await acting.audit(rights, {
      action: groupActions.remove,
      entity: 'group',
      entityId: before.number,
      before: { name: before.name },
    });
    await acting.touch(rights);
  });
}
