import type { CookieOptions } from 'express';
import type { Context, Reply } from '../../../platform/http/define-route';
import type { IdentityPorts } from '../../ports';
import { authenticatedUrl, isGoal, judgeRedirect } from './destination.rules';

/** The page from which somebody goes on to another site: a form may lead to none. */
export const openPath = '/account/redirect';

type Cookies = NonNullable<Reply['cookies']>;
type Visit = Pick<Context<'public'>, 'door' | 'log' | 'cookie'>;

export interface ReturnTarget {
  /** Notes where somebody wants to go on to. @returns the cookies to be set */
  remember(visit: Visit, redirectUrl: string | undefined): Cookies;
  /** The address of another site that was asked for. */
  otherSite(visit: Pick<Visit, 'cookie'>): string | null;
  /** Where a sign-in leads, by whatever way it was made. A path of ours that was asked for stands on the door. */
  next(visit: Pick<Visit, 'cookie'>): string;
  forget(): Cookies;
}

const cookieName = 'tare-return';

/** Where somebody wanted to go who had to sign in first. */
export function returnTarget({ config }: Pick<IdentityPorts, 'config'>): ReturnTarget {
  const origins = { publicUrl: config.publicUrl, allowed: config.identity.redirectOrigins };
  const options: CookieOptions = { httpOnly: true, sameSite: 'lax', secure: config.secure, path: '/' };

  // Judged again: a browser may have been given any cookie.
  const otherSite = ({ cookie }: Pick<Visit, 'cookie'>) => {
    const kept = cookie(cookieName);
    const judged = kept === null ? null : judgeRedirect(kept, origins);
    return judged?.kind === 'other' ? judged.url : null;
  };

  return {
    remember({ door, log }, redirectUrl) {
      if (redirectUrl === undefined) return [];
      const wanted = judgeRedirect(redirectUrl, origins);
      if (wanted.kind === 'refused')
        log.warn({ redirectUrl: redirectUrl.slice(0, 200) }, 'a redirectUrl leads to an origin that is not allowed');
      if (wanted.kind === 'own' && isGoal(wanted.path)) door.setTarget(wanted.path);
      return wanted.kind === 'other'
        ? [{ name: cookieName, value: wanted.url, options: { ...options, maxAge: 15 * 60_000 } }]
        : [];
    },
    otherSite,
    next: (visit) => (otherSite(visit) === null ? authenticatedUrl : openPath),
    forget: () => [{ name: cookieName, value: null, options }],
  };
}
