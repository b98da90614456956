import { addressDomain, type Vouched } from './vouched.rules';

interface Described {
  issuer: string;
  subject: string;
  claims: Readonly<Record<string, unknown>>;
}

const isWriting = (text: string) => !/\p{Cc}/u.test(text);
const textOf = (claim: unknown) => (typeof claim === 'string' && isWriting(claim) ? claim.trim() : '');
const textsOf = (claim: unknown) => [claim].flat().map(textOf).filter((text) => text !== '');

/**
 * Somebody as an OpenID provider describes them (OpenID Connect Core 1.0, section 5.1). A provider that does not say whether an address is
 * theirs is believed, since it speaks for its own domains alone. Providers name groups `groups`, and some of them `roles`.
 */
export function vouchedByOidc({ issuer, subject, claims }: Described): Vouched | 'noAddress' | 'notVerified' {
  const email = textOf(claims.email).toLowerCase();
  if (email.length > 254 || addressDomain(email) === null) return 'noAddress';
  if (claims.email_verified !== undefined && ![true, 'true'].some((yes) => yes === claims.email_verified)) return 'notVerified';
  const name = textOf(claims.name) || `${textOf(claims.given_name)} ${textOf(claims.family_name)}`.trim() || email;
  return { issuer, subject, email, name: name.slice(0, 200), groups: [...new Set([...textsOf(claims.groups), ...textsOf(claims.roles)])] };
}
