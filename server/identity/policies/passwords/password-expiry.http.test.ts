import { beforeAll, beforeEach, expect, it } from 'vitest';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { joinOrganisation, newOrganisation, newPerson, signIn } from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';

let app: ClockedApp;
const forced = '/password-reset/force';
const dayMs = 86_400_000;

beforeAll(async () => {
  app = withOwnClock(await testApp());
});
beforeEach(() => app.clock.set(testNow));

const expireAfter = (organisationId: number, days: number | null) =>
  app.db
    .insertInto('identity.password_policy')
    .values({ tenant_number: organisationId, expires_after_days: days })
    .execute();

/** A person whose password was set now, in a tenant with this policy; nothing is asked where there is none. */
async function personIn(days: number | null | 'none') {
  const organisationId = await newOrganisation(app);
  if (days !== 'none') await expireAfter(organisationId, days);
  return newPerson(app, { organisationId });
}
const leadsTo = async (login: string) => (await (await signIn(app, login)).get('/home')).headers.location;
const auditsOf = async (userId: number) =>
  (
    await app.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'user.passwordExpired')
      .where('entity_id', '=', String(userId))
      .execute()
  ).length;

// ASVS V6.2.5, V6.2.10
it.each([
  ['is asked for another after the days of the tenant', 90, 90 * dayMs, forced],
  ['comes in a moment before', 90, 90 * dayMs - 1000, undefined],
  ['comes in where the tenant asks for none', null, 3650 * dayMs, undefined],
  ['comes in where the tenant has no policy', 'none', 3650 * dayMs, undefined],
] as const)('whoever signs in by a password %s', async (_case, days, ageMs, to) => {
  const { login, userId } = await personIn(days);
  app.clock.set(new Date(Date.parse(testNow) + ageMs));
  expect(await leadsTo(login)).toBe(to);
  expect(await auditsOf(userId)).toBe(to === undefined ? 0 : 1);
});

it('the strictest of somebody’s tenants decides', async () => {
  const person = await personIn(365);
  const stricter = await newOrganisation(app);
  await expireAfter(stricter, 30);
  await joinOrganisation(app, person, { organisationId: stricter });
  app.clock.set(new Date(Date.parse(testNow) + 30 * dayMs));
  expect(await leadsTo(person.login)).toBe(forced);
});
