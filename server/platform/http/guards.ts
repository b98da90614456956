import type { Actor } from '../actor';
import { may } from '../actor';
import type { Route } from './define-route';

/** What the identity wing knows of the person behind a session. */
export interface Authentication {
  actor: Actor;
  privacyAccepted: boolean;
  passwordResetRequired: boolean;
}

export type GuardStep =
  | { go: 'on'; clearTarget?: true }
  | { go: 'to'; url: string; remember?: true; clearTarget?: true };

interface GuardInput {
  route: Pick<Route, 'access' | 'early' | 'method'>;
  /** Path and query as asked for. */
  url: string;
  target: string | null;
  who: Authentication | null;
}

/**
 * Route access in the specification's order: remembered target, signed in, privacy policy, password reset, permission.
 * Only reading a page can be remembered or redirected to a remembered one. The remembered target serves once: whoever may
 * still not see it is remembered anew by the target itself, and one that can never be reached leads nobody in circles.
 */
export function guardPage({ route, url, target, who }: GuardInput): GuardStep {
  if (route.access === 'public' || route.access === 'device') return { go: 'on' };
  const reading = route.method === 'get';
  if (reading && !route.early && target !== null && target !== url) return { go: 'to', url: target, clearTarget: true };
  const arrived = reading && target === url ? { clearTarget: true as const } : {};
  if (!who) return { go: 'to', url: '/login', ...(reading ? { remember: true } : {}) };
  if (!route.early) {
    if (!who.privacyAccepted) return { go: 'to', url: '/privacy-policy', ...(reading ? { remember: true } : {}) };
    if (who.passwordResetRequired && !who.actor.ssoUser) return { go: 'to', url: '/password-reset/force', ...(reading ? { remember: true } : {}) };
  }
  if (route.access !== 'signed-in' && !may(who.actor, route.access)) return { go: 'to', url: '/home', ...arrived };
  return { go: 'on', ...arrived };
}
