import type { Authentication } from '../platform/http/principals';
import type { Route } from '../platform/http/define-route';
import type { Job } from '../platform/resources';
import { sendResetLinkJob } from './passwords/password-reset.service';
import { passwordRoutes } from './passwords/password.routes';
import { policyRoutes } from './policies/privacy.routes';
import type { IdentityPorts } from './ports';
import { sessionRoutes } from './sessions/session.routes';
import { findSignedIn } from './sessions/session.store';
import { signInRoutes } from './sign-in/sign-in.routes';
import { preferencesRoutes } from './users/preferences.routes';

export { userActions } from './identity.audit';
export { endPasswordLinks, makePasswordLink, type PasswordLink } from './passwords/password-link';
export { seedRoles } from './roles/role-seed.store';
export { people } from './users/people';
export { addMember, addTenant, addUser, findAccount, isPasswordOf } from './users/user.store';

export const identityJobs: Job[] = [sendResetLinkJob];

export interface Identity {
  routes: Route[];
  authenticate(sessionId: string, now: Date): Promise<Authentication | null>;
}

/** The identity wing: all it needs comes through the ports, all it gives is here. */
export function createIdentity(ports: IdentityPorts): Identity {
  return {
    routes: [...signInRoutes(ports), ...passwordRoutes(ports), ...policyRoutes(), ...sessionRoutes(), ...preferencesRoutes(ports)],
    async authenticate(sessionId, now) {
      const person = await findSignedIn(ports.db, sessionId, now);
      const actor = person && (await ports.actorOf(person));
      if (!person || !actor) return null;
      return { actor, privacyAccepted: person.privacyAccepted, passwordResetRequired: person.passwordResetRequired };
    },
  };
}
