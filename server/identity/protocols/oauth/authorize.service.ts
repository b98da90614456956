import type { Trx } from '../../../platform/db/database';
import { fail, Failure } from '../../../platform/errors';
import type { Limit } from '../../../platform/http/rate-limits';
import type { MessageKey } from '../../../platform/i18n/messages';
import type { Visitor } from '../../../platform/visitor';
import { listFactors } from '../../core/factors/factor.store';
import { isSecret, newSecret, secretHash } from '../../core/secrets/token-secret';
import { findSignedIn } from '../../core/sessions/session.store';
import { multiFactorClass } from '../../core/tokens/access-token';
import { isWithin } from '../../core/tokens/oauth-scopes.rules';
import { oauthActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import { holdsAny } from '../../policies/mfa/factor.rules';
import type { SignedIn } from '../../ports';
import { publicId } from '../../wire.contract';
import {
  deleteRequest,
  findRequest,
  insertCode,
  insertRequest,
  noteAnswer,
  type Code,
  type OpenRequest,
} from './authorization.store';
import { addConsent, lockConsent } from './consent.store';
import { findClient, type OAuthClient } from './oauth-client';
import { noteRefusal } from './oauth-refusal';
import {
  isRegistered,
  judgeAuthorize,
  openDemand,
  silentErrors,
  withAnswer,
  type AuthorizeQuery,
  type OAuthFault,
} from './oauth.rules';

/** Each leaves a row until it ends, and nobody need be signed in. */
export const requestsPerAddress: Limit = { name: 'oauth-request-ip', points: 300, seconds: 600 };

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

type Dependencies = Pick<IdentityParts, 'config' | 'rateLimits'>;

/** `client`: back to the client with an answer; `prelogin`: something is asked of the person first. */
export type Step = { to: 'client'; url: string } | { to: 'prelogin'; state: string; browserSecret: string };

/** Somebody reads it: there is no address to which it could be told. */
const shown = (code: MessageKey, { error, reason }: OAuthFault): Failure =>
  fail.badRequest(code, { exact: { error, error_description: reason } });

/** @throws Failure 400 where it is not known who asks, or where answers go */
async function clientOf(
  visitor: Visitor,
  { client_id: id, redirect_uri: redirectUri }: AuthorizeAsk,
  parts: Dependencies,
): Promise<OAuthClient> {
  const client = await findClient(visitor.db, parts.config, id);
  const fault = !client
    ? { error: 'invalid_client', reason: 'client' }
    : !isRegistered(client.redirectUris, redirectUri)
      ? { error: 'invalid_request', reason: 'redirectUri' }
      : null;
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

const answerTo = (
  { config }: Pick<Dependencies, 'config'>,
  { redirectUri, state }: Pick<OpenRequest, 'redirectUri'> & { state: string | undefined },
  answer: { code: string } | { error: string; error_description?: string },
): Step => ({ to: 'client', url: withAnswer(redirectUri, { ...answer, state, iss: config.publicUrl }) });

/**
 * Begins what a client asks of whoever sits at this browser.
 * @throws Failure 400 where it is not known who asks or where answers go; 429. Every other fault is told to the client.
 */
export async function beginAuthorization(
  visitor: Visitor,
  { ask, at }: { ask: AuthorizeAsk; at: AtBrowser },
  parts: Dependencies,
): Promise<Step> {
  const { now, db } = visitor;
  const client = await clientOf(visitor, ask, parts);
  const back = { redirectUri: ask.redirect_uri, state: ask.state };
  const judged = judgeAuthorize(ask, { stepUpClass: multiFactorClass, allowed: client.scopes });
  if ('fault' in judged) {
    await noteRefusal(visitor, { ...judged.fault, clientId: client.id }, parts);
    return answerTo(parts, back, { error: judged.fault.error, error_description: judged.fault.reason });
  }
  const {
    wanted: { silent, ...wanted },
  } = judged;
  const browserSecret = at.browserSecret ?? newSecret();
  const request: OpenRequest = {
    ...wanted,
    clientId: client.id,
    redirectUri: ask.redirect_uri,
    tenantId: wantedTenant(ask),
    askedAt: now,
    browserHash: secretHash(browserSecret),
  };
  const person = at.sessionId === null ? null : await findSignedIn(db, { sessionId: at.sessionId, now });
  const step = await db.transaction().execute(async (trx): Promise<Step | Demand> => {
    const demand = await demandOf(trx, { request, person, now, parts });
    return person && (demand === null || demand === 'unmet')
      ? endFor(trx, visitor, { request, person, demand, parts })
      : demand;
  });
  if (step !== null && typeof step === 'object') return step;
  if (silent) return answerTo(parts, back, { error: silentErrors[step ?? 'login'] });
  await parts.rateLimits.take(requestsPerAddress, visitor.ip);
  const handle = newSecret();
  await db.transaction().execute((trx) => insertRequest(trx, secretHash(handle), request));
  return { to: 'prelogin', state: handle, browserSecret };
}

/** What stands open of a request; `unmet`: what the client asks for is more than this person can do. */
type Demand = ReturnType<typeof openDemand> | 'unmet' | 'consent';

interface Demanding {
  request: OpenRequest;
  person: SignedIn | null;
  now: Date;
  parts: Pick<Dependencies, 'config'>;
}

async function demandOf(trx: Trx, { request, person, now, parts: { config } }: Demanding): Promise<Demand> {
  if (request.consent === 'denied') return null;
  const demand = openDemand(request, person, { askedAt: request.askedAt, now });
  if (demand === 'stepUp' && person) return holdsAny(await listFactors(trx, person.userId)) ? demand : 'unmet';
  // The installation's own front end is what people came to.
  if (demand !== null || !person || request.clientId === config.identity.clientId) return demand;
  const there = await inTenant(trx, now, { request, person });
  // They are told that they may not come in, not asked whether they want to.
  if (!there || there.clientView !== null) return null;
  if (request.consent === 'ask') return 'consent';
  return isWithin(request.scope, await lockConsent(trx, { ...there, clientId: request.clientId })) ? null : 'consent';
}

interface Ending {
  request: OpenRequest;
  person: SignedIn;
  demand: null | 'unmet';
  parts: Dependencies;
}

/** Gives the client its code, or tells it that this person may not or cannot come in as it asks. */
async function endFor(trx: Trx, visitor: Visitor, { request, person, demand, parts }: Ending): Promise<Step> {
  if (demand === 'unmet') return answerTo(parts, request, { error: silentErrors.unmet });
  const there = await inTenant(trx, visitor.now, { request, person });
  // What is given to a client outlives a client view, and would be in the name of the person who is viewed.
  if (!there || there.clientView !== null) return answerTo(parts, request, { error: 'access_denied' });
  const { clientId, redirectUri, scope, nonce, codeChallenge } = request;
  const code = newSecret();
  const kept: Code = {
    clientId,
    redirectUri,
    scope,
    nonce,
    codeChallenge,
    sessionId: there.sessionId,
    tenantId: there.tenantId,
  };
  await insertCode(trx, secretHash(code), { code: kept, now: visitor.now });
  return answerTo(parts, request, { code });
}

/** null where they do not belong to the tenant that was asked for, or lack the second factor that it forces. */
async function inTenant(
  trx: Trx,
  now: Date,
  { request: { tenantId }, person }: { request: Pick<OpenRequest, 'tenantId'>; person: SignedIn },
): Promise<SignedIn | null> {
  if (tenantId === null || tenantId === person.tenantId) return person;
  return findSignedIn(trx, { sessionId: person.sessionId, now, tenantId }).catch((error: unknown) => {
    if (error instanceof Failure) return null;
    throw error;
  });
}

export interface Opened {
  request: OpenRequest;
  demand: Demand;
  /** Where a consent is asked for: who gives it, and in which tenant. */
  asked: SignedIn | null;
}

/** What stands open of a request that was begun in this browser; null for one of another, and for one that is over. */
export async function findOpen(
  visitor: Visitor,
  { state, at }: { state: string; at: AtBrowser },
  parts: Pick<Dependencies, 'config'>,
): Promise<Opened | null> {
  const { db, now } = visitor;
  const request = await findRequest(db, secretHash(state), { now });
  if (!request || !isSecret(request.browserHash, at.browserSecret ?? '')) return null;
  const person = at.sessionId === null ? null : await findSignedIn(db, { sessionId: at.sessionId, now });
  return db.transaction().execute(async (trx) => {
    const demand = await demandOf(trx, { request, person, now, parts });
    return {
      request,
      demand,
      asked: demand === 'consent' && person ? await inTenant(trx, now, { request, person }) : null,
    };
  });
}

/** To whom and where a consent was shown, so that nobody gives it for somebody who took their place meanwhile. */
export const shownTo = ({ userUuid, tenantId }: SignedIn): string => `${userUuid} ${tenantId}`;

/**
 * Keeps what somebody says to what a client asks for, where nothing else stands open.
 * @returns false where it is not theirs to say any more: somebody else sits there now, they are in another tenant, or all was said
 * @throws Failure 400 for a request that is over or of another browser
 */
export async function answerConsent(
  visitor: Visitor,
  { state, at, agreed, shown }: { state: string; at: AtBrowser; agreed: boolean; shown: string },
  parts: Pick<Dependencies, 'config'>,
): Promise<boolean> {
  const { db, now, audit } = visitor;
  const hash = secretHash(state);
  const sessionId = at.sessionId;
  return db.transaction().execute(async (trx) => {
    const request = await findRequest(trx, hash, { now, lock: true });
    if (!request || !isSecret(request.browserHash, at.browserSecret ?? '')) throw fail.badRequest('oauth.over');
    const person = sessionId === null ? null : await findSignedIn(trx, { sessionId, now });
    const there =
      person && (await demandOf(trx, { request, person, now, parts })) === 'consent'
        ? await inTenant(trx, now, { request, person })
        : null;
    if (!there || shownTo(there) !== shown) return false;
    const { clientId, scope } = request;
    await noteAnswer(trx, hash, agreed ? 'kept' : 'denied');
    if (agreed) await addConsent(trx, { ...there, clientId }, { scopes: scope.split(' '), now });
    await audit(trx, {
      action: agreed ? oauthActions.consent : oauthActions.deny,
      entity: 'oauthClient',
      entityId: clientId,
      after: { scope },
      organisationId: there.tenantNumber,
    });
    return true;
  });
}

/**
 * Ends a request for whoever has done all that it asks, in the browser that began it.
 * @throws Failure 400 for a request that is over or of another browser, 401 where something is still asked, 429
 */
export async function finishAuthorization(
  visitor: Visitor,
  { state, at }: { state: string; at: AtBrowser },
  parts: Dependencies,
): Promise<{ url: string }> {
  const { db, now } = visitor;
  const hash = secretHash(state);
  const ended = await db.transaction().execute(async (trx) => {
    const request = await findRequest(trx, hash, { now, lock: true });
    if (!request) return { reason: 'request' };
    if (!isSecret(request.browserHash, at.browserSecret ?? ''))
      return { reason: 'otherBrowser', clientId: request.clientId };
    if (request.consent === 'denied') {
      await deleteRequest(trx, hash);
      return answerTo(parts, request, { error: 'access_denied' });
    }
    const person = at.sessionId === null ? null : await findSignedIn(trx, { sessionId: at.sessionId, now });
    const demand = await demandOf(trx, { request, person, now, parts });
    if (!person || (demand !== null && demand !== 'unmet')) return { unmet: silentErrors[demand ?? 'login'] };
    await deleteRequest(trx, hash);
    return endFor(trx, visitor, { request, person, demand, parts });
  });
  if ('to' in ended && ended.to === 'client') return { url: ended.url };
  if ('unmet' in ended) throw fail.signedOut('errors.signedOut', { exact: { error: ended.unmet } });
  const refusal = {
    error: 'invalid_request',
    reason: 'reason' in ended ? ended.reason : 'request',
    clientId: 'clientId' in ended ? ended.clientId : undefined,
  };
  await noteRefusal(visitor, refusal, parts);
  throw shown('oauth.over', refusal);
}
