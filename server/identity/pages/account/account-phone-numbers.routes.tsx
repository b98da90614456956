import { z } from 'zod';
import {
  PhoneNumbersScreen,
  type PhoneCodeView,
  type PhoneNumbersScreenProps,
} from '../../../../views/identity/account/phone-numbers-screen';
import type { Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { findPhoneNumber, listPhoneNumbers } from '../../core/phone-numbers/phone-number.store';
import type { IdentityParts } from '../../parts';
import { numberBody, phoneCodeBody, phoneParams } from '../../ways-in/second-factor/phone-number.contract';
import {
  addNumber,
  beginRemoval,
  mostPhoneNumbers,
  removeNumber,
  sendAgain,
  verifyNumber,
} from '../../ways-in/second-factor/phone-number.service';
import { publicId } from '../../wire.contract';
import { formsOf, meansOf, own, ownerOf, problemOf, screen, settingsOf, unlessProofNeeded } from './account-page';

const path = '/account/phone-numbers';
const query = z.object({ done: z.enum(['verified', 'removed']).optional().catch(undefined) });
const says = { verified: 'account.phoneNumbers.verifiedNow', removed: 'account.phoneNumbers.removedNow' } as const;
const way = z.enum(['text', 'mail']);

async function numbersPage(
  context: Context,
  {
    status,
    ...shown
  }: Pick<PhoneNumbersScreenProps, 'done' | 'problem' | 'typed' | 'error' | 'sent'> & { status?: number } = {},
): Promise<Reply> {
  const {
    t,
    db,
    actor: { userId },
  } = context;
  const numbers = (await listPhoneNumbers(db, userId)).map(({ id, phone, verifiedAt, createdAt }) => ({
    id,
    phone,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
  return screen(
    <PhoneNumbersScreen t={t} settings={settingsOf(context)} numbers={numbers} most={mostPhoneNumbers} {...shown} />,
    context,
    { at: 'phoneNumbers', status },
  );
}

type Sent = Pick<PhoneCodeView, 'does' | 'phoneId' | 'otcToken' | 'way' | 'error'>;

/** Asks for the code that is on its way. */
async function codePage(context: Context, sent: Sent, status?: number): Promise<Reply> {
  const {
    t,
    db,
    actor: { userId, email },
  } = context;
  const number = await findPhoneNumber(db, userId, { id: sent.phoneId });
  const told =
    sent.way === 'mail' || number === null
      ? t('account.sentByMail', { email })
      : t('account.sentTo', { phone: number.phone });
  return numbersPage(context, { sent: { ...sent, told }, status });
}

/** A code that was not right is asked for again; whatever else was refused is said above the list. */
function codeRefused(failure: Failure, context: Context, sent: Omit<Sent, 'error'>): Promise<Reply> {
  const { problem, fields, status } = problemOf(failure, context);
  return codePage(context, { ...sent, error: fields.code ?? problem ?? '' }, status);
}

/** Somebody's own telephone numbers. */
export function accountPhoneNumberRoutes(parts: IdentityParts): Route[] {
  const refused = (failure: Failure, typed: Record<string, string>, context: Context) =>
    unlessProofNeeded(failure, path, () => {
      const { problem, fields, status } = problemOf(failure, context);
      return numbersPage(context, { problem, error: fields.phoneNumber, typed: typed.phoneNumber, status });
    });
  return [
    definePage({
      method: 'get',
      path,
      ...own,
      query,
      handle: ({ query: { done } }, context) => numbersPage(context, { done: done && context.t(says[done]) }),
    }),
    definePage({
      method: 'post',
      path,
      ...own,
      body: z.strictObject(numberBody.shape),
      again: refused,
      async handle({ body: { phoneNumber: phone } }, context) {
        const { phoneId, otcToken } = await addNumber(ownerOf(context), { phone }, meansOf(parts, context));
        return codePage(context, { does: 'verify', phoneId, otcToken: otcToken ?? '', way: 'text' });
      },
    }),
    definePage({
      method: 'post',
      path: `${path}/verify`,
      ...own,
      body: z.strictObject({ ...phoneCodeBody.shape, phoneId: publicId }),
      async handle({ body: { otcToken, code } }, context) {
        await verifyNumber(ownerOf(context), { otcToken, code }, meansOf(parts, context));
        return reply.redirect(`${path}?done=verified`);
      },
      again: (failure, { phoneId = '', otcToken = '' }, context) =>
        publicId.safeParse(phoneId).success
          ? codeRefused(failure, context, { does: 'verify', phoneId, otcToken, way: 'text' })
          : refused(failure, {}, context),
    }),
    definePage({
      method: 'post',
      path: `${path}/:phoneId/code`,
      ...own,
      params: phoneParams,
      again: refused,
      async handle({ params: { phoneId: id } }, context) {
        const { phoneId, otcToken } = await sendAgain(ownerOf(context), { id }, meansOf(parts, context));
        return codePage(context, { does: 'verify', phoneId, otcToken, way: 'text' });
      },
    }),
    definePage({
      method: 'post',
      path: `${path}/:phoneId/remove`,
      ...own,
      params: phoneParams,
      body: z.strictObject({ way: way.default('text') }),
      again: refused,
      async handle({ params: { phoneId }, body }, context) {
        const begun = await beginRemoval(ownerOf(context), { phoneId, way: body.way }, meansOf(parts, context));
        return codePage(context, { does: 'remove', ...begun });
      },
    }),
    definePage({
      method: 'post',
      path: `${path}/:phoneId/remove/verify`,
      ...own,
      params: phoneParams,
      body: z.strictObject({ ...phoneCodeBody.shape, way: way.default('text') }),
      async handle({ params: { phoneId }, body: { otcToken, code } }, context) {
        await removeNumber(ownerOf(context), { phoneId, otcToken, code }, meansOf(parts, context));
        return reply.redirect(`${path}?done=removed`);
      },
      again(failure, typed, context) {
        const phoneId = new URL(context.url, 'http://tare.invalid').pathname.split('/').at(-3) ?? '';
        return codeRefused(failure, context, {
          does: 'remove',
          phoneId,
          otcToken: typed.otcToken ?? '',
          way: typed.way === 'mail' ? 'mail' : 'text',
        });
      },
    }),
    ...formsOf(path, [
      `${path}/verify`,
      `${path}/:phoneId/code`,
      `${path}/:phoneId/remove`,
      `${path}/:phoneId/remove/verify`,
    ]),
  ];
}
