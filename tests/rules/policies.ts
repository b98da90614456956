import type { Rule } from './rule';

const passwords = 'server/identity/passwords';
const restrictions = 'server/identity/restrictions';
const calls = `${passwords}/password-calls.client.http.test.ts`;
const asked = `${passwords}/password-policy.rules.test.ts`;
const addresses = `${restrictions}/restrictions.client.http.test.ts`;
const domains = `${restrictions}/email-domain.client.http.test.ts`;
const domain = `${restrictions}/email-domain.rules.test.ts`;
const matrix = 'tests/security/policies-by-way.http.test.ts';
const two = 'tests/security/two-tenants.http.test.ts';

export const policyRules: readonly Rule[] = [
  // Passwords.
  { name: 'a password is as complex as the tenant asks', of: 'policy', file: `${passwords}/new-password.ts`, text: "if (fault) throw refused({ field: 'password', ...fault });", off: '', seenBy: [calls, 'is the tenant’s own, above the floor, on the way in as in words'] },
  { name: 'no tenant asks for a shorter password than the floor', of: 'policy', file: `${passwords}/password-policy.rules.ts`, text: 'minLength: Math.max(strict.minLength, policy.minLength)', off: 'minLength: policy.minLength', seenBy: [asked, 'several policies > ask for what satisfies each, and never for less than the floor'] },
  { name: 'a passphrase needs no kinds of signs', of: 'policy', file: `${passwords}/password-policy.rules.ts`, text: 'if (policy.allowPassphrases && text.length >= policy.minPhraseLength) return null;', off: '', seenBy: [asked, 'a password by a policy > %j: %s'] },
  { name: 'a password repeats no sign three times where that is asked', of: 'policy', file: `${passwords}/password-policy.rules.ts`, text: "if (policy.threeRepeated && /(.)\\1\\1/u.test(text)) return { code: 'identity.passwordRepeats' };", off: '', seenBy: [asked, 'a password by a policy > %j: %s'] },
  { name: 'a password has the kinds of signs that are asked', of: 'policy', file: `${passwords}/password-policy.rules.ts`, text: "if (asked.filter((kind) => kinds[kind].test(text)).length < needed) return { code: 'identity.passwordKinds', params: { needed } };", off: '', seenBy: [asked, 'a password by a policy > %j: %s'] },
  { name: 'a password is hard to guess', of: 'policy', file: `${passwords}/new-password.ts`, text: 'await checkStrengthFor(db, userId, password);', off: '', seenBy: [`${passwords}/password.http.test.ts`, 'is refused at %s, with what to do instead'] },
  { name: 'a password of before is not taken again', of: 'policy', file: `${passwords}/new-password.ts`, text: 'await checkHistory(db, { userId, before, password, now });', off: '', seenBy: [calls, 'are as many as the tenant says, on every way to a password'] },
  { name: 'what was replaced is kept as far back as is asked', of: 'policy', file: `${passwords}/new-password.ts`, text: 'if (before !== null) await keepReplacedHash(trx, { userId, hash: before, now }, Math.max(0, (await historySizeOf(trx, userId, now)) - 1));', off: '', seenBy: [calls, 'are as many as the tenant says, on every way to a password'] },
  { name: 'the strictest tenant’s history counts', of: 'policy', file: `${passwords}/password-policy.store.ts`, text: 'coalesce(max(p.history_size), 0)', off: 'coalesce(min(p.history_size), 0)', seenBy: [calls, 'are asked by the strictest of the person’s tenants, and by none once it is switched off'] },
  { name: 'a history policy that is off does not count', of: 'policy', file: `${passwords}/password-policy.store.ts`, text: ' and p.enabled`', off: '`', seenBy: [calls, 'are asked by the strictest of the person’s tenants, and by none once it is switched off'] },
  { name: 'a history policy of another tenant is not changed', of: 'policy', file: `${passwords}/password-policy.service.ts`, text: "if (id !== undefined && before?.id !== id) throw fail.notFound('identity.unknownPolicy');", off: '', seenBy: [calls, 'are chosen for one’s own tenant alone, with the right to'] },

  // Addresses.
  { name: 'nobody comes in from an address that is kept out', of: 'policy', file: 'server/identity/sign-in/admission.ts', text: 'if (refusal) return refusal;', off: '', seenBy: [matrix, 'an address that is kept out > %s'] },
  { name: 'an address that one tenant keeps out comes into the next of theirs', of: 'policy', file: 'server/identity/sign-in/admission.ts', text: 'if ((await refusalOf(trx, visitor, { ...arrival, tenantNumber })) === null) return { ...arrival, tenantNumber };', off: '', seenBy: [two, 'comes into the second by %s'] },
  { name: 'and into none that keeps it out as well', of: 'policy', file: 'server/identity/sign-in/admission.ts', text: '(await refusalOf(trx, visitor, { ...arrival, tenantNumber })) === null', off: 'true', seenBy: [two, 'comes in nowhere where the second keeps it out as well'] },
  { name: 'whoever joins comes in there or not at all', of: 'policy', file: 'server/identity/sign-in/admission.ts', text: 'if (joining !== undefined) throw refusal;', off: '', seenBy: ['server/identity/invites/joining.client.http.test.ts', 'looks at the address for the tenant that is joined, before the second factor'] },
  { name: 'nobody goes on from an address that is kept out', of: 'policy', file: 'server/identity/index.ts', text: 'if (person && !(await isAddressAllowed(db, person, ip))) return { barred: true };', off: '', seenBy: [addresses, 'end what runs elsewhere at once, and let it go on afterwards: %s'] },
  { name: 'a list that is off keeps nobody out', of: 'policy', file: `${restrictions}/address-entry.ts`, text: 'return !isActive || passesList', off: 'return passesList', seenBy: [matrix, 'an address that is kept out > %s'] },
  { name: 'a list allows or blocks', of: 'policy', file: `${restrictions}/address-entry.ts`, text: "=== (strategy === 'ALLOW')", off: '=== true', seenBy: [addresses, 'keep sign-in by password out: %s'] },
  { name: 'an entry that is off does not count', of: 'policy', file: `${restrictions}/address.store.ts`, text: ".where('is_active', '=', true)", off: '', seenBy: [matrix, 'an address is kept out by an entry that is on, and by no other'] },
  { name: 'nobody shuts themselves out', of: 'policy', file: `${restrictions}/address.service.ts`, text: "if (policy.isActive && !(await passesList(trx, { tenantNumber, strategy: policy.strategy, ip }))) throw fail.badRequest('identity.ownAddressShutOut', { params: { ip } });", off: '', seenBy: [addresses, 'by deleting, by adding or by the other strategy'] },
  { name: 'an entry is an address or a range', of: 'policy', file: `${restrictions}/address.service.ts`, text: "if (range === null) throw fail.badRequest('identity.notAnAddress', { params: { ip: text } });", off: 'if (range === null) continue;', seenBy: [addresses, 'that are none are refused, all of a bulk with one of them'] },
  { name: 'an address is read without its port, before anybody looks at it', of: 'policy', file: 'server/platform/http/sender-address.ts', text: "Object.defineProperty(request, 'ip', { value: senderOf(request, trusts) });", off: '', seenBy: [addresses, 'by %s for %s, as a proxy writes it, answer %i, and the session lists the address alone'] },
  { name: 'an IPv6 network is limited as one', of: 'policy', file: 'server/platform/http/rate-limits.ts', text: ".replace(/^[\\da-f:.]+(?= |$)/i, networkOf)", off: '', seenBy: ['server/platform/http/rate-limits.test.ts', 'forty addresses of one IPv6 network share a limit, with and without an account, and the next network has its own'] },
  { name: 'IPv4 within IPv6 is IPv4', of: 'policy', file: `${restrictions}/address-range.ts`, text: 'const address = unmapped(parsed);\n  return address.kind()', off: 'const address = parsed;\n  return address.kind()', seenBy: [`${restrictions}/address-range.test.ts`, 'isInRange > %s in %s: %s'] },

  // Domains of e-mail addresses.
  { name: 'somebody is added with an address of a domain that is allowed', of: 'policy', file: 'server/identity/users/members.ts', text: 'await checkEmailDomain(trx, { tenantNumber, email: account.email });', off: '', seenBy: [domains, 'decide who can be added: one %s'] },
  { name: 'somebody is invited with an address of a domain that is allowed', of: 'policy', file: 'server/identity/team/membership.ts', text: 'await checkEmailDomain(trx, { tenantNumber: key.tenantNumber, email });', off: '', seenBy: [matrix, 'a domain that is not allowed > keeps out whom somebody invites'] },
  { name: 'an invitation is accepted with an address of a domain that is allowed', of: 'policy', file: 'server/identity/users/invitation.service.ts', text: 'await checkEmailDomain(trx, joined);', off: '', seenBy: [matrix, 'a domain that is not allowed > %s'] },
  { name: 'an address is changed to a domain that is allowed', of: 'policy', file: 'server/identity/users/members.ts', text: 'if (readdressed) await checkEmailDomainOf(trx, { userId, email });', off: '', seenBy: [domains, 'decide whether somebody’s address can be changed, and leave those who are there alone'] },
  { name: 'a public domain is blocked where that is asked', of: 'policy', file: `${restrictions}/email-domain.rules.ts`, text: ' || (blockPublicDomains && isPublic)', off: '', seenBy: [domain, 'allowsDomain > a domain %s'] },
  { name: 'a blocked domain blocks those below it', of: 'policy', file: `${restrictions}/email-domain.rules.ts`, text: ' || domain.endsWith(`.${one}`)', off: '', seenBy: [domain, 'allowsDomain > a domain %s'] },
  { name: 'a list of domains that is off does not count', of: 'policy', file: `${restrictions}/email-domain.rules.ts`, text: 'if (!active) return true;', off: '', seenBy: [domain, 'allowsDomain > a domain %s'] },
];
