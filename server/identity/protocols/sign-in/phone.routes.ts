import { reply, type Context, type Route } from '../../../platform/http/define-route';
import { maskedPhone } from '../../policies/mfa/factor.rules';
import { flowCookie, keptFlow } from '../../ways-in/browser/entry-flow';
import { admittedReply } from '../../ways-in/browser/signed-in';
import { entryBody } from '../../ways-in/passwordless/passwordless.contract';
import { beginPhoneChange, confirmPhoneChange } from '../../ways-in/phone/phone-change.service';
import { requestPhoneReset, resetPhone, verifyPhoneReset } from '../../ways-in/phone/phone-reset.service';
import { phoneMinutes } from '../../ways-in/phone/phone-secret.rules';
import {
  changeProof,
  changeRequest,
  newNumber,
  resetProof,
  resetRequest,
  smsEntryRequest,
} from '../../ways-in/phone/phone.contract';
import { requestSmsEntry } from '../../ways-in/phone/sms-entry.service';
import type { Owner } from '../../ways-in/second-factor/own-factors.service';
import type { ArrivalParts } from '../../ways-in/ways-in';
import { identityCall } from '../wire/identity-surface';

const smsCode = '/identity/resources/auth/v1/passwordless/smscode';
const phone = '/identity/resources/users/v1/phone';

const owner = ({ acting, actor }: Context): Owner => ({ acting, sessionId: actor.sessionId });

/** Signing in by a text, and the number that texts go to. */
export function phoneRoutes(parts: ArrivalParts): Route[] {
  return [
    identityCall({
      method: 'post',
      path: `${smsCode}/prelogin`,
      access: 'public',
      summary: 'Text a sign-in code for this browser to the account’s number, if there is one.',
      body: smsEntryRequest,
      async handle({ body }, { visitor }) {
        const cookies = keptFlow(parts.config, await requestSmsEntry(visitor, body, parts), phoneMinutes);
        // Only a number that whoever asks knows already: any other would tell that there is an account.
        return reply.json(body.phone === undefined ? {} : { phoneNumber: maskedPhone(body.phone) }, 200, { cookies });
      },
    }),
    identityCall({
      method: 'post',
      path: `${smsCode}/postlogin`,
      access: 'public',
      wayIn: 'smsCode',
      summary: 'Sign in with a texted code, in the browser that requested it.',
      body: entryBody,
      async handle({ body }, context) {
        const answer = await admittedReply(
          parts,
          context,
          await parts.waysIn.smsCode.enter(context, { code: body.token, flow: context.cookie(flowCookie) }),
        );
        return { ...answer, cookies: [...(answer.cookies ?? []), ...keptFlow(parts.config, null)] };
      },
    }),
    identityCall({
      method: 'post',
      path: `${phone}/reset`,
      access: 'public',
      summary: 'Email a code to a user who lost their phone, if the address belongs to an account.',
      body: resetRequest,
      handle: async ({ body }, { visitor }) =>
        reply.json({ resetPhoneNumberToken: await requestPhoneReset(visitor, body.email, parts) }),
    }),
    identityCall({
      method: 'post',
      path: `${phone}/reset/verify`,
      access: 'public',
      summary: 'Verify the emailed code and allow a new number to be set.',
      body: resetProof,
      handle: async ({ body }, { visitor }) =>
        reply.json({
          changePhoneNumberToken: await verifyPhoneReset(
            visitor,
            { token: body.resetPhoneNumberToken, code: body.code },
            parts,
          ),
        }),
    }),
    identityCall({
      method: 'put',
      path: `${phone}/change`,
      access: 'public',
      summary: 'Set a new number, once, and end all sessions.',
      body: newNumber,
      handle: ({ body }, { visitor }) =>
        reply.empty(resetPhone(visitor, { token: body.changePhoneNumberToken, phone: body.phoneNumber }, parts)),
    }),
    identityCall({
      method: 'post',
      path: phone,
      access: 'signed-in',
      notInClientView: true,
      summary: 'Text a code to the caller’s new number.',
      body: changeRequest,
      handle: async ({ body }, context) =>
        reply.json({
          changePhoneId: await beginPhoneChange(owner(context), body.phoneNumber, {
            ...parts,
            outbox: context.resources.outbox,
          }),
        }),
    }),
    identityCall({
      method: 'post',
      path: `${phone}/verify`,
      access: 'signed-in',
      notInClientView: true,
      summary: 'Set the caller’s number with the code sent to it.',
      body: changeProof,
      handle: ({ body }, context) =>
        reply.empty(confirmPhoneChange(owner(context), { otcToken: body.changePhoneId, code: body.code })),
    }),
  ];
}
