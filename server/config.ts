import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { authStrategies, type AuthStrategy } from './platform/auth-strategies.rules';
import { spelledDomain } from './platform/email-address.rules';
import { factorStrategies, type FactorStrategy } from './platform/factor-strategies.rules';
import { identityFlags, type IdentityFlag } from './platform/identity-flags.rules';
import { readSocialProviders, type SocialProvider } from './platform/social-providers';
import { readSsoHosts, usualSsoHosts, type SsoHosts } from './platform/sso-environments.rules';

const flag = z.enum(['0', '1']).transform((text) => text === '1');

const origin = z
  .url({ protocol: /^https?$/, abort: true, error: 'must be a URL that starts with http:// or https://' })
  .refine((text) => new URL(text).origin === text.replace(/\/$/, ''), {
    message: 'must be an origin such as https://tare.example.org, without a path',
  });

/** How many proxies stand before Tare, or their names and addresses, as Express' `trust proxy` takes them. */
const trustedProxies = z.union(
  [
    z
      .string()
      .regex(/^\d{1,2}$/)
      .transform(Number),
    z
      .string()
      .regex(
        /^(loopback|linklocal|uniquelocal|[\da-f.:]{3,}(\/\d{1,3})?)(\s*,\s*(loopback|linklocal|uniquelocal|[\da-f.:]{3,}(\/\d{1,3})?))*$/i,
      ),
  ],
  { error: 'must be a number of proxies, or loopback, linklocal, uniquelocal and IP addresses separated by commas' },
);

const hostAndPort = /^(\[[\da-f:.]+\]|[\w.-]+):\d{1,5}$/i;

/** As `new URL` spells the host, whatever way it was written. */
const spelled = (text: string) =>
  `${new URL(`http://${text.slice(0, text.lastIndexOf(':'))}`).hostname}${text.slice(text.lastIndexOf(':'))}`;

const hostsAndPorts = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )
  .refine((entries) => entries.every((entry) => hostAndPort.test(entry) && URL.canParse(`http://${entry}`)), {
    abort: true,
    error: 'must be hosts with ports, separated by commas, such as localhost:8443,10.0.0.5:3000',
  })
  .transform((entries) => entries.map(spelled));

/** Domains of e-mail addresses with commas between, in small or large letters, Unicode or punycode. */
const domains = z
  .string()
  .transform((text) => text.split(',').map((domain) => spelledDomain(domain) ?? ''))
  .refine((spelled) => !spelled.includes(''), 'must be domains separated by commas, such as example.org, example.com');

const listed = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Origins with commas between. */
const origins = z
  .string()
  .transform(listed)
  .pipe(z.array(origin.transform((text) => new URL(text).origin)));

/** An address, with a port behind it where that is not 53; an IPv6 one stands in brackets then. */
const isNameServer = (text: string) =>
  isIP(text.replace(/^\[(.+)\](:\d{1,5})?$/, '$1')) !== 0 || isIP(text.replace(/:\d{1,5}$/, '')) === 4;
const nameServers = z
  .string()
  .transform(listed)
  .pipe(
    z.array(
      z
        .string()
        .refine(isNameServer, 'must be IP addresses separated by commas, such as 192.0.2.1 or [2001:db8::1]:5353'),
    ),
  );

/** Environments and the host names that are theirs, with commas between. */
const ssoHosts = z.string().transform((text, context): SsoHosts => {
  const hosts = readSsoHosts(listed(text));
  if (hosts) return hosts;
  context.addIssue({
    code: 'custom',
    message:
      'must be environments with their host names, each once, separated by commas, such as production=tare.example.org, uat=tare-uat.example.org',
  });
  return z.NEVER;
});

const wordsOf = <Word extends string>(words: readonly Word[]) =>
  z
    .string()
    .transform(listed)
    .pipe(z.array(z.enum(words)));

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMTP_TLS: z.enum(['required', 'off']).default('required'),
  MAIL_FROM: z.string().min(3).default('Tare <no-reply@tare.test>'),
  DEMO: flag.optional(),
  DEMO_PASSWORD: z.string().min(8).optional(),
  DEMO_EVENTS: z.coerce.number().int().min(1000).max(5_000_000).default(120_000),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  TRUST_PROXY: trustedProxies.default('loopback'),
  HELP_URL: z.url({ protocol: /^https?$/ }).default('https://github.com/tare-project/tare/wiki'),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^B[\w-]{86}$/, 'must be a 65-byte key in base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be a 32-byte key in base64url')
    .optional(),
  OUTBOUND_ALLOW: hostsAndPorts.default([]),
  ANALYTICS_CONTAINER: z
    .string()
    .regex(/^GTM-[A-Za-z\d]+$/, 'must be GTM- followed by letters and digits, such as GTM-AB12CD3')
    .optional(),
  IDENTITY_CLIENT_ID: z
    .string()
    .regex(/^[\da-z-]{1,64}$/i, 'must contain only letters, digits and hyphens')
    .default('tare'),
  IDENTITY_FLAGS: wordsOf(identityFlags).default([
    'admin_portal_should_load_authorization',
    'admin_portal_entitlements',
    'security-center-show-login-flows',
    'show-passkeys-new',
  ]),
  IDENTITY_AUTH_STRATEGY: z.enum(authStrategies).default('EmailAndPassword'),
  IDENTITY_MFA_STRATEGIES: wordsOf(factorStrategies)
    .pipe(z.array(z.enum(factorStrategies)).min(1, 'must contain at least one'))
    .default([...factorStrategies]),
  API_TOKENS: z.enum(['on', 'off']).default('on'),
  VENDOR_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'must contain only letters, digits, dots, hyphens and underscores')
    .optional(),
  VENDOR_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SIGN_UPS: z.enum(['on', 'off']).optional(),
  HOSTED_LOGIN: z.enum(['off', 'on', 'redirect']).default('off'),
  SSO_HOSTS: ssoHosts.optional(),
  ZENDESK_SUBDOMAIN: z
    .string()
    .regex(
      /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i,
      'must be the first part of the host name, such as example in example.zendesk.com',
    )
    .optional(),
  ZENDESK_SHARED_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ZENDESK_URL: origin.optional(),
  SOCIAL_PROVIDERS: z.string().min(1).optional(),
  CORS_ORIGINS: origins.default([]),
  REDIRECT_ORIGINS: origins.default([]),
  STAFF_EMAIL_DOMAINS: domains.default([]),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[\da-f]{32}$/i, 'must be AC followed by 32 hexadecimal digits')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().min(16).optional(),
  TWILIO_FROM: z
    .string()
    .regex(
      /^(\+[1-9]\d{6,14}|MG[\da-f]{32}|[\w ]{1,11})$/i,
      'must be a phone number such as +15005550006, or a sender name',
    )
    .optional(),
  TWILIO_BASE_URL: origin.default('https://api.twilio.com'),
  CAPTCHA_SITE_KEY: z
    .string()
    .regex(/^[\w.-]{10,200}$/, 'must be the site key from the provider')
    .optional(),
  CAPTCHA_SECRET: z.string().min(10).optional(),
  CAPTCHA_VERIFY_URL: z.url({ protocol: /^https?$/ }).default('https://www.google.com/recaptcha/api/siteverify'),
  CAPTCHA_SCRIPT_URL: z.url({ protocol: /^https?$/ }).default('https://www.google.com/recaptcha/api.js'),
  CAPTCHA_MIN_SCORE: z.coerce.number().min(0).max(1).optional(),
  BREACHED_PASSWORDS_URL: origin.optional(),
  DNS_SERVERS: nameServers.default([]),
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  METRICS_TOKEN: z.string().min(32, 'must have at least 32 characters').optional(),
  START_WAIT_SECONDS: z.coerce.number().int().min(0).max(600).default(60),
  STOP_GRACE_SECONDS: z.coerce.number().int().min(0).max(10).default(2),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Refused settings: one line each, with the variable's name and the reason, never its value. */
export class WrongSettings extends Error {
  constructor(readonly reasons: string[]) {
    super(reasons.join('\n'));
  }
}

export interface Config {
  production: boolean;
  port: number;
  /** The origin that people type and that mails link to. */
  publicUrl: string;
  secure: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  sessionSecret: string | undefined;
  smtpUrl: string | undefined;
  /** Whether mail leaves by `smtp:` only where the server takes STARTTLS; else as plain text. `smtps:` is encrypted always. */
  smtpTls: boolean;
  mailFrom: string;
  demo: boolean;
  demoPassword: string | undefined;
  demoEvents: number;
  rateLimits: boolean;
  trustProxy: string | number;
  /** Origins from which forms are taken: the public one, and on a machine without one every spelling of that machine. */
  ownOrigins: string[];
  helpUrl: string;
  /** `host:port` of private hosts that may be called all the same, without TLS too. */
  outboundAllow: string[];
  /** For web push, where the installation is not to keep a pair of its own in the database. */
  vapid: { publicKey: string; privateKey: string } | undefined;
  identity: {
    /** What front ends of the identity API call themselves; part of the refresh cookie's name. */
    clientId: string;
    /** Flags of the published front end that are on. */
    flags: readonly IdentityFlag[];
    /** How people prove themselves where their own organisation does not. */
    authStrategy: AuthStrategy;
    /** The kinds of second factors that may be enrolled. */
    factorStrategies: readonly FactorStrategy[];
    /** Whether tokens for programs may be made; those that there are go on. */
    apiTokens: boolean;
    /** What back-end clients of the installation come in by; none: they do not. */
    vendor: { clientId: string; secret: string } | undefined;
    /** Whether anybody may open an organisation of their own. */
    signUps: boolean;
    /** Whether our own pages sign people in as a client of the OpenID provider, and whether they ask it silently first (`on`). */
    hostedLogin: 'off' | 'on' | 'redirect';
    /** At which hosts people may sign in by their organization, and what kind of installation each is; elsewhere it is not set up. */
    ssoHosts: SsoHosts;
    /** By which people may sign in beside. */
    social: readonly SocialProvider[];
    /** Origins of front ends elsewhere that may use the identity API with this server's cookies. */
    corsOrigins: readonly string[];
    /** Origins of other sites to which a sign-in may lead on. */
    redirectOrigins: readonly string[];
  };
  /** The account that sends text messages; none: they wait, and are shown to the developer. */
  sms: { accountSid: string; authToken: string; from: string; baseUrl: string } | undefined;
  /** The provider that tells people from programs before a sign-in; none: nobody is asked. */
  captcha:
    | {
        siteKey: string;
        secret: string;
        verifyUrl: string;
        scriptUrl: string;
        /** Of 0 to 1, where the provider judges by a score. */
        minScore: number | undefined;
      }
    | undefined;
  /** The help desk into which people are handed over as who they are here, its origin and the secret shared with it; none: they are not. */
  zendesk: { url: string; secret: string } | undefined;
  /** The origin of a service that knows passwords of data breaches by ranges; none: the list that comes with Tare. */
  breachedPasswordsUrl: string | undefined;
  /** Addresses of name servers, with ports where they are not 53, that proofs of domains are looked up at; none: those of this machine. */
  dnsServers: readonly string[];
  analytics: {
    /** A container of Google Tag Manager, which signed-in pages load. */
    container: string | undefined;
    /** Whoever has an address at one of them is labelled as an employee there. */
    staffDomains: string[];
  };
  metrics: {
    /** A port of their own. Without a token it answers on this machine alone. */
    port: number | undefined;
    /** Without a port, the main one answers whoever sends this token. */
    token: string | undefined;
  };
  /** How long a start waits for PostgreSQL and Redis. */
  startWaitSeconds: number;
  /** How long a stop goes on taking requests, while `/readyz` says no. */
  stopGraceSeconds: number;
  logLevel: string;
}

/** Open where somebody tries Tare on a machine of their own; elsewhere only where it was said so. */
function signUpsOf({ SIGN_UPS, NODE_ENV, DEMO, DATABASE_URL }: z.infer<typeof environment>): boolean {
  if (SIGN_UPS !== undefined) return SIGN_UPS === 'on';
  return NODE_ENV !== 'production' && DATABASE_URL === undefined && DEMO !== false;
}

/** The text itself, or that of the file which it names. */
function socialOf({
  SOCIAL_PROVIDERS: given,
  NODE_ENV,
}: z.infer<typeof environment>): ReturnType<typeof readSocialProviders> {
  if (given === undefined) return { providers: [] };
  try {
    return readSocialProviders(given.trimStart().startsWith('{') ? given : readFileSync(given, 'utf8'), {
      production: NODE_ENV === 'production',
    });
  } catch {
    return { wrong: ['is a file that cannot be read'] };
  }
}

/**
 * The only reader of the environment.
 * @throws WrongSettings naming each wrong or missing variable.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new WrongSettings(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const settings = parsed.data;
  const production = settings.NODE_ENV === 'production';
  const needed = ['SESSION_SECRET', 'PUBLIC_URL', 'DATABASE_URL'] as const;
  const reasons = production
    ? needed.filter((name) => settings[name] === undefined).map((name) => `${name}: is required in production`)
    : [];
  if (production && settings.RATE_LIMITS === 'off') reasons.push('RATE_LIMITS: cannot be off in production');
  const { VAPID_PUBLIC_KEY: vapidPublic, VAPID_PRIVATE_KEY: vapidPrivate } = settings;
  if ((vapidPublic === undefined) !== (vapidPrivate === undefined))
    reasons.push('VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: must be set together');
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: smsFrom } = settings;
  const twilio = [accountSid, authToken, smsFrom].filter((one) => one !== undefined);
  if (twilio.length > 0 && twilio.length < 3)
    reasons.push('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM: must be set together');
  const { CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: captchaSecret } = settings;
  if ((siteKey === undefined) !== (captchaSecret === undefined))
    reasons.push('CAPTCHA_SITE_KEY, CAPTCHA_SECRET: must be set together');
  if (production && twilio.length === 0 && settings.IDENTITY_MFA_STRATEGIES.every((one) => one === 'SMS'))
    reasons.push('IDENTITY_MFA_STRATEGIES: requires TWILIO_ACCOUNT_SID when SMS is the only strategy');
  const { VENDOR_CLIENT_ID: vendorId, VENDOR_SECRET: vendorSecret } = settings;
  if ((vendorId === undefined) !== (vendorSecret === undefined))
    reasons.push('VENDOR_CLIENT_ID, VENDOR_SECRET: must be set together');
  const { ZENDESK_SUBDOMAIN: zendesk, ZENDESK_SHARED_SECRET: zendeskSecret } = settings;
  if ((zendesk === undefined) !== (zendeskSecret === undefined))
    reasons.push('ZENDESK_SUBDOMAIN, ZENDESK_SHARED_SECRET: must be set together');
  if (production && settings.ZENDESK_URL?.startsWith('http:')) reasons.push('ZENDESK_URL: must be https in production');
  if (settings.METRICS_PORT === settings.PORT) reasons.push('METRICS_PORT: must be different from PORT');
  if (production && settings.DEMO && settings.DEMO_PASSWORD === undefined)
    reasons.push('DEMO_PASSWORD: is required in production when DEMO is 1');
  const social = socialOf(settings);
  if ('wrong' in social) reasons.push(...social.wrong.map((reason) => `SOCIAL_PROVIDERS: ${reason}`));
  if (reasons.length > 0) throw new WrongSettings(reasons);

  const publicUrl = (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, '');
  return {
    production,
    port: settings.PORT,
    publicUrl,
    secure: publicUrl.startsWith('https:'),
    dataDir: isAbsolute(settings.DATA_DIR) ? settings.DATA_DIR : join(process.cwd(), settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    redisUrl: settings.REDIS_URL,
    sessionSecret: settings.SESSION_SECRET,
    smtpUrl: settings.SMTP_URL,
    smtpTls: settings.SMTP_TLS === 'required',
    mailFrom: settings.MAIL_FROM,
    demo: settings.DEMO ?? settings.DATABASE_URL === undefined,
    demoPassword: settings.DEMO_PASSWORD,
    demoEvents: settings.DEMO_EVENTS,
    rateLimits: settings.RATE_LIMITS === 'on',
    trustProxy: settings.TRUST_PROXY,
    ownOrigins: settings.PUBLIC_URL
      ? [new URL(publicUrl).origin]
      : ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${settings.PORT}`),
    helpUrl: settings.HELP_URL,
    outboundAllow: settings.OUTBOUND_ALLOW,
    vapid: vapidPublic && vapidPrivate ? { publicKey: vapidPublic, privateKey: vapidPrivate } : undefined,
    identity: {
      clientId: settings.IDENTITY_CLIENT_ID,
      flags: settings.IDENTITY_FLAGS,
      authStrategy: settings.IDENTITY_AUTH_STRATEGY,
      factorStrategies: settings.IDENTITY_MFA_STRATEGIES,
      signUps: signUpsOf(settings),
      social: 'providers' in social ? social.providers : [],
      apiTokens: settings.API_TOKENS === 'on',
      vendor: vendorId && vendorSecret ? { clientId: vendorId, secret: vendorSecret } : undefined,
      hostedLogin: settings.HOSTED_LOGIN,
      ssoHosts: settings.SSO_HOSTS ?? usualSsoHosts(publicUrl),
      corsOrigins: settings.CORS_ORIGINS,
      redirectOrigins: settings.REDIRECT_ORIGINS,
    },
    sms:
      accountSid && authToken && smsFrom
        ? { accountSid, authToken, from: smsFrom, baseUrl: settings.TWILIO_BASE_URL.replace(/\/$/, '') }
        : undefined,
    captcha:
      siteKey && captchaSecret
        ? {
            siteKey,
            secret: captchaSecret,
            verifyUrl: settings.CAPTCHA_VERIFY_URL,
            scriptUrl: settings.CAPTCHA_SCRIPT_URL,
            minScore: settings.CAPTCHA_MIN_SCORE,
          }
        : undefined,
    zendesk:
      zendesk && zendeskSecret
        ? { url: new URL(settings.ZENDESK_URL ?? `https://${zendesk}.zendesk.com`).origin, secret: zendeskSecret }
        : undefined,
    breachedPasswordsUrl: settings.BREACHED_PASSWORDS_URL?.replace(/\/$/, ''),
    dnsServers: settings.DNS_SERVERS,
    analytics: { container: settings.ANALYTICS_CONTAINER, staffDomains: settings.STAFF_EMAIL_DOMAINS },
    metrics: { port: settings.METRICS_PORT, token: settings.METRICS_TOKEN },
    startWaitSeconds: settings.START_WAIT_SECONDS,
    stopGraceSeconds: settings.STOP_GRACE_SECONDS,
    logLevel: settings.LOG_LEVEL,
  };
}
