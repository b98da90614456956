import { domainOf } from '../restrictions/email-domain.rules';
import type { SamlName, SamlSubject } from './saml-response.rules';
import type { ProvenDomain, SsoFields } from './sso.rules';

/** By what a provider names somebody and its session of theirs; of an OpenID provider, its `sub` and `sid`. */
export interface ProviderName extends SamlName {
  /** The ID token of an OpenID provider, sealed, in base64url. */
  hint?: string;
}

/** Somebody as a provider describes them. */
export interface Vouched {
  issuer: string;
  subject: string;
  /** In small letters. */
  email: string;
  name: string;
  groups: string[];
  /** How the provider names them in a session of its own. */
  knownAs?: ProviderName;
}

/** Names under which providers send the same thing: plain ones, those of Microsoft's claims, and the object ids of LDAP (RFC 4524, eduMember). */
const names = {
  email: ['email', 'mail', 'emailAddress', 'user.email', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress', 'urn:oid:0.9.2342.19200300.100.1.3'],
  name: ['displayName', 'name', 'cn', 'http://schemas.microsoft.com/identity/claims/displayname', 'urn:oid:2.16.840.1.113730.3.1.241', 'urn:oid:2.5.4.3'],
  first: ['firstName', 'givenName', 'user.firstName', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname', 'urn:oid:2.5.4.42'],
  last: ['lastName', 'surname', 'sn', 'user.lastName', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname', 'urn:oid:2.5.4.4'],
  groups: ['groups', 'group', 'memberOf', 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups', 'http://schemas.xmlsoap.org/claims/Group', 'urn:oid:1.3.6.1.4.1.5923.1.5.1.1'],
} as const;

/** The domain of an e-mail address, in the form in which domains are proved; null for what is no address. */
export const addressDomain = (text: string): string | null => (/^[^\s@<>]+@[^\s@<>]+$/.test(text.trim()) ? domainOf(text) : null);

/** @returns null where there is no e-mail address of theirs among it, in a name of its own or as the subject's */
export function vouchedBySaml({ issuer, subject, attributes }: Pick<SamlSubject, 'issuer' | 'subject' | 'attributes'>): Vouched | null {
  const sent = new Map(Object.entries(attributes).map(([name, values]) => [name.toLowerCase(), values]));
  const all = (wanted: readonly string[]) => wanted.flatMap((name) => sent.get(name.toLowerCase()) ?? []);
  const first = (wanted: readonly string[]) => all(wanted)[0] ?? '';
  const email = [first(names.email), subject].map((text) => text.trim().toLowerCase()).find((text) => text.length <= 254 && addressDomain(text) !== null);
  if (email === undefined) return null;
  const name = first(names.name) || `${first(names.first)} ${first(names.last)}`.trim() || email;
  return { issuer, subject, email, name: name.slice(0, 200), groups: [...new Set(all(names.groups))] };
}

/** Whether a provider may speak for an address: it is of a domain that it has proved. */
export function speaksFor({ domains }: { domains: readonly (Pick<ProvenDomain, 'validatedAt'> & { domain: string })[] }, email: string): boolean {
  const domain = addressDomain(email);
  return domains.some((one) => one.validatedAt !== null && one.domain === domain);
}

/**
 * Under which names the issuer of somebody is known, that under which they are kept first. A provider that was entered by hand has told nobody
 * what it calls itself: it may sign any name, so that what it says counts for it alone. Once its metadata says it, people are still known by both.
 */
export function issuerNames({ id, type, idpEntityId }: Pick<SsoFields, 'type' | 'idpEntityId'> & { id: string }, issuer: string): [string, ...string[]] {
  const own = `${issuer} ${id}`;
  return type === 'oidc' || idpEntityId !== '' ? [issuer, own] : [own];
}

/** Public ids of roles. */
interface GivenRoles {
  /** To everybody. */
  roleIds: readonly string[];
  groups: readonly { group: string; roleIds: readonly string[] }[];
}

/** What a provider gives somebody of these groups: its default roles, and those of each group that it names. `taken`: what groups of it could give, and these do not. */
export function rolesFor({ roleIds, groups }: GivenRoles, of: readonly string[]): { given: string[]; taken: string[] } {
  const given = new Set([...roleIds, ...groups.filter(({ group }) => of.includes(group)).flatMap((group) => group.roleIds)]);
  return { given: [...given], taken: [...new Set(groups.flatMap((group) => group.roleIds))].filter((id) => !given.has(id)) };
}
