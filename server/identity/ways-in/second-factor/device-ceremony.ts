import { createHash, randomBytes } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import {
  addDevice,
  findDevice,
  listDeviceCredentials,
  listDevices,
  noteDeviceUse,
} from '../../core/factors/device.store';
import { challengeMs, deviceTypeOf, mostPasskeys, wentBack } from '../../core/passkeys/passkey.rules';
import { makeCode, takeCode, type CodePurpose } from '../../core/secrets/one-time-code';
import { browserName } from '../../core/sessions/browser-name.rules';
import type { DeviceType, Transport } from '../../policies/mfa/device-types.rules';
import { attachmentOf, strategyOfDevice } from '../../policies/mfa/factor.rules';
import { assertOn, isOn } from '../../policies/mfa/strategies';
import type { IdentityConfig } from '../../ports';
import {
  algorithms,
  BrokenProof,
  challengeOf,
  readRegistered,
  readSigned,
  relyingParty,
  type Assertion,
} from '../passkey/ceremony';

/** A question to an authenticator. The token goes back with the answer; both are good once, in the same flow, for five minutes. */
export interface DeviceQuestion<Options> {
  webauthnToken: string;
  options: Options;
}

/** Without extensions: we use none. */
export type MakeOptions = Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>;
export type SignOptions = Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>;

/** Whose device is asked, and in which sign-in or session. */
interface AskedOf {
  userId: number;
  flow: string;
  now: Date;
}

/** What an authenticator made to become a factor. */
export interface MadeDevice {
  webauthnToken: string;
  deviceType: DeviceType | undefined;
  made: { id: string; response: { clientDataJSON: string; attestationObject: string; transports: Transport[] } };
  /** What its owner knows it by. */
  name: string;
}

interface GivenDevice {
  webauthnToken: string;
  deviceType?: DeviceType | undefined;
  options: MadeDevice['made'];
}

/** As a browser gave it, whose name its owner will know it by. */
export const madeDevice = ({ webauthnToken, deviceType, options }: GivenDevice, userAgent: string): MadeDevice => ({
  webauthnToken,
  deviceType,
  made: options,
  name: browserName(userAgent) ?? '',
});

/** What an authenticator signed. */
export interface SignedByDevice {
  webauthnToken: string;
  signed: Assertion;
  /** null: any of the person's. */
  deviceId: string | null;
}

type Question = Extract<CodePurpose, 'signInDevice' | 'enrolDevice' | 'disableDevice'>;

/** Where any device of the person may answer. */
const anyDevice = 'any';

/** Another handle than that of their passkeys: with the same one, a device that holds such a passkey would put the factor in its place. */
const handleOf = (userUuid: string) => createHash('sha256').update(`second factor ${userUuid}`).digest();

async function newQuestion(
  trx: Trx,
  asked: AskedOf & { purpose: Question; target: string },
): Promise<{ challenge: Uint8Array<ArrayBuffer>; webauthnToken: string }> {
  const challenge = randomBytes(32);
  const { otcToken } = await makeCode(trx, { ...asked, code: challenge.toString('base64url') });
  return { challenge: new Uint8Array(challenge), webauthnToken: otcToken };
}

interface Enrolling extends AskedOf {
  config: IdentityConfig;
}

/** @throws Failure 409 where no such factor may be enrolled, or they have as many as anybody may */
export async function askToEnrol(trx: Trx, { config, ...asked }: Enrolling): Promise<DeviceQuestion<MakeOptions>> {
  const kinds = (['Platform', 'CrossPlatform'] as const).filter((kind) => isOn(config, strategyOfDevice[kind]));
  if (kinds.length === 0) assertOn(config, strategyOfDevice.CrossPlatform);
  await assertRoom(trx, asked.userId);
  const {
    uuid,
    login,
    full_name: fullName,
  } = await trx
    .selectFrom('identity.user')
    .select(['uuid', 'login', 'full_name'])
    .where('id', '=', asked.userId)
    .executeTakeFirstOrThrow();
  const { challenge, webauthnToken } = await newQuestion(trx, { ...asked, purpose: 'enrolDevice', target: 'new' });
  const attachment = attachmentOf(kinds);
  const { extensions: _, ...options } = await generateRegistrationOptions({
    rpName: 'Tare',
    rpID: relyingParty(config).id,
    userID: new Uint8Array(handleOf(uuid)),
    userName: login,
    userDisplayName: fullName,
    challenge,
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: await listDeviceCredentials(trx, asked.userId),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: {
      residentKey: 'discouraged',
      userVerification: 'discouraged',
      ...(attachment === null ? {} : { authenticatorAttachment: attachment }),
    },
  });
  return { webauthnToken, options };
}

async function assertRoom(trx: Trx, userId: number): Promise<void> {
  if ((await listDevices(trx, userId)).length >= mostPasskeys)
    throw fail.conflict('webauthn.tooMany', { params: { most: mostPasskeys } });
}

/**
 * Keeps what an authenticator made as a factor. The account's row must be locked.
 * @returns false where the answer does not hold
 * @throws Failure 409 where that kind is switched off, the device is known, or they have as many as anybody may
 */
export async function takeMade(
  trx: Trx,
  { webauthnToken, deviceType: said, made, name }: MadeDevice,
  { config, ...asked }: Enrolling,
): Promise<boolean> {
  const read = await unlessBroken(async () => {
    const challenge = challengeOf(made.response.clientDataJSON);
    const target = await takeCode(trx, { ...asked, purpose: 'enrolDevice', otcToken: webauthnToken, code: challenge });
    return target === null
      ? null
      : readRegistered(made, { challenge, party: relyingParty(config), userVerified: false });
  });
  if (read === null) return false;
  const { transports } = made.response;
  const deviceType = deviceTypeOf(said, transports);
  assertOn(config, strategyOfDevice[deviceType]);
  await assertRoom(trx, asked.userId);
  const added = await addDevice(trx, {
    userId: asked.userId,
    credentialId: made.id,
    ...read,
    deviceType,
    transports,
    name,
    now: asked.now,
  });
  if (!added) throw fail.conflict('webauthn.known');
  return true;
}

interface Signing extends AskedOf {
  purpose: 'signInDevice' | 'disableDevice';
  config: Pick<IdentityConfig, 'publicUrl' | 'ownOrigins'>;
}

/** @param deviceId null: any of the person's may answer */
export async function askToSign(
  trx: Trx,
  deviceId: string | null,
  { config, ...asked }: Signing,
): Promise<DeviceQuestion<SignOptions>> {
  const { challenge, webauthnToken } = await newQuestion(trx, { ...asked, target: deviceId ?? anyDevice });
  const allowCredentials = await listDeviceCredentials(trx, asked.userId, deviceId ?? undefined);
  const { extensions: _, ...options } = await generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    challenge,
    timeout: challengeMs,
    userVerification: 'discouraged',
    allowCredentials,
  });
  return { webauthnToken, options };
}

interface Judging extends Signing {
  /** Its counter went back: there are two of a device that should be one. */
  noteCopy(trx: Trx, deviceId: string): Promise<void>;
}

/** Takes what a device signed, once. The account's row must be locked. @returns whether it holds */
export async function takeSigned(
  trx: Trx,
  { webauthnToken, signed, deviceId }: SignedByDevice,
  { purpose, config, noteCopy, ...asked }: Judging,
): Promise<boolean> {
  return (
    (await unlessBroken(async () => {
      const challenge = challengeOf(signed.response.clientDataJSON);
      const target = await takeCode(trx, { ...asked, purpose, otcToken: webauthnToken, code: challenge });
      const device = await findDevice(trx, { userId: asked.userId, credentialId: signed.id });
      if (target !== (deviceId ?? anyDevice) || device === null || (deviceId !== null && device.id !== deviceId))
        return null;
      await assertOwner(trx, asked.userId, signed);
      const counter = await readSigned(signed, {
        challenge,
        party: relyingParty(config),
        publicKey: device.publicKey,
        userVerified: false,
      });
      if (wentBack(device.counter, counter)) {
        await noteCopy(trx, device.id);
        return null;
      }
      await noteDeviceUse(trx, { id: device.id, counter, now: asked.now });
      return true;
    })) ?? false
  );
}

/** A device that says whose key it used must name the person. @throws BrokenProof */
async function assertOwner(trx: Trx, userId: number, { response: { userHandle } }: Assertion): Promise<void> {
  if (userHandle === undefined) return;
  const { uuid } = await trx
    .selectFrom('identity.user')
    .select('uuid')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (userHandle !== handleOf(uuid).toString('base64url')) throw new BrokenProof('the handle of somebody else');
}

async function unlessBroken<Value>(work: () => Promise<Value | null>): Promise<Value | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BrokenProof) return null;
    throw error;
  }
}
