import { reply, type Route } from '../../../platform/http/define-route';
import { listPasskeys } from '../../core/passkeys/passkey.store';
import { admittedReply } from '../../ways-in/browser/signed-in';
import { askForPasskey } from '../../ways-in/passkey/passkey-sign-in.service';
import { deviceParams, newDeviceBody, postloginBody, preloginBody } from '../../ways-in/passkey/passkey.contract';
import { deviceView } from '../../ways-in/passkey/passkey.presentation';
import { beginPasskey, finishPasskey, removePasskey } from '../../ways-in/passkey/passkey.service';
import type { ArrivalParts } from '../../ways-in/ways-in';
import { identityCall } from '../wire/identity-surface';
import { passkeyCookie } from './passkey-entry';

const signIn = '/identity/resources/auth/v1/webauthn';
const devices = '/identity/resources/users/webauthn/v1/devices';

/** A passkey would pass by what their organization asks of them. */
const signsInHere = {
  says: 'Needs somebody who does not sign in by their organization.',
  holds: ({ ssoUser }: { ssoUser: boolean }) => !ssoUser,
};

export function passkeyRoutes(parts: ArrivalParts): Route[] {
  const { config } = parts;
  return [
    identityCall({
      method: 'post',
      path: `${signIn}/prelogin`,
      access: 'public',
      summary: 'Get the options a browser needs to sign in with a passkey.',
      body: preloginBody,
      async handle({ body }, { visitor }) {
        const { options, browserSecret } = await askForPasskey(visitor, body, parts);
        return reply.json({ options }, 200, { cookies: passkeyCookie(config, browserSecret) });
      },
    }),
    identityCall({
      method: 'post',
      path: `${signIn}/postlogin`,
      access: 'public',
      wayIn: 'passkey',
      summary: 'Sign in with a passkey, in the browser that requested it.',
      body: postloginBody,
      handle: async ({ body }, context) =>
        admittedReply(parts, context, await parts.waysIn.passkey.enter(context, body)),
    }),
    identityCall({
      method: 'post',
      path: devices,
      access: 'signed-in',
      condition: signsInHere,
      notInClientView: true,
      summary: 'Get the options a browser needs to add a passkey.',
      handle: async (_input, { acting, actor }) => reply.json({ options: await beginPasskey(acting, actor, config) }),
    }),
    identityCall({
      method: 'post',
      path: `${devices}/verify`,
      access: 'signed-in',
      condition: signsInHere,
      notInClientView: true,
      summary: 'Add the passkey that an authenticator created.',
      body: newDeviceBody,
      handle: ({ body }, { acting, actor: { sessionId }, visitor: { userAgent } }) =>
        reply.empty(finishPasskey(acting, { given: body, sessionId, userAgent }, config)),
    }),
    identityCall({
      method: 'get',
      path: devices,
      access: 'signed-in',
      opens: { programs: true },
      summary: 'List the caller’s passkeys.',
      handle: async (_input, { db, actor }) =>
        reply.json({ devices: (await listPasskeys(db, actor.userId)).map(deviceView) }),
    }),
    identityCall({
      method: 'delete',
      path: `${devices}/:deviceId`,
      access: 'signed-in',
      notInClientView: true,
      summary: 'Remove one of the caller’s passkeys.',
      params: deviceParams,
      handle: ({ params: { deviceId } }, { acting, actor: { sessionId } }) =>
        reply.empty(removePasskey(acting, { deviceId, sessionId })),
    }),
  ];
}
