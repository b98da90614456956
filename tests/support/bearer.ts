import type { Agent } from 'supertest';
import type { ClientBrowser } from './counterparts/published-client';
import { browser } from './people';
import type { TestApp } from './test-app';

/** For calls that the published client of the tests does not know: as whoever it has signed in. */
const byBearer = (app: TestApp, { accessToken }: ClientBrowser): Agent =>
  browser(app).set('Authorization', `Bearer ${accessToken}`);

const configurations = '/identity/resources/configurations/v1';

/** Saves one of the policies of a tenant's passwords. */
export const savePasswordPolicy = (
  app: TestApp,
  at: ClientBrowser,
  { path, body }: { path: 'password' | 'password-rotation'; body: object },
) => byBearer(app, at).post(`${configurations}/${path}`).send(body);
export const readPasswordPolicy = (
  app: TestApp,
  at: ClientBrowser,
  path: 'password' | 'password-rotation' | 'password-rotation/vendor',
) => byBearer(app, at).get(`${configurations}/${path}`);
