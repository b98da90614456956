import type { Rule } from './rule';

const at = 'server/identity/oauth';
const flows = `${at}/oauth.http.test.ts`;
const attacks = `${at}/oauth-attacks.http.test.ts`;
const tokenAttacks = `${at}/oauth-token-attacks.http.test.ts`;
const tokens = `${at}/oauth-tokens.http.test.ts`;
const consents = `${at}/consent.http.test.ts`;
const scopes = 'tests/security/oauth-scopes.http.test.ts';
const registering = `${at}/oauth-client.rules.test.ts`;
const redirect = 'a redirect URI > %s gets no code and no browser';
const question = 'a question of a client > %s is refused';
const spent = 'a code > %s gives nothing, and nothing after that';
const proving = 'a client > that proves itself %s gets nothing';
const anew = 'the sign-in for a client > asks somebody who is signed in to sign in once more for %j';

const hosted = 'server/identity/hosted-login';
const hostedFlows = `${hosted}/hosted-login.http.test.ts`;

export const oauthRules: readonly Rule[] = [
  { name: 'answers go to a registered address to the letter', of: '4', file: `${at}/oauth.rules.ts`, text: '=> uris.includes(given);', off: '=> uris.some((uri) => given.startsWith(uri));', seenBy: [attacks, redirect] },
  { name: 'a client brings a state', of: '4', file: `${at}/oauth.rules.ts`, text: "if (state === '') return", off: 'if (false) return', seenBy: [attacks, question] },
  { name: 'a client brings a challenge by S256', of: '4', file: `${at}/oauth.rules.ts`, text: "if (method !== 'S256') return", off: 'if (false) return', seenBy: [attacks, question] },
  { name: 'a code is asked for by nothing else than a code', of: '4', file: `${at}/oauth.rules.ts`, text: "if (type !== 'code') return", off: 'if (false) return', seenBy: [attacks, question] },
  { name: 'a code is exchanged by whoever made its challenge', of: '4', file: `${at}/code-grant.service.ts`, text: 'if (!isVerifier(ask.code_verifier, code.codeChallenge)) return', off: 'if (false) return', seenBy: [attacks, spent] },
  { name: 'a code is for the client that asked for it', of: '4', file: `${at}/code-grant.service.ts`, text: "if (client && client.id !== code.clientId) return 'otherClient';", off: '', seenBy: [attacks, spent] },
  { name: 'a code is for the address that was asked for', of: '4', file: `${at}/code-grant.service.ts`, text: "if (ask.redirect_uri !== code.redirectUri) return 'redirectUri';", off: '', seenBy: [attacks, spent] },
  { name: 'a code is good for a minute', of: '4', file: `${at}/code-grant.service.ts`, text: "if (code.expiresAt <= now) return 'codeExpired';", off: '', seenBy: [attacks, spent] },
  { name: 'a code that was tried wrongly is spent', of: '4', file: `${at}/code-grant.service.ts`, text: 'await useCode(trx, hash, { now, grantId: grant?.id ?? null });', off: 'if (grant) await useCode(trx, hash, { now, grantId: grant.id });', seenBy: [attacks, spent] },
  { name: 'a code that comes again ends what it gave', of: '4', file: `${at}/code-grant.service.ts`, text: "await endGrant(trx, code.grantId, { now, reason: 'code used again' });", off: '', seenBy: [attacks, 'a code > serves once: brought again, it ends what it gave'] },
  { name: 'tokens of a grant that has ended open nothing', of: '4', file: 'server/identity/tokens/tokens.ts', text: 'if (named.grantId !== null && !grant) return null;', off: '', seenBy: [`${at}/oauth.client.http.test.ts`, 'the hosted login of the published client > exchanges its code, and reads who is signed in'] },
  { name: 'an access token is for its client', of: '4', file: 'server/identity/tokens/tokens.ts', text: 'if (named.audience !== (grant?.clientId ?? own)) return null;', off: '', seenBy: [tokenAttacks, 'a token that was forged > opens nothing for another audience than its client, signed by our own key'] },
  { name: 'a client’s token opens what its scopes name', of: '4', file: 'server/identity/tokens/tokens.ts', text: 'scopes: grant && grant.clientId !== own ? scopesOf(named.scope, grant) : null', off: 'scopes: null', seenBy: [scopes, 'an access token of a client > with %s opens what that names, and is told of everything else that it does not suffice'] },
  { name: 'what a client was given in one tenant acts in no other', of: '4', file: 'server/platform/http/context.ts', text: 'keptOutOf: who?.scopes ? undefined : who?.keptOutOf', off: 'keptOutOf: who?.keptOutOf', seenBy: [scopes, 'an access token of a client > is of the tenant that it was given in alone'] },
  { name: 'what a client was given in one tenant is renewed in no other', of: '4', file: `${at}/refresh-grant.service.ts`, text: 'if (!by.own && ask.tenantId !== undefined && ask.tenantId !== grant.tenantId) return', off: 'if (false) return', seenBy: [tokenAttacks, 'a refresh token > of a client gives nothing in another tenant, and one of our own front end does'] },
  { name: 'a client gets what somebody agreed to', of: '4', file: `${at}/authorize.service.ts`, text: "return isWithin(request.scope, await lockConsent(trx, { ...there, clientId: request.clientId })) ? null : 'consent';", off: 'return null;', seenBy: [consents, 'a program of somebody else > gets a code once the person has agreed to what it asks for, and is not asked about again'] },
  { name: 'somebody agrees for themselves', of: '4', file: `${at}/authorize.service.ts`, text: 'if (!there || shownTo(there) !== shown) return false;', off: 'if (!there) return false;', seenBy: [consents, 'a program of somebody else > is agreed to by whoever was asked, where they were asked'] },
  { name: 'a client’s refresh token that was replaced ends what it holds', of: '4', file: `${at}/refresh-grant.service.ts`, text: "if (judgeRefresh(state, number, now) !== 'reused') return null;", off: 'return null;', seenBy: [tokenAttacks, 'a refresh token > that was replaced eleven seconds ago ends what its client holds'] },
  { name: 'a refresh token is for the client that it was given to', of: '4', file: `${at}/refresh-grant.service.ts`, text: "if (client && client.id !== grant.clientId) return { error: 'invalid_grant', reason: 'otherClient' };", off: '', seenBy: [tokenAttacks, 'a refresh token > of another client gives nothing, and stays good for its own'] },
  { name: 'a refresh gives no more than was given first', of: '4', file: `${at}/refresh-grant.service.ts`, text: 'ask.scope !== undefined && !isWithin(ask.scope, grant.scope) ?', off: 'false ?', seenBy: [tokenAttacks, 'a refresh token > gives no more than was given first'] },
  { name: 'a client proves itself as it is registered', of: '4', file: `${at}/client-authentication.ts`, text: 'if (!client || client.authMethod !== brought.method) throw', off: 'if (!client) throw', seenBy: [attacks, proving] },
  { name: 'a client’s secret is the right one', of: '4', file: `${at}/client-authentication.ts`, text: 'if (brought.secret !== null && !isSecret(client?.secretHash ?? null, brought.secret)) throw', off: 'if (false) throw', seenBy: [attacks, 'a client > with a wrong secret gets nothing, and is told to wait after too many'] },
  { name: 'wrong secrets of a client are counted', of: 'policy', file: `${at}/oauth-refusal.ts`, text: "if (reason === 'clientSecret') await", off: 'if (false) await', seenBy: [attacks, 'a client > with a wrong secret gets nothing, and is told to wait after too many'] },
  { name: 'an ID token of another client is no bearer', of: '4', file: `${at}/oauth-tokens.ts`, text: 'if (client.own) {', off: 'if (true) {', seenBy: [flows, 'the provider > gives a code to somebody who is signed in, and tokens for it'] },
  { name: 'a client that asks for a new proof gets one', of: '4', file: `${at}/oauth.rules.ts`, text: "if (anew && proof.authenticatedAt <= askedAt) return 'anew';", off: '', seenBy: [flows, anew] },
  { name: 'a client that asks for a fresh proof gets one', of: '4', file: `${at}/oauth.rules.ts`, text: 'if (maxAge !== null && now.getTime()', off: 'if (false && maxAge !== null && now.getTime()', seenBy: [flows, anew] },
  { name: 'a client that asks for a second factor gets one', of: '4', file: `${at}/oauth.rules.ts`, text: "return steppedUp && !proof.amr.includes('mfa') ?", off: 'return false ?', seenBy: [flows, 'the sign-in for a client > asks for a second factor where the client does'] },
  { name: 'a client is told of somebody who cannot prove a second factor', of: '4', file: `${at}/authorize.service.ts`, text: "return holdsAny(await listFactors(trx, person.userId)) ? demand : 'unmet';", off: 'return demand;', seenBy: [flows, 'the sign-in for a client > tells a client that asks for one that somebody has none, whether they are signed in or have yet to'] },
  { name: 'a client that may ask nobody is told so', of: '4', file: `${at}/authorize.service.ts`, text: 'if (silent) return', off: 'if (false) return', seenBy: [flows, 'the sign-in for a client > asks whoever may be asked nothing for nothing'] },
  { name: 'a code is given in the browser that began', of: '4', file: `${at}/authorize.service.ts`, text: "if (!isSecret(request.browserHash, at.browserSecret ?? '')) return { reason", off: 'if (false) return { reason', seenBy: [flows, 'the sign-in for a client > gives nothing in another browser, and nothing for a token of another session'] },
  { name: 'a sign-in for a client ends by the session of its browser', of: '4', file: `${at}/authorize.routes.tsx`, text: ' || bearer.person.sessionId !== context.door.sessionId) {', off: ') {', seenBy: [flows, 'the sign-in for a client > gives nothing in another browser, and nothing for a token of another session'] },
  { name: 'a client gets nothing in a client view', of: '6', file: `${at}/authorize.service.ts`, text: 'if (!there || there.clientView !== null) return answerTo', off: 'if (!there) return answerTo', seenBy: [flows, 'the sign-in for a client > gives nothing in a client view'] },
  { name: 'nobody is led from the sign-out to an address that is not registered', of: '4', file: `${at}/logout.service.ts`, text: 'if (uri !== undefined && (!client || !isRegistered(client.postLogoutRedirectUris, uri))) throw', off: 'if (false) throw', seenBy: [tokens, 'signing out > leads nowhere that is not registered, and ends nothing then'] },
  { name: 'nobody is signed out because another site linked to it', of: '4', file: `${at}/oauth.routes.ts`, text: 'if (!hinted && actor && door.sessionId !== null && !ownNavigation && !from.ownFrontEnd) return', off: 'if (false) return', seenBy: [tokens, 'signing out > asks first where another site linked to it'] },
  { name: 'a registered address has no fragment and no credentials', of: 'policy', file: `${at}/oauth-client.rules.ts`, text: "if (given.includes('#') || given.includes('*') || url.username !== '' || url.password !== '') return false;", off: '', seenBy: [registering, 'an address of a client > %s: %s'] },
  { name: 'our own pages take the answer to what their browser asked', of: '4', file: `${hosted}/hosted-login.service.ts`, text: "if (!isSecret(secretHash(begun.state), answer.state ?? '')) throw", off: 'if (false) throw', seenBy: [hostedFlows, 'an answer > %s lets nobody in, and is written down'] },
  { name: 'our own pages take the answer of their own provider', of: '4', file: `${hosted}/hosted-login.service.ts`, text: 'if (answer.iss !== config.publicUrl) throw', off: 'if (false) throw', seenBy: [hostedFlows, 'an answer > %s lets nobody in, and is written down'] },
  { name: 'nobody stays signed in at our own pages whose grant is not renewed', of: '4', file: `${hosted}/hosted-login.service.ts`, text: 'if (await isGrantOpen(db, id)) return', off: 'if (id !== sessionId) return', seenBy: [hostedFlows, 'what the pages hold > clears whoever came %s where it has ended'] },
  { name: 'our own pages ask nobody silently where that is switched off', of: '4', file: `${hosted}/hosted-login.routes.tsx`, text: "hostedLogin === 'on' && ", off: '', seenBy: [hostedFlows, 'a silent sign-in > is not tried where it is switched off'] },
];
