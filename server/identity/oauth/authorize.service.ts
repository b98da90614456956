import { fail, Failure } from '../../platform/errors';
import type { MessageKey } from '../../platform/i18n/messages';
import type { Trx } from '../../platform/db/database';
import type { Visitor } from '../../platform/visitor';
import { isSecret, newSecret, secretHash } from '../api-tokens/token-secret';
import type { IdentityParts } from '../parts';
import type { SignedIn } from '../ports';
import { findSignedIn } from '../sessions/session.store';
import { multiFactorClass } from '../tokens/access-token';
import { publicId } from '../wire/wire.contract';
import { deleteRequest, findRequest, insertCode, insertRequest, type Code, type OpenRequest } from './authorization.store';
import { findClient, type OAuthClient } from './oauth-client';
import { noteRefusal } from './oauth-refusal';
import { isRegistered, judgeAuthorize, openDemand, silentErrors, withAnswer, type AuthorizeQuery, type OAuthFault } from './oauth.rules';

export interface AuthorizeAsk extends AuthorizeQuery {
  client_id: string;
  redirect_uri: string;
  organization?: string | undefined;
  tenantId?: string | undefined;
}

/** The browser that comes: who is signed in there, and what it keeps of an earlier beginning. */
export interface AtBrowser {
  sessionId: string | null;
  browserSecret: string | null;
}

type Needs = Pick<IdentityParts, 'config' | 'rateLimits'>;

/** `client`: back to the client with an answer; `prelogin`: something is asked of the person first. */
export type Step = { to: 'client'; url: string } | { to: 'prelogin'; state: string; browserSecret: string };

/** Somebody reads it: there is no address to which it could be told. */
const shown = (code: MessageKey, { error, reason }: OAuthFault): Failure => fail.badRequest(code, { exact: { error, error_description: reason } });

/** @throws Failure 400 where it is not known who asks, or where answers go */
async function clientOf(visitor: Visitor, { client_id: id, redirect_uri: redirectUri }: AuthorizeAsk, parts: Needs): Promise<OAuthClient> {
  const client = await findClient(visitor.db, parts.config, id);
  const fault = !client ? { error: 'invalid_client', reason: 'client' } : !isRegistered(client.redirectUris, redirectUri) ? { error: 'invalid_request', reason: 'redirectUri' } : null;
  if (client && !fault) return client;
  const refusal = fault ?? { error: 'invalid_client', reason: 'client' };
  await noteRefusal(visitor, { ...refusal, clientId: id }, parts);
  throw shown(refusal.reason === 'client' ? 'oauth.unknownClient' : 'oauth.wrongAddress', refusal);
}

/** A tenant that nobody has: whoever asks for what is no id belongs to none. */
const noTenant = '00000000-0000-0000-0000-000000000000';

const wantedTenant = ({ organization, tenantId }: AuthorizeAsk): string | null => {
  const named = tenantId ?? organization;
  return named === undefined ? null : (publicId.safeParse(named).data ?? noTenant);
};

const answerTo = ({ config }: Pick<Needs, 'config'>, { redirectUri, state }: Pick<OpenRequest, 'redirectUri'> & { state: string | undefined }, answer: { code: string } | { error: string; error_description?: string }): Step =>
  ({ to: 'client', url: withAnswer(redirectUri, { ...answer, state, iss: config.publicUrl }) });

/**
 * Begins what a client asks of whoever sits at this browser.
 * @throws Failure 400 where it is not known who asks or where answers go; 429. Every other fault is told to the client.
 */
export async function beginAuthorization(visitor: Visitor, { ask, at }: { ask: AuthorizeAsk; at: AtBrowser }, parts: Needs): Promise<Step> {
  const { now, db } = visitor;
  const client = await clientOf(visitor, ask, parts);
  const back = { redirectUri: ask.redirect_uri, state: ask.state };
  const judged = judgeAuthorize(ask, multiFactorClass);
  if ('fault' in judged) {
    await noteRefusal(visitor, { ...judged.fault, clientId: client.id }, parts);
    return answerTo(parts, back, { error: judged.fault.error, error_description: judged.fault.reason });
  }
  const { wanted: { silent, ...wanted } } = judged;
  const browserSecret = at.browserSecret ?? newSecret();
  const request: OpenRequest = { ...wanted, clientId: client.id, redirectUri: ask.redirect_uri, tenantId: wantedTenant(ask), askedAt: now, browserHash: secretHash(browserSecret) };
  const person = at.sessionId === null ? null : await findSignedIn(db, { sessionId: at.sessionId, now });
  const demand = openDemand(request, person, { askedAt: now, now });
  if (person && demand === null) return db.transaction().execute((trx) => giveCode(trx, visitor, { request, person, parts }));
  if (silent) return answerTo(parts, back, { error: silentErrors[demand ?? 'login'] });
  const handle = newSecret();
  await db.transaction().execute((trx) => insertRequest(trx, secretHash(handle), request));
  return { to: 'prelogin', state: handle, browserSecret };
}

/** Gives the client its code, or tells it that this person may not come in as it asks. */
async function giveCode(trx: Trx, visitor: Visitor, { request, person, parts }: { request: OpenRequest; person: SignedIn; parts: Needs }): Promise<Step> {
  const there = await inTenant(trx, visitor, { request, person });
  // What is given to a client outlives a client view, and would be in the name of the person who is viewed.
  if (!there || there.clientView !== null) return answerTo(parts, request, { error: 'access_denied' });
  const { clientId, redirectUri, scope, nonce, codeChallenge } = request;
  const code = newSecret();
  const kept: Code = { clientId, redirectUri, scope, nonce, codeChallenge, sessionId: there.sessionId, tenantId: there.tenantId };
  await insertCode(trx, secretHash(code), { code: kept, now: visitor.now });
  return answerTo(parts, request, { code });
}

/** null where they do not belong to the tenant that was asked for, or lack the second factor that it forces. */
async function inTenant(trx: Trx, { now }: Visitor, { request: { tenantId }, person }: { request: OpenRequest; person: SignedIn }): Promise<SignedIn | null> {
  if (tenantId === null || tenantId === person.tenantId) return person;
  return findSignedIn(trx, { sessionId: person.sessionId, now, tenantId }).catch((error: unknown) => {
    if (error instanceof Failure) return null;
    throw error;
  });
}

/** What stands open of a request that was begun in this browser; null for one of another, and for one that is over. */
export async function findOpen(visitor: Visitor, { state, at }: { state: string; at: AtBrowser }): Promise<{ request: OpenRequest; demand: ReturnType<typeof openDemand> } | null> {
  const { db, now } = visitor;
  const request = await findRequest(db, secretHash(state), { now });
  if (!request || !isSecret(request.browserHash, at.browserSecret ?? '')) return null;
  const person = at.sessionId === null ? null : await findSignedIn(db, { sessionId: at.sessionId, now });
  return { request, demand: openDemand(request, person, { askedAt: request.askedAt, now }) };
}

/**
 * Ends a request for whoever has done all that it asks, in the browser that began it.
 * @throws Failure 400 for a request that is over or of another browser, 401 where something is still asked, 429
 */
export async function finishAuthorization(visitor: Visitor, { state, at }: { state: string; at: AtBrowser }, parts: Needs): Promise<{ url: string }> {
  const { db, now } = visitor;
  const hash = secretHash(state);
  const ended = await db.transaction().execute(async (trx) => {
    const request = await findRequest(trx, hash, { now, lock: true });
    if (!request) return { reason: 'request' };
    if (!isSecret(request.browserHash, at.browserSecret ?? '')) return { reason: 'otherBrowser', clientId: request.clientId };
    const person = at.sessionId === null ? null : await findSignedIn(trx, { sessionId: at.sessionId, now });
    const demand = openDemand(request, person, { askedAt: request.askedAt, now });
    if (!person || demand !== null) return { unmet: silentErrors[demand ?? 'login'] };
    await deleteRequest(trx, hash);
    return giveCode(trx, visitor, { request, person, parts });
  });
  if ('to' in ended && ended.to === 'client') return { url: ended.url };
  if ('unmet' in ended) throw fail.signedOut('errors.signedOut', { exact: { error: ended.unmet } });
  const refusal = { error: 'invalid_request', reason: 'reason' in ended ? ended.reason : 'request', clientId: 'clientId' in ended ? ended.clientId : undefined };
  await noteRefusal(visitor, refusal, parts);
  throw shown('oauth.over', refusal);
}
