import { permissions } from '../../server/features/permissions';
import { declaredRoutes } from './declared-routes';
import { fullOrganisation } from './full-organisation';
import { signedInAs } from './people';
import { testApp } from './test-app';

/** What a walk of all routes begins with: an organisation with one of everything, and somebody who may do everything in it. */
export async function routeWalk(mark: string) {
  const app = await testApp();
  const full = await fullOrganisation(app, { mark });
  return { app, full, agent: await signedInAs(app, { organisationId: full.organisationId, permissions }), routes: declaredRoutes(app) };
}
