import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { staffOnly } from '../../server/identity';
import { nameOf, sendTo, signsOut, type DeclaredRoute } from '../support/declared-routes';
import { examplesOf } from '../support/examples';
import { addressIn, pathIn, valuesAt } from '../support/full-organisation';
import { browser, newPerson, password } from '../support/people';
import { routeWalk } from '../support/route-walk';

const { app, full, agent, agentFor, routes } = await routeWalk('Crossed');

const urlOf = (route: DeclaredRoute) => pathIn(full, route);
/** Directories and devices bring a credential of their own, and no cookie is read. */
const changing = () =>
  routes.filter(
    ({ method, access, crossSite }) => method !== 'get' && access !== 'device' && access !== 'tenant' && !crossSite,
  );

/** One of each surface and kind: what stands before the handlers is the same for all others of them. */
const oneOfEach = (all: DeclaredRoute[]) => [
  ...new Map(all.map((route) => [`${route.surface} ${route.kind} ${route.method}`, route])).values(),
];

/** Others are led home before anything of the form is read. */
const forStaff = ({ owner, condition }: DeclaredRoute) =>
  condition === staffOnly || examplesOf(owner).some(({ visitor }) => visitor?.internal);

/** How many rows each table has, but for what every request notes, and for the pair of keys that an installation makes when they are first asked for. */
async function rowCounts(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'identity') and tablename not in ('http_session', 'rate_limit', 'push_key', 'saml_key', 'signing_key') order by 1`.execute(
    app.db,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows)
    counts[name] =
      (await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(name)}`.execute(app.db)).rows[0]?.n ?? 0;
  return counts;
}

// ASVS V3.5.1–3
// Attack: CSRF
it.each([
  ['https://evil.test', 'cross-site'],
  ['null', undefined],
  ['http://tare.test.evil.test', undefined],
  ['http://tare.test', 'same-site'],
  [undefined, undefined],
])('nothing changes by cookie for origin %s and site %s', async (origin, site) => {
  const before = await rowCounts();
  // A program that brings a cookie and neither header may use the calls of identity, by JSON, which no page of another site can send.
  const asked = changing().filter(
    ({ surface }) => (surface !== 'identity' && surface !== 'oauth') || origin !== undefined,
  );
  // Every route is asked from the worst of them.
  for (const route of site === 'cross-site' ? asked : oneOfEach(asked)) {
    let request = agent[route.method](urlOf(route)).unset('Origin').unset('Sec-Fetch-Site');
    if (origin !== undefined) request = request.set('Origin', origin);
    if (site !== undefined) request = request.set('Sec-Fetch-Site', site);
    const answer = await request.set('Accept', 'application/json').send({});
    expect([nameOf(route), answer.status, answer.body.code]).toEqual([nameOf(route), 403, 'crossSite']);
  }
  expect(await rowCounts()).toEqual(before);
});

it('forms of other sites are taken where identity providers send their answers or say who leaves, where programs ask for tokens, and where mail programs end mails, and nowhere else, whoever is signed in', async () => {
  const open = routes.filter(({ crossSite }) => crossSite);
  const ofMail = 'post /alerts/unsubscribe/:unsubscribeToken';
  expect(open.map(nameOf).sort()).toEqual([
    'post /alerts/unsubscribe/:unsubscribeToken',
    'post /auth/oidc/logout',
    'post /auth/saml/callback',
    'post /auth/saml/logout',
    'post /auth/social/callback',
    'post /oauth/token',
  ]);
  const before = await rowCounts();
  for (const route of open) {
    const url = nameOf(route) === ofMail ? '/alerts/unsubscribe/1.1.1.nobody' : urlOf(route);
    const answer = await agent
      .post(url)
      .set('Origin', 'https://evil.test')
      .set('Sec-Fetch-Site', 'cross-site')
      .type('form')
      .send({ SAMLResponse: 'PHg+', state: 'nobody’s', code: 'x', user: '{"name":{"firstName":"Kim"}}' });
    const expected =
      nameOf(route) === ofMail
        ? 404
        : ['post /oauth/token', 'post /auth/oidc/logout'].includes(nameOf(route))
          ? 400
          : 303;
    expect([nameOf(route), answer.status, answer.headers['set-cookie'] ?? []]).toEqual([nameOf(route), expected, []]);
  }
  expect(await rowCounts()).toEqual(before);
});

// ASVS V3.5.1–3
it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'a simple request of %s never stands for JSON',
  async (type) => {
    const { login } = await newPerson(app, { organisationId: full.organisationId });
    const body = type.startsWith('application')
      ? new URLSearchParams({ username: login, password }).toString()
      : JSON.stringify({ username: login, password });
    const answer = await browser(app).post('/rest/v1/auth/login').set('Content-Type', type).send(body);
    expect(answer.status).toBe(415);
    const takers = changing().filter(
      ({ kind, body: schema, upload, formToo, path }) =>
        kind === 'call' && schema !== undefined && !upload && !formToo && !path.startsWith('/auth'),
    );
    for (const route of type === 'text/plain' ? takers : oneOfEach(takers)) {
      const refused = await agentFor(route)
        [route.method](urlOf(route))
        .set('Content-Type', type)
        .send('reason=because');
      expect([nameOf(route), refused.status]).toEqual([nameOf(route), 415]);
    }
  },
);

it('calls take forms where the specification says so, of public routes, and of our own pages alone', async () => {
  const takers = routes.filter(({ formToo }) => formToo);
  expect(takers.map((route) => [nameOf(route), route.access])).toEqual([
    ['post /rest/v1/auth/sso/login', 'public'],
    ['post /rest/v1/auth/sso/mobileSignInAttempt', 'public'],
  ]);
  for (const route of takers) {
    const send = (origin: string) =>
      browser(app)
        .post(urlOf(route))
        .set('Origin', origin)
        .unset('Sec-Fetch-Site')
        .type('form')
        .send({ email: 'kim@nowhere.example', userEmail: 'kim@nowhere.example' });
    expect([(await send('https://evil.test')).status, (await send('http://tare.test')).status]).toEqual([403, 400]);
  }
});

/** Written down, although they only read: who looked up whom. */
const lookUps = async () =>
  (await app.db.selectFrom('audit_log').select('id').where('action', '=', 'person.lookUp').execute()).length;

// ASVS V3.5.1–3
it('reading changes nothing, whatever is asked for', async () => {
  const before = await rowCounts();
  const lookedUp = await lookUps();
  for (const route of routes.filter((one) => one.method === 'get' && !signsOut(one))) {
    await sendTo(agent, route, { url: addressIn(full, route) });
  }
  await agent
    .get(`/rest/v1/imports/${valuesAt(full, 'imports')['imports/:id']}?_method=DELETE`)
    .set('X-HTTP-Method-Override', 'DELETE');
  const written = (await lookUps()) - lookedUp;
  expect(written).toBeGreaterThan(0);
  const grown = (table: string) => ({ [table]: Number(before[table]) + written });
  expect(await rowCounts()).toEqual({ ...before, ...grown('public.audit_log'), ...grown('public.audit_unsealed') });
});

// Attack: CSRF
it('a page of another origin cannot send a form with a token of its own', async () => {
  const before = await rowCounts();
  for (const route of changing().filter((route) => route.kind === 'page' && !route.upload && !forStaff(route))) {
    const answer = await agent
      .post(urlOf(route))
      .set('Accept', 'application/json')
      .type('form')
      .send({ _csrf: `${'a'.repeat(64)}.${'b'.repeat(64)}` });
    expect([nameOf(route), answer.status]).toEqual([nameOf(route), 403]);
  }
  expect(await rowCounts()).toEqual(before);
});
