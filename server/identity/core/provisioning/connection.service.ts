import type { ActingPersonally } from '../../../platform/acting';
import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { memberActions, provisioningActions } from '../../identity.audit';
import { endMemberships } from '../memberships/end-memberships';
import { deleteGroups } from '../memberships/group-changes.store';
import type { RightsTrx } from '../memberships/keeping-administrators';
import { changingRights, checkGrant } from '../roles/grants';
import { newSecret, secretHash } from '../secrets/token-secret';
import { overlapHours, sourceNames, type ConnectionSource, type Overlap } from './connection.contract';
import {
  deleteConnection,
  deleteSecret,
  endSecretAt,
  findConnection,
  insertConnection,
  insertSecret,
  listConnections,
  listManagedGroups,
  listManagedPeople,
  listSecrets,
  setSync,
  type ConnectionCounts,
} from './connection.store';

/** Of a tenant; each is a directory of the customer's. */
const mostConnections = 20;

/** Begins every secret of a connection, so that whoever finds one knows what it is. */
const secretPrefix = 'tare_scim_';
const connectionSecret = (): string => `${secretPrefix}${newSecret()}`;

/** Whoever lets a directory in gives it what they may: to add people, and to take them out. */
export const lends = ['fe.secure.write.users', 'fe.secure.delete.users', 'fe.secure.write.groups'] as const;

const tenantOf = ({ scope }: Pick<ActingPersonally, 'scope'>) => scope.organisationId;

/** @throws Failure 404 unknownConnection */
async function ownConnection(trx: Trx, acting: ActingPersonally, id: string): Promise<ConnectionCounts> {
  const found = await findConnection(trx, { tenantNumber: tenantOf(acting), id });
  if (!found) throw fail.notFound('scim.unknownConnection');
  return found;
}

export interface MadeConnection {
  id: string;
  name: string;
  /** Shown once: its hash is kept. */
  secret: string;
}

interface Wish {
  source: ConnectionSource;
  name?: string | undefined;
  sync?: boolean | undefined;
}

/** @throws Failure 403 beyondYours, limitedToSites, 422 tooManyConnections */
export function createConnection(
  acting: ActingPersonally,
  { source, name, sync = true }: Wish,
): Promise<MadeConnection> {
  checkGrant(acting, lends);
  return changingRights(acting, async (trx) => {
    const tenantNumber = tenantOf(acting);
    if ((await listConnections(trx, tenantNumber)).length >= mostConnections)
      throw fail.unprocessable('scim.tooManyConnections', { params: { most: mostConnections } });
    const fields = { source, name: name ?? sourceNames[source], sync };
    const { number, id } = await insertConnection(trx, {
      ...fields,
      tenantNumber,
      madeBy: acting.actor.userId,
      now: acting.now,
    });
    const secret = connectionSecret();
    await insertSecret(trx, { number, secretHash: secretHash(secret), now: acting.now });
    await acting.audit(trx, {
      action: provisioningActions.create,
      entity: 'scimConnection',
      entityId: id,
      after: fields,
    });
    return { id, name: fields.name, secret };
  });
}

/** Whether what it sends is done. @throws Failure 403 beyondYours, limitedToSites, 404 unknownConnection */
export function changeConnection(
  acting: ActingPersonally,
  id: string,
  { sync }: { sync?: boolean | undefined },
): Promise<void> {
  checkGrant(acting, lends);
  return changingRights(acting, async (trx) => {
    const before = await ownConnection(trx, acting, id);
    if (sync === undefined || sync === before.sync) return;
    await setSync(trx, before, sync);
    await acting.audit(trx, {
      action: provisioningActions.change,
      entity: 'scimConnection',
      entityId: id,
      before: { sync: before.sync },
      after: { sync },
    });
  });
}

/**
 * Another secret beside the newest one, which ends after a while; any older one ends at once.
 * @throws Failure 403 beyondYours, limitedToSites, 404 unknownConnection
 */
export function rotateSecret(acting: ActingPersonally, id: string, overlap: Overlap): Promise<MadeConnection> {
  checkGrant(acting, lends);
  return changingRights(acting, async (trx) => {
    const { number, name } = await ownConnection(trx, acting, id);
    const [newest, ...older] = await listSecrets(trx, { number }, acting.now);
    const endsAt = new Date(acting.now.getTime() + overlapHours[overlap] * 3_600_000);
    if (newest) await endSecretAt(trx, newest.id, endsAt);
    for (const one of older) await deleteSecret(trx, { number }, one.id);
    const secret = connectionSecret();
    await insertSecret(trx, { number, secretHash: secretHash(secret), now: acting.now });
    await acting.audit(trx, {
      action: provisioningActions.newSecret,
      entity: 'scimConnection',
      entityId: id,
      after: { name, endOfOlder: newest ? endsAt : null },
    });
    return { id, name, secret };
  });
}

/** Its next call is refused. @throws Failure 403 limitedToSites, 404 unknownConnection, unknownSecret */
export function revokeSecret(
  acting: ActingPersonally,
  { connectionId, secretId }: { connectionId: string; secretId: string },
): Promise<void> {
  return changingRights(acting, async (trx) => {
    const { number, name } = await ownConnection(trx, acting, connectionId);
    if (!(await deleteSecret(trx, { number }, secretId))) throw fail.notFound('scim.unknownSecret');
    await acting.audit(trx, {
      action: provisioningActions.revoke,
      entity: 'scimConnection',
      entityId: connectionId,
      after: { name },
    });
  });
}

/**
 * Ends a connection. What it looked after stays as anything else of the tenant, or goes with it.
 * @throws Failure 403 beyondYours, limitedToSites, 404 unknownConnection, 422 lastAdministrator, yourself
 */
export function removeConnection(
  acting: ActingPersonally,
  id: string,
  { withAll }: { withAll: boolean },
): Promise<void> {
  if (withAll) checkGrant(acting, lends);
  return changingRights(acting, async (trx) => {
    const before = await ownConnection(trx, acting, id);
    if (withAll) await removeManaged(trx, acting, before);
    await deleteConnection(trx, before);
    const { name, source, users, groups } = before;
    await acting.audit(trx, {
      action: provisioningActions.remove,
      entity: 'scimConnection',
      entityId: id,
      before: { name, source, users, groups },
      after: { withAll },
    });
    await acting.touch(trx);
  });
}

async function removeManaged(trx: RightsTrx, acting: ActingPersonally, connection: ConnectionCounts): Promise<void> {
  const tenantNumber = tenantOf(acting);
  const people = await listManagedPeople(trx, connection);
  if (people.includes(acting.actor.userId)) throw fail.unprocessable('identity.yourself');
  await deleteGroups(trx, await listManagedGroups(trx, connection));
  const gone = await endMemberships(trx, { tenantNumber, users: people, now: acting.now });
  for (const { userId, email } of gone)
    await acting.audit(trx, { action: memberActions.remove, entity: 'user', entityId: userId, before: { email } });
}
