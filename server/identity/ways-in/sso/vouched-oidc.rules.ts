import { groupsOfOidc } from './vouched-groups.rules';
import { addressesIn, type Described } from './vouched.rules';

interface Claimed {
  issuer: string;
  subject: string;
  claims: Readonly<Record<string, unknown>>;
  /** The user info was asked and did not answer. */
  unanswered?: boolean;
}

/** Google has checked the addresses of its single accounts once; who has left may keep one. It speaks for those of an organization of its (`hd`). */
const googleIssuer = 'https://accounts.google.com';

const isWriting = (text: string) => !/\p{Cc}/u.test(text);
const textOf = (claim: unknown) => (typeof claim === 'string' && isWriting(claim) ? claim.trim() : '');
const nameOf = (claims: Claimed['claims']) =>
  textOf(claims.name) || `${textOf(claims.given_name)} ${textOf(claims.family_name)}`.trim();

/**
 * Somebody as an OpenID provider describes them (OpenID Connect Core 1.0, section 5.1). A provider that does not say whether an address is
 * theirs is believed, since it speaks for its own domains alone.
 */
export function vouchedByOidc({
  issuer,
  subject,
  claims,
  unanswered = false,
}: Claimed): Described | 'noAddress' | 'notVerified' {
  const addresses = [addressesIn([claims.email].flat().map(textOf))].filter(({ length }) => length > 0);
  if (addresses.length === 0) return 'noAddress';
  if (claims.email_verified !== undefined && ![true, 'true'].some((yes) => yes === claims.email_verified))
    return 'notVerified';
  if (issuer === googleIssuer && textOf(claims.hd) === '') return 'notVerified';
  return {
    issuer,
    subject,
    addresses,
    name: nameOf(claims).slice(0, 200) || null,
    ...groupsOfOidc(claims, { unanswered }),
  };
}

/** Whether the user info is asked for what an ID token leaves out. @param mapped the provider's groups give roles here */
export const asksUserInfo = (claims: Claimed['claims'], { mapped }: { mapped: boolean }): boolean =>
  claims.email === undefined ||
  nameOf(claims) === '' ||
  (mapped && (claims.groups === undefined || claims.groups === null));
