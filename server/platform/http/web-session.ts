import connectPgSimple from 'connect-pg-simple';
import { RedisStore } from 'connect-redis';
import type { RequestHandler } from 'express';
import session from 'express-session';
import type pg from 'pg';
import type { RedisClientType } from 'redis';
import type { Config } from '../../config';

declare module 'express-session' {
  interface SessionData {
    /** The row in identity.session that this browser stands for. */
    sessionId: string;
  }
}

export const sessionCookie = (secure: boolean) => (secure ? '__Host-tare-session' : 'tare-session');

interface WebSessionOptions {
  config: Config;
  secret: string;
  pool: pg.Pool;
  redis: RedisClientType | undefined;
}

const ninetyDays = 90 * 24 * 60 * 60;

/**
 * The browser's session: an id in a cookie, its content in Redis or the database. Who is signed in, and for how long,
 * is decided by the identity wing's own session row; this one only points at it.
 */
export function webSession({ config, secret, pool, redis }: WebSessionOptions): RequestHandler {
  const store = redis
    ? new RedisStore({ client: redis, prefix: 'tare:session:', ttl: ninetyDays })
    : new (connectPgSimple(session))({ pool, tableName: 'http_session', createTableIfMissing: false, pruneSessionInterval: 900, ttl: ninetyDays });
  return session({
    store,
    secret,
    name: sessionCookie(config.secure),
    resave: false,
    saveUninitialized: false,
    rolling: false,
    proxy: config.secure,
    cookie: { httpOnly: true, sameSite: 'lax', secure: config.secure, path: '/' },
  });
}
