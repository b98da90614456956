import { z } from 'zod';

/** The providers of the published client. */
export const socialKinds = ['microsoft', 'facebook', 'google', 'github', 'slack', 'apple', 'linkedin'] as const;
export type SocialKind = (typeof socialKinds)[number];

/** Where a provider answers, and what it knows. All are addresses without a query of their own. */
interface Endpoints {
  /** Of its ID tokens, where it gives any; `{tenantid}` stands for the tenant of the person, each of which issues its own. */
  issuer?: string | undefined;
  authorizationUrl: string;
  tokenUrl: string;
  /** The keys of its ID tokens. */
  jwksUrl?: string | undefined;
  /** Asked where there is no ID token. */
  userInfoUrl?: string | undefined;
  /** The list of somebody's addresses, where the user info does not say which of them are verified. */
  emailsUrl?: string | undefined;
}

export interface SocialProvider extends Endpoints {
  id: string;
  kind: SocialKind | 'custom';
  /** As people read it. */
  name: string;
  clientId: string;
  /** Apple takes a token that a key signs for a secret. */
  credential: { secret: string } | { teamId: string; keyId: string; privateKey: string };
  scopes: string;
  /** `binding`: it refuses a verifier for a code that was asked for without one (RFC 9700, 2.1.1), so that a verifier ties a code to a browser. */
  pkce: 'none' | 'sent' | 'binding';
  /** Its ID tokens repeat the nonce. */
  nonce: boolean;
  /** How its answer comes: with the address, or as a form. */
  responseMode: 'query' | 'form_post';
  /** An address of which it does not say whether it is verified counts as verified. */
  trustsEmails: boolean;
  logoUrl: string | null;
}

type Preset = Endpoints & Pick<SocialProvider, 'name' | 'scopes' | 'pkce' | 'nonce'> & { responseMode?: 'form_post' };

/** As each provider publishes its flow. */
const presets: Record<SocialKind, Preset> = {
  microsoft: {
    name: 'Microsoft',
    scopes: 'openid email profile',
    pkce: 'binding',
    nonce: true,
    issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
    authorizationUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    jwksUrl: 'https://login.microsoftonline.com/common/discovery/v2.0/keys',
  },
  facebook: {
    name: 'Facebook',
    scopes: 'public_profile email',
    pkce: 'none',
    nonce: false,
    authorizationUrl: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v23.0/oauth/access_token',
    userInfoUrl: 'https://graph.facebook.com/v23.0/me',
  },
  google: {
    name: 'Google',
    scopes: 'openid email profile',
    pkce: 'binding',
    nonce: true,
    issuer: 'https://accounts.google.com',
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
  },
  github: {
    name: 'GitHub',
    scopes: 'read:user user:email',
    pkce: 'sent',
    nonce: false,
    authorizationUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    userInfoUrl: 'https://api.github.com/user',
    emailsUrl: 'https://api.github.com/user/emails',
  },
  slack: {
    name: 'Slack',
    scopes: 'openid email profile',
    pkce: 'none',
    nonce: true,
    issuer: 'https://slack.com',
    authorizationUrl: 'https://slack.com/openid/connect/authorize',
    tokenUrl: 'https://slack.com/api/openid.connect.token',
    jwksUrl: 'https://slack.com/openid/connect/keys',
  },
  apple: {
    // It answers by a form as soon as a name or an address is asked for.
    name: 'Apple',
    scopes: 'name email',
    pkce: 'none',
    nonce: true,
    responseMode: 'form_post',
    issuer: 'https://appleid.apple.com',
    authorizationUrl: 'https://appleid.apple.com/auth/authorize',
    tokenUrl: 'https://appleid.apple.com/auth/token',
    jwksUrl: 'https://appleid.apple.com/auth/keys',
  },
  linkedin: {
    // Its ID tokens leave the nonce out.
    name: 'LinkedIn',
    scopes: 'openid profile email',
    pkce: 'none',
    nonce: false,
    issuer: 'https://www.linkedin.com/oauth',
    authorizationUrl: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
    jwksUrl: 'https://www.linkedin.com/oauth/openid/jwks',
  },
};

const address = z.url({ protocol: /^https?$/, error: 'must be a URL that starts with http:// or https://' });
const text = (most: number) => z.string().trim().min(1, 'must not be empty').max(most);

const endpoints = {
  issuer: text(300).optional(),
  authorizationUrl: address.optional(),
  tokenUrl: address.optional(),
  jwksUrl: address.optional(),
  userInfoUrl: address.optional(),
  emailsUrl: address.optional(),
};
const client = { clientId: text(300), trustsEmails: z.boolean().default(false) };
const bySecret = z.strictObject({ ...client, clientSecret: text(2000), ...endpoints });
const byKey = z.strictObject({
  ...client,
  teamId: text(100),
  keyId: text(100),
  privateKey: z.string().includes('PRIVATE KEY', { error: 'must be a PEM key, including its line breaks' }),
  ...endpoints,
});

const custom = z
  .strictObject({
    ...client,
    ...endpoints,
    clientSecret: text(2000),
    authorizationUrl: address,
    tokenUrl: address,
    id: z
      .string()
      .regex(/^[a-z][a-z\d-]{1,39}$/, 'must be 2 to 40 lowercase letters, digits and hyphens')
      .refine((id) => !socialKinds.some((kind) => kind === id), 'is the name of one of the seven providers'),
    displayName: text(60),
    scopes: text(500),
    logoUrl: address.optional(),
    pkce: z.boolean().default(false),
  })
  .refine(({ issuer, jwksUrl }) => (issuer === undefined) === (jwksUrl === undefined), {
    path: ['issuer'],
    message: 'requires jwksUrl',
  })
  .refine(({ issuer, userInfoUrl }) => issuer !== undefined || userInfoUrl !== undefined, {
    path: ['userInfoUrl'],
    message: 'is required without an issuer',
  });

const file = z.strictObject({
  microsoft: bySecret.optional(),
  facebook: bySecret.optional(),
  google: bySecret.optional(),
  github: bySecret.optional(),
  slack: bySecret.optional(),
  apple: byKey.optional(),
  linkedin: bySecret.optional(),
  custom: z
    .array(custom)
    .max(20)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must each have a unique id')
    .default([]),
});

/** Without what was left open. */
const said = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function ofSeven(kind: SocialKind, given: z.output<typeof bySecret> | z.output<typeof byKey>): SocialProvider {
  const { clientId, trustsEmails, ...rest } = given;
  const { issuer, authorizationUrl, tokenUrl, jwksUrl, userInfoUrl, emailsUrl } = given;
  const credential =
    'clientSecret' in rest
      ? { secret: rest.clientSecret }
      : { teamId: rest.teamId, keyId: rest.keyId, privateKey: rest.privateKey };
  return {
    responseMode: 'query',
    ...presets[kind],
    ...said({ issuer, authorizationUrl, tokenUrl, jwksUrl, userInfoUrl, emailsUrl }),
    id: kind,
    kind,
    clientId,
    credential,
    trustsEmails,
    logoUrl: null,
  };
}

const ofCustom = ({ displayName, clientSecret, logoUrl, pkce, ...given }: z.output<typeof custom>): SocialProvider => ({
  ...given,
  kind: 'custom',
  name: displayName,
  credential: { secret: clientSecret },
  pkce: pkce ? 'binding' : 'none',
  nonce: given.issuer !== undefined,
  responseMode: 'query',
  logoUrl: logoUrl ?? null,
});

const urlFields = ['authorizationUrl', 'tokenUrl', 'jwksUrl', 'userInfoUrl', 'emailsUrl', 'logoUrl'] as const;

/**
 * Reads the providers that people may sign in by, from JSON.
 * @returns them, or what is wrong with it: one line each, which repeats no value
 */
export function readSocialProviders(
  json: string,
  { production }: { production: boolean },
): { providers: readonly SocialProvider[] } | { wrong: string[] } {
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    return { wrong: ['is not valid JSON'] };
  }
  const read = file.safeParse(given);
  if (!read.success) return { wrong: read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) };
  const seven = socialKinds.flatMap((kind) => {
    const one = read.data[kind];
    return one === undefined ? [] : [ofSeven(kind, one)];
  });
  const providers = [...seven, ...read.data.custom.map(ofCustom)];
  const plain = providers.flatMap((one) =>
    urlFields
      .filter((field) => one[field]?.startsWith('http:'))
      .map((field) => `${one.id}.${field}: must be https in production`),
  );
  return production && plain.length > 0 ? { wrong: plain } : { providers };
}
