import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { isWalked, nameOf, sendTo, signsOut, walksAll, type DeclaredRoute } from '../support/declared-routes';
import { addressIn, keysOf } from '../support/full-organisation';
import { routeWalk } from '../support/route-walk';

const injections = [
  `' or 1=1 --`,
  `'; drop table waste_event; --`,
  `') union select null, password_hash from identity."user" --`,
  `\\'`,
  `%' escape '`,
  '$1 :name ${7*7} {{7*7}}',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  'ﬀ１\u{1f4a9}',
  'a'.repeat(3_000),
  '\u0000',
  '__proto__',
];
/** The first reaches all routes, and the others take turns: texts go to the database in one way. */
const injectionsFor = (at: number) =>
  injections.filter((_, index) => index === 0 || index === 1 + (at % (injections.length - 1)));
const patterns = ['(a+)+$', `${'a'.repeat(60)}!`, '[(', '\\', '^(([a-z])+.)+[A-Z]([a-z])+$'];
/** What hangs takes minutes. It is the time of this thread's loop alone, which a busy machine stretches. */
const mostActiveMs = 20_000;

const { app, full, agent, routes } = await routeWalk('Filtered');
const readers = routes.filter(
  (route) =>
    route.method === 'get' &&
    route.query !== undefined &&
    route.access !== 'tenant' &&
    !signsOut(route) &&
    isWalked(route.owner),
);

/** The query's names that take any text. */
const freeTexts = ({ query }: DeclaredRoute): string[] =>
  keysOf(query).filter(
    (key) => !(query?.safeParse({ [key]: 'x' }).error?.issues ?? []).some((issue) => issue.path[0] === key),
  );

const asked = (route: DeclaredRoute, changes: Record<string, string>) => addressIn(full, route, changes);

const storedEvents = async (): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from waste_event where organisation_id = ${full.organisationId}`.execute(app.db);
  return rows[0]?.n ?? 0;
};

async function check(route: DeclaredRoute, url: string): Promise<number> {
  const before = performance.eventLoopUtilization();
  const answer = await sendTo(agent, route, { url });
  expect([nameOf(route), url, answer.status < 500]).toEqual([nameOf(route), url, true]);
  expect([url, performance.eventLoopUtilization(before).active < mostActiveMs]).toEqual([url, true]);
  expect([url, /syntax error at|pg_catalog|at .*\.js:\d+/.test(answer.text ?? '')]).toEqual([url, false]);
  return answer.status;
}

// ASVS V1.2.4
it('takes naughty strings in every text of every list and report', async () => {
  const before = await storedEvents();
  expect(before).toBeGreaterThan(0);
  let answered = 0;
  for (const [at, route] of readers.entries()) {
    const texts = freeTexts(route);
    if (texts.length === 0) continue;
    const strings = injectionsFor(at);
    for (const text of strings)
      if ((await check(route, asked(route, Object.fromEntries(texts.map((name) => [name, text]))))) === 200)
        answered += 1;
  }
  // The strings reached the queries, and were not all refused before.
  expect(answered).toBeGreaterThan(walksAll ? 40 : 0);
  expect(await storedEvents()).toBe(before);
});

// ASVS V1.2.4; V2.2.1/2
it('takes naughty strings in every other filter, each by itself', async () => {
  for (const route of readers.filter(({ kind }) => kind === 'call')) {
    for (const name of keysOf(route.query)) {
      for (const text of [`${injections[0]}\u0000`, '99999999999999999999'])
        await check(route, asked(route, { [name]: text }));
    }
  }
});

// ASVS V1.2.9
// Attack: ReDoS
it('answers what looks like a regular expression as plain text, and never hangs on it', async () => {
  const searches = readers.flatMap((route) =>
    freeTexts(route)
      .filter((name) => ['q', 'text'].includes(name))
      .map((name) => ({ route, name })),
  );
  if (walksAll)
    expect(searches.map(({ route }) => nameOf(route))).toEqual(
      expect.arrayContaining([
        'get /rest/v1/waste-events',
        'get /rest/v1/sites/overview',
        'get /rest/v1/locationCalendar/locations',
      ]),
    );
  for (const { route, name } of searches)
    for (const text of patterns) await check(route, asked(route, { [name]: text }));
  const found = await agent.get(`/rest/v1/sites/overview?text=${encodeURIComponent('.*')}`);
  expect((found.body as { total: number }).total).toBe(0);
});

// ASVS V15.3.1–4, .6, .7
it('takes the same name twice as a mistake or not at all, never as one of the two', async () => {
  for (const route of readers.filter((one) => one.kind === 'call')) {
    for (const name of keysOf(route.query).filter((key) => key !== 'status')) {
      const url = `${asked(route, { [name]: '8' })}&${name}=9`;
      const answer = await sendTo(agent, route, { url });
      const without = asked(route, {}).replace(new RegExp(`([?&])${name}=[^&]*&?`), '$1');
      const {
        status,
        body,
        headers: { location },
      } = answer;
      if (status < 400)
        expect([url, body, location]).toEqual([
          url,
          ...(({ body: other, headers }) => [other, headers.location])(await sendTo(agent, route, { url: without })),
        ]);
      else expect([url, status]).toEqual([url, 400]);
    }
  }
});
