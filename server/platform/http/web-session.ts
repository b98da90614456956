import connectPgSimple from 'connect-pg-simple';
import { RedisStore } from 'connect-redis';
import type { RequestHandler } from 'express';
import session from 'express-session';
import type pg from 'pg';
import type { Config } from '../../config';
import type { Redis } from '../db/redis';
import { fail } from '../errors';
import { hostCookie } from './host-cookie';

declare module 'express-session' {
  interface SessionData {
    /** The row in identity.session that this browser stands for. */
    sessionId: string;
    /** What our own pages hold as a client of the OpenID provider, where people sign in by that. */
    grant: OwnGrant;
  }
}

/** By what somebody's sign-in at our own pages is renewed while its provider agrees: no token, since nobody else needs to be told who asks. */
export interface OwnGrant {
  /** The session that it was given in: one that is entered after that has nothing to do with it. */
  sessionId: string;
  /** At the provider. */
  id: string;
  /** Milliseconds since 1970 UTC, from which the provider is asked again. */
  until: number;
}

export const sessionCookie = (secure: boolean) => hostCookie('tare-session', { secure });

export const sessionCookieOptions = (secure: boolean) =>
  ({ httpOnly: true, sameSite: 'lax', secure, path: '/' }) as const;

interface WebSessionOptions {
  config: Config;
  secret: string;
  pool: pg.Pool;
  redis: Redis | undefined;
}

const ninetyDays = 90 * 24 * 60 * 60;
const redisPrefix = 'tare:session:';

/**
 * Whatever the store says, an error means that nobody knows whose browser this is. express-session takes ENOENT, which is
 * what a Unix socket says while PostgreSQL is away, for a session that does not exist.
 */
function failing(store: session.Store): session.Store {
  const get = store.get.bind(store);
  store.get = (id, done) =>
    get(id, (error, found) =>
      error ? done(fail.unavailable('errors.unavailable', { cause: error })) : done(null, found),
    );
  return store;
}

/**
 * passport saves a new session before the response is sent. express-session does not know, and would save the same again and delay
 * the response for it.
 */
function savingOnce(store: session.Store): session.Store {
  const saved = new WeakMap<session.SessionData, string>();
  const set = store.set.bind(store);
  store.set = (id, content, done) => {
    const text = JSON.stringify([id, content]);
    if (saved.get(content) === text) return done?.();
    set(id, content, (error?: unknown) => {
      if (!error) saved.set(content, text);
      done?.(error);
    });
  };
  return store;
}

/** Writes a session where it still exists. */
type Replace = (id: string, content: session.SessionData) => Promise<unknown>;

/**
 * A request that was under way while its session ended must not bring it back: only one that it has made is written anew.
 */
function revivingNone(store: session.Store, replace: Replace): session.Store {
  const found = new WeakSet<session.SessionData>();
  const create = store.createSession.bind(store);
  store.createSession = (request, content) => {
    const loaded = create(request, content);
    found.add(loaded);
    return loaded;
  };
  const set = store.set.bind(store);
  store.set = (id, content, done) => {
    if (!found.has(content)) return set(id, content, done);
    replace(id, content).then(
      () => done?.(),
      (error: unknown) => done?.(error),
    );
  };
  return store;
}

const replaceIn = ({ redis, pool }: Pick<WebSessionOptions, 'redis' | 'pool'>): Replace =>
  redis
    ? (id, content) =>
        redis.set(`${redisPrefix}${id}`, JSON.stringify(content), {
          condition: 'XX',
          expiration: { type: 'EX', value: ninetyDays },
        })
    : (id, content) =>
        pool.query("update http_session set sess = $1, expire = now() + $2 * interval '1 second' where sid = $3", [
          JSON.stringify(content),
          ninetyDays,
          id,
        ]);

/**
 * The browser's session: an id in a cookie, its content in Redis or the database. Who is signed in, and for how long,
 * is decided by the identity wing's own session row; this one only points at it.
 */
export function webSession({ config, secret, pool, redis }: WebSessionOptions): RequestHandler {
  // Every sign-in writes a new one that lives as long as a session may in all, so no use of it has to be noted here.
  const life = { ttl: ninetyDays, disableTouch: true };
  const store = redis
    ? new RedisStore({ client: redis, prefix: redisPrefix, ...life })
    : new (connectPgSimple(session))({
        pool,
        tableName: 'http_session',
        createTableIfMissing: false,
        pruneSessionInterval: 900,
        ...life,
      });
  return session({
    store: savingOnce(revivingNone(failing(store), replaceIn({ redis, pool }))),
    secret,
    name: sessionCookie(config.secure),
    resave: false,
    saveUninitialized: false,
    rolling: false,
    proxy: config.secure,
    cookie: sessionCookieOptions(config.secure),
  });
}
