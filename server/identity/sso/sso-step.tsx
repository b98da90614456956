import { WayOnPage } from '../../../views/identity/way-on-page';
import { reply, type Context, type Reply } from '../../platform/http/define-route';
import { sentence } from '../../platform/i18n/messages';
import type { IdentityConfig } from '../ports';
import { cookieOptions } from '../wire/signed-in';
import { requestSeconds, type BegunSso } from './sso-sign-in.service';

/** Seconds that somebody reads where they are sent (specification, section 9). */
const readSeconds = 2;

/** What a browser keeps while somebody is at their provider: an answer counts in this browser alone. */
export const ssoCookieName = 'tare-sso';

/** null takes it away. */
export const ssoCookie = (config: IdentityConfig, browserSecret: string | null): NonNullable<Reply['cookies']> =>
  [{ name: ssoCookieName, value: browserSecret, options: { ...cookieOptions(config), ...(browserSecret === null ? {} : { maxAge: requestSeconds * 1000 }) } }];

/** The page from which somebody goes on to their provider, by themselves or by its link. */
export function ssoStep({ t }: Context<'public'>, { config }: { config: IdentityConfig }, { address, browserSecret }: BegunSso): Reply {
  const host = new URL(address).host;
  const page = reply.page(
    <WayOnPage tone="info" says={sentence(t, 'sso.redirect', { host })} to={address} label={t('sso.redirectNow')} />,
    { title: t('sso.redirectTitle'), layout: 'bare' },
  );
  return { ...page, headers: { Refresh: `${readSeconds}; url=${address}` }, cookies: ssoCookie(config, browserSecret) };
}
