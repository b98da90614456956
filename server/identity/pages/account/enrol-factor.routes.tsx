import { z } from 'zod';
import {
  EnrolAuthenticatorScreen,
  EnrolPhoneScreen,
  OwnRecoveryCodesScreen,
  type EnrolAuthenticatorProps,
  type EnrolPhoneProps,
} from '../../../../views/identity/account/enrol-factor-screen';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import { isFreshlyProven } from '../../ways-in/second-factor/confirm-person.service';
import { ownPhoneBody, phoneNumber } from '../../ways-in/second-factor/mfa.contract';
import {
  beginAuthenticator,
  beginPhone,
  confirmAuthenticator,
  confirmPhone,
} from '../../ways-in/second-factor/own-factors.service';
import { phoneCodeBody } from '../../ways-in/second-factor/phone-number.contract';
import { waitingAuthenticator } from '../../ways-in/second-factor/waiting-authenticator';
import { confirmFirst, formsOf, meansOf, own, ownerOf, problemOf, screen, unlessProofNeeded } from './account-page';

export const factorsPath = '/account/second-factors';
const authenticatorPath = `${factorsPath}/authenticator` as const;
const smsPath = `${factorsPath}/sms` as const;

/** Recovery codes are shown to whoever had none. */
export const enrolled = (context: Context, recoveryCodes: readonly string[] | null): Reply =>
  recoveryCodes === null
    ? reply.redirect(`${factorsPath}?done=on`)
    : screen(
        <OwnRecoveryCodesScreen
          t={context.t}
          codes={recoveryCodes}
          done={context.t('account.secondFactors.turnedOn')}
        />,
        context,
        { at: 'secondFactors' },
      );

/** The forms by which a second factor is set up by a code; each begins with a fresh proof. */
export function enrolFactorRoutes(parts: IdentityParts): Route[] {
  const authenticatorPage = (
    context: Context,
    { status, ...shown }: Omit<EnrolAuthenticatorProps, 't'> & { status?: number },
  ): Reply => screen(<EnrolAuthenticatorScreen t={context.t} {...shown} />, context, { at: 'secondFactors', status });
  const phonePage = (
    context: Context,
    { status, ...shown }: Omit<EnrolPhoneProps, 't'> & { status?: number } = {},
  ): Reply => screen(<EnrolPhoneScreen t={context.t} {...shown} />, context, { at: 'secondFactors', status });
  const sentTo = ({ t }: Context, phone: string) => t('account.sentTo', { phone });

  const whenProven = async (context: Context, path: string, show: () => Reply) =>
    (await isFreshlyProven(ownerOf(context))) ? show() : confirmFirst(path);

  return [
    definePage({
      method: 'get',
      path: authenticatorPath,
      ...own,
      walk: [],
      handle: (_input, context) =>
        whenProven(context, authenticatorPath, () => authenticatorPage(context, { shown: null })),
    }),
    definePage({
      method: 'post',
      path: authenticatorPath,
      ...own,
      async handle(_input, context) {
        await beginAuthenticator(ownerOf(context), meansOf(parts, context));
        return authenticatorPage(context, { shown: await waitingAuthenticator(ownerOf(context), parts) });
      },
      again: (failure, _typed, context) =>
        unlessProofNeeded(failure, authenticatorPath, () =>
          authenticatorPage(context, { shown: null, ...problemOf(failure, context) }),
        ),
    }),
    definePage({
      method: 'post',
      path: `${authenticatorPath}/verify`,
      ...own,
      body: z.strictObject({ code: z.string().max(20) }),
      handle: async ({ body: { code } }, context) =>
        enrolled(context, await confirmAuthenticator(ownerOf(context), { code, tokens: parts.tokens })),
      again: (failure, _typed, context) =>
        unlessProofNeeded(failure, authenticatorPath, async () => {
          const { problem, fields, status } = problemOf(failure, context);
          const shown = await waitingAuthenticator(ownerOf(context), parts);
          return authenticatorPage(
            context,
            shown === null ? { shown, problem, status } : { shown, error: fields.code ?? problem, status },
          );
        }),
    }),
    definePage({
      method: 'get',
      path: smsPath,
      ...own,
      walk: [],
      handle: (_input, context) => whenProven(context, smsPath, () => phonePage(context)),
    }),
    definePage({
      method: 'post',
      path: smsPath,
      ...own,
      body: z.strictObject(ownPhoneBody.shape),
      async handle({ body: { phoneNumber: phone } }, context) {
        const otcToken = await beginPhone(ownerOf(context), phone, meansOf(parts, context));
        return phonePage(context, { sent: { otcToken, phoneNumber: phone, told: sentTo(context, phone) } });
      },
      again: (failure, typed, context) =>
        unlessProofNeeded(failure, smsPath, () => {
          const { problem, fields, status } = problemOf(failure, context);
          return phonePage(context, { problem, error: fields.phoneNumber, typed: typed.phoneNumber, status });
        }),
    }),
    definePage({
      method: 'post',
      path: `${smsPath}/verify`,
      ...own,
      body: z.strictObject({ ...phoneCodeBody.shape, phoneNumber }),
      handle: async ({ body: { otcToken, code } }, context) =>
        enrolled(context, await confirmPhone(ownerOf(context), { otcToken, code })),
      again: (failure, typed, context) =>
        unlessProofNeeded(failure, smsPath, () => {
          const { problem, fields, status } = problemOf(failure, context);
          const { otcToken = '', phoneNumber: phone = '' } = typed;
          return phonePage(context, {
            sent: { otcToken, phoneNumber: phone, told: sentTo(context, phone), error: fields.code ?? problem },
            status,
          });
        }),
    }),
    ...formsOf(factorsPath, [`${authenticatorPath}/verify`, `${smsPath}/verify`]),
  ];
}
