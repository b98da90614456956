import type { Context, Reply } from '../../../platform/http/define-route';
import type { IdentityConfig } from '../../ports';
import { cookieOptions } from '../../ways-in/browser/signed-in';
import { ledPage } from '../../ways-in/browser/way-on';
import { requestSeconds, type BegunSso } from '../../ways-in/sso/sso-sign-in.service';

/** Seconds that somebody reads where they are sent (specification, section 9). */
const readSeconds = 2;

/** What a browser keeps while somebody is at their provider: an answer counts in this browser alone. */
export const ssoCookieName = 'tare-sso';

/** null takes it away. */
export const ssoCookie = (config: IdentityConfig, browserSecret: string | null): NonNullable<Reply['cookies']> => [
  {
    name: ssoCookieName,
    value: browserSecret,
    options: { ...cookieOptions(config), ...(browserSecret === null ? {} : { maxAge: requestSeconds * 1000 }) },
  },
];

/** The page from which somebody goes on to their provider, by themselves or by its link. */
export const ssoStep = (
  context: Context<'public'>,
  { config }: { config: IdentityConfig },
  { address, host, browserSecret }: Pick<BegunSso, 'address' | 'host' | 'browserSecret'>,
): Reply => ({
  ...ledPage(context, {
    tone: 'info',
    title: 'sso.redirectTitle',
    says: 'sso.redirect',
    params: { host },
    to: address,
    label: 'sso.redirectNow',
    seconds: readSeconds,
  }),
  cookies: ssoCookie(config, browserSecret),
});
