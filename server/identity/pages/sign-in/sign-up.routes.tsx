import { MailedLinkPage } from '../../../../views/identity/mailed-link-page';
import { SignUpPage, type SignUpField } from '../../../../views/identity/sign-up-page';
import { WayOnPage } from '../../../../views/identity/way-on-page';
import { Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { sentence } from '../../../platform/i18n/messages';
import { readInvite } from '../../core/invitations/invite.service';
import type { IdentityParts } from '../../parts';
import { isWayOpen } from '../../policies/strategies/strategies.rules';
import { authenticatedUrl } from '../../ways-in/browser/destination.rules';
import { signUpByLink } from '../../ways-in/sign-up/invited-sign-up.service';
import { signUpForm, signUpQuery } from '../../ways-in/sign-up/sign-up.contract';
import { signUp } from '../../ways-in/sign-up/sign-up.service';
import { socialChoices } from '../../ways-in/social/social-choices.rules';
import { activationPath } from './activation.routes';
import { joinPath } from './join.routes';

export const signUpPath = '/account/sign-up';

interface Shown {
  values: Partial<Record<SignUpField, string>>;
  invitationToken?: string | undefined;
  failure?: Failure;
}

/** The product's call and its form name the same field differently. */
const fieldOf = (field: string) => (field === 'companyName' ? 'organization' : field) as SignUpField;

/** The stages of a sign-up: its form, and what there is to do then. */
export function signUpRoutes(parts: IdentityParts): Route[] {
  const { config } = parts;

  function closed({ t }: Context<'public'>, status?: number): Reply {
    return reply.page(<WayOnPage tone="info" says={t('signUp.closed')} to="/login" label={t('signUp.toSignIn')} />, {
      title: t('signUp.closedTitle'),
      layout: 'bare',
      status,
    });
  }

  function ended({ t }: Context<'public'>, status: number): Reply {
    return reply.page(
      <WayOnPage tone="warning" says={t('signUp.linkEnded')} to="/login" label={t('signUp.toSignIn')} />,
      { title: t('signUp.linkEndedTitle'), layout: 'bare', status },
    );
  }

  /** Where the address is entered, which leads on to the provider. */
  function byProvider(
    { t }: Context<'public'>,
    { code, options: { params } }: Failure,
    email: string | undefined,
  ): Reply {
    const to = `/account/login?${new URLSearchParams({ loginHint: email ?? '' })}`;
    return reply.page(<WayOnPage tone="info" says={sentence(t, code, params)} to={to} label={t('signUp.toSignIn')} />, {
      title: t('signUp.byProviderTitle'),
      layout: 'bare',
      status: 422,
    });
  }

  const overOr =
    (context: Context<'public'>) =>
    (error: unknown): Reply => {
      if (error instanceof Failure && error.status === 404) return ended(context, 410);
      throw error;
    };

  async function form(context: Context<'public'>, { values, invitationToken, failure }: Shown): Promise<Reply> {
    const { t, locale, db, visitor } = context;
    const fields = failure?.options.fields ?? [];
    const errors = Object.fromEntries(
      fields.map(({ field, code, params }) => [fieldOf(field), sentence(t, code, params)]),
    );
    const error = failure && fields.length === 0 ? sentence(t, failure.code, failure.options.params) : undefined;
    const status = failure && (failure.status === 429 || failure.status === 403 ? failure.status : 422);
    const shared = {
      t,
      values,
      errors,
      error,
      captcha: config.captcha,
      social: socialChoices(config),
      takesPassword: isWayOpen(config.identity.authStrategy, 'password'),
    };
    if (invitationToken !== undefined) {
      const { tenantName: tenant } = await readInvite(visitor, invitationToken);
      return reply.page(<SignUpPage {...shared} invitationToken={invitationToken} />, {
        title: t('signUp.joinTitle', { tenant }),
        sentence: t('signUp.joinLead', { tenant }),
        layout: 'bare',
        status,
        captcha: true,
      });
    }
    const places = await parts.placeChoices(db, locale);
    return reply.page(<SignUpPage {...shared} places={places} />, {
      title: t('signUp.title'),
      sentence: t('signUp.lead'),
      layout: 'bare',
      status,
      captcha: true,
    });
  }

  /** Of the browser's languages the first that names a region, or else that of the page's language. */
  async function guessedCountry({ db, locale, region }: Context<'public'>): Promise<string> {
    const { countries } = await parts.placeChoices(db, locale);
    return countries.find(({ countryCode }) => countryCode === region)?.countryCode ?? locale.slice(-2);
  }

  return [
    definePage({
      method: 'get',
      path: signUpPath,
      access: 'public',
      query: signUpQuery,
      async handle({ query: { invitationToken, email } }, context) {
        if (context.actor)
          return reply.redirect(
            invitationToken === undefined
              ? authenticatedUrl
              : `${joinPath}?${new URLSearchParams({ invitationToken })}`,
          );
        if (invitationToken === undefined)
          return config.identity.signUps
            ? form(context, { values: { email, country: await guessedCountry(context) } })
            : closed(context);
        return form(context, { values: { email }, invitationToken }).catch(overOr(context));
      },
    }),
    definePage({
      method: 'post',
      path: signUpPath,
      access: 'public',
      body: signUpForm,
      async handle({ body }, { visitor, locale, t }) {
        const person = { email: body.email, fullName: body.name, recaptchaToken: body.recaptchaToken };
        const { organization: name = '', country, currency, timeZone, invitationToken } = body;
        if (invitationToken === undefined)
          await signUp(visitor, { ...person, tenant: { name, locale, country, currency, timeZone } }, parts);
        else await signUpByLink(visitor, { ...person, locale, invitationToken }, parts);
        const page = (
          <MailedLinkPage
            t={t}
            action={activationPath.resend}
            label={t('signUp.resend')}
            email={body.email}
            known
            notice={{ tone: 'success', says: t('signUp.done', { email: body.email }) }}
            says={t('signUp.doneWait')}
          />
        );
        return reply.page(page, { title: t('signUp.doneTitle'), layout: 'bare' });
      },
      again(failure, { invitationToken, recaptchaToken: _used, ...values }, context) {
        if (failure.code === 'identity.noInviteLink') return ended(context, 410);
        if (failure.options.exact !== undefined)
          return reply.page(
            <WayOnPage
              tone="warning"
              says={context.t('signUp.linkLocked')}
              to="/login"
              label={context.t('signUp.toSignIn')}
            />,
            { title: context.t('signUp.linkEndedTitle'), layout: 'bare', status: 410 },
          );
        if (failure.code === 'signUp.byProvider') return byProvider(context, failure, values.email);
        if (failure.code === 'identity.signUpClosed') return closed(context, 403);
        return form(context, { values, invitationToken, failure }).catch(overOr(context));
      },
    }),
  ];
}
