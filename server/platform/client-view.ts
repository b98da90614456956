import type { Locale } from '../../views/locales/messages';
import type { Db, Trx } from './db/database';

/** Who acts behind somebody else's name. */
export interface ActingBehind {
  userId: number;
  login: string;
}

/** A session in which internal staff look with the eyes of a customer's person, with that person's rights and no more. */
export interface ClientView {
  /** Of the session that it is. */
  id: string;
  by: ActingBehind & { fullName: string; locale: Locale };
  endsAt: Date;
  /** The session of their own that they go back to. */
  begunIn: string;
}

/** Nothing lengthens it. */
export const clientViewMinutes = 60;

/** Full minutes that are left, the one under way included. */
export const minutesLeft = ({ endsAt }: Pick<ClientView, 'endsAt'>, now: Date) =>
  Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / 60_000));

/** Somebody whose view may be taken. */
export interface ViewablePerson {
  userId: number;
  fullName: string;
  email: string;
}

interface NewClientView {
  /** Who looks, in which session of theirs. */
  userId: number;
  sessionId: string;
  viewedUserId: number;
  organisationId: number;
  reason: string;
  ip: string;
  userAgent: string;
  now: Date;
}

/** What identity does of client views for the product. */
export interface ClientViews {
  /** The active members of an active tenant who belong to the internal organisation in no way, by name; at most `limit`, and how many there are. */
  listViewable(
    db: Db,
    wanted: { organisationId: number; search: string; limit: number },
  ): Promise<{ people: ViewablePerson[]; total: number }>;
  /** @returns the new session's id; null where that person may not be viewed there */
  open(trx: Trx, view: NewClientView): Promise<string | null>;
  end(trx: Trx, view: Pick<ClientView, 'id'>, now: Date): Promise<void>;
}
