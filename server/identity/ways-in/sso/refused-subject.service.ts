import type { ActingPersonally } from '../../../platform/acting';
import type { Trx } from '../../../platform/db/database';
import { spellingsOf } from '../../../platform/email-spellings';
import { fail } from '../../../platform/errors';
import { lockAccount } from '../../core/accounts/account-lock';
import { changingRights, checkGrant } from '../../core/roles/grants';
import { endSessionsInTenant } from '../../core/sessions/session.store';
import { ssoActions } from '../../identity.audit';
import { speaksFor } from '../../policies/providers/provider-domain.rules';
import {
  deleteRefusedSubject,
  findRefusedSubject,
  replaceSubjects,
  type RefusedSubject,
} from './refused-subject.store';
import { ownConfig, tenantOf } from './sso-config.service';
import type { SsoConfig } from './sso.store';
import { issuerNames } from './vouched.rules';

interface Chosen {
  configId: string;
  /** Of the refusal. */
  id: string;
}

/** @throws Failure 404 unknownProvider, unknownRefusal */
async function chosen(
  trx: Trx,
  acting: ActingPersonally,
  { configId, id }: Chosen,
): Promise<{ config: SsoConfig; refused: RefusedSubject }> {
  const config = await ownConfig(trx, acting, configId);
  const refused = await findRefusedSubject(trx, { configNumber: config.number, tenantNumber: config.tenantNumber }, id);
  if (!refused) throw fail.notFound('sso.unknownRefusal');
  return { config, refused };
}

/**
 * An account is from now on whom the provider names anew: it has been confirmed that this is the same person. What the former name opened ends.
 * @throws Failure 403 limitedToSites, beyondYours, 404 unknownProvider, unknownRefusal, 409 refusalOver
 */
export async function linkAgain(acting: ActingPersonally, which: Chosen): Promise<void> {
  const tenantNumber = tenantOf(acting);
  await changingRights(acting, async (trx) => {
    const { config, refused } = await chosen(trx, acting, which);
    const { id, userId, issuer, subject, email } = refused;
    await lockAccount(trx, userId);
    // The account may have another address since, or belong to somebody else as well.
    if (
      !refused.theirs ||
      !speaksFor(config, email) ||
      !spellingsOf(email).includes(refused.accountEmail.toLowerCase())
    )
      throw fail.conflict('sso.refusalOver');
    checkGrant(acting, refused.permissions);
    const [keptAs] = issuerNames(config, issuer);
    const former = await replaceSubjects(trx, { tenantNumber, userId, issuer, subject, keptAs, now: acting.now });
    if (!former) throw fail.conflict('sso.refusalOver');
    await deleteRefusedSubject(trx, id);
    await endSessionsInTenant(trx, { tenantNumber, userId }, { now: acting.now, reason: 'linked again' });
    await acting.audit(trx, {
      action: ssoActions.linkAgain,
      entity: 'user',
      entityId: userId,
      before: { issuer, subjects: former },
      after: { email, issuer, subject },
    });
  });
}

/** It was somebody else: they stay out. @throws Failure 403 limitedToSites, 404 unknownProvider, unknownRefusal */
export async function dismissRefusal(acting: ActingPersonally, which: Chosen): Promise<void> {
  await changingRights(acting, async (trx) => {
    const {
      refused: { id, userId, issuer, subject, email },
    } = await chosen(trx, acting, which);
    await deleteRefusedSubject(trx, id);
    await acting.audit(trx, {
      action: ssoActions.dismissRefusal,
      entity: 'user',
      entityId: userId,
      before: { email, issuer, subject },
    });
  });
}
