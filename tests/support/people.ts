import { randomUUID } from 'node:crypto';
import supertest, { type Agent } from 'supertest';
import { addMember, addUser } from '../../server/identity';
import type { Locale } from '../../server/platform/actor';
import type { Trx } from '../../server/platform/db/database';
import type { Permission } from '../../server/platform/permissions';
import { openOrganisation } from '../../server/setup/open-organisation';
import { cheapHash } from './cheap-hash';
import { served } from './served';
import { publicUrl, type TestApp } from './test-app';

export const password = 'a password for the tests';

let counter = 0;
const run = randomUUID().slice(0, 8);
export const unique = (name: string) => `${name} ${run}-${(counter += 1)}`;

interface OrganisationWish {
  name?: string;
  timeZone?: string;
  currencyCode?: string;
  countryCode?: string;
  unitId?: number;
  /** The organisation above. */
  parentId?: number;
}

/** @returns the new organisation's id. Each test has one of its own, so that tests cannot see each other. */
export function newOrganisation({ db }: TestApp, { parentId, ...wish }: OrganisationWish = {}): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const id = await openOrganisation(trx, {
      name: unique('Organisation'),
      timeZone: 'America/New_York',
      currencyCode: 'USD',
      countryCode: 'US',
      unitId: 11,
      ...wish,
    });
    if (parentId !== undefined)
      await trx.updateTable('identity.tenant').set({ parent_number: parentId }).where('number', '=', id).execute();
    return id;
  });
}

interface MembershipWish {
  organisationId: number;
  permissions?: readonly Permission[];
  /** Ids of the sites that the person is limited to. */
  sites?: readonly number[];
  locations?: readonly number[];
  /** Limited, whether there is anything left to see or not. */
  restricted?: true;
}

interface PersonWish extends MembershipWish {
  privacyAccepted?: boolean;
  passwordResetRequired?: boolean;
  locale?: Locale;
  password?: string;
  /** At the server's own cost, for tests of that cost or of times. */
  hashedAsServed?: true;
}

export interface Person {
  userId: number;
  login: string;
}

/** A user with exactly these rights. */
export function newPerson({ db, clock }: TestApp, wish: PersonWish): Promise<Person> {
  const login = `${unique('person').replace(/\s/g, '-')}@tare.test`;
  const typed = wish.password ?? password;
  return db.transaction().execute(async (trx) => {
    const userId = await addUser(trx, {
      login,
      email: login,
      fullName: `Person ${counter}`,
      password: wish.hashedAsServed ? typed : undefined,
      privacyAccepted: wish.privacyAccepted ?? true,
      passwordResetRequired: wish.passwordResetRequired,
      locale: wish.locale,
      now: clock.now(),
    });
    if (!wish.hashedAsServed)
      await trx
        .updateTable('identity.user')
        .set({ password_hash: await cheapHash(typed), password_changed_at: clock.now() })
        .where('id', '=', userId)
        .execute();
    await enrol(trx, { userId, login }, wish);
    return { userId, login };
  });
}

/** Makes somebody a member of a further organisation, with exactly these rights there. */
export function joinOrganisation({ db }: TestApp, person: Person, wish: MembershipWish): Promise<void> {
  return db.transaction().execute((trx) => enrol(trx, person, wish));
}

async function enrol(
  trx: Trx,
  { userId, login }: Person,
  { organisationId, permissions = [], sites = [], locations = [], restricted }: MembershipWish,
): Promise<void> {
  await addMember(trx, { tenantNumber: organisationId, userId, roles: [] });
  const role = await trx
    .insertInto('identity.role')
    .values({ tenant_number: organisationId, key: login, name: login })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (permissions.length > 0)
    await trx
      .insertInto('identity.role_permission')
      .values(permissions.map((key) => ({ role_id: role.id, permission_key: key })))
      .execute();
  await trx
    .insertInto('identity.membership_role')
    .values({ tenant_number: organisationId, user_id: userId, role_id: role.id })
    .execute();
  if (restricted)
    await trx.insertInto('restricted_person').values({ organisation_id: organisationId, user_id: userId }).execute();
  for (const siteId of sites)
    await trx
      .insertInto('secured_site')
      .values({ organisation_id: organisationId, user_id: userId, site_id: siteId })
      .execute();
  for (const locationId of locations)
    await trx
      .insertInto('secured_location')
      .values({ organisation_id: organisationId, user_id: userId, location_id: locationId })
      .execute();
}

let visitors = 0;

/** An address of its own for each browser: the limits on tries from one address stay on in the tests. */
export function nextAddress(): string {
  visitors = (visitors + 1) % 2 ** 24;
  return `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
}

/** A browser with cookies that sends the origin of our own pages, as browsers do, and comes through a proxy on this machine. */
export function browser({ app }: TestApp): Agent {
  return supertest
    .agent(served(app))
    .set('Origin', publicUrl)
    .set('Sec-Fetch-Site', 'same-origin')
    .set('X-Forwarded-For', nextAddress());
}

/** The token of a page's forms. */
export const tokenOf = (html: string) => /name="_csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';

/** Signs in through the sign-in page, as a person does. */
export async function signIn(app: TestApp, login: string): Promise<Agent> {
  const agent = browser(app);
  const page = await agent.get('/login');
  const answer = await agent
    .post('/login')
    .type('form')
    .send({ _csrf: tokenOf(page.text), username: login, password });
  if (answer.status !== 303)
    throw new Error(`signing in as ${login} gave ${answer.status}: ${answer.text.slice(0, 300)}`);
  return agent;
}

/** A new person with these rights, signed in. */
export async function signedInAs(app: TestApp, wish: PersonWish): Promise<Agent & { person: Person }> {
  const person = await newPerson(app, wish);
  return Object.assign(await signIn(app, person.login), { person });
}
