import { z } from 'zod';
import { OwnRecoveryCodesScreen } from '../../../../views/identity/account/enrol-factor-screen';
import {
  SecondFactorsScreen,
  type SecondFactorsScreenProps,
} from '../../../../views/identity/account/second-factors-screen';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { listOwnDevices } from '../../core/factors/device.store';
import { listFactors } from '../../core/factors/factor.store';
import { countRecoveryCodes } from '../../core/factors/recovery-code.store';
import { mostPasskeys } from '../../core/passkeys/passkey.rules';
import { browserName } from '../../core/sessions/browser-name.rules';
import { selectProof } from '../../core/sessions/session.store';
import type { IdentityParts } from '../../parts';
import { isForced } from '../../policies/mfa/factor.rules';
import { policyFor } from '../../policies/mfa/mfa-policy.store';
import { rememberedCookie } from '../../ways-in/admission/remembered-device';
import {
  disableAll,
  disableAuthenticator,
  disableDevice,
  disableEmail,
  disablePhone,
} from '../../ways-in/second-factor/disable-factors.service';
import { deviceParams } from '../../ways-in/second-factor/mfa.contract';
import { renewRecoveryCodes } from '../../ways-in/second-factor/recovery-codes.service';
import { forgetBrowser, forgetBrowsers, sparedBrowsers } from '../../ways-in/second-factor/remembered-browsers.service';
import { publicId } from '../../wire.contract';
import { recoveryView } from '../sign-in/second-factor.presentation';
import { formsOf, own, ownerOf, problemOf, screen, settingsOf, unlessProofNeeded } from './account-page';
import { enrolFactorRoutes, factorsPath } from './enrol-factor.routes';
import { offeredHere } from './offered-factors';
import { nameDevicePage, ownDeviceRoutes } from './own-device.routes';

const query = z.object({
  rename: publicId.optional().catch(undefined),
  done: z.enum(['on', 'off', 'allOff', 'named', 'forgottenOne', 'forgotten']).optional().catch(undefined),
});
const says = {
  on: 'account.secondFactors.turnedOn',
  off: 'account.secondFactors.turnedOff',
  allOff: 'account.secondFactors.turnedAllOff',
  named: 'account.secondFactors.named',
  forgottenOne: 'account.secondFactors.forgottenOne',
  forgotten: 'account.secondFactors.forgotten',
} as const;

/** What somebody proves themselves with beside the first proof. */
export function accountFactorRoutes(parts: IdentityParts): Route[] {
  async function factorsPage(
    context: Context,
    { status, ...shown }: Pick<SecondFactorsScreenProps, 'done' | 'problem'> & { status?: number } = {},
  ): Promise<Reply> {
    const {
      t,
      db,
      now,
      acting,
      cookie,
      actor: { userId, sessionId },
    } = context;
    const { authenticators, phones, email } = await listFactors(db, userId);
    const devices = (await listOwnDevices(db, userId)).map(({ createdAt, lastUsedAt, ...device }) => ({
      ...device,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }));
    const { amr } = await selectProof(db, sessionId);
    const policy = await policyFor(db, userId, { now });
    const browsers = (await sparedBrowsers(acting, { token: cookie(rememberedCookie), policy })).map(
      ({ id, userAgent, createdAt, lastUsedAt, until, current }) => ({
        id,
        browser: browserName(userAgent),
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
        until: until.toISOString(),
        current,
      }),
    );
    const page = (
      <SecondFactorsScreen
        t={t}
        settings={settingsOf(context)}
        held={{ authenticators, phones, email, devices }}
        offered={offeredHere(parts.config)}
        mostDevices={mostPasskeys}
        forced={isForced(policy, amr)}
        recovery={recoveryView(await countRecoveryCodes(db, userId))}
        browsers={browsers}
        {...shown}
      />
    );
    return screen(page, context, { at: 'secondFactors', status });
  }

  const refused = {
    again: (failure: Parameters<typeof problemOf>[0], _typed: unknown, context: Context) =>
      unlessProofNeeded(failure, factorsPath, () => {
        const { problem, status } = problemOf(failure, context);
        return factorsPage(context, { problem, status });
      }),
  };
  const done = (what: keyof typeof says) => reply.redirect(`${factorsPath}?done=${what}`);

  return [
    definePage({
      method: 'get',
      path: factorsPath,
      ...own,
      query,
      handle: async ({ query: { rename: deviceId, done: what } }, context) =>
        (deviceId === undefined ? null : await nameDevicePage(context, { deviceId })) ??
        factorsPage(context, { done: what && context.t(says[what]) }),
    }),
    ...enrolFactorRoutes(parts),
    ...ownDeviceRoutes(parts),
    definePage({
      method: 'post',
      path: `${factorsPath}/off`,
      ...own,
      ...refused,
      async handle(_input, context) {
        await disableAll(ownerOf(context), undefined, parts);
        return done('allOff');
      },
    }),
    definePage({
      method: 'post',
      path: `${factorsPath}/authenticator/:deviceId/off`,
      ...own,
      ...refused,
      params: deviceParams,
      async handle({ params: { deviceId } }, context) {
        await disableAuthenticator(ownerOf(context), { deviceId, code: undefined }, parts);
        return done('off');
      },
    }),
    definePage({
      method: 'post',
      path: `${factorsPath}/sms/:deviceId/off`,
      ...own,
      ...refused,
      params: deviceParams,
      async handle({ params: { deviceId } }, context) {
        await disablePhone(ownerOf(context), { deviceId, otcToken: undefined, code: undefined });
        return done('off');
      },
    }),
    definePage({
      method: 'post',
      path: `${factorsPath}/webauthn/:deviceId/off`,
      ...own,
      ...refused,
      params: deviceParams,
      async handle({ params: { deviceId } }, context) {
        await disableDevice(ownerOf(context), { deviceId, signed: null }, parts);
        return done('off');
      },
    }),
    definePage({
      method: 'post',
      path: `${factorsPath}/email/off`,
      ...own,
      ...refused,
      async handle(_input, context) {
        await disableEmail(ownerOf(context));
        return done('off');
      },
    }),
    definePage({
      method: 'post',
      path: `${factorsPath}/recovery-codes`,
      ...own,
      ...refused,
      async handle(_input, context) {
        const codes = await renewRecoveryCodes(ownerOf(context));
        return screen(
          <OwnRecoveryCodesScreen t={context.t} codes={codes} done={context.t('account.secondFactors.codesRenewed')} />,
          context,
          { at: 'secondFactors' },
        );
      },
    }),
    definePage({
      method: 'post',
      path: `${factorsPath}/browsers/:browserId/forget`,
      ...own,
      params: z.object({ browserId: publicId }),
      async handle({ params: { browserId } }, context) {
        await forgetBrowser(ownerOf(context), browserId);
        return done('forgottenOne');
      },
    }),
    definePage({
      method: 'post',
      path: `${factorsPath}/forget-browsers`,
      ...own,
      async handle(_input, context) {
        await forgetBrowsers(ownerOf(context));
        return done('forgotten');
      },
    }),
    ...formsOf(factorsPath, [
      `${factorsPath}/off`,
      `${factorsPath}/authenticator/:deviceId/off`,
      `${factorsPath}/sms/:deviceId/off`,
      `${factorsPath}/webauthn/:deviceId/off`,
      `${factorsPath}/email/off`,
      `${factorsPath}/recovery-codes`,
      `${factorsPath}/browsers/:browserId/forget`,
      `${factorsPath}/forget-browsers`,
    ]),
  ];
}
