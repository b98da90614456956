import { z } from 'zod';
import { reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { recoveryAnswer } from '../../core/secrets/recovery-code';
import { offeredAnswer } from '../../policies/mfa/strategies';
import { enteredReply, rememberedBrowser, tokensReply } from '../../ways-in/browser/signed-in';
import { madeDevice } from '../../ways-in/second-factor/device-ceremony';
import {
  deviceParams,
  enrolBody,
  enrolDeviceBody,
  newPhoneBody,
  recoverBody,
  sentCodeBody,
  signedDeviceBody,
  stepUpBody,
  tokenOnly,
  valueBody,
} from '../../ways-in/second-factor/mfa.contract';
import { recoverFactor } from '../../ways-in/second-factor/recovery.service';
import { rememberingFor, sendSignInCode, signInEnrolment } from '../../ways-in/second-factor/sign-in-codes.service';
import { askNewSignInDevice, askSignInDevice } from '../../ways-in/second-factor/sign-in-devices.service';
import type { GivenProof } from '../../ways-in/second-factor/sign-in-proof.service';
import { beginStepUp } from '../../ways-in/second-factor/step-up.service';
import type { ArrivalParts } from '../../ways-in/ways-in';
import { identityCall } from '../wire/identity-surface';

const user = '/identity/resources/auth/v1/user';
const mfa = `${user}/mfa`;

/** The second half of a sign-in, by the token that its first half answered. */
export function mfaSignInRoutes(parts: ArrivalParts): Route[] {
  async function provenReply(context: Context<'public'>, given: GivenProof): Promise<Reply> {
    const { sessionId, recoveryCodes, remembered } = await parts.waysIn.secondFactor.enter(context, given);
    return enteredReply(parts, context, {
      sessionId,
      body: recoveryAnswer(recoveryCodes),
      cookies: rememberedBrowser(parts.config, remembered),
    });
  }
  const means = ({ resources: { outbox } }: Context<'public'>) => ({ ...parts, outbox });

  return [
    identityCall({
      method: 'post',
      path: `${mfa}/verify`,
      access: 'public',
      wayIn: 'secondFactor',
      summary: 'Complete a sign-in with an authenticator code.',
      body: valueBody,
      handle: ({ body: { value, ...given } }, context) =>
        provenReply(context, { ...given, proof: { kind: 'authenticator', code: value } }),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/recover`,
      access: 'public',
      summary: 'Turn off a second factor with one of its recovery codes.',
      body: recoverBody,
      handle: ({ body }, context) => reply.empty(recoverFactor(context.visitor, body, means(context))),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/authenticator/enroll`,
      access: 'public',
      summary: 'Get what an authenticator scans, for a user who must set one up.',
      body: tokenOnly,
      async handle({ body }, { visitor }) {
        const { qrCode } = await signInEnrolment(visitor, body.mfaToken, parts.config);
        return reply.json({ qrCode });
      },
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/authenticator/enroll/verify`,
      access: 'public',
      wayIn: 'secondFactor',
      summary: 'Set up an authenticator and complete the sign-in.',
      body: enrolBody,
      handle: ({ body: { token, ...given } }, context) =>
        provenReply(context, { ...given, proof: { kind: 'newAuthenticator', code: token } }),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/authenticator/:deviceId/verify`,
      access: 'public',
      wayIn: 'secondFactor',
      summary: 'Complete a sign-in with a code from that authenticator.',
      params: deviceParams,
      body: valueBody,
      handle: ({ params: { deviceId }, body: { value, ...given } }, context) =>
        provenReply(context, { ...given, proof: { kind: 'authenticator', code: value, deviceId } }),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/emailcode`,
      access: 'public',
      summary: 'Email a code that completes the sign-in.',
      body: tokenOnly,
      handle: async ({ body: { mfaToken } }, context) =>
        reply.json(await sendSignInCode(context.visitor, { mfaToken, to: { kind: 'email' } }, means(context))),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/emailcode/verify`,
      access: 'public',
      wayIn: 'secondFactor',
      summary:
        'Complete a sign-in with the emailed code. For a user without a second factor, emailed codes become one.',
      body: sentCodeBody,
      handle: ({ body: { otcToken, code, ...given } }, context) =>
        provenReply(context, { ...given, proof: { kind: 'email', otcToken, code } }),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/sms/enroll`,
      access: 'public',
      summary: 'Send a code to a number that is being set up as a factor.',
      body: newPhoneBody,
      handle: async ({ body: { mfaToken, phoneNumber: phone } }, context) =>
        reply.json(
          await sendSignInCode(context.visitor, { mfaToken, to: { kind: 'newPhone', phone } }, means(context)),
        ),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/sms/enroll/verify`,
      access: 'public',
      wayIn: 'secondFactor',
      summary: 'Set up a number and complete the sign-in.',
      body: sentCodeBody,
      handle: ({ body: { otcToken, code, ...given } }, context) =>
        provenReply(context, { ...given, proof: { kind: 'newPhone', otcToken, code } }),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/sms/:deviceId`,
      access: 'public',
      summary: 'Send a code to that phone.',
      params: deviceParams,
      body: tokenOnly,
      handle: async ({ params: { deviceId }, body: { mfaToken } }, context) =>
        reply.json(
          await sendSignInCode(context.visitor, { mfaToken, to: { kind: 'phone', deviceId } }, means(context)),
        ),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/sms/:deviceId/verify`,
      access: 'public',
      wayIn: 'secondFactor',
      summary: 'Complete a sign-in with the code sent to that phone.',
      params: deviceParams,
      body: sentCodeBody,
      handle: ({ params: { deviceId }, body: { otcToken, code, ...given } }, context) =>
        provenReply(context, { ...given, proof: { kind: 'phone', otcToken, code, deviceId } }),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/webauthn/enroll`,
      access: 'public',
      summary: 'Get the options a browser needs, for a user who must set up a device.',
      body: tokenOnly,
      handle: async ({ body: { mfaToken } }, { visitor }) =>
        reply.json(await askNewSignInDevice(visitor, mfaToken, parts)),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/webauthn/enroll/verify`,
      access: 'public',
      wayIn: 'secondFactor',
      summary: 'Set up a security key or this device, and complete the sign-in.',
      body: enrolDeviceBody,
      handle: ({ body: { mfaToken, rememberDevice, ...device } }, context) =>
        provenReply(context, {
          mfaToken,
          rememberDevice,
          proof: { kind: 'newDevice', ...madeDevice(device, context.visitor.userAgent) },
        }),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/webauthn/:deviceId`,
      access: 'public',
      summary: 'Get the options a browser needs to sign with that device.',
      params: deviceParams,
      body: tokenOnly,
      handle: async ({ params: { deviceId }, body: { mfaToken } }, { visitor }) =>
        reply.json(await askSignInDevice(visitor, { mfaToken, deviceId }, parts)),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/webauthn/:deviceId/verify`,
      access: 'public',
      wayIn: 'secondFactor',
      summary: 'Complete a sign-in with that device’s signature.',
      params: deviceParams,
      body: signedDeviceBody,
      handle: ({ params: { deviceId }, body: { webauthnToken, options, ...given } }, context) =>
        provenReply(context, { ...given, proof: { kind: 'device', webauthnToken, signed: options, deviceId } }),
    }),
    identityCall({
      method: 'get',
      path: '/identity/resources/configurations/v1/mfa-policy/allow-remember-device',
      access: 'public',
      summary: 'Get whether this browser can be trusted during sign-in, and for how many seconds.',
      query: z.object({ mfaToken: z.string().max(200).catch('') }),
      handle: async ({ query }, { visitor }) => reply.json(await rememberingFor(visitor, query.mfaToken)),
    }),
    identityCall({
      method: 'post',
      path: `${user}/step-up/generate`,
      access: 'signed-in',
      notInClientView: true,
      summary:
        'Request a second factor that renews this session. Returns new tokens if the last one is at most `maxAge` seconds old.',
      body: stepUpBody,
      async handle({ body }, { acting, actor: { sessionId }, visitor: { ip }, now }) {
        const answer = await beginStepUp(acting, { sessionId, maxAge: body.maxAge });
        return answer
          ? reply.json(offeredAnswer(parts.config, answer))
          : tokensReply(parts, await parts.tokens.issue({ sessionId, ip, now }));
      },
    }),
  ];
}
