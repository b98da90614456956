import { LinkResultPage } from '../../../../views/identity/link-result-page';
import { ResetPhonePage, type ResetPhoneStage } from '../../../../views/identity/reset-phone-page';
import { definePage, reply, type Context, type Route } from '../../../platform/http/define-route';
import { sentence } from '../../../platform/i18n/messages';
import type { IdentityParts } from '../../parts';
import { isWayOpen } from '../../policies/strategies/strategies.rules';
import { requestPhoneReset, resetPhone, verifyPhoneReset } from '../../ways-in/phone/phone-reset.service';
import { phoneMinutes } from '../../ways-in/phone/phone-secret.rules';
import { newNumber, resetRequest } from '../../ways-in/phone/phone.contract';
import { resetCodeForm } from './login-box.contract';
import { loginPath, resetPhonePath as path, troubleOf, type Trouble } from './step-pages';

const titles = {
  ResetPhoneNumber: { title: 'loginBox.resetTitle', sentence: 'loginBox.resetLead' },
  VerifyResetPhoneNumber: { title: 'loginBox.resetCodeTitle', sentence: undefined },
  ChangePhoneNumber: { title: 'loginBox.numberTitle', sentence: 'loginBox.numberLead' },
} as const;

function stagePage({ t }: Context<'public'>, stage: ResetPhoneStage, trouble?: Trouble) {
  const { title, sentence: lead } = titles[stage.stage];
  const said = trouble && sentence(t, trouble.code, trouble.params);
  const ofField = trouble?.code === 'errors.required' || trouble?.code === 'identity.invalidPhone';
  const page = <ResetPhonePage t={t} path={path} {...stage} {...{ [ofField ? 'fieldError' : 'error']: said }} />;
  return reply.page(page, {
    title: t(title),
    ...(lead ? { sentence: t(lead) } : {}),
    layout: 'bare',
    status: trouble?.status,
  });
}

/** A new number for whoever has lost the telephone that they sign in with, by forms alone. */
export function resetPhoneRoutes(parts: IdentityParts): Route[] {
  const codeStage = ({ t }: Context<'public'>, email: string, token: string): ResetPhoneStage => ({
    stage: 'VerifyResetPhoneNumber',
    email,
    token,
    sent: t('loginBox.resetCodeLead', { email, minutes: phoneMinutes }),
  });

  return [
    definePage({
      method: 'get',
      path,
      access: 'public',
      walk: [],
      handle: (_input, context) =>
        isWayOpen(parts.config.identity.authStrategy, 'smsCode')
          ? stagePage(context, { stage: 'ResetPhoneNumber', email: '' })
          : reply.redirect(loginPath),
    }),
    definePage({
      method: 'post',
      path,
      access: 'public',
      body: resetRequest,
      handle: async ({ body: { email } }, context) =>
        stagePage(context, codeStage(context, email, await requestPhoneReset(context.visitor, email, parts))),
      again: (failure, { email = '' }, context) =>
        stagePage(context, { stage: 'ResetPhoneNumber', email }, troubleOf(failure, 'errors.required')),
    }),
    definePage({
      method: 'post',
      path: `${path}/code`,
      access: 'public',
      body: resetCodeForm,
      async handle({ body: { resetPhoneNumberToken, code } }, context) {
        const token = await verifyPhoneReset(context.visitor, { token: resetPhoneNumberToken, code }, parts);
        return stagePage(context, { stage: 'ChangePhoneNumber', token, phone: '' });
      },
      again: (failure, { email = '', resetPhoneNumberToken = '' }, context) =>
        stagePage(
          context,
          codeStage(context, email, resetPhoneNumberToken),
          troubleOf(failure, 'identity.entryRefused'),
        ),
    }),
    definePage({
      method: 'post',
      path: `${path}/number`,
      access: 'public',
      body: newNumber,
      async handle({ body: { changePhoneNumberToken: token, phoneNumber: phone } }, context) {
        await resetPhone(context.visitor, { token, phone }, parts);
        const { t } = context;
        return reply.page(<LinkResultPage t={t} tone="success" says={t('loginBox.numberDone')} />, {
          title: t('loginBox.numberDoneTitle'),
          layout: 'bare',
        });
      },
      again: (failure, { changePhoneNumberToken: token = '', phoneNumber: phone = '' }, context) =>
        stagePage(context, { stage: 'ChangePhoneNumber', token, phone }, troubleOf(failure, 'identity.invalidPhone')),
    }),
  ];
}
