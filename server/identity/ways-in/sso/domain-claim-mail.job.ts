import { z } from 'zod';
import type { Locale } from '../../../platform/actor';
import { translator } from '../../../platform/i18n/messages';
import { defineJob } from '../../../platform/jobs/define-job';
import { mailChannel } from '../../../platform/outbox/mail';
import { noticeMail } from '../../core/messages/password-mail';
import { listOwners } from '../../core/owners/owner.store';

/** Mails every owner of a tenant that an account which it had made is somebody else's. */
export const tellWithdrawnJob = defineJob({
  name: 'sso.tell-withdrawn',
  payload: z.object({ tenantNumber: z.number(), email: z.string(), at: z.iso.datetime() }),
  concurrency: 4,
  async run({ tenantNumber, email, at }, { database: { db }, outbox }) {
    const tenant = await db
      .selectFrom('identity.tenant')
      .select('name')
      .where('number', '=', tenantNumber)
      .executeTakeFirst();
    if (!tenant) return;
    const owners = await listOwners(db, { tenantNumber });
    await db.transaction().execute(async (trx) => {
      for (const { userId, name, email: to, locale } of owners) {
        const t = translator(locale as Locale);
        const lines = [
          t('password.mailGreeting', { name }),
          t('ssoEntry.withdrawnTold', { email, tenant: tenant.name }),
          t('ssoEntry.withdrawnEnd'),
        ];
        await outbox.post(trx, mailChannel, {
          key: `sso-withdrawn/${tenantNumber}/${email}/${at}/${userId}`,
          payload: noticeMail({ to, subject: t('ssoEntry.withdrawnSubject', { email, tenant: tenant.name }), lines }),
          now: new Date(at),
        });
      }
    });
  },
});

/** Mails somebody that they no longer sign in by a name that is another organization's address. */
export const tellLoginGivenUpJob = defineJob({
  name: 'sso.tell-login-given-up',
  payload: z.object({ userId: z.number(), login: z.string(), at: z.iso.datetime() }),
  concurrency: 4,
  async run({ userId, login, at }, { database: { db }, outbox }) {
    const user = await db
      .selectFrom('identity.user')
      .select(['email', 'full_name', 'locale'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user) return;
    const t = translator(user.locale as Locale);
    const lines = [
      t('password.mailGreeting', { name: user.full_name }),
      t('ssoEntry.loginGivenUp', { login, email: user.email }),
    ];
    await db.transaction().execute((trx) =>
      outbox.post(trx, mailChannel, {
        key: `sso-login/${userId}/${at}`,
        payload: noticeMail({ to: user.email, subject: t('ssoEntry.loginGivenUpSubject'), lines }),
        now: new Date(at),
      }),
    );
  },
});
