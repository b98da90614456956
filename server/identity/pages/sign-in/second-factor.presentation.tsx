import {
  SecondFactorEnrolmentPage,
  type EnrolmentStepView,
} from '../../../../views/identity/second-factor-enrolment-page';
import { SecondFactorPage, type HeldView, type SentView } from '../../../../views/identity/second-factor-page';
import { reply, type Context, type Reply } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import {
  holdsAny,
  isRunningOut,
  maskedPhone,
  type HeldFactors,
  type RecoveryCount,
} from '../../policies/mfa/factor.rules';
import { offeredStrategies } from '../../policies/mfa/strategies';
import { enrolmentOf } from '../../ways-in/admission/asked-factor';
import { pendingCookieName, secondFactorPath } from '../../ways-in/browser/signed-in';
import {
  heldKinds,
  namingOf,
  offeredKinds,
  stepFor,
  type FactorKind,
  type FactorStep,
} from '../../ways-in/second-factor/second-factor-step.rules';
import {
  askedSignIn,
  rememberingFor,
  signInEnrolment,
  type AskedSignIn,
} from '../../ways-in/second-factor/sign-in-codes.service';
import { askNewSignInDevice, askSignInDevice } from '../../ways-in/second-factor/sign-in-devices.service';

type Dependencies = Pick<IdentityParts, 'config' | 'rateLimits'>;

export interface AskedPage {
  error?: string | undefined;
  status?: number;
  /** The step that was chosen; where it is none of the person's, they begin anew. */
  chosen?: FactorStep | undefined;
  /** A code that was sent to a factor. */
  sent?: SentView | undefined;
  /** A code that was sent to what is to become one. */
  enrolling?: { otcToken: string; to: 'phone' | 'email' } | undefined;
}

export const recoveryView = (count: RecoveryCount) => ({ ...count, few: isRunningOut(count) });

export const signInTokenOf = ({ cookie }: Pick<Context<'public'>, 'cookie'>) => cookie(pendingCookieName) ?? '';

/** What the sign-in in progress asks for. @throws Failure 401 where none is */
export async function factorPage(context: Context<'public'>, asked: AskedPage, means: Dependencies): Promise<Reply> {
  const mfaToken = signInTokenOf(context);
  const signIn = await askedSignIn(context.visitor, mfaToken);
  const { isAllowedToRemember, mfaDeviceExpiration } = await rememberingFor(context.visitor, mfaToken);
  const rememberDays = isAllowedToRemember ? Math.max(1, Math.round(mfaDeviceExpiration / 86_400)) : null;
  const shared = { t: context.t, error: asked.error, rememberDays, path: secondFactorPath };
  return holdsAny(signIn.held)
    ? verifyPage(context, { asked, shared, held: signIn.held }, means)
    : enrolPage(context, { asked, shared, signIn }, means);
}

interface Shared {
  asked: AskedPage;
  shared: Pick<Parameters<typeof SecondFactorPage>[0], 't' | 'error' | 'rememberDays' | 'path'>;
}

async function verifyPage(
  context: Context<'public'>,
  { asked, shared, held }: Shared & { held: HeldFactors },
  means: Dependencies,
): Promise<Reply> {
  const { t, visitor } = context;
  const view: HeldView = {
    authenticator: held.authenticators.length > 0,
    phones: held.phones.map(({ id, phone }) => ({ id, phone: maskedPhone(phone) })),
    email: held.email,
    devices: held.devices.length > 0 ? namingOf(held.devices.map(({ deviceType }) => deviceType)) : null,
  };
  const to = stepFor(heldKinds(held), asked.chosen);
  const page = (step: Parameters<typeof SecondFactorPage>[0]['step']) =>
    reply.page(<SecondFactorPage {...shared} held={view} step={step} />, {
      title: t('mfa.title'),
      sentence: t('mfa.lead'),
      layout: 'bare',
      status: asked.status,
    });
  if (asked.sent) return page({ kind: 'sent', sent: asked.sent });
  if (to !== 'device') return page(to === 'authenticator' ? { kind: 'authenticator' } : null);
  const { webauthnToken, options } = await askSignInDevice(
    visitor,
    { mfaToken: signInTokenOf(context), deviceId: null },
    means,
  );
  return page({
    kind: 'device',
    device: { webauthnToken, naming: view.devices ?? 'either', question: { kind: 'sign', options } },
  });
}

async function enrolPage(
  context: Context<'public'>,
  { asked, shared, signIn }: Shared & { signIn: AskedSignIn },
  means: Dependencies,
): Promise<Reply> {
  const { t } = context;
  const strategies = offeredStrategies(means.config, signIn.pending.way);
  const kinds = offeredKinds(strategies);
  const devices = namingOf([
    ...(strategies.includes('WebAuthnPlatform') ? ['Platform' as const] : []),
    ...(strategies.includes('WebAuthnCrossPlatform') ? ['CrossPlatform' as const] : []),
  ]);
  const to = asked.enrolling?.to ?? stepFor(kinds, asked.chosen);
  const step = asked.enrolling
    ? { kind: 'sent' as const, ...asked.enrolling }
    : await enrolStep(context, { kind: to, signIn, devices }, means);
  const sentence = t(
    step === null ? 'webauthn.chooseLead' : step.kind === 'authenticator' ? 'mfa.enrolLead' : 'webauthn.setUpLead',
  );
  return reply.page(
    <SecondFactorEnrolmentPage
      {...shared}
      step={step}
      others={kinds.filter((kind) => kind !== to)}
      devices={devices}
    />,
    { title: t('mfa.enrolTitle'), sentence, layout: 'bare', status: asked.status },
  );
}

interface ToEnrol {
  kind: FactorKind | 'choose';
  signIn: AskedSignIn;
  devices: ReturnType<typeof namingOf>;
}

async function enrolStep(
  context: Context<'public'>,
  { kind, signIn: { pending }, devices }: ToEnrol,
  means: Dependencies,
): Promise<EnrolmentStepView | null> {
  const mfaToken = signInTokenOf(context);
  if (kind === 'choose') return null;
  if (kind === 'phone') return { kind };
  if (kind === 'email') return { kind, email: pending.email };
  if (kind === 'device') {
    const { webauthnToken, options } = await askNewSignInDevice(context.visitor, mfaToken, means);
    return { kind, device: { webauthnToken, naming: devices, question: { kind: 'make', options } } };
  }
  const { qrCode } = await signInEnrolment(context.visitor, mfaToken, means.config);
  return { kind, qrCode, secret: enrolmentOf(mfaToken, pending.salt).secret };
}
