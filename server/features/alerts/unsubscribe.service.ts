import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import type { Visitor } from '../../platform/visitor';
import type { MailSubscription } from './unsubscribe-token';
import { endMails, resumeMails } from './unsubscribe.store';

const actions = defineActions('alertMail', { unsubscribe: {}, resume: {} });

/** Ends the mails that a signed link names, whoever follows it: mail programs do so for their people, who are signed in nowhere. */
export const unsubscribe = (visitor: Visitor, subscription: MailSubscription): Promise<void> =>
  change(visitor, subscription, { action: actions.unsubscribe, make: endMails });

/** Takes up again what such a link has ended, and nothing that the person has switched off themselves. */
export const resume = (visitor: Visitor, subscription: MailSubscription): Promise<void> =>
  change(visitor, subscription, { action: actions.resume, make: resumeMails });

interface Making {
  action: (typeof actions)[keyof typeof actions];
  make(trx: Trx, subscription: MailSubscription, now: Date): Promise<number[]>;
}

async function change(
  { db, now, audit, touch }: Visitor,
  subscription: MailSubscription,
  { action, make }: Making,
): Promise<void> {
  const { organisationId, userId } = subscription;
  await db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    const alertIds = await make(trx, subscription, now);
    if (alertIds.length === 0) return;
    await audit(trx, {
      organisationId,
      action,
      entity: 'alertNotification',
      after: { notifyUserId: userId, alertIds, by: 'the link in a mail' },
    });
    await touch(trx, organisationId);
  });
}
