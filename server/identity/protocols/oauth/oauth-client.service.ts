import type { ActingPersonally } from '../../../platform/acting';
import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { newSecret, secretHash } from '../../core/secrets/token-secret';
import { oauthClientActions } from '../../identity.audit';
import type { ClientForm } from './oauth-client.contract';
import {
  deleteClient,
  endAllOfClient,
  findClientRow,
  insertClient,
  switchClient,
  updateClient,
  type ClientRow,
} from './oauth-client.store';

export interface KeptClient {
  id: string;
  name: string;
  /** Nobody can read it again; null where the client has none, or keeps that which it had. */
  secret: string | null;
}

const entity = 'oauthClient';

/** @throws Failure 404 */
async function selectClient(trx: Trx, id: string): Promise<ClientRow> {
  const row = await findClientRow(trx, id);
  if (!row) throw fail.notFound('oauthClients.unknown');
  return row;
}

/** What an audit row says of a client; never its secret. */
const said = ({ name, authMethod, redirectUris, postLogoutRedirectUris, allowedOrigins, scopes }: ClientForm) => ({
  name,
  authMethod,
  redirectUris,
  postLogoutRedirectUris,
  allowedOrigins,
  scopes,
});

/** Registers a program that signs people in here. */
export function registerClient({ db, now, audit }: ActingPersonally, form: ClientForm): Promise<KeptClient> {
  return db.transaction().execute(async (trx) => {
    const secret = form.authMethod === 'none' ? null : newSecret();
    const id = await insertClient(trx, form, { secretHash: secret === null ? null : secretHash(secret), now });
    await audit(trx, { action: oauthClientActions.create, entity, entityId: id, after: said(form) });
    return { id, name: form.name, secret };
  });
}

/** A client that had no secret and is to prove itself from now on gets one. @throws Failure 404 */
export function changeClient({ db, now, audit }: ActingPersonally, id: string, form: ClientForm): Promise<KeptClient> {
  return db.transaction().execute(async (trx) => {
    const before = await selectClient(trx, id);
    const secret = form.authMethod !== 'none' && before.secretHash === null ? newSecret() : null;
    const hash = form.authMethod === 'none' ? null : secret === null ? before.secretHash : secretHash(secret);
    await updateClient(trx, id, { form, secretHash: hash, now });
    await audit(trx, {
      action: oauthClientActions.change,
      entity,
      entityId: id,
      before: said(before),
      after: said(form),
    });
    return { id, name: form.name, secret };
  });
}

/** The one before opens nothing any more. @throws Failure 404, 409 for a client that has none */
export function renewSecret({ db, now, audit }: ActingPersonally, id: string): Promise<KeptClient> {
  return db.transaction().execute(async (trx) => {
    const row = await selectClient(trx, id);
    if (row.secretHash === null) throw fail.conflict('oauthClients.noSecret');
    const secret = newSecret();
    await updateClient(trx, id, { form: row, secretHash: secretHash(secret), now });
    await audit(trx, { action: oauthClientActions.newSecret, entity, entityId: id });
    return { id, name: row.name, secret };
  });
}

/** Switched off, nobody signs in for it, and whoever did is signed out there at once; switched on, people sign in anew. @throws Failure 404 */
export function switchClientOff(
  { db, now, audit }: ActingPersonally,
  id: string,
  { off }: { off: boolean },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { switchedOff } = await selectClient(trx, id);
    if (switchedOff === off) return;
    await switchClient(trx, id, { off, now });
    if (off) await endAllOfClient(trx, id);
    await audit(trx, {
      action: off ? oauthClientActions.switchOff : oauthClientActions.switchOn,
      entity,
      entityId: id,
    });
  });
}

/** Whoever is signed in by it is so no longer. @throws Failure 404 */
export function removeClient({ db, audit }: ActingPersonally, id: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const row = await selectClient(trx, id);
    await deleteClient(trx, id);
    await audit(trx, { action: oauthClientActions.remove, entity, entityId: id, before: said(row) });
  });
}
