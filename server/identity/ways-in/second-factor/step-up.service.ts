import type { ActingPersonally } from '../../../platform/acting';
import { failExactly } from '../../../platform/errors';
import { listFactors } from '../../core/factors/factor.store';
import { selectProof } from '../../core/sessions/session.store';
import type { FactorAnswer } from '../../policies/entry/arrival';
import { holdsAny, isSteppedUp, stepUpWay, strategiesFor, usableFactors } from '../../policies/mfa/factor.rules';
import { devicesView } from '../admission/asked-factor';
import { openPending } from '../admission/pending-sign-in.store';

/** A front end shows its screen for people without a factor at these words alone. */
const notEnrolled = () => failExactly(400, { errors: ['MFA is not enrolled'] });

/**
 * Asks somebody who is signed in for a second proof, which will renew that of the same session.
 * @param maxAge seconds that the last one may be old
 * @returns null where it is fresh enough
 * @throws Failure 400 with the client's own words for whoever has no factor
 */
export async function beginStepUp(
  { actor: { userId }, scope, db, now }: ActingPersonally,
  { sessionId, maxAge }: { sessionId: string; maxAge: number | undefined },
): Promise<FactorAnswer | null> {
  const proof = await selectProof(db, sessionId);
  const way = stepUpWay(proof.amr);
  const held = usableFactors(await listFactors(db, userId), way);
  if (!holdsAny(held)) throw notEnrolled();
  if (isSteppedUp(proof, now, maxAge)) return null;
  const { mfaToken } = await db
    .transaction()
    .execute((trx) =>
      openPending(trx, { userId, tenantNumber: scope.organisationId, way, amr: proof.amr, sessionId, now }),
    );
  return {
    mfaRequired: true,
    mfaToken,
    mfaEnrolled: true,
    mfaDevices: devicesView(held, { masked: true }),
    mfaStrategies: strategiesFor(way),
  };
}
