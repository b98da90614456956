import type { Rule } from './rule';

const tokens = 'server/identity/api-tokens';
const calls = `${tokens}/api-tokens.client.http.test.ts`;
const misuse = `${tokens}/token-misuse.http.test.ts`;
const vendor = `${tokens}/vendor.http.test.ts`;
const factor = `${tokens}/token-factor.http.test.ts`;
const tokenWalk = 'tests/security/tokens.http.test.ts';
const guards = 'server/platform/http/guards.ts';
const atOnce = 'a token is of no use at once where it > %s: of %s, kind %s';

export const apiTokenRules: readonly Rule[] = [
  // What a token may.
  { name: 'nobody gives a token a role that holds more than they do', of: '6', file: `${tokens}/api-token.service.ts`, text: 'for (const role of roles) checkGrant(acting, role.permissions);', off: '', seenBy: [calls, 'are not made %s'] },
  { name: 'a tenant’s token is made by nobody who sees a part of it', of: '6', file: `${tokens}/api-token.service.ts`, text: 'return changingRights(acting, async (trx) => {', off: 'return acting.db.transaction().execute(async (trx) => {', seenBy: [calls, 'are not made %s'] },
  { name: 'a person’s token may what its person may now', of: '6', file: `${tokens}/token-holder.store.ts`, text: "else ${heldPermissions(sql`k.user_id`, sql`t.number`)} end as permissions", off: 'else array(select key::text from identity.permission) end as permissions', seenBy: [misuse, 'a token > of %s, kind %s, opens what it holds and nothing else, and no page'] },
  { name: 'a route is closed to tokens until it says that it is open', of: '6', file: guards, text: "'program' in standIn ? opens?.programs === true", off: "'program' in standIn ? true", seenBy: [tokenWalk, 'who comes by a token > is refused by every route that does not say that it is open, and changes nothing there'] },
  { name: 'a tenant’s token is no person', of: '6', file: guards, text: "if (!who && access === 'signed-in') return 'needsPerson';", off: '', seenBy: [misuse, 'a token > of a tenant, kind %s, is refused in each surface’s form where a person is asked for'] },
  { name: 'a token is used in its own tenant', of: '6', file: `${tokens}/program-bearer.ts`, text: "if (asked.tenantId !== undefined && asked.tenantId !== holder.tenantId) throw fail.forbidden('identity.notYourTenant');", off: '', seenBy: [misuse, 'a token > is used in its own tenant alone'] },

  { name: 'a change that opens a way in asks who makes it', of: '4', file: 'server/platform/http/serve.ts', text: "if (route.kind === 'call') throw unproven;", off: 'if (route.kind === \'call\') return;', seenBy: [tokenWalk, 'who proved themselves more than five minutes ago > changes nothing by any of them: a call is refused, and a page leads to the question and back'] },
  { name: 'no token is made past a second factor that is forced', of: '4', file: `${tokens}/api-token.service.ts`, text: "if (await lacksFactorForToken(trx, wish)) throw fail.unprocessable('apiTokens.needsFactor');", off: '', seenBy: [factor, 'a forced second factor > spares no token of whoever forces it, made before or after, kind %s'] },
  { name: 'a token is spared no second factor', of: '4', file: `${tokens}/token-holder.store.ts`, text: "'{}'::bigint[] as factor_spared_in", off: 'k.factor_spared_in', seenBy: [factor, 'a forced second factor > spares no token of a browser that is remembered, and lets one be made with it'] },

  // When it is over.
  { name: 'a token expires', of: '4', file: `${tokens}/api-token.rules.ts`, text: "if (isExpired(state, now)) return 'expired';", off: '', seenBy: [misuse, atOnce] },
  { name: 'a suspended tenant’s tokens open nothing', of: '6', file: `${tokens}/api-token.rules.ts`, text: "if (!state.tenantActive) return 'tenantSuspended';", off: '', seenBy: [misuse, atOnce] },
  { name: 'a token ends with its person’s membership', of: '6', file: `${tokens}/api-token.rules.ts`, text: "if (!state.personActive) return 'personGone';", off: '', seenBy: [misuse, atOnce] },
  { name: 'a token whose roles are gone opens nothing', of: '6', file: `${tokens}/api-token.rules.ts`, text: "if (!state.hasRoles) return 'rolesGone';", off: '', seenBy: [misuse, atOnce] },
  { name: 'a forced second factor is asked of tokens, too', of: 'policy', file: `${tokens}/api-token.rules.ts`, text: "return state.lacksFactor ? 'factorForced' : null;", off: 'return null;', seenBy: [misuse, atOnce] },
  { name: 'an address that is kept out is kept out with a token', of: 'policy', file: `${tokens}/token-use.service.ts`, text: "((await isAddressAllowed(db, holder, from.ip)) ? null : 'address')", off: 'null', seenBy: [misuse, 'rights are read anew with each use: > an address that is kept out is, for a token of %s, kind %s'] },

  // Making and exchanging.
  { name: 'a secret is compared', of: '6', file: `${tokens}/token-secret.ts`, text: 'return timingSafeEqual(hash ?? nobodys, secretHash(given)) && hash !== null;', off: 'return given.length > 0 && hash !== null;', seenBy: [misuse, 'the exchange > refuses %s, always in the same words'] },
  { name: 'a secret is kept as a hash', of: '6', file: `${tokens}/token-secret.ts`, text: "createHash('sha256').update(secret).digest();", off: 'Buffer.from(secret.padEnd(43)).subarray(0, 43);', seenBy: [calls, 'a person’s tokens > to be exchanged are made, listed without their secret, and deleted'] },
  { name: 'no token is made where they are switched off', of: 'policy', file: `${tokens}/api-token.service.ts`, text: "if (!identity.apiTokens) throw fail.forbidden('apiTokens.switchedOff');", off: 'void identity;', seenBy: [calls, 'none is made, those that there are go on, and front ends are told'] },
  { name: 'tokens are bounded in number', of: '6', file: `${tokens}/api-token.service.ts`, text: "if ((await countTokens(trx, wish, now)) >= most) throw fail.unprocessable('apiTokens.tooMany', { params: { most } });", off: 'void most;', seenBy: [calls, 'are a hundred at the most, those that have expired not counted'] },
  { name: 'an exchange is limited', of: '6', file: `${tokens}/exchange.service.ts`, text: 'await rateLimits.take(perAddressAndClient, `${ip} ${clientId.toLowerCase()}`);', off: '', seenBy: [misuse, 'the exchange > is limited as a sign-in is'] },
  { name: 'an exchanged token is no longer good than what it came from', of: '6', file: `${tokens}/exchanged-token.ts`, text: 'expiresAt === null ? Infinity : Math.ceil(expiresAt.getTime() / 1000)', off: 'Infinity', seenBy: [misuse, 'the exchange > answers a token of %s with the claims that the published clients read'] },
  { name: 'the two kinds of tokens are not taken for each other', of: '6', file: `${tokens}/token-use.service.ts`, text: 'found?.kind === named.kind ? found : null', off: 'found', seenBy: [misuse, 'the exchange > takes no access token, and no API token’s secret is a bearer'] },
  { name: 'a token’s first use is audited', of: '6', file: `${tokens}/token-use.service.ts`, text: 'if (await noteFirstUse(trx, id, from.now)) await audit(', off: 'if (await noteFirstUse(trx, id, from.now)) void audit.bind(null, ', seenBy: [misuse, 'what happens to a token is audited: > its making, first use, refusal and deletion, from where and by whom'] },

  // Back-end clients.
  { name: 'a back-end client reads and does what is for it alone', of: '6', file: guards, text: "access === 'vendor' || route.vendorToo ? 'granted' : 'forbidden'", off: "'granted'", seenBy: [vendor, 'back-end clients of the installation > do nothing else, and nobody else does that'] },
  { name: 'a back-end client proves itself', of: '6', file: `${tokens}/vendor.ts`, text: 'return known && right;', off: 'return known || right;', seenBy: [vendor, 'back-end clients of the installation > come in at %s where they are configured, and nowhere else'] },
  { name: 'only a back-end client’s token is one', of: '6', file: `${tokens}/vendor.ts`, text: 'claims?.type === type && claims.sub === vendor?.clientId', off: 'claims != null', seenBy: [vendor, 'back-end clients of the installation > do nothing else, and nobody else does that'] },
];
