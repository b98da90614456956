import type { Rule } from './rule';

const at = 'server/identity/sso';
const attacks = `${at}/oidc-attacks.http.test.ts`;
const signIn = `${at}/oidc-sign-in.client.http.test.ts`;
const table = 'the answer of an OpenID provider opens nothing > %s: %s';
const nowhere = 'nobody is sent to an OpenID provider > %s: %s';
const leads = 'signing in by an organization’s OpenID provider > leads there after two seconds, and back into a session of somebody new';
const published = 'signing in by an organization’s OpenID provider > works through the published client, in the browser that asked: %s';

const logout = `${at}/oidc-logout.http.test.ts`;
const leaving = 'a provider that says that somebody has left';
const noLogout = `${leaving} > is refused with a token %s: %s`;

export const ssoOidcRules: readonly Rule[] = [
  { name: 'an OpenID provider is the one that was set up', of: 'policy', file: `${at}/oidc-providers.ts`, text: 'if (issuerOf(server.issuer) !== address) throw', off: 'if (false) throw', seenBy: [attacks, nowhere] },
  { name: 'nobody is sent to a page of an OpenID provider that may not be called', of: 'policy', file: `${at}/oidc-providers.ts`, text: "if (outbound.faultOf(server.authorization_endpoint) !== null) throw new OidcRefused('badMetadata');", off: '', seenBy: [attacks, nowhere] },
  { name: 'an ID token is signed by a key of its provider', of: 'policy', file: `${at}/oidc-providers.ts`, text: 'enableNonRepudiationChecks(configuration);', off: '', seenBy: [attacks, table] },
  { name: 'an ID token is signed by no secret that is shared', of: 'policy', file: `${at}/oidc-providers.ts`, text: 'id_token_signing_alg_values_supported: idTokenAlgorithms', off: "id_token_signing_alg_values_supported: [...idTokenAlgorithms, 'HS256', 'none']", seenBy: [attacks, table] },
  { name: 'an ID token is judged by the clock of the request', of: 'policy', file: `${at}/oidc-providers.ts`, text: '[clockSkew]: Math.round((now.getTime() - Date.now()) / 1000)', off: '[clockSkew]: 0', seenBy: [signIn, leads] },
  { name: 'an ID token is for this party', of: 'policy', file: `${at}/oidc-answer.ts`, text: 'if (azp !== undefined && azp !== clientId) throw', off: 'if (false) throw', seenBy: [attacks, table] },
  { name: 'an ID token is not made in the future', of: 'policy', file: `${at}/oidc-answer.ts`, text: 'if (iat * 1000 > now.getTime() + skewMs) throw', off: 'if (false) throw', seenBy: [attacks, table] },
  { name: 'a subject of an OpenID provider is a name', of: 'policy', file: `${at}/oidc-answer.ts`, text: 'if (!/^[\\x20-\\x7e]{1,255}$/.test(sub)) throw', off: 'if (false) throw', seenBy: [attacks, table] },
  { name: 'an ID token goes with its code and its access token', of: 'policy', file: `${at}/oidc-answer.ts`, text: "if (claimed !== hash.subarray(0, hash.length / 2).toString('base64url')) throw", off: 'if (false) throw', seenBy: [attacks, table] },
  { name: 'an answer is of the OpenID provider that was asked', of: 'policy', file: `${at}/oidc-answer.ts`, text: 'Object.entries({ ...answer, state })', off: 'Object.entries({ ...answer, iss: provider.ssoEndpoint, state })', seenBy: [attacks, 'the answer of an OpenID provider opens nothing > of a provider in the place of another, whose code goes to nobody else'] },
  { name: 'an address that an OpenID provider has not verified is nobody’s', of: 'policy', file: `${at}/vouched-oidc.rules.ts`, text: 'if (claims.email_verified !== undefined && ', off: 'if (false && ', seenBy: [attacks, table] },
  { name: 'an address of an OpenID provider is writing', of: 'policy', file: `${at}/vouched-oidc.rules.ts`, text: "(typeof claim === 'string' && isWriting(claim) ?", off: "(typeof claim === 'string' ?", seenBy: [attacks, table] },
  { name: 'an OpenID provider’s answer is read in the browser that asked', of: 'policy', file: `${at}/oidc-sign-in.service.ts`, text: 'await checkBrowser(visitor, request, { relayState, browserSecret });', off: '', seenBy: [attacks, 'the answer of an OpenID provider opens nothing > in another browser than that which asked, and is not even read there'] },
  { name: 'an OpenID provider’s answer that a front end brings is read in the browser that asked', of: 'policy', file: `${at}/oidc-sign-in.service.ts`, text: 'await checkBrowser(visitor, request, brought);', off: '', seenBy: [signIn, published] },
  { name: 'an answer came to an address of ours', of: 'policy', file: `${at}/oidc-sign-in.service.ts`, text: 'if (redirectUri !== undefined && ', off: 'if (false && ', seenBy: [signIn, published] },
  { name: 'a request is exchanged once', of: 'policy', file: `${at}/sso-sign-in.service.ts`, text: 'if (request.answer !== null) {', off: 'if (false) {', seenBy: [attacks, 'the answer of an OpenID provider opens nothing > twice'] },
  { name: 'a provider answers in its own protocol', of: 'policy', file: `${at}/sso-sign-in.service.ts`, text: " || isOidc(provider) !== (by === 'oidc')", off: '', seenBy: [attacks, 'the answer of an OpenID provider opens nothing > of the other protocol'] },
  { name: 'a logout token says that somebody leaves', of: 'policy', file: `${at}/oidc-leaving.ts`, text: 'events: z.looseObject({ [event]: z.record(z.string(), z.unknown()) }),', off: 'events: z.unknown(),', seenBy: [logout, noLogout] },
  { name: 'an ID token is no logout token', of: 'policy', file: `${at}/oidc-leaving.ts`, text: ' nonce: z.never().optional(),', off: '', seenBy: [logout, noLogout] },
  { name: 'a logout token is of now', of: 'policy', file: `${at}/oidc-logout.service.ts`, text: 'maxTokenAge: tokenSeconds, ', off: '', seenBy: [logout, noLogout] },
  { name: 'a logout token is signed by keys that its provider alone has', of: 'policy', file: `${at}/oidc-logout.service.ts`, text: 'algorithms: idTokenAlgorithms, ', off: "algorithms: [...idTokenAlgorithms, 'HS256'], ", seenBy: [logout, noLogout] },
  { name: 'a logout token counts once', of: 'policy', file: `${at}/oidc-logout.service.ts`, text: "throw new LogoutTokenRefused('repeated');", off: 'void tokenId;', seenBy: [logout, `${leaving} > says so once`] },
  { name: 'a logout token is of a provider of this name', of: 'policy', file: `${at}/oidc-logout.store.ts`, text: '.filter(({ ssoEndpoint }) => issuerOf(ssoEndpoint) === issuerOf(issuer))', off: '', seenBy: [logout, noLogout] },
  { name: 'an OpenID provider ends sessions that it began, and no others', of: 'policy', file: `${at}/provider-session.store.ts`, text: 'n.config_id = ${configNumber} and (${subject}', off: '(n.config_id = ${configNumber} or true) and (${subject}', seenBy: [logout, `${leaving} > ends nobody’s session of the same name at another provider`] },
  { name: 'an OpenID provider ends sessions of the person that it names', of: 'policy', file: `${at}/provider-session.store.ts`, text: 'or n.name_id = ${subject})', off: 'or true)', seenBy: [logout, `${leaving} > ends all their sessions, and nobody else’s`] },
  { name: 'an OpenID provider ends the session that it names', of: 'policy', file: `${at}/provider-session.store.ts`, text: 'or n.session_index = ${sid} or', off: 'or true or', seenBy: [logout, `${leaving} > ends the session that it names`] },
];
