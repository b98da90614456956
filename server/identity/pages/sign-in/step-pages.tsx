import { CodeStepPage } from '../../../../views/identity/code-step-page';
import { MailboxPage } from '../../../../views/identity/mailbox-page';
import { PasswordStepPage } from '../../../../views/identity/password-step-page';
import { PreLoginPage } from '../../../../views/identity/pre-login-page';
import { QuickLoginPage } from '../../../../views/identity/quick-login-page';
import type { Failure } from '../../../platform/errors';
import { reply, type Context, type Reply } from '../../../platform/http/define-route';
import { sentence, type MessageKey } from '../../../platform/i18n/messages';
import { isWayOpen, type FirstWay } from '../../policies/strategies/strategies.rules';
import { offerCookieName } from '../../ways-in/browser/signed-in';
import { minutesOfEntry } from '../../ways-in/passwordless/passwordless.rules';
import { phoneMinutes } from '../../ways-in/phone/phone-secret.rules';
import { socialChoices } from '../../ways-in/social/social-choices.rules';
import type { SignInNotice } from './notices';

export const loginPath = '/account/login';
export const resetPhonePath = '/account/reset-phone-number';

/** Where the next step of each way is asked for, and where its secret is brought. */
export const stepPaths = {
  magicLink: { send: `${loginPath}/send-link` },
  emailCode: { send: `${loginPath}/send-code`, enter: `${loginPath}/code` },
  smsCode: { send: `${loginPath}/send-text`, enter: `${loginPath}/text` },
} as const;

export const passkeyStepPath = `${loginPath}/passkey` as const;

export interface Trouble {
  code: MessageKey;
  params?: Record<string, string | number> | undefined;
  status: number;
}

/** What was refused, as a form shows it again. `missing`: what is said where something was not filled in. */
export const troubleOf = ({ code, status, options: { params } }: Failure, missing: MessageKey): Trouble => ({
  code: code === 'errors.badRequest' ? missing : code,
  params,
  status: status === 429 || status === 403 || status === 409 ? status : 422,
});

interface Step {
  name?: string | undefined;
  trouble?: Trouble | undefined;
}

const offer = { name: offerCookieName, path: loginPath };
/** Where a passkey is brought; null where none opens anything. */
const passkeyOf = ({ resources: { config } }: Context<'public'>) =>
  isWayOpen(config.identity.authStrategy, 'passkey') ? passkeyStepPath : null;
const captchaOf = ({ resources: { config } }: Context<'public'>) => config.captcha;
const said = ({ t }: Context<'public'>, trouble: Trouble | undefined) =>
  trouble ? sentence(t, trouble.code, trouble.params) : undefined;

interface PreLoginStep extends Step {
  notice?: SignInNotice | undefined;
  /** How people sign in here. */
  way: FirstWay | null;
  registers: boolean;
  /** Anybody may. */
  signUp: boolean;
}

export function preLoginStep(
  context: Context<'public'>,
  { name = '', trouble, notice, way, registers, signUp }: PreLoginStep,
): Reply {
  const { t } = context;
  // A password is asked for on the next page, and so is what keeps programs out.
  const captcha = way === 'password' ? undefined : captchaOf(context);
  const missing = trouble?.code === 'errors.required';
  const page = (
    <PreLoginPage
      t={t}
      email={name}
      byPhone={way === 'smsCode'}
      registers={registers}
      signUp={signUp}
      captcha={captcha}
      social={socialChoices(context.resources.config)}
      passkey={passkeyOf(context)}
      offer={offer}
      notice={notice && t(notice)}
      {...{ [missing ? 'fieldError' : 'error']: said(context, trouble) }}
    />
  );
  return reply.page(page, {
    title: t('login.title'),
    sentence: t('login.preLoginLead'),
    layout: 'bare',
    status: trouble?.status,
    captcha: captcha !== undefined,
  });
}

export function quickStep(
  context: Context<'public'>,
  { name, notice }: { name: string; notice?: SignInNotice | undefined },
): Reply {
  const { t } = context;
  return reply.page(<QuickLoginPage t={t} name={name} notice={notice && t(notice)} passkey={passkeyOf(context)} />, {
    title: t('login.title'),
    sentence: t('loginBox.quickLead'),
    layout: 'bare',
  });
}

export function passwordStep(context: Context<'public'>, { name = '', trouble }: Step): Reply {
  const { t } = context;
  return reply.page(
    <PasswordStepPage t={t} email={name} error={said(context, trouble)} captcha={captchaOf(context)} offer={offer} />,
    { title: t('login.passwordTitle'), layout: 'bare', status: trouble?.status, captcha: true },
  );
}

export function mailboxStep({ t }: Context<'public'>, { name = '' }: Step): Reply {
  return reply.page(
    <MailboxPage t={t} name={name} sent={t('loginBox.mailboxLead', { minutes: minutesOfEntry.LINK })} />,
    { title: t('loginBox.mailboxTitle'), layout: 'bare' },
  );
}

export function mailedCodeStep(context: Context<'public'>, { name = '', trouble }: Step): Reply {
  const { t } = context;
  const sent = t('loginBox.mailedLead', { minutes: minutesOfEntry.CODE });
  return reply.page(
    <CodeStepPage
      t={t}
      name={name}
      sent={sent}
      paths={stepPaths.emailCode}
      error={said(context, trouble)}
      remember={null}
      captcha={captchaOf(context)}
    />,
    { title: t('loginBox.codeTitle'), layout: 'bare', status: trouble?.status, captcha: true },
  );
}

export function textedCodeStep(
  context: Context<'public'>,
  { name = '', trouble, remember }: Step & { remember: boolean },
): Reply {
  const { t } = context;
  const shared = {
    t,
    name,
    remember,
    paths: stepPaths.smsCode,
    error: said(context, trouble),
    captcha: captchaOf(context),
    sent: t('loginBox.textedLead', { minutes: phoneMinutes }),
  };
  const page = <CodeStepPage {...shared} lost={{ href: resetPhonePath, label: t('loginBox.lostPhone') }} />;
  return reply.page(page, { title: t('loginBox.codeTitle'), layout: 'bare', status: trouble?.status, captcha: true });
}
