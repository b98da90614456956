import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import type { Limit } from '../../../platform/http/rate-limits';
import type { Visitor } from '../../../platform/visitor';
import {
  addAuthenticator,
  addPhone,
  forgetProofs,
  keepEmailAsFactor,
  listFactors,
} from '../../core/factors/factor.store';
import { keepRecoveryCodes } from '../../core/factors/recovery-code.store';
import { takeCode } from '../../core/secrets/one-time-code';
import { stepOfCode } from '../../core/secrets/totp';
import { endSessionsOfUser, renewProof } from '../../core/sessions/session.store';
import { factorActions, sessionActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import type { Way } from '../../policies/entry/arrival';
import { holdsAny, usableFactors, type RecoveryCount } from '../../policies/mfa/factor.rules';
import { policyFor } from '../../policies/mfa/mfa-policy.store';
import { assertOffered } from '../../policies/mfa/strategies';
import { admitProven } from '../admission/admission';
import { enrolmentOf } from '../admission/asked-factor';
import { endPending, findPending, type PendingSignIn } from '../admission/pending-sign-in.store';
import { rememberDevice } from '../admission/remembered-device';
import { openProviderName } from '../sso/provider-session.store';
import { counted, rightOf } from './counted';
import { takeMade, type MadeDevice } from './device-ceremony';
import { authenticatorPurpose, takeProof, type Method, type Proof } from './proof';
import { noteRecoveryUse } from './recovery-codes.service';

export const factorsPerAddress: Limit = { name: 'factor-ip', points: 300, seconds: 600 };

/** What the first factor of somebody is made of, who was asked for one on the way in. */
type Enrolment =
  | { kind: 'newAuthenticator'; code: string }
  | { kind: 'newPhone'; otcToken: string; code: string }
  | ({ kind: 'newDevice' } & MadeDevice);

type Dependencies = Pick<IdentityParts, 'rateLimits' | 'tokens' | 'metrics' | 'config'>;

export interface GivenProof {
  mfaToken: string;
  proof: Proof | Enrolment;
  rememberDevice?: boolean | undefined;
}

export interface ProvenSignIn {
  sessionId: string;
  /** Of somebody who has just enrolled; shown once. */
  recoveryCodes?: readonly string[];
  /** What is left to somebody who came in by a recovery code. */
  recoveryLeft?: RecoveryCount;
  /** For the browser, which is asked for no second proof until it ends. */
  remembered?: { token: string; seconds: number };
}

/** For a token that is none, or none any more. */
export const signInOver = () => fail.signedOut('identity.signInOver');

/**
 * Finishes a sign-in by its second proof, or renews that of a session.
 * @throws Failure 401 for a sign-in that is over and for a wrong code, 403 where a factor must not be enrolled by it, 429 after too many tries
 */
export async function proveSignIn(visitor: Visitor, given: GivenProof, parts: Dependencies): Promise<ProvenSignIn> {
  const { db, now, ip } = visitor;
  await parts.rateLimits.take(factorsPerAddress, ip);
  const outcome = await db.transaction().execute(async (trx) => {
    const waiting = await findPending(trx, { mfaToken: given.mfaToken, now });
    if (!waiting) return null;
    const looked = await counted(trx, { userId: waiting.userId, now }, async () => {
      // Read again once the account is locked: meanwhile another try may have been right.
      const pending = await findPending(trx, { mfaToken: given.mfaToken, now, lock: true });
      if (!pending) throw signInOver();
      const taken = await takeGiven(trx, pending, { given, visitor, parts });
      return taken && goOn(trx, visitor, { pending, given, taken });
    });
    if (looked.kind === 'wrong') {
      const { userId, tenantNumber } = waiting;
      await visitor.audit(trx, {
        action: looked.lockedNow ? factorActions.lock : factorActions.refuse,
        entity: 'user',
        entityId: userId,
        organisationId: tenantNumber,
        after: { by: given.proof.kind },
      });
    }
    return looked;
  });
  if (outcome === null) throw signInOver();
  if (outcome.kind !== 'right') parts.metrics.signIn(outcome.kind === 'locked' ? 'limited' : 'refused');
  return rightOf(outcome, 'signedOut', isOfDevice(given.proof) ? 'webauthn.refused' : 'identity.wrongCode');
}

const isOfDevice = ({ kind }: GivenProof['proof']) => kind === 'device' || kind === 'newDevice';

interface Taken {
  method: Method;
  recoveryCodes?: readonly string[];
}

interface Taking {
  given: GivenProof;
  visitor: Visitor;
  parts: Pick<IdentityParts, 'tokens' | 'config'>;
}

async function takeGiven(trx: Trx, pending: PendingSignIn, taking: Taking): Promise<Taken | null> {
  const {
    given: { mfaToken, proof },
    visitor: { now, audit },
    parts: {
      tokens: { secrets },
      config,
    },
  } = taking;
  const { userId, flow, way, tenantNumber } = pending;
  const held = usableFactors(await listFactors(trx, userId), way);
  // For whoever has no factor, the code that was mailed makes the mailbox one.
  if (
    proof.kind === 'authenticator' ||
    proof.kind === 'phone' ||
    proof.kind === 'device' ||
    proof.kind === 'recovery' ||
    (proof.kind === 'email' && holdsAny(held))
  ) {
    const noteCopy = (inTrx: Trx, deviceId: string) =>
      audit(inTrx, {
        action: factorActions.copy,
        entity: 'user',
        entityId: userId,
        organisationId: tenantNumber,
        after: { deviceId },
      });
    const method = await takeProof(trx, proof, { userId, held, flow, secrets, config, now, noteCopy });
    return method && { method };
  }
  // Whoever has a factor proves that one; the first proof alone adds none.
  if (holdsAny(held)) throw fail.forbidden('identity.factorEnrolled');
  const method = await takeEnrolment(trx, pending, { ...taking, proof });
  if (method === null) return null;
  const { recoveryCodes } = enrolmentOf(mfaToken, pending.salt);
  await keepRecoveryCodes(trx, userId, { codes: recoveryCodes, now });
  return { method, recoveryCodes };
}

/** Makes a factor of what proves it. @returns how it was proved; null where it is not right */
async function takeEnrolment(
  trx: Trx,
  { userId, flow, salt, way }: PendingSignIn,
  {
    given: { mfaToken },
    proof,
    visitor: { now },
    parts: {
      tokens: { secrets },
      config,
    },
  }: Taking & { proof: Enrolment | (Proof & { kind: 'email' }) },
): Promise<Method | null> {
  if (proof.kind === 'newDevice') return (await takeMade(trx, proof, { userId, flow, now, config })) ? 'hwk' : null;
  assertOffered(
    config,
    way,
    ({ newAuthenticator: 'AuthenticatorApp', newPhone: 'SMS', email: 'EmailCode' } as const)[proof.kind],
  );
  if (proof.kind === 'newAuthenticator') {
    const { secret } = enrolmentOf(mfaToken, salt);
    const step = stepOfCode(secret, proof.code, now);
    if (step === null) return null;
    await addAuthenticator(trx, {
      userId,
      sealedSecret: secrets.seal(authenticatorPurpose, secret),
      confirmedStep: step,
      now,
    });
    return 'otp';
  }
  const phone = proof.kind === 'newPhone';
  const target = await takeCode(trx, {
    userId,
    purpose: phone ? 'enrolPhone' : 'enrolEmail',
    flow,
    now,
    otcToken: proof.otcToken,
    code: proof.code,
  });
  if (target === null) return null;
  await (phone ? addPhone(trx, { userId, phone: target, now }) : keepEmailAsFactor(trx, userId, now));
  return phone ? 'sms' : 'otp';
}

async function goOn(
  trx: Trx,
  visitor: Visitor,
  { pending, given, taken: { method, recoveryCodes } }: { pending: PendingSignIn; given: GivenProof; taken: Taken },
): Promise<ProvenSignIn | null> {
  const { now, audit, userAgent } = visitor;
  const { userId, tenantNumber, sessionId } = pending;
  const amr = [...new Set([...pending.amr, method, 'mfa'])];
  await endPending(trx, pending, now);
  if (recoveryCodes !== undefined) {
    await forgetProofs(trx, userId, now);
    await endSessionsOfUser(trx, userId, { now, reason: 'second factor enrolled' });
    await audit(trx, {
      action: factorActions.enrol,
      entity: 'user',
      entityId: userId,
      organisationId: tenantNumber,
      after: { kind: given.proof.kind },
    });
  }
  const remembered = given.rememberDevice ? await remember(trx, { userId, userAgent, now }) : {};
  const enrolled = recoveryCodes === undefined ? {} : { recoveryCodes };
  const recovered = given.proof.kind === 'recovery' ? { recoveryLeft: await noteUse(trx, visitor, pending) } : {};
  if (sessionId !== null) {
    if (!(await renewProof(trx, sessionId, { amr, now }))) throw signInOver();
    await audit(trx, {
      action: sessionActions.stepUp,
      entity: 'session',
      entityId: sessionId,
      organisationId: tenantNumber,
      after: { method },
    });
    return { sessionId, ...remembered, ...enrolled, ...recovered };
  }
  const opened = await admitProven(trx, visitor, { ...pending, way: pending.way as Way, amr });
  await openProviderName(trx, pending, opened);
  return { sessionId: opened, ...remembered, ...enrolled, ...recovered };
}

const noteUse = (
  trx: Trx,
  { audit, ...visitor }: Visitor,
  { userId, tenantNumber: organisationId }: PendingSignIn,
): Promise<RecoveryCount> =>
  noteRecoveryUse(trx, { ...visitor, userId, audit: (inTrx, change) => audit(inTrx, { ...change, organisationId }) });

async function remember(
  trx: Trx,
  { userId, userAgent, now }: { userId: number; userAgent: string; now: Date },
): Promise<Pick<ProvenSignIn, 'remembered'>> {
  const { remembers, rememberSeconds: seconds } = await policyFor(trx, userId, { now });
  return remembers
    ? { remembered: { token: await rememberDevice(trx, { userId, userAgent, seconds, now }), seconds } }
    : {};
}
