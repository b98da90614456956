import type { Context, Reply } from '../../../platform/http/define-route';
import type { IdentityConfig } from '../../ports';
import { cookieOptions } from '../../ways-in/browser/signed-in';
import { ledPage } from '../../ways-in/browser/way-on';
import type { BegunSocial } from '../../ways-in/social/social-arrival.service';
import { frontEndSeconds } from '../../ways-in/social/social-asking';

/** What a browser keeps that is sent to social providers: their answers count in this browser alone. */
export const socialCookieName = 'tare-social';

export const socialCookie = (config: IdentityConfig, browserSecret: string): NonNullable<Reply['cookies']> => [
  {
    name: socialCookieName,
    value: browserSecret,
    options: { ...cookieOptions(config), maxAge: frontEndSeconds * 1000 },
  },
];

/** The page from which somebody goes on to a provider: a form of ours may lead to no other site. */
export const socialStep = (
  context: Pick<Context<'public'>, 't'>,
  { config }: { config: IdentityConfig },
  { provider: { name }, address, browserSecret }: BegunSocial,
): Reply => ({
  ...ledPage(context, {
    tone: 'info',
    title: 'social.redirectTitle',
    says: 'social.redirect',
    params: { provider: name },
    to: address,
    label: 'social.redirectNow',
    seconds: 0,
  }),
  cookies: socialCookie(config, browserSecret),
});
