import type { Actor } from '../actor';
import { covers } from '../permissions';
import type { Route } from './define-route';
import { personOf, type Authenticated } from './principals';
import type { TurnedAway } from './turned-away-cookie';

export type Verdict = 'granted' | 'unauthenticated' | 'waiting' | 'forbidden';

type Guarded = Pick<Route, 'access' | 'condition' | 'early'>;

/**
 * Whether this credential opens the route. `waiting`: a person who has not accepted the privacy policy or must set a password
 * first. All that a route asks of its caller stands in its `access` and `condition`.
 */
export function judge({ access, condition, early }: Guarded, authenticated: Authenticated): Verdict {
  if (access === 'public') return 'granted';
  if (authenticated.credential === 'none') return 'unauthenticated';
  if (access === 'device') return authenticated.credential === 'deviceKey' ? 'granted' : 'unauthenticated';
  if (access === 'tenant') return authenticated.credential === 'tenantToken' ? 'granted' : 'unauthenticated';
  const who = personOf(authenticated);
  if (!who) return 'forbidden';
  if (!early && (!who.privacyAccepted || mustReset(who))) return 'waiting';
  return permits({ access, condition }, who.actor) ? 'granted' : 'forbidden';
}

/** Whether a person may open the route at all; what waits for them is another question. */
export function permits({ access, condition }: Pick<Route, 'access' | 'condition'>, actor: Actor): boolean {
  if (access === 'device' || access === 'tenant') return false;
  const permitted = access === 'public' || access === 'signed-in' || covers(actor.permissions, access);
  return permitted && (condition?.holds(actor) ?? true);
}

const mustReset = ({ actor, passwordResetRequired }: NonNullable<ReturnType<typeof personOf>>) => passwordResetRequired && !actor.ssoUser;

export type GuardStep =
  | { go: 'on'; clearTarget?: true }
  | { go: 'to'; url: string; remember?: true; clearTarget?: true; because?: TurnedAway };

interface GuardInput {
  route: Guarded & Pick<Route, 'method'>;
  /** Path and query as asked for. */
  url: string;
  target: string | null;
  authenticated: Authenticated;
}

/**
 * Route access of pages, always in this order: remembered target, signed in, privacy policy, password reset, permission.
 * Only reading a page can be remembered or redirected to a remembered one. The remembered target serves once: whoever may
 * still not see it is remembered again by the target itself, and one that can never be reached leads to no cycle.
 */
export function guardPage({ route, url, target, authenticated }: GuardInput): GuardStep {
  if (route.access === 'public') return { go: 'on' };
  const reading = route.method === 'get';
  if (reading && !route.early && target !== null && target !== url) return { go: 'to', url: target, clearTarget: true };
  const arrived = reading && target === url ? { clearTarget: true as const } : {};
  const remembered = reading ? { remember: true as const } : {};
  switch (judge(route, authenticated)) {
    case 'unauthenticated':
      return { go: 'to', url: '/login', ...remembered };
    case 'waiting':
      return { go: 'to', url: personOf(authenticated)?.privacyAccepted ? '/password-reset/force' : '/privacy-policy', ...remembered };
    case 'forbidden':
      return { go: 'to', url: '/home', because: 'refused', ...arrived };
    case 'granted':
      return { go: 'on', ...arrived };
  }
}
