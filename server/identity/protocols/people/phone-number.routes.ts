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
      summary: 'The telephone numbers of whoever is signed in.',
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
      summary: 'Notes a number and sends the code by which it is verified.',
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
      summary: 'Sends another code to a number of theirs.',
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
      summary: 'Verifies a number by the code that was sent to it.',
      body: phoneCodeBody,
      handle: ({ body }, context) => reply.empty(verifyNumber(owner(context), body, means(context))),
    }),
    identityCall({
      method: 'delete',
      path: `${numbers}/:phoneId`,
      ...own,
      summary: 'Sends the code by which a number is removed.',
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
      summary: 'Removes a number by the code that was sent.',
      params: phoneParams,
      body: phoneCodeBody,
      handle: ({ params: { phoneId }, body }, context) =>
        reply.empty(removeNumber(owner(context), { phoneId, ...body }, means(context))),
    }),
  ];
}
