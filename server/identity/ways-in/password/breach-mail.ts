import { z } from 'zod';
import { internalOrganisation, type Locale } from '../../../platform/actor';
import { recordAudit } from '../../../platform/audit';
import { translator } from '../../../platform/i18n/messages';
import { defineJob } from '../../../platform/jobs/define-job';
import { mailChannel } from '../../../platform/outbox/mail';
import type { Resources } from '../../../platform/resources';
import { linkMail } from '../../core/messages/password-mail';
import { makePasswordLink, minutesOf } from '../../core/passwords/password-link';
import { userActions } from '../../identity.audit';
import { listBreached } from './breach.store';

const asked = { at: z.iso.datetime(), requestId: z.string() };

/** Mails somebody a link by which they choose another password. */
export const sendBreachedLinkJob = defineJob({
  name: 'password.send-breached-link',
  payload: z.object({ userId: z.number(), ...asked }),
  concurrency: 4,
  run: ({ userId, at, requestId }, resources) => mailLink(resources, { userId, requestId, now: new Date(at) }),
});

/** The same for everybody in a tenant whose password is still known from a breach. */
export const sendBreachedLinksJob = defineJob({
  name: 'password.send-breached-links',
  payload: z.object({ tenantNumber: z.number(), ...asked }),
  async run({ tenantNumber, at, requestId }, resources) {
    const now = new Date(at);
    for (const userId of await listBreached(resources.database.db, { tenantNumber, now }))
      await mailLink(resources, { userId, requestId, now });
  },
});

async function mailLink(
  { config, database: { db }, outbox }: Resources,
  { userId, requestId, now }: { userId: number; requestId: string; now: Date },
): Promise<void> {
  const user = await db
    .selectFrom('identity.user')
    .select(['email', 'full_name', 'locale'])
    .where('id', '=', userId)
    .where('status', '=', 'A')
    .where('sso_user', '=', false)
    .executeTakeFirst();
  if (!user) return;
  await db.transaction().execute(async (trx) => {
    const { link } = await makePasswordLink(trx, { userId, purpose: 'RESET', publicUrl: config.publicUrl, now });
    const t = translator(user.locale as Locale);
    const minutes = minutesOf.RESET;
    const payload = linkMail({
      to: user.email,
      subject: t('signInChecks.breachedSubject'),
      link,
      end: t('signInChecks.breachedEnd'),
      lines: [t('password.mailGreeting', { name: user.full_name }), t('signInChecks.breachedReason', { minutes })],
    });
    // The job runs at least once: the link of a second run is known to nobody.
    const posted = await outbox.post(trx, mailChannel, {
      key: `breached-password/${requestId}/${userId}`,
      payload,
      now,
    });
    if (posted)
      await recordAudit(trx, {
        organisationId: internalOrganisation,
        userId: null,
        actor: 'anonymous',
        at: now,
        action: userActions.passwordResetRequest,
        entity: 'user',
        entityId: userId,
        requestId,
      });
  });
}
