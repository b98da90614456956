import type { Actor } from '../actor';
import { fail } from '../errors';
import { isOn } from '../feature-flags.rules';
import { covers, type Permission } from '../permissions';
import type { Route } from './define-route';
import { actorIn, nobody, personOf, standInOf, type Authenticated } from './principals';
import type { TurnedAway } from './turned-away-cookie';

export type Verdict =
  | 'granted'
  | 'unauthenticated'
  | 'viewEnded'
  | 'barred'
  | 'waiting'
  | 'closedToView'
  | 'needsPerson'
  | 'needsScope'
  | 'switchedOff'
  | 'forbidden';

type Guarded = Pick<Route, 'access' | 'condition' | 'flag' | 'early' | 'notInClientView' | 'opens' | 'vendorToo'> & {
  method?: Route['method'];
};

/** Rights over accounts, rights and sessions: a client view may look where they lead, and change nothing. */
const closedRights: ReadonlySet<string> = new Set<Permission>([
  'EDIT_USERS',
  'VIEW_USER_MANAGEMENT_TOOLS',
  'VIEW_CCM_DATA_SECURITY',
  'CREATE_CLIENT_VIEW_SESSION',
  'VIEW_USER_SESSIONS',
  'EDIT_FEATURE_FLAGS',
]);

/** What nobody does in somebody else's name. */
export const isClosedToViews = ({
  access,
  method,
  notInClientView,
}: Pick<Guarded, 'access' | 'method' | 'notInClientView'>): boolean =>
  notInClientView === true ||
  (method !== undefined && method !== 'get' && (closedRights.has(access) || access.startsWith('fe.')));

/** Whether a route says that it is open to what somebody comes by. People in a session need no such word. */
function isOpenTo({ opens }: Pick<Guarded, 'opens'>, authenticated: Authenticated): boolean {
  const standIn = standInOf(authenticated);
  if (!standIn) return true;
  return 'program' in standIn
    ? opens?.programs === true
    : opens?.scopes?.some((scope) => standIn.scopes.includes(scope)) === true;
}

/** Who is known where anybody may come: nobody by a credential that the route is not open to. */
export const knownTo = (route: Pick<Guarded, 'access' | 'opens'>, authenticated: Authenticated): Authenticated =>
  route.access === 'public' && !isOpenTo(route, authenticated) ? nobody : authenticated;

/**
 * Whether this credential opens the route. `waiting`: a person who has not accepted the privacy policy or must set a password
 * first. `barred`: their organisation does not let them in from where they are. `viewEnded`: a client view is over, and whoever looked goes on as themselves only with the next page. `needsPerson`:
 * a token opens it for no program. `needsScope`: it is not among what somebody granted to a client. `switchedOff`: they might if their organisation had it. All that a route asks of its caller stands in its `access`, `condition`, `flag`,
 * `opens` and `notInClientView`.
 */
export function judge(route: Guarded, authenticated: Authenticated): Verdict {
  const { access, condition, flag, early } = route;
  if (access === 'public') return 'granted';
  if (authenticated.credential === 'none') return 'unauthenticated';
  if (authenticated.credential === 'endedView') return 'viewEnded';
  if (authenticated.credential === 'barred') return 'barred';
  const who = personOf(authenticated);
  if (who?.scopes && !isOpenTo(route, authenticated)) return 'needsScope';
  if (access === 'device') return authenticated.credential === 'deviceKey' ? 'granted' : 'unauthenticated';
  if (access === 'tenant') return judgeTenant(authenticated);
  if (authenticated.credential === 'vendorToken')
    return access === 'vendor' || route.vendorToo ? 'granted' : 'forbidden';
  const actor = actorIn(authenticated);
  if (!actor) return 'forbidden';
  if (!isOpenTo(route, authenticated)) return 'needsPerson';
  if (!who && access === 'signed-in') return 'needsPerson';
  if (who && !early && (!who.privacyAccepted || mustReset(who))) return 'waiting';
  if (actor.clientView && isClosedToViews(route)) return 'closedToView';
  if (!permits({ access, condition }, actor)) return 'forbidden';
  return isOn(actor.organisation, flag) ? 'granted' : 'switchedOff';
}

/** Of a tenant's directory, whose token has no roles. The token of a program has some, and opens what names a permission of them. */
function judgeTenant(authenticated: Authenticated): Verdict {
  if (authenticated.credential !== 'tenantToken') return 'unauthenticated';
  return authenticated.tenant.actor ? 'forbidden' : 'granted';
}

/** Whether a person may open the route at all; what waits for them is another question. */
export function permits(
  { access, condition, flag, notInClientView }: Pick<Route, 'access' | 'condition' | 'flag' | 'notInClientView'>,
  actor: Actor,
): boolean {
  if (access === 'device' || access === 'tenant' || access === 'vendor' || (actor.clientView && notInClientView))
    return false;
  const permitted = access === 'public' || access === 'signed-in' || covers(actor.permissions, access);
  return permitted && isOn(actor.organisation, flag) && (condition?.holds(actor) ?? true);
}

/** They are who they say; where they are is the matter. */
export const barredHere = () => fail.forbidden('errors.addressNotAllowed');

const mustReset = ({ actor, passwordResetRequired }: NonNullable<ReturnType<typeof personOf>>) =>
  passwordResetRequired && !actor.ssoUser;

export type GuardStep =
  | { go: 'on'; clearTarget?: true }
  | {
      go: 'to';
      url: string;
      remember?: true;
      clearTarget?: true;
      because?: TurnedAway;
      /** The session in which somebody goes on. */ enter?: string;
    };

/** Where a page leads whose client view has ended. */
const clientViewEnded = '/client-view?clientViewSessionEnded=true';

interface GuardInput {
  route: Guarded & Pick<Route, 'method'>;
  /** Path and query as asked for. */
  url: string;
  target: string | null;
  authenticated: Authenticated;
  /** Where a sign-in begins. */
  loginUrl: string;
}

/**
 * Route access of pages, always in this order: remembered target, signed in, privacy policy, password reset, permission.
 * Only reading a page can be remembered or redirected to a remembered one. The remembered target serves once: whoever may
 * still not see it is remembered again by the target itself, and one that can never be reached leads to no cycle.
 * @throws Failure 403 for whoever is barred
 */
export function guardPage({ route, url, target, authenticated, loginUrl }: GuardInput): GuardStep {
  if (route.access === 'public') return { go: 'on' };
  if (authenticated.credential === 'endedView') return { go: 'to', url: clientViewEnded, enter: authenticated.begunIn };
  if (authenticated.credential === 'barred') throw barredHere();
  const reading = route.method === 'get';
  if (reading && !route.early && target !== null && target !== url) return { go: 'to', url: target, clearTarget: true };
  const arrived = reading && target === url ? { clearTarget: true as const } : {};
  const remembered = reading ? { remember: true as const } : {};
  switch (judge(route, authenticated)) {
    case 'unauthenticated':
      return { go: 'to', url: loginUrl, ...remembered };
    case 'waiting':
      return {
        go: 'to',
        url: personOf(authenticated)?.privacyAccepted ? '/password-reset/force' : '/privacy-policy',
        ...remembered,
      };
    case 'barred':
      throw barredHere();
    case 'closedToView':
      return { go: 'to', url: '/home', because: 'clientView', ...arrived };
    case 'viewEnded':
    case 'switchedOff':
    case 'needsPerson':
    case 'needsScope':
    case 'forbidden':
      return { go: 'to', url: '/home', because: 'refused', ...arrived };
    case 'granted':
      return { go: 'on', ...arrived };
  }
}
