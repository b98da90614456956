import { reply, type Context, type Route } from '../../../platform/http/define-route';
import { phoneView } from '../../core/phone-numbers/phone-number.presentation';
import { countPhoneNumbers, listPhoneNumbers } from '../../core/phone-numbers/phone-number.store';
import type { IdentityParts } from '../../parts';
import type { Owner } from '../../ways-in/second-factor/own-factors.service';
import {
  newNumberBody,
  numberBody,
  phoneCodeBody,
  phoneListQuery,
  phoneParams,
} from '../../ways-in/second-factor/phone-number.contract';
import {
  addNumber,
  beginRemoval,
  removeNumber,
  sendAgain,
  verifyNumber,
} from '../../ways-in/second-factor/phone-number.service';
import { pageOf } from '../../wire.contract';
import { identityCall } from '../wire/identity-surface';

const numbers = '/identity/resources/users/phone-numbers/v1';

const owner = ({ acting, actor }: Context): Owner => ({ acting, sessionId: actor.sessionId });

/** What people do with their own telephone numbers. */
export function phoneNumberRoutes(parts: IdentityParts): Route[] {
  const means = ({ resources: { outbox } }: Context) => ({ ...parts, outbox });
  const own = { access: 'signed-in', notInClientView: true } as const;

  return [
    identityCall({
      method: 'get',
      path: numbers,
      access: 'signed-in',
      opens: { programs: true },
      summary: 'List the caller’s phone numbers.',
      query: phoneListQuery,
      async handle({ query: { _limit: limit, _offset: offset } }, { db, actor: { userId } }) {
        const page = await listPhoneNumbers(db, userId, { limit, offset });
        return reply.json(pageOf(page.map(phoneView), { total: await countPhoneNumbers(db, userId), limit }));
      },
    }),
    identityCall({
      method: 'post',
      path: numbers,
      ...own,
      summary: 'Add a phone number and send its verification code.',
      body: newNumberBody,
      async handle({ body: { phoneNumber: phone, verify } }, context) {
        const { otcToken } = await addNumber(owner(context), { phone, verify }, means(context));
        return reply.json(otcToken === null ? {} : { otcToken });
      },
    }),
    identityCall({
      method: 'post',
      path: `${numbers}/preverify`,
      ...own,
      summary: 'Send another code to one of the caller’s numbers.',
      body: numberBody,
      async handle({ body: { phoneNumber: phone } }, context) {
        const { otcToken } = await sendAgain(owner(context), { phone }, means(context));
        return reply.json({ otcToken });
      },
    }),
    identityCall({
      method: 'post',
      path: `${numbers}/verify`,
      ...own,
      summary: 'Verify a number with the code sent to it.',
      body: phoneCodeBody,
      handle: ({ body }, context) => reply.empty(verifyNumber(owner(context), body, means(context))),
    }),
    identityCall({
      method: 'delete',
      path: `${numbers}/:phoneId`,
      ...own,
      summary: 'Send the code to remove a number.',
      params: phoneParams,
      async handle({ params: { phoneId } }, context) {
        const { otcToken } = await beginRemoval(owner(context), { phoneId, way: 'text' }, means(context));
        return reply.json({ phoneId, otcToken });
      },
    }),
    identityCall({
      method: 'post',
      path: `${numbers}/:phoneId/delete/verify`,
      ...own,
      summary: 'Remove a number with the code that was sent.',
      params: phoneParams,
      body: phoneCodeBody,
      handle: ({ params: { phoneId }, body }, context) =>
        reply.empty(removeNumber(owner(context), { phoneId, ...body }, means(context))),
    }),
  ];
}
