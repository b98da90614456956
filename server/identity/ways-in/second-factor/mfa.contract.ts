import { z } from 'zod';
import { maybe, publicId } from '../../wire.contract';
import { deviceType, newDeviceBody, postloginBody } from '../passkey/passkey.contract';

const mfaToken = z.string().min(20).max(200);
/** Digits of an authenticator or of a message; blanks are for the eye. */
const code = z.string().trim().min(1).max(20);
const otcToken = z.string().min(1).max(200);
const rememberDevice = maybe(z.boolean());

/** E.164, however it is grouped. */
export const phoneNumber = z
  .string()
  .max(40)
  .transform((text) => text.replace(/[\s().-]/g, ''))
  .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, 'identity.invalidPhone'));

export const deviceParams = z.object({ deviceId: publicId });
export const tokenOnly = z.object({ mfaToken });
export const valueBody = z.object({ mfaToken, value: code, rememberDevice });
export const enrolBody = z.object({ mfaToken, token: code, rememberDevice });
export const sentCodeBody = z.object({ mfaToken, otcToken, code, rememberDevice });
export const newPhoneBody = z.object({ mfaToken, phoneNumber });
/** Given back with what an authenticator made or signed. */
const webauthnToken = z.string().min(1).max(200);
/** What a script has an authenticator answer, as one field of a form. */
export const answerOf = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .max(20_000)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'webauthn.refused' });
        return z.NEVER;
      }
    })
    .pipe(schema);
const newDevice = z.object({ deviceType: maybe(deviceType), webauthnToken, options: newDeviceBody });
export const enrolDeviceBody = newDevice.extend({ mfaToken, rememberDevice });
export const signedDeviceBody = z.object({ mfaToken, webauthnToken, options: postloginBody, rememberDevice });
export const ownDeviceBody = newDevice;
export const disableDeviceBody = z.object({ webauthnToken: maybe(webauthnToken), options: maybe(postloginBody) });

export const recoverBody = z.object({ email: z.string().min(1).max(320), recoveryCode: z.string().min(1).max(100) });

export const ownCodeBody = z.object({ token: code });
export const ownPhoneBody = z.object({ phoneNumber });
export const ownSentCodeBody = z.object({ otcToken, code });
/** The recovery code is taken as well. */
export const disableBody = z.object({ token: maybe(z.string().trim().max(100)) });
export const disablePhoneBody = z.object({ otcToken: maybe(otcToken), code: maybe(code) });
export const stepUpBody = z.object({ maxAge: maybe(z.coerce.number().min(0).max(31_536_000)) });

export const policyBody = z.object({
  id: maybe(publicId),
  enforceMFAType: z.enum(['DontForce', 'Force', 'ForceExceptSAML']),
  allowRememberMyDevice: maybe(z.boolean()),
  mfaDeviceExpiration: maybe(z.int().min(60).max(31_536_000)),
});
