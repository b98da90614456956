import type { Rule } from './rule';

const at = 'server/identity/sso';
const configs = `${at}/sso-configs.client.http.test.ts`;
const domains = `${at}/sso-domains.client.http.test.ts`;
const roles = `${at}/sso-roles-and-form.client.http.test.ts`;
const looks = 'a look at the records of a domain > %s';
const ownDomains = 'a domain > %s is nobody’s own';

export const ssoRules: readonly Rule[] = [
  { name: 'a provider with something missing is not switched on', of: 'policy', file: `${at}/sso-config.service.ts`, text: 'const missing = after.enabled ?', off: 'const missing = false ?', seenBy: [configs, 'the identity providers of a tenant > are refused with %s, and nothing is kept'] },
  { name: 'a certificate is one, with a key that is long enough', of: 'policy', file: `${at}/certificate.ts`, text: 'Number(details?.modulusLength) < leastRsaBits', off: 'false', seenBy: [`${at}/certificate.test.ts`, 'certificates > not %s'] },
  { name: 'another address is another provider', of: 'policy', file: `${at}/sso-config.service.ts`, text: "(moved ? '' : before.idpEntityId)", off: 'before.idpEntityId', seenBy: [configs, 'the identity providers of a tenant > are another provider once they have another address, until it says who it is'] },
  { name: 'nobody is sent to an address that may not be called', of: 'policy', file: `${at}/sso-config.service.ts`, text: "checkAddress(outbound, 'ssoEndpoint', form.ssoEndpoint);", off: ';', seenBy: [configs, 'the identity providers of a tenant > are refused with %s, and nothing is kept'] },
  { name: 'a metadata document has no DTD', of: 'policy', file: `${at}/idp-metadata.ts`, text: "parser.on('doctype', () => parser.fail('a DTD'));", off: '', seenBy: [`${at}/idp-metadata.test.ts`, 'metadata of an identity provider > not %s'] },
  { name: 'a metadata document has few levels', of: 'policy', file: `${at}/idp-metadata.ts`, text: "if (path.length > mostLevels) parser.fail('too many levels');", off: '', seenBy: [`${at}/idp-metadata.test.ts`, 'metadata of an identity provider > not %s'] },
  { name: 'a metadata document is of one provider', of: 'policy', file: `${at}/idp-metadata.ts`, text: 'found.idps !== 1 || found.entities.length !== 1 || ', off: '', seenBy: [`${at}/idp-metadata.test.ts`, 'metadata of an identity provider > not %s'] },
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
];
