import { sql } from 'kysely';
import { z } from 'zod';
import { internalOrganisation, type Locale } from '../../../platform/actor';
import { recordAudit } from '../../../platform/audit';
import type { Db, Trx } from '../../../platform/db/database';
import { spellingsOf } from '../../../platform/email-spellings';
import { translator } from '../../../platform/i18n/messages';
import { defineJob } from '../../../platform/jobs/define-job';
import { mailChannel } from '../../../platform/outbox/mail';
import type { Resources } from '../../../platform/resources';
import { userActions } from '../../identity.audit';
import { activationMail, founderMail } from '../messages/password-mail';
import { makePasswordLink, minutesOf } from './password-link';

const minutesOfDay = 24 * 60;

interface Waiting {
  id: number;
  email: string;
  login: string;
  full_name: string;
  locale: string;
}

/** An account that waits for its first password. */
const waiting = (db: Db) =>
  db
    .selectFrom('identity.user')
    .select(['id', 'email', 'login', 'full_name', 'locale'])
    .where('status', '=', 'A')
    .where('sso_user', '=', false)
    .where('password_hash', 'is', null);

/** The organisation of its administrator who is alone in it; undefined for who has been asked in by others. */
async function findFounded(db: Db | Trx, userId: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select t.name
    from identity.membership m join identity.tenant t on t.number = m.tenant_number
    where m.user_id = ${userId}
      and exists (
        select from identity.membership_role mr join identity.role r on r.id = mr.role_id
        where mr.tenant_number = m.tenant_number and mr.user_id = m.user_id and r.tenant_number is null and r.key = 'administrator')
      and not exists (select from identity.membership other where other.tenant_number = m.tenant_number and other.user_id <> m.user_id)
    order by t.number limit 1`.execute(db);
  return rows[0]?.name;
}

async function postLink(
  trx: Trx,
  user: Waiting,
  { config, outbox, requestId, now }: Pick<Resources, 'config' | 'outbox'> & { requestId: string; now: Date },
): Promise<boolean> {
  const { link } = await makePasswordLink(trx, {
    userId: user.id,
    purpose: 'ACTIVATION',
    publicUrl: config.publicUrl,
    now,
  });
  const t = translator(user.locale as Locale);
  const mail = {
    t,
    to: user.email,
    name: user.full_name,
    login: user.login,
    link,
    days: minutesOf.ACTIVATION / minutesOfDay,
  };
  const organization = await findFounded(trx, user.id);
  const payload = organization === undefined ? activationMail(mail) : founderMail({ ...mail, organization });
  // The job runs at least once: the link of a second run is known to nobody.
  return outbox.post(trx, mailChannel, { key: `activation/${requestId}/${user.id}`, payload, now });
}

/** Mails the link by which a new account gets its first password, as long as it waits for one. */
export const sendActivationLinkJob = defineJob({
  name: 'password.send-activation',
  payload: z.object({ userId: z.number(), at: z.iso.datetime(), requestId: z.string() }),
  concurrency: 4,
  async run({ userId, at, requestId }, { config, database: { db }, outbox }) {
    const user = await waiting(db).where('id', '=', userId).executeTakeFirst();
    if (user)
      await db.transaction().execute((trx) => postLink(trx, user, { config, outbox, requestId, now: new Date(at) }));
  },
});

/** The same for whoever has an address, asked for by anybody. */
export const sendActivationToAddressJob = defineJob({
  name: 'password.send-activation-to',
  payload: z.object({ email: z.string(), at: z.iso.datetime(), requestId: z.string() }),
  concurrency: 4,
  async run({ email, at, requestId }, { config, database: { db }, outbox }) {
    const now = new Date(at);
    const user = await waiting(db)
      .where(sql<boolean>`lower(email) = any(${spellingsOf(email)}::text[])`)
      .executeTakeFirst();
    if (!user) return;
    await db.transaction().execute(async (trx) => {
      if (!(await postLink(trx, user, { config, outbox, requestId, now }))) return;
      await recordAudit(trx, {
        organisationId: internalOrganisation,
        userId: null,
        actor: 'anonymous',
        at: now,
        action: userActions.passwordLink,
        entity: 'user',
        entityId: user.id,
        requestId,
      });
    });
  },
});
