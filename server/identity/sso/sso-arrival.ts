import { Failure } from '../../platform/errors';
import type { Context, Reply } from '../../platform/http/define-route';
import { authenticatedUrl } from '../login-box/destination.rules';
import { returnTarget } from '../login-box/return-target';
import { fromNowhere, ledPage, readSeconds } from '../login-box/way-on';
import type { IdentityParts } from '../parts';
import { signOut } from '../sign-in/sign-in.service';
import { admittedRedirect } from '../wire/signed-in';
import { enterBySso } from './sso-sign-in.service';
import { ssoCookieName } from './sso-step';

/** What somebody is told whom their provider did not let in, on the way on (specification, section 4). */
export const failedArrival = (context: Context<'public'>, { code, options: { params }, status }: Failure): Reply =>
  ledPage(context, { tone: 'warning', title: 'signUp.externalTitle', says: code, params, to: authenticatedUrl, label: 'signUp.toSignIn', seconds: readSeconds, status });

/** The page to which a browser comes whose provider's answer was taken; one that names none comes from nowhere. */
export function ssoArrival(parts: IdentityParts): (relayState: string | undefined, context: Context<'public'>) => Promise<Reply> {
  const target = returnTarget(parts);
  return async (relayState, context) => {
    if (relayState === undefined) return fromNowhere(context, target);
    try {
      const admission = await enterBySso(context.visitor, { relayState, browserSecret: context.cookie(ssoCookieName) }, parts);
      // Whoever was signed in here before leaves.
      if (context.door.sessionId) await signOut(context.visitor, context.door.sessionId);
      return await admittedRedirect(parts, context, { admission, to: target.next(context) });
    } catch (error) {
      if (error instanceof Failure) return failedArrival(context, error);
      throw error;
    }
  };
}
