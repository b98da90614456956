import type { Request, RequestHandler, Response } from 'express';
import type { Db } from '../../../platform/db/database';
import {
  bySession,
  nobody,
  type RequestOrigin,
  type Authenticated,
  type Authentication,
  type Barred,
} from '../../../platform/http/principals';
import { through } from '../../../platform/http/through';
import type { OwnGrant } from '../../../platform/http/web-session';
import { findSessionRow, findWayBack, personOf } from '../../core/sessions/session.store';
import type { SignedIn } from '../../ports';
import { seatOf, sessionPolicy, type Seat } from './session-policy.middleware';
import type { Passport } from './way-in';

interface Entering {
  sessionId: string;
  grant?: OwnGrant | undefined;
}

export interface SessionAuthentication {
  /** Follows the middleware that opens the web session. */
  initialize: RequestHandler;
  /** Puts whom a session stands for into the web session, which gets another id. */
  logIn(request: Request, entering: Entering): Promise<void>;
  /** Whom the web session stands for, in the session's tenant or in another of theirs. @throws Failure 403 where they are no member of the tenant that is asked for */
  authenticate(request: Request, response: Response, asked: RequestOrigin): Promise<Authenticated>;
}

interface Dependencies {
  passport: Passport;
  db: Db;
  /** The same person in the tenant that is asked for. */
  inTenant(person: SignedIn, asked: RequestOrigin): Promise<SignedIn>;
  /** What the product knows of them. */
  knownAs(person: SignedIn, asked: RequestOrigin): Promise<Authentication | Barred | null>;
}

/**
 * Passport's half of the sessions: it writes the session's id into the web session at a sign-in, under a new id of that, and reads it with each request. None of
 * it stands on the way of a request that brings a token: surfaces run it where they have found that the cookie is what counts.
 */
export function createSessionAuthentication({ passport, db, inTenant, knownAs }: Dependencies): SessionAuthentication {
  const asking = new WeakMap<Request, RequestOrigin>();
  const policy = sessionPolicy(db);
  const initialize = passport.initialize() as RequestHandler;

  passport.serializeUser<string, Request>((request, user, done) => {
    const { sessionId, grant } = user as Entering;
    // Where the platform looks, and versions that know nothing of passport.
    Object.assign(request.session, { sessionId, ...(grant ? { grant } : {}) });
    done(null, sessionId);
  });

  // Always somebody's seat, even an empty one: passport would take its id out of the web session, which is a write on reading.
  passport.deserializeUser<string, Request>((request, sessionId, done) => {
    const asked = asking.get(request);
    if (!asked) return done(new Error('A session is looked at where its surface authenticates.'));
    const { now } = asked;
    findSessionRow(db, { sessionId, now }).then(
      (row) => done(null, { sessionId, now, row, person: null } satisfies Seat),
      (error: unknown) => done(error),
    );
  });

  const findPerson: RequestHandler = (request, _response, next) => {
    const seat = seatOf(request);
    if (!seat?.row) return next();
    personOf(db, seat.row).then((person) => {
      seat.person = person;
      next();
    }, next);
  };

  const steps: RequestHandler[] = [passport.session() as RequestHandler, policy.keepLimits, findPerson, policy.noteUse];

  return {
    initialize(request, response, next) {
      const { session } = request;
      // Saved by a version that knew nothing of passport; no write, since it is not enumerable.
      if (session?.sessionId !== undefined && !('passport' in session))
        Object.defineProperty(session, 'passport', { value: { user: session.sessionId } });
      return initialize(request, response, next);
    },

    logIn: (request, entering) =>
      new Promise((resolve, reject) => {
        request.logIn(entering, (error: unknown) => (error ? reject(error as Error) : resolve()));
      }),

    async authenticate(request, response, asked) {
      if (request.session?.sessionId === undefined) return nobody;
      asking.set(request, asked);
      for (const step of steps) await through(step, request, response);
      const seat = seatOf(request);
      if (!seat) return nobody;
      const { sessionId, person } = seat;
      const known = person && (await knownAs(await inTenant(person, asked), asked));
      if (known) return bySession(sessionId, known);
      const begunIn = await findWayBack(db, sessionId, asked.now);
      return bySession(sessionId, begunIn === null ? null : { endedView: true, begunIn });
    },
  };
}
