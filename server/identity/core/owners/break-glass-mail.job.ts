import { z } from 'zod';
import type { Locale } from '../../../platform/actor';
import { translator } from '../../../platform/i18n/messages';
import { defineJob } from '../../../platform/jobs/define-job';
import { mailChannel } from '../../../platform/outbox/mail';
import { noticeMail } from '../messages/password-mail';
import { listOwners } from './owner.store';

/** Mails every owner of a tenant that somebody came in past its provider. */
export const tellOwnersJob = defineJob({
  name: 'sso.tell-owners',
  payload: z.object({ tenantNumber: z.number(), userId: z.number(), ip: z.string(), at: z.iso.datetime() }),
  concurrency: 4,
  async run({ tenantNumber, userId, ip, at }, { database: { db }, outbox }) {
    const who = await db
      .selectFrom('identity.user')
      .select(['full_name', 'email'])
      .where('id', '=', userId)
      .executeTakeFirst();
    const tenant = await db
      .selectFrom('identity.tenant')
      .select('name')
      .where('number', '=', tenantNumber)
      .executeTakeFirst();
    if (!who || !tenant) return;
    const owners = await listOwners(db, { tenantNumber });
    await db.transaction().execute(async (trx) => {
      for (const { userId: owner, name, email, locale } of owners) {
        const t = translator(locale as Locale);
        const lines = [
          t('password.mailGreeting', { name }),
          t('ssoEntry.mailTold', {
            name: who.full_name,
            email: who.email,
            tenant: tenant.name,
            ip,
            time: at.replace('T', ' ').replace(/\..*$/, ' UTC'),
          }),
          t('ssoEntry.mailEnd'),
        ];
        await outbox.post(trx, mailChannel, {
          key: `sso-break-glass/${userId}/${at}/${owner}`,
          payload: noticeMail({ to: email, subject: t('ssoEntry.mailSubject', { tenant: tenant.name }), lines }),
          now: new Date(at),
        });
      }
    });
  },
});
