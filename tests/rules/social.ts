import type { Rule } from './rule';

const at = 'server/identity/social';
const attacks = `${at}/social-attacks.http.test.ts`;
const links = `${at}/social-links.http.test.ts`;
const signIn = `${at}/social-sign-in.http.test.ts`;
const client = `${at}/social.client.http.test.ts`;
const exchange = 'server/identity/relying-party/code-exchange.ts';
const token = 'an answer opens nothing > with an ID token that has %s';
const slipped = 'front ends > are slipped no code of somebody else’s';

export const socialRules: readonly Rule[] = [
  { name: 'an answer of a social provider counts in the browser that asked', of: 'policy', file: `${at}/social-arrival.service.ts`, text: 'if (browserSecret === null || !isSecret(request.browserHash, browserSecret)) throw', off: 'if (false) throw', seenBy: [attacks, 'an answer opens nothing > in another browser than that which asked, whether that asked for something itself or not'] },
  { name: 'a request to a social provider waits for minutes', of: 'policy', file: `${at}/social.store.ts`, text: ".where('state_hash', '=', stateHash).where('expires_at', '>', now).executeTakeFirst();", off: ".where('state_hash', '=', stateHash).executeTakeFirst();", seenBy: [attacks, 'an answer opens nothing > later than ten minutes'] },
  { name: 'a request to a social provider is answered once', of: 'policy', file: `${at}/social-arrival.service.ts`, text: 'if (!(await spendRequest(db, stateHash))) throw', off: 'if (false) throw', seenBy: [attacks, 'an answer opens nothing > twice'] },
  { name: 'a code is shown to nobody but the provider that gave it', of: 'policy', file: `${at}/social-arrival.service.ts`, text: 'if (iss !== undefined && provider.issuer !== undefined && !isIssuer(provider.issuer, iss)) throw', off: 'if (false) throw', seenBy: [attacks, 'an answer opens nothing > of another provider than that which was asked'] },
  { name: 'an ID token of a social provider is signed by a key of it', of: 'policy', file: exchange, text: 'if (judged) enableNonRepudiationChecks(config);', off: '', seenBy: [attacks, token] },
  { name: 'an ID token repeats the nonce', of: 'policy', file: `${at}/social-arrival.service.ts`, text: 'nonce: provider.nonce ? nonce : undefined };', off: 'nonce: undefined };', seenBy: [attacks, token] },
  { name: 'an ID token of Microsoft is of the tenant that it names', of: 'policy', file: exchange, text: "if (typeof tid !== 'string' || !/^[\\da-f-]{36}$/i.test(tid)) throw", off: 'if (false) throw', seenBy: [attacks, 'an answer opens nothing > with a token of Microsoft that has %s'] },
  { name: 'an identity is of one provider', of: 'policy', file: `${at}/social.store.ts`, text: 'where i.provider = ${provider} and i.issuer = ${issuer} and i.subject', off: 'where i.subject', seenBy: [attacks, 'an answer opens nothing > where the provider is known for another, by the same subject'] },
  { name: 'a social provider opens nothing for somebody who may not come in', of: 'policy', file: `${at}/social-sign-in.service.ts`, text: 'if (!open || tenantNumber === null) throw', off: 'if (tenantNumber === null) throw', seenBy: [attacks, 'the rules of the house hold > for somebody who is switched off, locked or signed in by their organization'] },
  { name: 'somebody new comes by a social provider where anybody may sign up', of: 'policy', file: `${at}/social-sign-in.service.ts`, text: 'if (inviteHash === null && !config.identity.signUps) throw', off: 'if (false) throw', seenBy: [attacks, 'the rules of the house hold > where nobody may sign up'] },
  { name: 'an equal address opens no account', of: 'policy', file: `${at}/social-sign-in.service.ts`, text: "if (await findAccount(trx, email)) throw new SocialRefused('accountExists');", off: '', seenBy: [signIn, 'signing in by %s > opens no account by an equal address, and says how to link it'] },
  { name: 'somebody new has an address that their provider has verified', of: 'policy', file: `${at}/social-sign-in.service.ts`, text: "if (!verified) throw new SocialRefused('unverifiedEmail');", off: '', seenBy: [signIn, 'signing in by %s > is refused to somebody new whose address %s'] },
  { name: 'somebody new of an organization with a provider comes by that', of: 'policy', file: `${at}/social-sign-in.service.ts`, text: 'if (domain !== null && (await findRoute(trx, domain))) throw', off: 'if (false) throw', seenBy: [attacks, 'the rules of the house hold > for addresses of a domain whose organization has a provider of its own'] },
  { name: 'a link is asked for by whoever has just proved to be themselves', of: 'policy', file: `${at}/social-link.service.ts`, text: "await requireFreshProof(db, { sessionId, now });\n  return beginSocial", off: 'return beginSocial', seenBy: [links, 'a service > is not linked by whoever has not just proved to be themselves'] },
  { name: 'a link is given up by whoever has just proved to be themselves', of: 'policy', file: `${at}/social-link.service.ts`, text: "await requireFreshProof(db, { sessionId, now });\n  await db.transaction()", off: 'await db.transaction()', seenBy: [links, 'a service > is not linked by whoever has not just proved to be themselves'] },
  { name: 'a link is made in the session that asked for it', of: 'policy', file: `${at}/social-link.service.ts`, text: 'actor.sessionId !== link.sessionId || actor.userId !== link.userId', off: 'false', seenBy: [links, 'a service > is linked in the session that asked alone'] },
  { name: 'the last way in is not given up', of: 'policy', file: `${at}/social-link.service.ts`, text: "if (isLastWay(", off: 'if (false && isLastWay(', seenBy: [links, 'a service > stays where it is the last way in'] },
  { name: 'nobody links what would pass their organization by', of: 'policy', file: 'server/identity/account/account-linked-services.routes.tsx', text: 'holds: ({ ssoUser }: { ssoUser: boolean }) => !ssoUser', off: 'holds: ({ ssoUser }: { ssoUser: boolean }) => ssoUser || !ssoUser', seenBy: [links, 'a service > is linked to no account that its organization signs in'] },
  { name: 'a code of a front end was asked for in its browser', of: 'policy', file: `${at}/social-arrival.service.ts`, text: 'if (!ours && !byVerifier && !byNonce) throw', off: 'if (false) throw', seenBy: [client, slipped] },
  { name: 'codes of front ends are sent to this site', of: 'policy', file: `${at}/social-arrival.service.ts`, text: 'if (redirectUri !== undefined && !isOurs(redirectUri, config)) throw', off: 'if (false) throw', seenBy: [client, 'front ends > have codes sent to this site, and bring a code'] },
];
