import { z } from 'zod';
import type { Locale } from '../../../platform/actor';
import { translator } from '../../../platform/i18n/messages';
import { defineJob } from '../../../platform/jobs/define-job';
import { mailChannel } from '../../../platform/outbox/mail';
import { noticeMail } from '../../core/messages/password-mail';

/** Mails somebody that a passkey of theirs came or went: whoever did it in their name cannot hide it. */
export const tellOfPasskeyJob = defineJob({
  name: 'passkey.tell',
  payload: z.object({
    userId: z.number(),
    passkeyId: z.string(),
    device: z.string(),
    what: z.enum(['added', 'removed']),
    at: z.iso.datetime(),
  }),
  concurrency: 4,
  async run({ userId, passkeyId, device: named, what, at }, { database: { db }, outbox }) {
    const user = await db
      .selectFrom('identity.user')
      .select(['email', 'login', 'full_name', 'locale'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user) return;
    const t = translator(user.locale as Locale);
    const device = named || t('identity.unnamedDevice');
    const about = { device, login: user.login };
    const [subject, told] =
      what === 'added'
        ? [t('identity.passkeyAddedSubject'), t('identity.passkeyAdded', about)]
        : [t('identity.passkeyRemovedSubject'), t('identity.passkeyRemoved', about)];
    const lines = [t('identity.passkeyMailGreeting', { name: user.full_name }), told, t('identity.passkeyMailEnd')];
    const payload = noticeMail({ to: user.email, subject, lines });
    await db
      .transaction()
      .execute((trx) =>
        outbox.post(trx, mailChannel, { key: `passkey-${what}/${passkeyId}`, payload, now: new Date(at) }),
      );
  },
});
