import type { Locale } from '../../views/locales/messages';

/** Who acts behind somebody else's name. */
export interface ActingBehind {
  userId: number;
  login: string;
}

/** A session in which internal staff look with the eyes of a customer's person, with that person's rights and no more. */
export interface ClientView {
  /** Of the session that it is. */
  id: string;
  by: ActingBehind & { userUuid: string; fullName: string; locale: Locale };
  endsAt: Date;
  /** The session of their own that they go back to. */
  begunIn: string;
}

/** Nothing lengthens it. */
export const clientViewMinutes = 60;

/** Full minutes that are left, the one under way included. */
export const minutesLeft = ({ endsAt }: Pick<ClientView, 'endsAt'>, now: Date) =>
  Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / 60_000));
