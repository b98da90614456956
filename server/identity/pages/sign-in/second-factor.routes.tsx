import { z } from 'zod';
import { RecoveryCodesPage, RecoveryUsedPage } from '../../../../views/identity/recovery-codes-page';
import type { Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { sentence } from '../../../platform/i18n/messages';
import { returnTarget } from '../../ways-in/browser/return-target';
import {
  enterBrowser,
  pendingCookie,
  promptOr,
  rememberedBrowser,
  secondFactorPath,
} from '../../ways-in/browser/signed-in';
import { newDeviceBody, postloginBody } from '../../ways-in/passkey/passkey.contract';
import { signOut } from '../../ways-in/password/sign-in.service';
import { madeDevice } from '../../ways-in/second-factor/device-ceremony';
import { answerOf, phoneNumber } from '../../ways-in/second-factor/mfa.contract';
import { factorKinds } from '../../ways-in/second-factor/second-factor-step.rules';
import { sendSignInCode } from '../../ways-in/second-factor/sign-in-codes.service';
import { signInOver, type GivenProof } from '../../ways-in/second-factor/sign-in-proof.service';
import type { ArrivalParts } from '../../ways-in/ways-in';
import { factorPage, recoveryView, signInTokenOf, type AskedPage } from './second-factor.presentation';

const code = z.string().trim().max(20).default('');
const ticked = z.literal('on').optional();
const token = z.string().max(200);

const proofForm = z.strictObject({
  code,
  otcToken: token.optional(),
  deviceId: z.uuid().optional(),
  rememberDevice: ticked,
});
const sendForm = z.strictObject({ deviceId: z.uuid().optional() });
const deviceForm = z.strictObject({ webauthnToken: token, answer: answerOf(postloginBody), rememberDevice: ticked });
const enrolForm = z.strictObject({
  code,
  otcToken: token.optional(),
  to: z.enum(['phone', 'email']).optional(),
  rememberDevice: ticked,
});
const enrolSendForm = z.strictObject({ phoneNumber: phoneNumber.optional() });
const enrolDeviceForm = z.strictObject({
  webauthnToken: token,
  answer: answerOf(newDeviceBody),
  rememberDevice: ticked,
});
const recoveryForm = z.strictObject({ recoveryCode: z.string().max(100).default('') });

/** The page that stands between the password and the session, by forms alone but for the devices that a browser must ask. */
export function secondFactorRoutes(parts: ArrivalParts): Route[] {
  const { config } = parts;
  const target = returnTarget(parts);
  const toLogin = (query: string) => reply.redirect(`/login?${query}`, { cookies: pendingCookie(config, null) });
  const means = ({ resources: { outbox } }: Context<'public'>) => ({ ...parts, outbox });

  async function again(failure: Failure, context: Context<'public'>, asked: AskedPage = {}): Promise<Reply> {
    const status = failure.status === 429 ? 429 : 422;
    try {
      return await factorPage(
        context,
        { ...asked, error: sentence(context.t, failure.code, failure.options.params), status },
        parts,
      );
    } catch {
      return toLogin('over=1');
    }
  }

  async function proven(
    context: Context<'public'>,
    given: Omit<GivenProof, 'mfaToken' | 'rememberDevice'> & { rememberDevice: 'on' | undefined },
  ): Promise<Reply> {
    const { visitor, door, t } = context;
    const { sessionId, recoveryCodes, recoveryLeft, remembered } = await parts.waysIn.secondFactor.enter(context, {
      ...given,
      mfaToken: signInTokenOf(context),
      rememberDevice: given.rememberDevice === 'on',
    });
    // Whoever was signed in here before leaves.
    if (door.sessionId && door.sessionId !== sessionId) await signOut(visitor, door.sessionId);
    const entered = await enterBrowser(parts, context, sessionId);
    const cookies = [...entered.cookies, ...rememberedBrowser(config, remembered), ...pendingCookie(config, null)];
    const to = await promptOr(target.next(context), parts, { ...context, sessionId });
    if (recoveryLeft !== undefined)
      return {
        ...reply.page(<RecoveryUsedPage t={t} recovery={recoveryView(recoveryLeft)} to={to} />, {
          title: t('mfa.recoveryUsedTitle'),
          layout: 'bare',
        }),
        cookies,
      };
    if (recoveryCodes === undefined) return reply.redirect(to, { cookies });
    return {
      ...reply.page(<RecoveryCodesPage t={t} codes={recoveryCodes} to={to} />, {
        title: t('mfa.recoveryTitle'),
        sentence: t('mfa.recoveryLead'),
        layout: 'bare',
      }),
      cookies,
    };
  }

  return [
    definePage({
      method: 'get',
      path: secondFactorPath,
      access: 'public',
      walk: [],
      query: z.object({
        with: z
          .enum([...factorKinds, 'choose'])
          .optional()
          .catch(undefined),
      }),
      handle: ({ query }, context) =>
        factorPage(context, { chosen: query.with }, parts).catch((error: Failure) => {
          if (error.code === signInOver().code) return toLogin('over=1');
          throw error;
        }),
    }),
    definePage({
      method: 'post',
      path: secondFactorPath,
      access: 'public',
      wayIn: 'secondFactor',
      body: proofForm,
      handle: ({ body: { code: typed, otcToken, deviceId, rememberDevice } }, context) =>
        proven(context, {
          rememberDevice,
          proof:
            otcToken === undefined
              ? { kind: 'authenticator', code: typed }
              : deviceId === undefined
                ? { kind: 'email', otcToken, code: typed }
                : { kind: 'phone', otcToken, code: typed, deviceId },
        }),
      again: (failure, { otcToken, deviceId }, context) =>
        again(
          failure,
          context,
          otcToken === undefined ? { chosen: 'authenticator' } : { sent: { otcToken, deviceId } },
        ),
    }),
    definePage({
      method: 'post',
      path: `${secondFactorPath}/code`,
      access: 'public',
      body: sendForm,
      async handle({ body: { deviceId } }, context) {
        const { otcToken } = await sendSignInCode(
          context.visitor,
          {
            mfaToken: signInTokenOf(context),
            to: deviceId === undefined ? { kind: 'email' } : { kind: 'phone', deviceId },
          },
          means(context),
        );
        return factorPage(context, { sent: { otcToken, deviceId } }, parts);
      },
      again: (failure, _typed, context) => again(failure, context),
    }),
    definePage({
      method: 'post',
      path: `${secondFactorPath}/device`,
      access: 'public',
      wayIn: 'secondFactor',
      body: deviceForm,
      handle: ({ body: { webauthnToken, answer, rememberDevice } }, context) =>
        proven(context, { rememberDevice, proof: { kind: 'device', webauthnToken, signed: answer, deviceId: null } }),
      again: (failure, _typed, context) => again(failure, context, { chosen: 'device' }),
    }),
    ...enrolmentForms(),
    definePage({
      method: 'post',
      path: `${secondFactorPath}/recovery`,
      access: 'public',
      wayIn: 'secondFactor',
      body: recoveryForm,
      handle: ({ body: { recoveryCode } }, context) =>
        proven(context, { rememberDevice: undefined, proof: { kind: 'recovery', code: recoveryCode } }),
      again: (failure, _typed, context) => again(failure, context),
    }),
  ];

  /** For whoever has no factor yet and must have one. */
  function enrolmentForms(): Route[] {
    return [
      definePage({
        method: 'post',
        path: `${secondFactorPath}/enrolment`,
        access: 'public',
        wayIn: 'secondFactor',
        body: enrolForm,
        handle: ({ body: { code: typed, otcToken, to, rememberDevice } }, context) =>
          proven(context, {
            rememberDevice,
            proof:
              otcToken === undefined
                ? { kind: 'newAuthenticator', code: typed.replace(/\s/g, '') }
                : { kind: to === 'phone' ? 'newPhone' : 'email', otcToken, code: typed },
          }),
        again: (failure, { otcToken, to }, context) =>
          again(
            failure,
            context,
            otcToken === undefined
              ? { chosen: 'authenticator' }
              : { enrolling: { otcToken, to: to === 'phone' ? to : 'email' } },
          ),
      }),
      definePage({
        method: 'post',
        path: `${secondFactorPath}/enrolment/code`,
        access: 'public',
        body: enrolSendForm,
        async handle({ body: { phoneNumber: phone } }, context) {
          const { otcToken } = await sendSignInCode(
            context.visitor,
            {
              mfaToken: signInTokenOf(context),
              to: phone === undefined ? { kind: 'email' } : { kind: 'newPhone', phone },
            },
            means(context),
          );
          return factorPage(context, { enrolling: { otcToken, to: phone === undefined ? 'email' : 'phone' } }, parts);
        },
        again: (failure, typed, context) =>
          again(failure, context, { chosen: 'phoneNumber' in typed ? 'phone' : 'email' }),
      }),
      definePage({
        method: 'post',
        path: `${secondFactorPath}/enrolment/device`,
        access: 'public',
        wayIn: 'secondFactor',
        body: enrolDeviceForm,
        handle: ({ body: { webauthnToken, answer, rememberDevice } }, context) =>
          proven(context, {
            rememberDevice,
            proof: {
              kind: 'newDevice',
              ...madeDevice(
                { webauthnToken, deviceType: answer.deviceType, options: answer },
                context.visitor.userAgent,
              ),
            },
          }),
        again: (failure, _typed, context) => again(failure, context, { chosen: 'device' }),
      }),
    ];
  }
}
