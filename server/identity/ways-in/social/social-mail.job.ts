import { z } from 'zod';
import type { Locale } from '../../../platform/actor';
import { translator } from '../../../platform/i18n/messages';
import { defineJob } from '../../../platform/jobs/define-job';
import { mailChannel } from '../../../platform/outbox/mail';
import { noticeMail } from '../../core/messages/password-mail';

/** Mails somebody that another service opens their account, or does no more: whoever did it in their name cannot hide it. */
export const tellOfSocialJob = defineJob({
  name: 'social.tell',
  payload: z.object({
    userId: z.number(),
    identityId: z.string(),
    service: z.string(),
    shownAs: z.string(),
    what: z.enum(['linked', 'unlinked']),
    at: z.iso.datetime(),
  }),
  concurrency: 4,
  async run({ userId, identityId, service, shownAs, what, at }, { database: { db }, outbox }) {
    const user = await db
      .selectFrom('identity.user')
      .select(['email', 'login', 'full_name', 'locale'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user) return;
    const t = translator(user.locale as Locale);
    const about = { service, shownAs, login: user.login };
    const [subject, told] =
      what === 'linked'
        ? [t('social.linkedSubject', { service }), t('social.linkedMail', about)]
        : [t('social.unlinkedSubject', { service }), t('social.unlinkedMail', about)];
    const lines = [t('identity.passkeyMailGreeting', { name: user.full_name }), told, t('identity.passkeyMailEnd')];
    const payload = noticeMail({ to: user.email, subject, lines });
    await db
      .transaction()
      .execute((trx) =>
        outbox.post(trx, mailChannel, { key: `social-${what}/${identityId}`, payload, now: new Date(at) }),
      );
  },
});
