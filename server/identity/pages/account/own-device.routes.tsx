import { z } from 'zod';
import {
  BeginDeviceScreen,
  EnrolDeviceScreen,
  NameDeviceScreen,
  type EnrolDeviceProps,
  type NameDeviceProps,
} from '../../../../views/identity/account/own-device-screens';
import { Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { listOwnDevices } from '../../core/factors/device.store';
import { browserName } from '../../core/sessions/browser-name.rules';
import type { IdentityParts } from '../../parts';
import { newDeviceBody } from '../../ways-in/passkey/passkey.contract';
import { isFreshlyProven } from '../../ways-in/second-factor/confirm-person.service';
import { madeDevice } from '../../ways-in/second-factor/device-ceremony';
import { answerOf, deviceParams } from '../../ways-in/second-factor/mfa.contract';
import { beginDevice, confirmDevice, nameDevice } from '../../ways-in/second-factor/own-devices.service';
import { shortText } from '../../wire.contract';
import { confirmFirst, formsOf, own, ownerOf, problemOf, screen, unlessProofNeeded } from './account-page';
import { enrolled, factorsPath } from './enrol-factor.routes';
import { offeredHere } from './offered-factors';

const devicePath = `${factorsPath}/webauthn` as const;
const enrolForm = z.strictObject({
  webauthnToken: z.string().max(200),
  answer: answerOf(newDeviceBody),
  name: shortText,
});

function nullWhereNone(error: unknown): null {
  if (error instanceof Failure && error.status === 409) return null;
  throw error;
}

/** Asks for another name. @returns null for a device that is none of theirs */
export async function nameDevicePage(
  context: Context,
  { deviceId, status, ...shown }: { deviceId: string } & Pick<NameDeviceProps, 'typed' | 'error'> & { status?: number },
): Promise<Reply | null> {
  const {
    t,
    db,
    actor: { userId },
  } = context;
  const device = (await listOwnDevices(db, userId)).find(({ id }) => id === deviceId);
  return device
    ? screen(
        <NameDeviceScreen
          t={t}
          device={{ id: device.id, name: device.name || t('identity.unnamedDevice') }}
          {...shown}
        />,
        context,
        { at: 'secondFactors', status },
      )
    : null;
}

/** Security keys, and the device itself, as second factors: set up and named. */
export function ownDeviceRoutes(parts: IdentityParts): Route[] {
  function beginPage(
    context: Context,
    { problem, status }: { problem?: string | undefined; status?: number } = {},
  ): Reply {
    const { devices: naming, ...others } = offeredHere(parts.config);
    if (naming === null) return reply.redirect(factorsPath);
    return screen(<BeginDeviceScreen t={context.t} naming={naming} others={others} problem={problem} />, context, {
      at: 'secondFactors',
      status,
    });
  }

  /** Each time with another question to the authenticator: one that was answered is used up. Where none may be set up, the list says so. */
  async function enrolPage(
    context: Context,
    { status, ...shown }: Pick<EnrolDeviceProps, 'problem' | 'error' | 'typed'> & { status?: number } = {},
  ): Promise<Reply> {
    const { t, visitor } = context;
    const { devices: naming, ...others } = offeredHere(parts.config);
    const question = await beginDevice(ownerOf(context), parts).catch(nullWhereNone);
    if (question === null) return reply.redirect(factorsPath);
    const { webauthnToken, options } = question;
    const step = { webauthnToken, naming: naming ?? 'either', question: { kind: 'make', options } } as const;
    return screen(
      <EnrolDeviceScreen
        t={t}
        step={step}
        usualName={browserName(visitor.userAgent) ?? t('identity.unnamedDevice')}
        others={others}
        {...shown}
      />,
      context,
      { at: 'secondFactors', status },
    );
  }

  return [
    definePage({
      method: 'get',
      path: devicePath,
      ...own,
      walk: [],
      // A question to an authenticator is kept, and nothing is kept where somebody only reads.
      handle: async (_input, context) =>
        (await isFreshlyProven(ownerOf(context))) ? beginPage(context) : confirmFirst(devicePath),
    }),
    definePage({
      method: 'post',
      path: devicePath,
      ...own,
      handle: (_input, context) => enrolPage(context),
      again: (failure, _typed, context) =>
        unlessProofNeeded(failure, devicePath, () => beginPage(context, problemOf(failure, context))),
    }),
    definePage({
      method: 'post',
      path: `${devicePath}/verify`,
      ...own,
      body: enrolForm,
      async handle({ body: { webauthnToken, answer, name } }, context) {
        const made = madeDevice(
          { webauthnToken, deviceType: answer.deviceType, options: answer },
          context.visitor.userAgent,
        );
        return enrolled(context, await confirmDevice(ownerOf(context), { ...made, name }, parts));
      },
      again: (failure, { name: typed }, context) =>
        unlessProofNeeded(failure, devicePath, () => {
          const {
            problem,
            fields: { name: error, ...fields },
            status,
          } = problemOf(failure, context);
          return enrolPage(context, { problem: problem ?? Object.values(fields)[0], error, typed, status });
        }),
    }),
    definePage({
      method: 'post',
      path: `${devicePath}/:deviceId/name`,
      ...own,
      params: deviceParams,
      body: z.strictObject({ name: shortText }),
      async handle({ params: { deviceId }, body: { name } }, context) {
        await nameDevice(ownerOf(context), { deviceId, name });
        return reply.redirect(`${factorsPath}?done=named`);
      },
      async again(failure, { name: typed }, context) {
        const { problem, fields, status } = problemOf(failure, context);
        const deviceId = new URL(context.url, 'http://tare.invalid').pathname.split('/').at(-2) ?? '';
        return (
          (await nameDevicePage(context, { deviceId, typed, error: fields.name ?? problem, status })) ??
          reply.redirect(factorsPath)
        );
      },
    }),
    ...formsOf(factorsPath, [`${devicePath}/verify`, `${devicePath}/:deviceId/name`]),
  ];
}
