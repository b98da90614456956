import type { Request, RequestHandler } from 'express';
import type { Db } from '../../../platform/db/database';
import { noteUse, type SessionRow } from '../../core/sessions/session.store';
import type { SignedIn } from '../../ports';

/** What passport finds behind the cookie of a web session. */
export interface Seat {
  sessionId: string;
  now: Date;
  /** Of the session; null where there is none, or none any more. */
  row: SessionRow | null;
  /** Who sits there, once that is known. */
  person: SignedIn | null;
}

export const seatOf = (request: Request): Seat | null => (request.user as Seat | undefined) ?? null;

/**
 * What the session policies of tenants ask of a request by a session, beside passport, which says whose session it is. How many sessions somebody has
 * is counted where one opens, in the transaction that admits them (`makeRoom`): a request can make it none the fewer.
 */
export interface SessionPolicy {
  /** Lets nobody on by a session that was left alone for too long, or lived too long. */
  keepLimits: RequestHandler;
  /** Starts the idle time anew for somebody who was let on: what opens nothing is no use of a session. */
  noteUse: RequestHandler;
}

export const sessionPolicy = (db: Db): SessionPolicy => ({
  keepLimits(request, _response, next) {
    const seat = seatOf(request);
    if (seat?.row?.within_limits === false) seat.row = null;
    next();
  },

  noteUse(request, _response, next) {
    const seat = seatOf(request);
    if (!seat?.row || !seat.person) return next();
    noteUse(db, seat.row, seat.now).then(() => next(), next);
  },
});
