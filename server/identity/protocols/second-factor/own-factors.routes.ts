import { reply, type Context, type Route } from '../../../platform/http/define-route';
import { listFactors } from '../../core/factors/factor.store';
import { recoveryAnswer } from '../../core/secrets/recovery-code';
import type { IdentityParts } from '../../parts';
import { strategiesView } from '../../policies/mfa/strategies';
import { devicesView } from '../../ways-in/admission/asked-factor';
import { madeDevice } from '../../ways-in/second-factor/device-ceremony';
import {
  beginDisableDevice,
  beginDisablePhone,
  disableAll,
  disableAuthenticator,
  disableDevice,
  disablePhone,
} from '../../ways-in/second-factor/disable-factors.service';
import {
  deviceParams,
  disableBody,
  disableDeviceBody,
  disablePhoneBody,
  ownCodeBody,
  ownDeviceBody,
  ownPhoneBody,
  ownSentCodeBody,
} from '../../ways-in/second-factor/mfa.contract';
import { beginDevice, confirmDevice } from '../../ways-in/second-factor/own-devices.service';
import {
  beginAuthenticator,
  beginPhone,
  confirmAuthenticator,
  confirmPhone,
  type Owner,
} from '../../ways-in/second-factor/own-factors.service';
import { identityCall } from '../wire/identity-surface';

const mfa = '/identity/resources/users/v1/mfa';

const owner = ({ acting, actor }: Context): Owner => ({ acting, sessionId: actor.sessionId });
const told = (codes: readonly string[] | null) => reply.json(recoveryAnswer(codes ?? undefined));

/** What people do with their own factors. */
export function ownFactorRoutes(parts: IdentityParts): Route[] {
  const means = ({ resources: { outbox } }: Context) => ({ ...parts, outbox });
  const own = { access: 'signed-in', notInClientView: true } as const;

  return [
    ...[`${mfa}/enroll`, `${mfa}/authenticator/enroll`].flatMap((path) => [
      identityCall({
        method: 'post',
        path: path as `/${string}`,
        ...own,
        summary: 'Get what an authenticator scans to be set up.',
        handle: async (_input, context) =>
          reply.json({ qrCode: await beginAuthenticator(owner(context), means(context)) }),
      }),
      identityCall({
        method: 'post',
        path: `${path}/verify` as `/${string}`,
        ...own,
        summary: 'Set up the authenticator with its first code.',
        body: ownCodeBody,
        handle: async ({ body }, context) =>
          told(await confirmAuthenticator(owner(context), { code: body.token, tokens: parts.tokens })),
      }),
    ]),
    identityCall({
      method: 'post',
      path: `${mfa}/sms/enroll`,
      ...own,
      summary: 'Send a code to a number that is being set up as a factor.',
      body: ownPhoneBody,
      handle: async ({ body: { phoneNumber } }, context) =>
        reply.json({ otcToken: await beginPhone(owner(context), phoneNumber, means(context)), phoneNumber }),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/sms/enroll/verify`,
      ...own,
      summary: 'Set up the number with the code sent to it.',
      body: ownSentCodeBody,
      handle: async ({ body }, context) => told(await confirmPhone(owner(context), body)),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/disable`,
      ...own,
      summary: 'Turn off all factors with an authenticator code or a recovery code.',
      body: disableBody,
      handle: ({ body }, context) => reply.empty(disableAll(owner(context), body.token, parts)),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/authenticator/:deviceId/disable/verify`,
      ...own,
      summary: 'Turn off an authenticator.',
      params: deviceParams,
      body: disableBody,
      handle: ({ params: { deviceId }, body }, context) =>
        reply.empty(disableAuthenticator(owner(context), { deviceId, code: body.token }, parts)),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/sms/:deviceId/disable`,
      ...own,
      summary: 'Send the code to turn off a phone.',
      params: deviceParams,
      handle: async ({ params: { deviceId } }, context) =>
        reply.json(await beginDisablePhone(owner(context), deviceId, means(context))),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/sms/:deviceId/disable/verify`,
      ...own,
      summary: 'Turn off a phone.',
      params: deviceParams,
      body: disablePhoneBody,
      handle: ({ params: { deviceId }, body: { otcToken, code } }, context) =>
        reply.empty(disablePhone(owner(context), { deviceId, otcToken, code })),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/webauthn/enroll`,
      ...own,
      summary: 'Get the options a browser needs to set up a device.',
      handle: async (_input, context) => reply.json(await beginDevice(owner(context), parts)),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/webauthn/enroll/verify`,
      ...own,
      summary: 'Set up a security key or this device with its response.',
      body: ownDeviceBody,
      handle: async ({ body }, context) =>
        told(await confirmDevice(owner(context), madeDevice(body, context.visitor.userAgent), parts)),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/webauthn/:deviceId/disable`,
      ...own,
      summary: 'Get the options a browser needs to turn off the device.',
      params: deviceParams,
      handle: async ({ params: { deviceId } }, context) =>
        reply.json(await beginDisableDevice(owner(context), deviceId, parts)),
    }),
    identityCall({
      method: 'post',
      path: `${mfa}/webauthn/:deviceId/disable/verify`,
      ...own,
      summary: 'Turn off a security key or this device.',
      params: deviceParams,
      body: disableDeviceBody,
      handle: ({ params: { deviceId }, body: { webauthnToken, options } }, context) =>
        reply.empty(
          disableDevice(
            owner(context),
            {
              deviceId,
              signed:
                webauthnToken === undefined || options === undefined
                  ? null
                  : { webauthnToken, signed: options, deviceId },
            },
            parts,
          ),
        ),
    }),
    identityCall({
      method: 'get',
      path: `${mfa}/devices`,
      access: 'signed-in',
      opens: { programs: true },
      summary: 'List the caller’s second factors.',
      handle: async (_input, { db, actor }) =>
        reply.json(devicesView(await listFactors(db, actor.userId), { masked: false })),
    }),
    identityCall({
      method: 'get',
      path: '/identity/resources/configurations/v1/mfa/strategies',
      access: 'signed-in',
      opens: { programs: true },
      summary: 'List the kinds of second factors, and which are on.',
      handle: () => reply.json({ strategies: strategiesView(parts.config) }),
    }),
  ];
}
