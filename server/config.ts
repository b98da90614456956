import { isAbsolute, join } from 'node:path';
import { z } from 'zod';

const flag = z.enum(['0', '1']).transform((text) => text === '1');

const origin = z.url({ protocol: /^https?$/, abort: true, error: 'must be an address that begins with http:// or https://' })
  .refine((text) => new URL(text).origin === text.replace(/\/$/, ''), { message: 'must be an origin such as https://tare.example.org, without a path' });

/** How many proxies stand before Tare, or their names and addresses, as Express' `trust proxy` takes them. */
const trustedProxies = z.union([
  z.string().regex(/^\d{1,2}$/).transform(Number),
  z.string().regex(/^(loopback|linklocal|uniquelocal|[\da-f.:]{3,}(\/\d{1,3})?)(\s*,\s*(loopback|linklocal|uniquelocal|[\da-f.:]{3,}(\/\d{1,3})?))*$/i),
], { error: 'must be a number of proxies, or loopback, linklocal, uniquelocal and addresses with commas between' });

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default('Tare <no-reply@tare.test>'),
  DEMO: flag.optional(),
  DEMO_PASSWORD: z.string().min(8).optional(),
  DEMO_EVENTS: z.coerce.number().int().min(1000).max(5_000_000).default(120_000),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  TRUST_PROXY: trustedProxies.default('loopback'),
  HELP_URL: z.url({ protocol: /^https?$/ }).default('https://github.com/tare-project/tare/wiki'),
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
  mailFrom: string;
  demo: boolean;
  demoPassword: string | undefined;
  demoEvents: number;
  rateLimits: boolean;
  trustProxy: string | number;
  /** Origins from which forms are taken: the public one, and on a machine without one every spelling of that machine. */
  ownOrigins: string[];
  helpUrl: string;
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
  const reasons = production ? needed.filter((name) => settings[name] === undefined).map((name) => `${name}: is required in production`) : [];
  if (production && settings.RATE_LIMITS === 'off') reasons.push('RATE_LIMITS: may be off only outside production');
  if (settings.METRICS_PORT === settings.PORT) reasons.push('METRICS_PORT: must not be PORT');
  if (production && settings.DEMO && settings.DEMO_PASSWORD === undefined) reasons.push('DEMO_PASSWORD: is required in production when DEMO is 1');
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
    mailFrom: settings.MAIL_FROM,
    demo: settings.DEMO ?? settings.DATABASE_URL === undefined,
    demoPassword: settings.DEMO_PASSWORD,
    demoEvents: settings.DEMO_EVENTS,
    rateLimits: settings.RATE_LIMITS === 'on',
    trustProxy: settings.TRUST_PROXY,
    ownOrigins: settings.PUBLIC_URL ? [new URL(publicUrl).origin] : ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${settings.PORT}`),
    helpUrl: settings.HELP_URL,
    metrics: { port: settings.METRICS_PORT, token: settings.METRICS_TOKEN },
    startWaitSeconds: settings.START_WAIT_SECONDS,
    stopGraceSeconds: settings.STOP_GRACE_SECONDS,
    logLevel: settings.LOG_LEVEL,
  };
}
