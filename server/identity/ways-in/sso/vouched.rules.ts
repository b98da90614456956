import { spelledAddress } from '../../../platform/email-address.rules';
import { addressDomain, type Domains, speaksFor } from '../../policies/providers/provider-domain.rules';
import type { SamlName, SamlSubject } from './saml-response.rules';
import type { SsoFields } from './sso.rules';
import { groupsOfSaml, type StatedGroups } from './vouched-groups.rules';

/** By what a provider names somebody and its session of theirs; of an OpenID provider, its `sub` and `sid`. */
export interface ProviderName extends SamlName {
  /** The ID token of an OpenID provider, sealed, in base64url. */
  hint?: string;
}

/** Somebody as a provider describes them. */
export interface Described extends StatedGroups {
  issuer: string;
  subject: string;
  /** In small letters and punycode, by the names under which they were sent: the one that is read first stands first. */
  addresses: string[][];
  /** null where the provider sends none. */
  name: string | null;
}

/** The same, with the address that counts. */
export interface Vouched extends Omit<Described, 'addresses'> {
  email: string;
  /** Further ones of the same name that the provider may speak for: which of them counts is settled by the accounts that there are. */
  otherEmails: string[];
  /** How the provider names them in a session of its own. */
  knownAs?: ProviderName;
  /** When the provider asked them who they are, where it says so. */
  provenAt?: string | null;
}

/** Names under which providers send the same thing: plain ones, those of Microsoft's claims, and the object ids of LDAP (RFC 4524, eduMember). */
const names = {
  email: [
    'email',
    'mail',
    'emailAddress',
    'user.email',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
  ],
  name: [
    'displayName',
    'name',
    'cn',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'urn:oid:2.16.840.1.113730.3.1.241',
    'urn:oid:2.5.4.3',
  ],
  first: [
    'firstName',
    'givenName',
    'user.firstName',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
    'urn:oid:2.5.4.42',
  ],
  last: [
    'lastName',
    'surname',
    'sn',
    'user.lastName',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
    'urn:oid:2.5.4.4',
  ],
  groups: [
    'groups',
    'group',
    'memberOf',
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
    'http://schemas.xmlsoap.org/claims/Group',
    'urn:oid:1.3.6.1.4.1.5923.1.5.1.1',
  ],
} as const;

/** Of what was sent under one name, what is an address. */
export const addressesIn = (texts: readonly string[]): string[] => [
  ...new Set(
    texts
      .map((text) => spelledAddress(text.trim().toLowerCase()))
      .filter((text) => text.length <= 254 && addressDomain(text) !== null),
  ),
];

/** @returns null where there is no e-mail address of theirs among it, in a name of its own or as the subject's */
export function vouchedBySaml({
  issuer,
  subject,
  attributes,
}: Pick<SamlSubject, 'issuer' | 'subject' | 'attributes'>): Described | null {
  const sent = new Map<string, string[]>();
  for (const [name, values] of Object.entries(attributes))
    sent.set(name.toLowerCase(), [...(sent.get(name.toLowerCase()) ?? []), ...values]);
  const first = (wanted: readonly string[]) => wanted.flatMap((name) => sent.get(name.toLowerCase()) ?? [])[0] ?? '';
  const addresses = [...names.email.map((name) => sent.get(name.toLowerCase()) ?? []), [subject]]
    .map(addressesIn)
    .filter(({ length }) => length > 0);
  if (addresses.length === 0) return null;
  const name = first(names.name) || `${first(names.first)} ${first(names.last)}`.trim();
  return { issuer, subject, addresses, name: name.slice(0, 200) || null, ...groupsOfSaml(sent, names.groups) };
}

/**
 * The address that counts of somebody who has several: one of a domain that the provider has proved, of the first name under which there is one.
 * @returns null where the provider may speak for none of them
 */
export function provenAddress(provider: Domains, { addresses, ...described }: Described): Vouched | null {
  const [email, ...otherEmails] =
    addresses
      .map((named) => named.filter((address) => speaksFor(provider, address)))
      .find(({ length }) => length > 0) ?? [];
  return email === undefined ? null : { ...described, email, otherEmails };
}

/**
 * Under which names the issuer of somebody is known, that under which they are kept first. A provider that was entered by hand has told nobody
 * what it calls itself: it may sign any name, so that what it says counts for it alone. Once its metadata says it, people are still known by both.
 */
export function issuerNames(
  { id, type, idpEntityId }: Pick<SsoFields, 'type' | 'idpEntityId'> & { id: string },
  issuer: string,
): [string, ...string[]] {
  const own = `${issuer} ${id}`;
  return type === 'oidc' || idpEntityId !== '' ? [issuer, own] : [own];
}
