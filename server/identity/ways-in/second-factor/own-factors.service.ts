import { randomBytes } from 'node:crypto';
import type { ActingPersonally } from '../../../platform/acting';
import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import type { Outbox } from '../../../platform/resources';
import {
  addAuthenticator,
  addPhone,
  forgetProofs,
  listAuthenticators,
  listFactors,
  takeStep,
  type FactorRow,
} from '../../core/factors/factor.store';
import { keepRecoveryCodes } from '../../core/factors/recovery-code.store';
import { takeCode } from '../../core/secrets/one-time-code';
import { newRecoveryCodes } from '../../core/secrets/recovery-code';
import { qrCodeOf, secretBytes, secretText, stepOfCode } from '../../core/secrets/totp';
import { requireFreshProof } from '../../core/sessions/fresh-proof';
import { endOtherSessions, selectProof } from '../../core/sessions/session.store';
import { factorActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import {
  freshSeconds,
  holdsAny,
  isSteppedUp,
  pendingSeconds,
  stepUpWay,
  usableFactors,
} from '../../policies/mfa/factor.rules';
import { assertOn, assertSms } from '../../policies/mfa/strategies';
import { counted, rightOf, type Outcome, type WrongWords } from './counted';
import { authenticatorPurpose } from './proof';
import { codesPerAccount, sendCode } from './send-code';

/** Whoever changes their own factors, in one of their sessions. */
export interface Owner {
  acting: ActingPersonally;
  sessionId: string;
}

export type OwnDependencies = Pick<IdentityParts, 'rateLimits' | 'config' | 'tokens'> & { outbox: Outbox };

/** @throws Failure 403 where a second proof that is not older than five minutes is missing */
export async function assertFresh(
  db: ActingPersonally['db'] | Trx,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<void> {
  if (!isSteppedUp(await selectProof(db, sessionId), now, freshSeconds))
    throw fail.forbidden('identity.freshProofNeeded');
}

/** Whether somebody has a factor by which they can prove themselves a second time in this session. */
export async function canStepUp(
  db: ActingPersonally['db'] | Trx,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<boolean> {
  return holdsAny(usableFactors(await listFactors(db, userId), stepUpWay((await selectProof(db, sessionId)).amr)));
}

/** @throws Failure 403 for whoever has not proved themselves of late, by a second factor where they have one */
export async function assertProven(
  db: ActingPersonally['db'] | Trx,
  { userId, ...at }: { userId: number; sessionId: string; now: Date },
): Promise<void> {
  return (await canStepUp(db, { userId, sessionId: at.sessionId })) ? assertFresh(db, at) : requireFreshProof(db, at);
}

/** A browser that was left open does not get to choose the first factor either. @throws Failure 403 */
export const assertMayEnrol = (
  db: ActingPersonally['db'] | Trx,
  {
    acting: {
      actor: { userId },
      now,
    },
    sessionId,
  }: Owner,
): Promise<void> => assertProven(db, { userId, sessionId, now });

export const flowOf = (sessionId: string) => `session ${sessionId}`;

/** Begins to enrol an authenticator. @returns the address of the picture that its app scans */
export async function beginAuthenticator(owner: Owner, { tokens, config }: OwnDependencies): Promise<string> {
  const {
    acting: {
      actor: { userId, login },
      db,
      now,
    },
  } = owner;
  assertOn(config, 'AuthenticatorApp');
  await assertMayEnrol(db, owner);
  const secret = secretText(randomBytes(secretBytes));
  await db
    .transaction()
    .execute((trx) =>
      addAuthenticator(trx, { userId, sealedSecret: tokens.secrets.seal(authenticatorPurpose, secret), now }),
    );
  return qrCodeOf(secret, login);
}

/** @returns the recovery codes, where the person had none */
export function confirmAuthenticator(
  owner: Owner,
  { code, tokens }: { code: string } & Pick<OwnDependencies, 'tokens'>,
): Promise<string[] | null> {
  const {
    acting: {
      actor: { userId },
      now,
    },
  } = owner;
  return enrol(owner, 'authenticator', async (trx) => {
    const [waiting] = await listAuthenticators(trx, userId, {
      confirmed: false,
      since: new Date(now.getTime() - pendingSeconds * 1000),
    });
    const step =
      waiting &&
      stepOfCode(tokens.secrets.open(authenticatorPurpose, waiting.sealedSecret), code.replace(/\s/g, ''), now);
    return waiting !== undefined && step !== undefined && step !== null && takeStep(trx, waiting.id, { step, now });
  });
}

/** Sends a code to a number that is to become a factor. @throws Failure 429 after too many codes */
export async function beginPhone(
  owner: Owner,
  phone: string,
  { rateLimits, config, outbox }: OwnDependencies,
): Promise<string> {
  const {
    acting: {
      actor: { userId },
      db,
      now,
    },
    sessionId,
  } = owner;
  assertSms(config);
  assertOn(config, 'SMS');
  await assertMayEnrol(db, owner);
  await rateLimits.take(codesPerAccount, String(userId));
  return db
    .transaction()
    .execute((trx) =>
      sendCode(trx, outbox, { userId, purpose: 'enrolPhone', flow: flowOf(sessionId), now, target: phone, phone }),
    );
}

/** @returns the recovery codes, where the person had none */
export function confirmPhone(owner: Owner, given: { otcToken: string; code: string }): Promise<string[] | null> {
  const {
    acting: {
      actor: { userId },
      now,
    },
    sessionId,
  } = owner;
  return enrol(owner, 'phone', async (trx) => {
    const phone = await takeCode(trx, { userId, purpose: 'enrolPhone', flow: flowOf(sessionId), now, ...given });
    if (phone !== null) await addPhone(trx, { userId, phone, now });
    return phone !== null;
  });
}

/** Enrols what `take` finds right, and ends what was opened by less elsewhere. @returns the recovery codes, where the person had none */
export function enrol(
  owner: Owner,
  kind: 'authenticator' | 'phone' | 'device',
  take: (trx: Trx) => Promise<boolean>,
): Promise<string[] | null> {
  const { acting, sessionId } = owner;
  const {
    actor: { userId },
    now,
  } = acting;
  return tried(
    owner,
    async (trx, { hasRecovery }) => {
      await assertMayEnrol(trx, owner);
      if (!(await take(trx))) return null;
      const recoveryCodes = hasRecovery ? null : newRecoveryCodes();
      if (recoveryCodes !== null) await keepRecoveryCodes(trx, userId, { codes: recoveryCodes, now });
      await forgetProofs(trx, userId, now);
      await endOtherSessions(trx, { userId, sessionId }, { now, reason: 'second factor enrolled' });
      await acting.audit(trx, { action: factorActions.enrol, entity: 'user', entityId: userId, after: { kind } });
      return { recoveryCodes };
    },
    kind === 'device' ? 'webauthn.refused' : 'identity.wrongCode',
  ).then(({ recoveryCodes }) => recoveryCodes);
}

/** One transaction in which a code is looked at; a wrong one is counted and recorded. @throws Failure 400 for a wrong code, 429 */
export async function tried<Value>(
  { acting }: Owner,
  check: (trx: Trx, row: FactorRow) => Promise<Value | null>,
  words?: WrongWords,
): Promise<Value> {
  const {
    actor: { userId },
    db,
    now,
  } = acting;
  const outcome: Outcome<Value> = await db.transaction().execute(async (trx) => {
    const looked = await counted(trx, { userId, now }, (row) => check(trx, row));
    if (looked.kind === 'wrong')
      await acting.audit(trx, {
        action: looked.lockedNow ? factorActions.lock : factorActions.refuse,
        entity: 'user',
        entityId: userId,
      });
    return looked;
  });
  return rightOf(outcome, 'badRequest', words);
}
