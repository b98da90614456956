import { sql } from 'kysely';
import type { Locale } from '../../../platform/actor';
import { spelledAddress } from '../../../platform/email-address.rules';
import { spellingsOf } from '../../../platform/email-spellings';
import { fail } from '../../../platform/errors';
import type { Limit } from '../../../platform/http/rate-limits';
import { translator } from '../../../platform/i18n/messages';
import { mailChannel } from '../../../platform/outbox/mail';
import type { Outbox } from '../../../platform/resources';
import type { Visitor } from '../../../platform/visitor';
import { lockAccount } from '../../core/accounts/account-lock';
import { deleteFactors, forgetProofs } from '../../core/factors/factor.store';
import { takeRecoveryCode } from '../../core/factors/recovery-code.store';
import { endSessionsOfUser } from '../../core/sessions/session.store';
import { factorActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import { recoveredMail } from './mfa-mail';
import { factorsPerAddress } from './sign-in-proof.service';

/**
 * Counted for every name alike, whether it belongs to an account or not. A code has 128 random bits: it is not to be guessed, and
 * strangers who try must not keep its owner from using it.
 */
const perAddressAndAccount: Limit = { name: 'factor-recovery', points: 5, seconds: 600 };

interface Found {
  id: number;
  email: string;
  fullName: string;
  locale: Locale;
  tenantNumber: number | null;
}

/**
 * Switches somebody's second factor off by one of their recovery codes, ends their sessions, and tells them by mail.
 * @throws Failure 401 in the same words for a wrong code and an unknown address; 429 after too many tries
 */
export async function recoverFactor(
  visitor: Visitor,
  { email, recoveryCode }: { email: string; recoveryCode: string },
  { rateLimits, outbox }: Pick<IdentityParts, 'rateLimits'> & { outbox: Outbox },
): Promise<void> {
  const { db, now, ip, audit } = visitor;
  const address = spelledAddress(email.trim().toLowerCase());
  const spellings = spellingsOf(address);
  await rateLimits.take(factorsPerAddress, ip);
  await rateLimits.take(perAddressAndAccount, `${ip} ${address}`);
  const recovered = await db.transaction().execute(async (trx) => {
    const { rows } = await sql<Found>`
      select u.id, u.email, u.full_name as "fullName", u.locale, (select min(m.tenant_number) from identity.membership m where m.user_id = u.id and m.status = 'A') as "tenantNumber"
      from identity."user" u where (lower(u.email) = any(${spellings}::text[]) or lower(u.login) = any(${spellings}::text[])) and u.status = 'A' order by lower(u.email) = any(${spellings}::text[]) desc limit 1`.execute(
      trx,
    );
    const user = rows[0];
    const where = {
      entity: 'user',
      entityId: user?.id,
      ...(user?.tenantNumber ? { organisationId: user.tenantNumber } : {}),
    };
    // As sign-ins do that take a code: otherwise each waits for what the other holds.
    if (user) await lockAccount(trx, user.id);
    if (!user || !(await takeRecoveryCode(trx, user.id, { code: recoveryCode, now }))) {
      await audit(trx, { action: factorActions.refuse, ...where, after: { by: 'recovery code' } });
      return false;
    }
    await deleteFactors(trx, user.id);
    await forgetProofs(trx, user.id, now);
    await endSessionsOfUser(trx, user.id, { now, reason: 'second factor recovered' });
    await outbox.post(trx, mailChannel, {
      key: `factor-recovered/${visitor.requestId}`,
      payload: recoveredMail({ t: translator(user.locale), to: user.email, name: user.fullName }),
      now,
    });
    await audit(trx, { action: factorActions.recover, ...where });
    return true;
  });
  if (!recovered) throw fail.signedOut('identity.wrongRecovery');
}
