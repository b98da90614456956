import type { Rule } from './rule';

const at = 'server/identity/sso';
const configs = `${at}/sso-configs.client.http.test.ts`;
const domains = `${at}/sso-domains.client.http.test.ts`;
const roles = `${at}/sso-roles-and-form.client.http.test.ts`;
const looks = 'a look at the records of a domain > %s';
const signIn = `${at}/sso-sign-in.client.http.test.ts`;
const responses = `${at}/saml-response.test.ts`;
const tree = `${at}/xml-tree.test.ts`;
const refusedWith = 'a SAML response > is refused with %s: %s';
const rebuilt = 'a SAML response > that is wrapped or rebuilt is refused, %s: %s';
const elsewhere = 'tests/security/brought-elsewhere.http.test.ts';
const nothing = 'an answer opens nothing > %s: %s';
const ownDomains = 'a domain > %s is nobody’s own';

export const ssoRules: readonly Rule[] = [
  { name: 'a provider with something missing is not switched on', of: 'policy', file: `${at}/sso-config.service.ts`, text: 'const missing = after.enabled ?', off: 'const missing = false ?', seenBy: [configs, 'the identity providers of a tenant > are refused with %s, and nothing is kept'] },
  { name: 'a certificate is one, with a key that is long enough', of: 'policy', file: `${at}/certificate.ts`, text: 'modulusLength >= rsaBits.least', off: 'true', seenBy: [`${at}/certificate.test.ts`, 'certificates > not %s'] },
  { name: 'another address is another provider', of: 'policy', file: `${at}/sso-config.service.ts`, text: "(moved ? '' : before.idpEntityId)", off: 'before.idpEntityId', seenBy: [configs, 'the identity providers of a tenant > are another provider once they have another address, until it says who it is'] },
  { name: 'nobody is sent to an address that may not be called', of: 'policy', file: `${at}/sso-config.service.ts`, text: "checkAddress(outbound, 'ssoEndpoint', form.ssoEndpoint);", off: ';', seenBy: [configs, 'the identity providers of a tenant > are refused with %s, and nothing is kept'] },
  { name: 'a document has no DTD', of: 'policy', file: `${at}/xml-tree.ts`, text: "parser.on('doctype', refuse('a DTD'));", off: '', seenBy: [tree, 'a document that somebody else has sent > never has %s'] },
  { name: 'a document has few elements and levels', of: 'policy', file: `${at}/xml-tree.ts`, text: 'if (path.length >= mostOfXml.levels || held.elements > mostOfXml.elements)', off: 'if (false)', seenBy: [tree, 'a document that somebody else has sent > has at most so many %s'] },
  { name: 'a document has few attributes and namespaces', of: 'policy', file: `${at}/xml-tree.ts`, text: 'if (held.ofOne > mostOfXml.attributesOfOne || held.attributes > mostOfXml.attributes)', off: 'if (false)', seenBy: [tree, 'a document that somebody else has sent > has at most so many %s'] },
  { name: 'a metadata document is of one provider', of: 'policy', file: `${at}/idp-metadata.ts`, text: "if (others.length > 0) return 'severalProviders';", off: '', seenBy: [`${at}/idp-metadata.test.ts`, 'metadata of an identity provider > is that of the provider that is meant, where the document describes several'] },
  { name: 'a domain is proven by its record alone', of: '4', file: `${at}/sso-domain.service.ts`, text: "if (found === 'missing') throw", off: 'if (false) throw', seenBy: [domains, 'a domain > is claimed, proven by its TXT record, and given up'] },
  { name: 'a record is this very text', of: '4', file: `${at}/domain-proof.ts`, text: "pieces.join('').trim() === wanted", off: "pieces.join('').includes(wanted)", seenBy: [`${at}/domain-proof.test.ts`, 'the TXT records of a domain > %s'] },
  { name: 'a domain is proven by one', of: '4', file: `${at}/sso.store.ts`, text: 'other.domain = ${domain} and other.id <> ${id} and other.validated_at is not null', off: 'false', seenBy: [domains, 'a domain > may be claimed by many and is proven by one, who proves it by a text of their own'] },
  { name: 'a domain where anybody gets an address is nobody’s own', of: 'policy', file: `${at}/sso-domain.service.ts`, text: "(await isPublicDomain(domain)) ? 'sso.publicDomain' : null", off: 'null', seenBy: [domains, ownDomains] },
  { name: 'a proof ends after the days of grace', of: 'policy', file: `${at}/sso.rules.ts`, text: '>= graceDays * day ?', off: '< 0 ?', seenBy: [`${at}/sso.rules.test.ts`, looks] },
  { name: 'an answer that could not be had changes no proof', of: 'policy', file: `${at}/sso.rules.ts`, text: "if (found === 'unknown') return before;", off: '', seenBy: [`${at}/sso.rules.test.ts`, looks] },
  { name: 'nobody gives through a provider what they lack', of: '6', file: `${at}/sso-roles.service.ts`, text: 'checkGrant(acting, roles.flatMap(({ permissions }) => permissions));', off: '', seenBy: [roles, 'roles of a provider > are given and taken by nobody who does not hold what is in them'] },
  { name: 'nobody takes with a provider what they lack', of: '6', file: `${at}/sso-config.service.ts`, text: 'checkGrant(acting, roles.flatMap(({ permissions }) => permissions));', off: '', seenBy: [roles, 'roles of a provider > are given and taken by nobody who does not hold what is in them'] },
  { name: 'a provider without a domain is a draft', of: '4', file: `${at}/saml-form.service.ts`, text: '...(isDraft ? { enabled: false } : {})', off: '', seenBy: [roles, 'front ends that know one provider > read where its answers go before there is one, and its draft without a domain, which is never on'] },
  { name: 'another domain clears what was said of the provider', of: '4', file: `${at}/saml-form.service.ts`, text: 'const isMoved = domain !== undefined && known !== undefined && known.domain !== domain;', off: 'const isMoved = false && known !== undefined;', seenBy: [roles, 'front ends that know one provider > save and prove it; another domain clears what was said of the provider'] },
  { name: 'an answer counts in the browser that asked', of: 'policy', file: `${at}/sso-sign-in.service.ts`, text: 'if (brought && browserSecret !== null && isSecret(browserHash, browserSecret)) return;', off: 'if (brought) return;', seenBy: [signIn, 'an answer opens nothing > in another browser than that which asked'] },
  { name: 'an answer counts in the browser that brought it', of: 'policy', file: `${at}/sso-sign-in.service.ts`, text: 'brought: isSecret(request.broughtHash, secret)', off: 'brought: true', seenBy: [elsewhere, 'what a provider answers > by %s opens nothing for whoever asked, where another browser brings it'] },
  { name: 'a test is shown in the browser that brought its answer', of: 'policy', file: `${at}/sso-test.service.ts`, text: '!asked || !isSecret(request.broughtHash, secret)', off: '!asked', seenBy: [elsewhere, 'what a provider answers > by %s opens nothing for whoever asked, where another browser brings it'] },
  { name: 'a request is answered once', of: 'policy', file: `${at}/sso-sign-in.service.ts`, text: 'if (isSecret(request.broughtHash, secret)) return;', off: 'return;', seenBy: [signIn, 'an answer opens nothing > twice'] },
  { name: 'a provider speaks for its proven domains alone', of: 'policy', file: `${at}/vouched.rules.ts`, text: 'one.validatedAt !== null && one.domain === domain', off: 'domain !== undefined', seenBy: [signIn, nothing] },
  { name: 'an account of another tenant is not handed over', of: 'policy', file: `${at}/sso-sign-in.service.ts`, text: 'if (!sameAddress.theirs) throw', off: 'if (false) throw', seenBy: [signIn, 'signing in by an organization’s provider > links a member of this tenant alone, and nobody who belongs elsewhere'] },
  { name: 'a provider opens nothing for somebody who is switched off', of: 'policy', file: `${at}/sso-sign-in.service.ts`, text: 'if (!person.open) throw', off: 'if (false) throw', seenBy: [signIn, 'signing in by an organization’s provider > is open to nobody who was switched off'] },
  { name: 'a request waits for minutes', of: 'policy', file: `${at}/sso-sign-in.store.ts`, text: 'and s.expires_at > ${now} ', off: '', seenBy: [signIn, 'an answer opens nothing > that nobody has asked for, or asked for too long ago'] },
  { name: 'people of a proven domain are sent to its provider alone', of: 'policy', file: `${at}/sso-sign-in.store.ts`, text: 'where d.domain = ${domain} and d.validated_at is not null', off: 'where d.domain = ${domain}', seenBy: [signIn, 'signing in by an organization’s provider > is not for a domain that nobody has proved, one of a provider that is off, or another tenant'] },
  { name: 'roles of groups that somebody left are taken', of: 'policy', file: 'server/identity/core/mapped-roles.ts', text: 'held && taken.includes(id)', off: 'false', seenBy: [signIn, 'signing in by an organization’s provider > gives the default roles and those of the groups, and takes those of groups that they left'] },
  { name: 'a response and its assertion are both signed', of: 'policy', file: `${at}/saml-response.rules.ts`, text: "if (signatures.some(({ length }) => length === 0)) return 'unsigned';", off: '', seenBy: [responses, refusedWith] },
  { name: 'a signature is by no weaker hash than SHA-256', of: 'policy', file: `${at}/xml-signature.rules.ts`, text: "?.has(part.attributes.get('Algorithm') ?? '') === false", off: "?.has('') === undefined", seenBy: [responses, refusedWith] },
  { name: 'a response has one assertion', of: 'policy', file: `${at}/saml-response.rules.ts`, text: "|| named('Assertion').length !== 1", off: '', seenBy: [responses, rebuilt] },
  { name: 'an id names one element', of: 'policy', file: `${at}/saml-response.rules.ts`, text: "if (new Set(ids).size !== ids.length) return 'badShape';", off: '', seenBy: [responses, rebuilt] },
  { name: 'a response is of the provider that was asked', of: 'policy', file: `${at}/saml-response.rules.ts`, text: 'name !== (idpEntityId || issuer)', off: 'false', seenBy: [responses, refusedWith] },
  { name: 'a response is for this address', of: 'policy', file: `${at}/saml-response.rules.ts`, text: "if (response.attributes.get('Destination') !== acsUrl) return 'wrongDestination';", off: '', seenBy: [responses, refusedWith] },
  { name: 'an assertion is brought to this address', of: 'policy', file: `${at}/saml-response.rules.ts`, text: "if (data?.attributes.get('Recipient') !== acsUrl) return 'wrongRecipient';", off: "if (!data) return 'wrongRecipient';", seenBy: [responses, refusedWith] },
  { name: 'an assertion is for this service', of: 'policy', file: `${at}/saml-response.rules.ts`, text: 'audiences.length === 0 || audiences.some((names) => !names.includes(spEntityId))', off: 'false', seenBy: [responses, refusedWith] },
  { name: 'a response is to the request that was made', of: 'policy', file: `${at}/saml-response.rules.ts`, text: "if (response.attributes.get('InResponseTo') !== requestId) return 'unknownRequest';", off: '', seenBy: [responses, 'a SAML response > is refused where its outermost element names another request'] },
  { name: 'a confirmation is to the request that was made', of: 'policy', file: `${at}/saml-response.rules.ts`, text: "if (data.attributes.get('InResponseTo') !== requestId) return 'unknownRequest';", off: '', seenBy: [responses, refusedWith] },
  { name: 'a name of one sign-in names nobody', of: 'policy', file: `${at}/saml-response.rules.ts`, text: "|| subjectFormat.endsWith(':transient')", off: '', seenBy: [responses, refusedWith] },
  { name: 'an assertion ends', of: 'policy', file: `${at}/saml-response.rules.ts`, text: "if (isOver(instant(conditions, 'NotOnOrAfter'), now) ||", off: 'if (', seenBy: [responses, refusedWith] },
  { name: 'an assertion has begun', of: 'policy', file: `${at}/saml-response.rules.ts`, text: "if (isBefore(instant(conditions, 'NotBefore'), now) ||", off: 'if (', seenBy: [responses, refusedWith] },
  { name: 'a document has no comment', of: 'policy', file: `${at}/xml-tree.ts`, text: "parser.on('comment', refuse('a comment'));", off: '', seenBy: [responses, rebuilt] },
  { name: 'a provider lets people into its organization alone', of: 'policy', file: 'server/identity/sign-in/admission.ts', text: "if (arrival.way === 'sso') throw refusal;", off: '', seenBy: [signIn, 'signing in by an organization’s provider > is under the rules of its tenant, and leads into no other where that keeps somebody out'] },
];
