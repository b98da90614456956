import { generateRegistrationOptions, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { z } from 'zod';
import type { ActingPersonally } from '../../../platform/acting';
import type { Actor } from '../../../platform/actor';
import { fail } from '../../../platform/errors';
import { makeChallenge, spendRegistration } from '../../core/passkeys/challenge.store';
import { challengeMs, deviceTypeOf, mostPasskeys, userHandleOf } from '../../core/passkeys/passkey.rules';
import { addPasskey, deletePasskey, listCredentials, lockPasskeys } from '../../core/passkeys/passkey.store';
import { browserName } from '../../core/sessions/browser-name.rules';
import { requireFreshProof } from '../../core/sessions/fresh-proof';
import { passkeyActions } from '../../identity.audit';
import type { IdentityConfig } from '../../ports';
import { algorithms, BrokenProof, challengeOf, readRegistered, relyingParty } from './ceremony';
import { tellOfPasskeyJob } from './passkey-mail.job';
import type { newDeviceBody } from './passkey.contract';

const tooMany = () => fail.conflict('identity.tooManyPasskeys', { params: { most: mostPasskeys } });

/**
 * Begins to add a passkey: what the browser is to ask its authenticator for.
 * @throws Failure 403 `identity.signInAgain`, 409 where they have as many as anybody may
 */
export async function beginPasskey(
  { db, now }: ActingPersonally,
  actor: Actor,
  config: IdentityConfig,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { userId, userUuid, sessionId, login, fullName } = actor;
  await requireFreshProof(db, { sessionId, now });
  const excludeCredentials = await listCredentials(db, userId);
  if (excludeCredentials.length >= mostPasskeys) throw tooMany();
  const challenge = await db
    .transaction()
    .execute((trx) => makeChallenge(trx, { purpose: 'REGISTER', userId, sessionId }, now));
  return generateRegistrationOptions({
    rpName: 'Tare',
    rpID: relyingParty(config).id,
    userID: new Uint8Array(Buffer.from(userHandleOf(userUuid), 'base64url')),
    userName: login,
    userDisplayName: fullName,
    challenge: new Uint8Array(challenge),
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials,
    supportedAlgorithmIDs: algorithms,
    // Sign-ins name no passkey: the device has to know its own.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

interface NewDevice {
  given: z.output<typeof newDeviceBody>;
  sessionId: string;
  userAgent: string;
}

/**
 * Adds the passkey that an authenticator made, in the session that began it; the challenge is used up whatever comes of it.
 * @throws Failure 422 `identity.passkeyNotAdded`, 409 `identity.passkeyKnown` and where they have as many as anybody may
 */
export async function finishPasskey(
  acting: ActingPersonally,
  { given, sessionId, userAgent }: NewDevice,
  config: IdentityConfig,
): Promise<void> {
  const {
    db,
    now,
    jobs,
    audit,
    actor: { userId },
  } = acting;
  const made = await readNew().catch((cause: unknown) => {
    throw cause instanceof BrokenProof ? fail.unprocessable('identity.passkeyNotAdded', { cause }) : cause;
  });
  const deviceType = deviceTypeOf(given.deviceType, given.response.transports);
  const name = browserName(userAgent) ?? '';
  await db.transaction().execute(async (trx) => {
    if ((await lockPasskeys(trx, userId)) >= mostPasskeys) throw tooMany();
    const passkeyId = await addPasskey(trx, {
      userId,
      credentialId: given.id,
      ...made,
      deviceType,
      transports: given.response.transports,
      name,
      now,
    });
    if (passkeyId === null) throw fail.conflict('identity.passkeyKnown');
    await jobs.send(trx, tellOfPasskeyJob, { userId, passkeyId, device: name, what: 'added', at: now.toISOString() });
    await audit(trx, {
      action: passkeyActions.add,
      entity: 'passkey',
      entityId: passkeyId,
      after: { userId, deviceType, name },
    });
  });

  async function readNew() {
    const challenge = challengeOf(given.response.clientDataJSON);
    if (!(await spendRegistration(db, challenge, { userId, sessionId, now }))) throw new BrokenProof('challenge');
    return readRegistered(given, { challenge, party: relyingParty(config) });
  }
}

/** @throws Failure 403 `identity.signInAgain`, 404 `identity.unknownPasskey` */
export async function removePasskey(
  { db, now, jobs, audit, actor: { userId } }: ActingPersonally,
  { deviceId, sessionId }: { deviceId: string; sessionId: string },
): Promise<void> {
  await requireFreshProof(db, { sessionId, now });
  await db.transaction().execute(async (trx) => {
    const gone = await deletePasskey(trx, { id: deviceId, userId });
    if (!gone) throw fail.notFound('identity.unknownPasskey');
    await jobs.send(trx, tellOfPasskeyJob, {
      userId,
      passkeyId: gone.id,
      device: gone.name,
      what: 'removed',
      at: now.toISOString(),
    });
    await audit(trx, {
      action: passkeyActions.remove,
      entity: 'passkey',
      entityId: gone.id,
      before: { userId, deviceType: gone.deviceType, name: gone.name },
    });
  });
}
