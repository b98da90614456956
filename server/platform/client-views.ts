import { z } from 'zod';
import type { ActingPersonally } from './acting';
import { defineActions } from './audit';
import type { ClientView } from './client-view';
import type { Db, Trx } from './db/database';
import type { Signer } from './signer';

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
  reason: string;
  ip: string;
  userAgent: string;
}

/** What identity does of client views for the product. */
export interface ClientViews {
  /** The active members of an active tenant who belong to the internal organisation in no way, by name; at most `limit`, and how many there are. */
  listViewable(
    db: Db,
    wanted: { organisationId: number; search: string; limit: number },
  ): Promise<{ people: ViewablePerson[]; total: number }>;
  /** @returns their public id where `begin` would begin one */
  findViewable(db: Db, who: { organisationId: number; userId: number; now: Date }): Promise<string | null>;
  /** Begins one in the organization that is acted in. @returns the new session's id; null where that person may not be viewed there */
  begin(acting: ActingPersonally, view: NewClientView): Promise<string | null>;
  end(trx: Trx, view: Pick<ClientView, 'id'>, now: Date): Promise<void>;
}

export const clientViewActions = defineActions('clientView', {
  start: { severity: 'warning' },
  end: {},
});

/** A client view that was granted, to be begun within a minute in the session that asked for it. */
export interface GrantedView {
  sessionId: string;
  viewedUserId: number;
  organisationId: number;
  reason: string;
}

const actorTokenPurpose = 'actor token';
const actorTokenSeconds = 60;
const grantedView = z.strictObject({
  sessionId: z.string(),
  viewedUserId: z.number(),
  organisationId: z.number(),
  reason: z.string(),
  until: z.number(),
});

/** Vouches for a client view to the identity API, where the published client begins it. */
export function actorTokenOf(signer: Signer, view: GrantedView, now: Date): string {
  const text = JSON.stringify({ ...view, until: now.getTime() + actorTokenSeconds * 1000 });
  return `${Buffer.from(text).toString('base64url')}.${signer.sign(actorTokenPurpose, text)}`;
}

/** @returns null for one that this installation did not make, or whose minute has passed */
export function readActorToken(signer: Signer, token: string, now: Date): GrantedView | null {
  const [payload = '', signature = ''] = token.split('.');
  const text = Buffer.from(payload, 'base64url').toString();
  if (!signer.isSigned(actorTokenPurpose, text, signature)) return null;
  const { until, ...view } = grantedView.parse(JSON.parse(text));
  return now.getTime() < until ? view : null;
}
