import { staffOnly } from '../../server/identity';
import { permissions } from '../../server/permission-matrix';
import { internalOrganisation } from '../../server/platform/actor';
import { declaredRoutes, type DeclaredRoute } from './declared-routes';
import { examplesOf } from './examples';
import { fullOrganisation } from './full-organisation';
import { signedInAs } from './people';
import { testApp } from './test-app';

/** What a walk of all routes begins with: an organisation with one of everything, and somebody who may do everything in it. */
export async function routeWalk(mark: string) {
  const app = await testApp();
  const full = await fullOrganisation(app, { mark });
  const agent = await signedInAs(app, { organisationId: full.organisationId, permissions });
  const staff = await signedInAs(app, { organisationId: internalOrganisation, permissions });
  /** Who passes the route's own condition, where that lets in none but internal staff. */
  const agentFor = ({ owner, condition }: DeclaredRoute) =>
    condition && (condition === staffOnly || examplesOf(owner).some(({ visitor }) => visitor?.internal))
      ? staff
      : agent;
  return { app, full, agent, agentFor, routes: declaredRoutes(app) };
}
