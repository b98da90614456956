import { z } from 'zod';
import { inviteLinkToken } from '../../core/invitations/invite.contract';
import { deviceTypes, transportNames } from '../../policies/mfa/device-types.rules';
import { maybe, publicId } from '../../wire.contract';

/** Front ends send bytes in either of the two alphabets of base64, with or without their padding. */
const bytes = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w+/-]+={0,2}$/)
    .transform((text) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''));

/** 1023 bytes is the longest that an authenticator may choose. */
const credentialId = bytes(1400);

const clientDataJSON = bytes(4000);

export const preloginBody = z
  .object({
    email: maybe(z.string().max(320)),
    username: maybe(z.string().max(320)),
    userId: maybe(publicId),
  })
  .transform(({ email, username, userId }) => ({ login: email ?? username, userId }));

export const postloginBody = z.object({
  id: credentialId,
  response: z.object({
    clientDataJSON,
    authenticatorData: bytes(4000),
    signature: bytes(2000),
    userHandle: maybe(bytes(200)),
  }),
  invitationToken: maybe(inviteLinkToken),
});

/** The specification and the published client write the two kinds differently. */
export const deviceType = z
  .string()
  .transform((text) => deviceTypes.find((one) => one.toLowerCase() === text.toLowerCase()))
  .pipe(z.enum(deviceTypes));

export const newDeviceBody = z.object({
  id: credentialId,
  deviceType: maybe(deviceType),
  response: z.object({
    clientDataJSON,
    attestationObject: bytes(8000),
    // What a later browser names is left out, rather than the passkey.
    transports: maybe(z.array(z.string().max(40)).max(20)).transform((given) =>
      transportNames.filter((name) => given?.includes(name)),
    ),
  }),
});

export const deviceParams = z.object({ deviceId: publicId });
