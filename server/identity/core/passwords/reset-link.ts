import { sql } from 'kysely';
import { z } from 'zod';
import { internalOrganisation, type Locale } from '../../../platform/actor';
import { recordAudit } from '../../../platform/audit';
import { spellingsOf } from '../../../platform/email-spellings';
import { translator } from '../../../platform/i18n/messages';
import { defineJob } from '../../../platform/jobs/define-job';
import { mailChannel } from '../../../platform/outbox/mail';
import { userActions } from '../../identity.audit';
import { passwordMail } from '../messages/password-mail';
import { makePasswordLink, minutesOf } from './password-link';

export const sendResetLinkJob = defineJob({
  name: 'password.send-link',
  payload: z.object({ email: z.string(), at: z.iso.datetime(), requestId: z.string() }),
  concurrency: 4,
  async run({ email, at, requestId }, { config, database: { db }, outbox }) {
    const now = new Date(at);
    const user = await db
      .selectFrom('identity.user')
      .select(['id', 'email', 'full_name', 'locale'])
      .where(sql<boolean>`lower(email) = any(${spellingsOf(email)}::text[])`)
      .where('status', '=', 'A')
      .where('sso_user', '=', false)
      .executeTakeFirst();
    if (!user) return;
    await db.transaction().execute(async (trx) => {
      const { link } = await makePasswordLink(trx, {
        userId: user.id,
        purpose: 'RESET',
        publicUrl: config.publicUrl,
        now,
      });
      const t = translator(user.locale as Locale);
      const payload = passwordMail({ t, to: user.email, name: user.full_name, link, minutes: minutesOf.RESET });
      // The job runs at least once: the link of a second run is known to nobody.
      const posted = await outbox.post(trx, mailChannel, { key: `password-reset/${requestId}`, payload, now });
      if (posted)
        await recordAudit(trx, {
          organisationId: internalOrganisation,
          userId: null,
          actor: 'anonymous',
          at: now,
          action: userActions.passwordResetRequest,
          entity: 'user',
          entityId: user.id,
          requestId,
        });
    });
  },
});
