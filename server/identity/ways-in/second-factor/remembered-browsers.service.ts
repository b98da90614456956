import type { ActingPersonally } from '../../../platform/acting';
import { fail } from '../../../platform/errors';
import { forgetProofs } from '../../core/factors/factor.store';
import { factorActions } from '../../identity.audit';
import { sparedUntil, type FactorPolicy } from '../../policies/mfa/factor.rules';
import { forgetRemembered, listRemembered, type RememberedBrowser } from '../admission/remembered-device';
import type { Owner } from './own-factors.service';

export interface SparedBrowser extends RememberedBrowser {
  until: Date;
}

/** The browsers in which somebody is asked for no second proof by their policy of today. `token`: of the one that asks. */
export async function sparedBrowsers(
  { actor: { userId }, db, now }: ActingPersonally,
  { token, policy }: { token: string | null; policy: FactorPolicy },
): Promise<SparedBrowser[]> {
  return (await listRemembered(db, { userId, token, now })).flatMap((browser) => {
    const until = sparedUntil(browser, policy, now);
    return until === null ? [] : [{ ...browser, until }];
  });
}

/** Every browser of theirs is asked for a second proof again; sign-ins in progress are over. */
export async function forgetBrowsers({
  acting: {
    actor: { userId },
    db,
    now,
    audit,
  },
}: Owner): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await forgetProofs(trx, userId, now);
    await audit(trx, { action: factorActions.forgetDevices, entity: 'user', entityId: userId });
  });
}

/** One browser is asked again. @throws Failure 404 for one that is none of theirs, or is forgotten already */
export async function forgetBrowser(
  {
    acting: {
      actor: { userId },
      db,
      audit,
    },
  }: Owner,
  browserId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await forgetRemembered(trx, { userId, id: browserId }))) throw fail.notFound('identity.unknownBrowser');
    await audit(trx, { action: factorActions.forgetDevice, entity: 'user', entityId: userId, after: { browserId } });
  });
}
