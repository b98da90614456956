import type { Failure } from '../../../platform/errors';
import { definePage, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import type { Admission } from '../../policies/entry/arrival';
import type { FirstWay } from '../../policies/strategies/strategies.rules';
import { flowCookie, keptFlow } from '../../ways-in/browser/entry-flow';
import { returnTarget } from '../../ways-in/browser/return-target';
import { admittedRedirect } from '../../ways-in/browser/signed-in';
import { signOut } from '../../ways-in/password/sign-in.service';
import { minutesOfEntry } from '../../ways-in/passwordless/passwordless.rules';
import { requestEntry } from '../../ways-in/passwordless/passwordless.service';
import { phoneMinutes } from '../../ways-in/phone/phone-secret.rules';
import { typedName } from '../../ways-in/phone/phone.contract';
import { requestSmsEntry } from '../../ways-in/phone/sms-entry.service';
import type { ArrivalParts } from '../../ways-in/ways-in';
import { codeForm, emailForm } from './login-box.contract';
import { mailboxStep, mailedCodeStep, stepPaths, textedCodeStep, troubleOf, type Trouble } from './step-pages';

interface Wish {
  way: Exclude<FirstWay, 'password'>;
  name: string;
  recaptchaToken?: string | undefined;
  /** Whether this browser is to know them from then on. */
  remember: boolean;
}

interface Refused {
  /** The step before, where nothing could be sent. */
  refused(context: Context<'public'>, step: { name?: string | undefined; trouble: Trouble }): Reply;
}

/** The steps of the login box at which somebody is sent a link or a code, and brings it. */
export function secretSteps(parts: ArrivalParts) {
  const { config } = parts;
  const target = returnTarget(parts);

  /** @throws Failure 403 where the way is switched off, 409 where texts would only wait, 422 and 503 of the captcha, 429 after too many requests */
  async function send(context: Context<'public'>, { way, name, recaptchaToken, remember }: Wish): Promise<Reply> {
    const { visitor } = context;
    if (way === 'magicLink') {
      const flow = await requestEntry(visitor, { kind: 'LINK', askedFor: name.toLowerCase(), recaptchaToken }, parts);
      return { ...mailboxStep(context, { name }), cookies: keptFlow(config, flow, minutesOfEntry.LINK) };
    }
    if (way === 'emailCode') {
      const flow = await requestEntry(visitor, { kind: 'CODE', askedFor: name.toLowerCase(), recaptchaToken }, parts);
      return { ...mailedCodeStep(context, { name }), cookies: keptFlow(config, flow, minutesOfEntry.CODE) };
    }
    const flow = await requestSmsEntry(visitor, { askedFor: typedName(name), recaptchaToken }, parts);
    return { ...textedCodeStep(context, { name, remember }), cookies: keptFlow(config, flow, phoneMinutes) };
  }

  async function enter(context: Context<'public'>, admission: Admission): Promise<Reply> {
    // Whoever was signed in here before leaves.
    if (context.door.sessionId) await signOut(context.visitor, context.door.sessionId);
    const entered = await admittedRedirect(parts, context, { admission, to: target.next(context) });
    return { ...entered, cookies: [...(entered.cookies ?? []), ...keptFlow(config, null)] };
  }

  const sendRoute = (way: Wish['way'], { refused }: Refused) =>
    definePage({
      method: 'post',
      path: stepPaths[way].send,
      access: 'public',
      body: emailForm,
      handle: ({ body: { email: name, flow, recaptchaToken } }, context) =>
        send(context, {
          way,
          name,
          recaptchaToken,
          remember: flow === 'registerQuickLogin' || context.door.rememberedName !== null,
        }),
      again: (failure, { email: name }, context) =>
        refused(context, { name, trouble: troubleOf(failure, 'errors.required') }),
    });

  const wrong = (failure: Failure) => troubleOf(failure, 'identity.entryRefused');

  const routes = (before: Refused): Route[] => [
    sendRoute('magicLink', before),
    sendRoute('emailCode', before),
    sendRoute('smsCode', before),
    definePage({
      method: 'post',
      path: stepPaths.emailCode.enter,
      access: 'public',
      wayIn: 'emailCode',
      body: codeForm,
      handle: async ({ body: { code } }, context) =>
        enter(context, await parts.waysIn.emailCode.enter(context, { code, flow: context.cookie(flowCookie) })),
      again: (failure, { email: name }, context) => mailedCodeStep(context, { name, trouble: wrong(failure) }),
    }),
    definePage({
      method: 'post',
      path: stepPaths.smsCode.enter,
      access: 'public',
      wayIn: 'smsCode',
      body: codeForm,
      async handle({ body: { code, email: name, rememberMe } }, context) {
        const admission = await parts.waysIn.smsCode.enter(context, { code, flow: context.cookie(flowCookie) });
        context.door.rememberName(rememberMe ? name : null);
        return enter(context, admission);
      },
      again: (failure, { email: name, rememberMe }, context) =>
        textedCodeStep(context, { name, remember: rememberMe === 'on', trouble: wrong(failure) }),
    }),
  ];

  return { send, routes };
}
