import { fail, Failure } from '../../../platform/errors';
import { reply, type Context, type Reply } from '../../../platform/http/define-route';
import type { Admission } from '../../policies/entry/arrival';
import { answeredCookie, sessionByAnswer, wayOfAnswer } from '../../ways-in/browser/brought-answer';
import { authenticatedUrl } from '../../ways-in/browser/destination.rules';
import { returnTarget } from '../../ways-in/browser/return-target';
import { admittedRedirect, admittedReply, enteredReply } from '../../ways-in/browser/signed-in';
import { fromNowhere, ledPage, readSeconds } from '../../ways-in/browser/way-on';
import { signOut } from '../../ways-in/password/sign-in.service';
import type { BegunSso, Redeeming } from '../../ways-in/sso/sso-sign-in.service';
import type { ArrivalParts } from '../../ways-in/ways-in';
import { ssoCookieName } from './sso-step';

/** What an address of ours says in place of an answer that was not taken (RFC 6749, section 4.1.2.1). */
const notTaken = 'access_denied';
export const failedPath = (path: string): string => `${path}?error=${notTaken}`;

/** What somebody is told whom their provider did not let in, on the way on (specification, section 4). */
const failedArrival = (context: Context<'public'>, { code, options: { params }, status }: Failure): Reply =>
  ledPage(context, {
    tone: 'warning',
    title: 'signUp.externalTitle',
    says: code,
    params,
    to: authenticatedUrl,
    label: 'signUp.toSignIn',
    seconds: readSeconds,
    status,
  });

interface Arriving {
  /** undefined: of no request. */
  relayState: string | undefined;
  secret: string;
  error?: string | undefined;
}

/** The page to which a browser comes whose provider's answer was taken; one that names none comes from nowhere. */
export function ssoArrival(
  parts: ArrivalParts,
  by: BegunSso['idpType'],
): (arriving: Arriving, context: Context<'public'>) => Promise<Reply> {
  const target = returnTarget(parts);
  return async ({ relayState, secret, error }, context) => {
    if (error !== undefined) return failedArrival(context, fail.signedOut('login.ssoError'));
    if (relayState === undefined) return fromNowhere(context, target);
    const again = wayOfAnswer(parts, context, { secret, to: target.next(context) });
    if (again !== null) return reply.redirect(again);
    try {
      const admission = await parts.waysIn[by].redeem(context, {
        relayState,
        secret,
        browserSecret: context.cookie(ssoCookieName),
      });
      // Whoever was signed in here before leaves.
      if (context.door.sessionId) await signOut(context.visitor, context.door.sessionId);
      const way = await admittedRedirect(parts, context, { admission, to: target.next(context) });
      return { ...way, cookies: [...(way.cookies ?? []), ...answeredCookie(parts, { admission, secret })] };
    } catch (failure) {
      if (failure instanceof Failure) return failedArrival(context, failure);
      throw failure;
    }
  };
}

/** The same for a front end that calls: the same answer once more, in the browser that it signed in, is answered with that session. */
export async function ssoCall(
  parts: ArrivalParts,
  context: Context<'public'>,
  { secret, enter }: Pick<Redeeming, 'secret'> & { enter: () => Promise<Admission> },
): Promise<Reply> {
  const sessionId = sessionByAnswer(parts, context, secret);
  if (sessionId !== null) return enteredReply(parts, context, { sessionId });
  const admission = await enter();
  const answer = await admittedReply(parts, context, admission);
  return { ...answer, cookies: [...(answer.cookies ?? []), ...answeredCookie(parts, { admission, secret })] };
}
