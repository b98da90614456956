import { z } from 'zod';
import { defineJob } from '../jobs/define-job';
import { mailChannel } from './mail';

/** Mail that a node of the release before has written while this one already runs, and left to its queue. */
export const earlierMailJob = defineJob({
  name: 'mail.send',
  payload: z.object({ mailId: z.int() }),
  async run({ mailId }, { database: { db }, outbox, clock }) {
    const now = clock.now();
    await db.transaction().execute(async (trx) => {
      const mail = await trx
        .updateTable('outgoing_mail')
        .set({ sent_at: now })
        .where('id', '=', mailId)
        .where('sent_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (!mail) return;
      const payload = { to: mail.recipient, subject: mail.subject, text: mail.body_text, html: mail.body_html };
      await outbox.post(trx, mailChannel, { key: mail.message_id, payload, now });
    });
  },
});
