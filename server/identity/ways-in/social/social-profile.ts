import type { IDToken } from 'openid-client';
import { z } from 'zod';
import { spelledAddress } from '../../../platform/email-address.rules';
import type { SocialProvider } from '../../../platform/social-providers';
import { addressDomain } from '../../policies/providers/provider-domain.rules';

/** Somebody as a social provider describes them. */
export interface SocialProfile {
  /** With the provider and the subject: who it is. */
  issuer: string;
  subject: string;
  /** In small letters; null where the provider gives none. */
  email: string | null;
  /** The provider has made sure that they get mail there. */
  verified: boolean;
  name: string | null;
  /** What they know themselves by there. */
  shownAs: string;
}

/** Where the accounts are that Microsoft gives to single people; it makes sure of their addresses itself. */
const microsoftConsumers = '9188040d-6c67-4c5b-b112-36a304b66dad';

const word = z.string().trim().max(500).optional().catch(undefined);
/** Apple sends words. */
const yes = z
  .union([
    z.boolean(),
    z.enum(['true', 'false', '0', '1']).transform((said) => said === 'true' || said === '1'),
    z.number().transform((said) => said === 1),
  ])
  .optional()
  .catch(undefined);
const id = z.union([z.string().min(1).max(255), z.number().int().transform(String)]);

const claimed = z.object({
  email: word,
  email_verified: yes,
  xms_edov: yes,
  tid: word,
  name: word,
  preferred_username: word,
});
const userInfo = z.object({
  id: id.optional(),
  sub: id.optional(),
  email: word,
  email_verified: yes,
  name: word,
  login: word,
  preferred_username: word,
});
const addresses = z
  .array(z.object({ email: z.string(), primary: z.boolean().catch(false), verified: z.boolean().catch(false) }))
  .max(1000);

const addressOf = (given: string | undefined) => {
  const email = spelledAddress(given?.toLowerCase() ?? '');
  return email.length <= 254 && addressDomain(email) !== null ? email : null;
};

interface Described extends Pick<SocialProfile, 'issuer' | 'subject'> {
  email: string | undefined;
  verified: boolean | undefined;
  name: string | undefined;
  login: string | undefined;
}

function profile({ issuer, subject, verified = false, login, ...described }: Described): SocialProfile {
  const [email, name] = [addressOf(described.email), described.name?.slice(0, 200) || null];
  return {
    issuer,
    subject,
    email,
    verified: email !== null && verified,
    name,
    shownAs: (email ?? login ?? name ?? subject).slice(0, 254),
  };
}

/** Of an ID token that was judged. */
export function profileOfToken(
  { kind, trustsEmails }: Pick<SocialProvider, 'kind' | 'trustsEmails'>,
  claims: IDToken,
): SocialProfile {
  const {
    email,
    email_verified: said,
    xms_edov: ownsDomain,
    tid,
    name,
    preferred_username: login,
  } = claimed.parse(claims);
  // Whoever administers a tenant there writes what they like as somebody's address: it counts where the tenant has proved the domain.
  const verified = kind === 'microsoft' ? tid === microsoftConsumers || ownsDomain : said;
  return profile({ issuer: claims.iss, subject: claims.sub, email, verified: verified ?? trustsEmails, name, login });
}

/**
 * Of what a provider without ID tokens answers about whoever the access token is of.
 * @param emails what it answers about their addresses, where that is asked for by itself
 * @returns null where the answer names nobody
 */
export function profileOfUserInfo(
  { userInfoUrl = '', trustsEmails }: Pick<SocialProvider, 'userInfoUrl' | 'trustsEmails'>,
  answer: unknown,
  emails?: unknown,
): SocialProfile | null {
  const read = userInfo.safeParse(answer);
  const subject = read.data?.sub ?? read.data?.id;
  if (!read.success || subject === undefined) return null;
  const { email, email_verified: said, name, login, preferred_username } = read.data;
  const primary = emails === undefined ? undefined : addresses.safeParse(emails).data?.find((one) => one.primary);
  const address =
    emails === undefined
      ? { email, verified: said ?? trustsEmails }
      : { email: primary?.email, verified: primary?.verified };
  return profile({
    ...address,
    issuer: new URL(userInfoUrl).origin,
    subject,
    name,
    login: login ?? preferred_username,
  });
}

const firstVisit = z.object({ name: z.object({ firstName: word, lastName: word }) });

/** The name in what Apple's form brings beside the code, with somebody's first visit alone (`user`). */
export function nameInForm(user: string | undefined): string | null {
  try {
    const { firstName = '', lastName = '' } = firstVisit.parse(JSON.parse(user ?? '')).name;
    return `${firstName} ${lastName}`.trim().slice(0, 200) || null;
  } catch {
    return null;
  }
}
