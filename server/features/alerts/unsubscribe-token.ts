import type { Signer } from '../../platform/signer';

/** What the mails of a subscription are about: alerts, or whatever comes once a day or at once. */
export type MailedAbout = { alertIds: readonly number[] } | { frequency: 'DAILY' | 'IMMEDIATE' };

/** The mails that one person gets from one organization about it. */
export interface MailSubscription {
  organisationId: number;
  userId: number;
  about: MailedAbout;
}

export const unsubscribePath = '/alerts/unsubscribe';

const purpose = 'alert mail unsubscription';
/** An address of more alerts would be cut off on its way; such a mail is of all that comes at once. */
const mostAlerts = 30;

const written = (about: MailedAbout): string => {
  if ('frequency' in about) return about.frequency.toLowerCase();
  return about.alertIds.length > mostAlerts
    ? 'immediate'
    : [...about.alertIds].sort((one, other) => one - other).join('-');
};

/** Ends, and takes up again, these mails of this person; it opens nothing. It stays good as long as the mail may lie somewhere. */
export function unsubscribeToken(signer: Signer, { organisationId, userId, about }: MailSubscription): string {
  const text = `${organisationId}.${userId}.${written(about)}`;
  return `${text}.${signer.sign(purpose, text)}`;
}

/** @returns null for what this installation has not signed */
export function readUnsubscribeToken(signer: Signer, token: string): MailSubscription | null {
  const [, text = '', organisation, user, what = '', signature = ''] =
    /^((\d{1,15})\.(\d{1,15})\.(daily|immediate|\d{1,15}(?:-\d{1,15}){0,29}))\.([\w-]{43})$/.exec(token) ?? [];
  if (!signer.isSigned(purpose, text, signature)) return null;
  const frequency = what.toUpperCase();
  const about: MailedAbout =
    frequency === 'DAILY' || frequency === 'IMMEDIATE' ? { frequency } : { alertIds: what.split('-').map(Number) };
  return { organisationId: Number(organisation), userId: Number(user), about };
}
