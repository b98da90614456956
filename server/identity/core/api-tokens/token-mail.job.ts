import { z } from 'zod';
import type { Locale } from '../../../platform/actor';
import { translator } from '../../../platform/i18n/messages';
import { defineJob } from '../../../platform/jobs/define-job';
import { mailChannel } from '../../../platform/outbox/mail';
import { noticeMail } from '../messages/password-mail';
import { listOwners } from '../owners/owner.store';

/** Mails whose rights a new token carries: whoever made it in their name cannot hide it. Of a tenant that is its owners, beside its maker. */
export const tellOfTokenJob = defineJob({
  name: 'api-token.tell',
  payload: z.object({
    tokenId: z.string(),
    description: z.string(),
    tenantNumber: z.number(),
    madeBy: z.number(),
    ofTenant: z.boolean(),
    at: z.iso.datetime(),
  }),
  concurrency: 4,
  async run({ tokenId, description, tenantNumber, madeBy, ofTenant, at }, { database: { db }, outbox }) {
    const maker = await db
      .selectFrom('identity.user')
      .select(['id as userId', 'email', 'login', 'full_name as name', 'locale'])
      .where('id', '=', madeBy)
      .executeTakeFirst();
    const tenant = await db
      .selectFrom('identity.tenant')
      .select('name')
      .where('number', '=', tenantNumber)
      .executeTakeFirst();
    if (!maker || !tenant) return;
    const about = {
      token: description,
      login: maker.login,
      name: maker.name,
      email: maker.email,
      tenant: tenant.name,
      time: at.replace('T', ' ').replace(/\..*$/, ' UTC'),
    };
    const owners = ofTenant ? await listOwners(db, { tenantNumber }) : [];
    await db.transaction().execute(async (trx) => {
      for (const { userId, name, email, locale } of [
        maker,
        ...owners.filter((owner) => owner.userId !== maker.userId),
      ]) {
        const t = translator(locale as Locale);
        const [subject, told, end] = ofTenant
          ? [t('apiTokens.mailTenantSubject', about), t('apiTokens.mailTenant', about), t('apiTokens.mailTenantEnd')]
          : [t('apiTokens.mailOwnSubject'), t('apiTokens.mailOwn', about), t('apiTokens.mailOwnEnd')];
        const lines = [t('password.mailGreeting', { name }), told, end];
        await outbox.post(trx, mailChannel, {
          key: `api-token/${tokenId}/${userId}`,
          payload: noticeMail({ to: email, subject, lines }),
          now: new Date(at),
        });
      }
    });
  },
});
