import { z } from 'zod';
import type { Locale } from '../../../platform/actor';
import { recordAudit } from '../../../platform/audit';
import type { Trx } from '../../../platform/db/database';
import { fail, failExactly } from '../../../platform/errors';
import type { Limit } from '../../../platform/http/rate-limits';
import { translator } from '../../../platform/i18n/messages';
import { defineJob } from '../../../platform/jobs/define-job';
import type { JobSender } from '../../../platform/jobs/job-handle';
import { mailChannel } from '../../../platform/outbox/mail';
import type { Visitor } from '../../../platform/visitor';
import { userActions } from '../../identity.audit';
import { checkEmailDomain } from '../../policies/email-domains/email-domain-check';
import { endSessionsBelowPolicy } from '../../policies/mfa/mfa-policy.store';
import { firstEntryRefusal } from '../../policies/providers/foreign-provider';
import type { IdentityPorts } from '../../ports';
import { lockAccountOf } from '../accounts/account-lock';
import { activateMembership } from '../memberships/membership.store';
import { linkMail } from '../messages/password-mail';
import {
  addInvitation,
  countInvitations,
  daysOfInvitation,
  endInvitations,
  listOpenInvitations,
  newToken,
  useInvitation,
  type InvitationKey,
} from './invitation.store';

export const invitationPath = '/account/invitation/accept';

/** Of one person into one tenant; each that is mailed is kept twice. */
const mostAnHour = 10;

const perAddress: Limit = { name: 'invitation-ip', points: 30, seconds: 3600 };
const perAccount: Limit = { name: 'invitation-account', points: 5, seconds: 3600 };

/**
 * Invites somebody who has an account to a further tenant, in the transaction that made the membership, which waits as inactive.
 * The caller writes the audit row.
 * @throws Failure 429 after more than a few in an hour
 */
export async function invite(
  trx: Trx,
  jobs: JobSender,
  { requestId, now, ...key }: InvitationKey & { requestId: string; now: Date },
): Promise<void> {
  const { email } = await trx
    .selectFrom('identity.user')
    .select('email')
    .where('id', '=', key.userId)
    .executeTakeFirstOrThrow();
  if ((await countInvitations(trx, key, new Date(now.getTime() - 3_600_000))) >= mostAnHour)
    throw fail.tooMany('errors.tooMany', { params: { seconds: 3600 } });
  await endInvitations(trx, key, now);
  // Open from now on; the token that is mailed takes its place.
  await addInvitation(trx, { ...key, email, token: newToken(), now });
  await jobs.send(trx, sendInvitationsJob, { to: key, at: now.toISOString(), requestId });
}

/** Mails links of the invitations that are open: of one membership, or the newest or all of an address. */
export const sendInvitationsJob = defineJob({
  name: 'users.send-invitations',
  payload: z.object({
    to: z.union([
      z.object({ tenantNumber: z.number(), userId: z.number() }),
      z.object({ email: z.string(), all: z.boolean() }),
    ]),
    at: z.iso.datetime(),
    requestId: z.string(),
  }),
  concurrency: 4,
  async run({ to, at, requestId }, { config, database: { db }, outbox }) {
    const now = new Date(at);
    await db.transaction().execute(async (trx) => {
      const open = await listOpenInvitations(trx, to);
      for (const { tenantNumber, userId, ...person } of 'email' in to && !to.all ? open.slice(0, 1) : open) {
        const token = newToken();
        const t = translator(person.locale as Locale);
        const tenant = person.tenantName;
        const link = `${config.publicUrl}${invitationPath}?token=${token}&userId=${person.userUuid}`;
        const lines = [
          t('password.mailGreeting', { name: person.fullName }),
          t('identity.invitationReason', { tenant, days: daysOfInvitation }),
        ];
        const payload = linkMail({
          to: person.email,
          subject: t('identity.invitationSubject', { tenant }),
          lines,
          link,
          end: t('identity.invitationIgnore'),
        });
        // The job runs at least once: what a second run made is not mailed, so the link of the first stays the good one.
        const posted = await outbox.post(trx, mailChannel, {
          key: `invitation/${requestId}/${tenantNumber}/${userId}`,
          payload,
          now,
        });
        if (!posted) continue;
        await endInvitations(trx, { tenantNumber, userId }, now);
        await addInvitation(trx, { tenantNumber, userId, email: person.email, token, now });
        await recordAudit(trx, {
          organisationId: tenantNumber,
          userId: null,
          actor: 'anonymous',
          at: now,
          action: userActions.invitationLink,
          entity: 'user',
          entityId: userId,
          requestId,
        });
      }
    });
  },
});

/** Has open invitations mailed again. The same work for every address, known or not. @throws Failure 429 after too many requests */
export async function resendInvitations(
  visitor: Visitor,
  { email, all }: { email: string; all: boolean },
  { rateLimits }: Pick<IdentityPorts, 'rateLimits'>,
): Promise<void> {
  const address = email.toLowerCase();
  await rateLimits.take(perAddress, visitor.ip);
  await rateLimits.take(perAccount, address);
  const asked = { to: { email: address, all }, at: visitor.now.toISOString(), requestId: visitor.requestId };
  await visitor.db.transaction().execute((trx) => visitor.jobs.send(trx, sendInvitationsJob, asked));
}

/**
 * Makes the membership active that somebody was invited to. It signs nobody in.
 * @throws Failure 422 for a token that is not good or not theirs, and for an address of a domain that the tenant keeps out; 400 into a suspended tenant; 403 for whoever comes in by the provider of another one first
 */
export async function acceptInvitation(
  visitor: Visitor,
  { token, userId }: { token: string; userId: string },
  { rateLimits }: Pick<IdentityPorts, 'rateLimits'>,
): Promise<void> {
  const { db, now } = visitor;
  await rateLimits.take(perAddress, visitor.ip);
  await db.transaction().execute(async (trx) => {
    // As whoever switches memberships off does, before their invitations.
    await lockAccountOf(trx, userId);
    const joined = await useInvitation(trx, { token, userUuid: userId, now });
    if (!joined) throw fail.unprocessable('identity.entryRefused');
    // In the words and with the code that the published client knows.
    if (joined.suspended) throw failExactly(400, { errors: ['The account is locked'], errorCode: 'ER-01239' });
    const refusal = await firstEntryRefusal(trx, joined);
    if (refusal) throw refusal;
    // The tenant may have come to look at domains since it invited them.
    await checkEmailDomain(trx, joined);
    await activateMembership(trx, joined);
    await endSessionsBelowPolicy(trx, { ...joined, now });
    await visitor.audit(trx, {
      action: userActions.acceptInvitation,
      entity: 'user',
      entityId: joined.userId,
      organisationId: joined.tenantNumber,
      after: { tenant: joined.tenantNumber },
    });
    await visitor.touchPerson(trx, joined.userId);
  });
}
