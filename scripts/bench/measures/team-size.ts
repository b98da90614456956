import { sql } from 'kysely';
import { ask, signInOver } from '../../../tests/support/counterparts/visitor';
import { newOrganisation, newPerson, password } from '../../../tests/support/people';
import { withCounterparts } from '../counterparts';
import { openBench } from '../kitchens';
import { median, milliseconds, type Measure } from '../measure';
import { addPeople } from '../people';

const most = 1.5;

/** What a customer's administrator asks for: the first page, one further down, and a search. */
const asked = {
  'the page of users': '/account/users',
  'page 20 of them': '/account/users?page=20',
  'a search for a name': '/account/users?search=Person%20417',
  'the call': '/team/resources/members/v1?pageSize=20',
} as const;

/** The users of an organization with 100,000 people beside those of one with 1,000. */
export const teamSize: Measure = {
  name: 'team-size',
  minutes: 4,
  run: ({ say, quick }) =>
    withCounterparts(async ({ databaseUrl, tare: start }) => {
      const [small, large] = quick ? [500, 2_000] : [1_000, 100_000];
      const rounds = quick ? 5 : 40;
      const bench = await openBench({ DATABASE_URL: databaseUrl });
      const administrators: string[] = [];
      for (const people of [small, large]) {
        const organisationId = await newOrganisation(bench);
        const { userId, login } = await newPerson(bench, { organisationId, permissions: ['fe.secure.read.users'] });
        await addPeople(bench.db, { like: { userId, organisationId }, people });
        administrators.push(login);
      }
      // As an operator's autovacuum does within the minute.
      await sql`analyze`.execute(bench.db);
      await bench.close();
      const tare = await start();
      const headersOf = await Promise.all(
        administrators.map(async (login) => ({
          page: { cookie: await signInOver(tare.url, { login, password }), accept: 'text/html' },
          call: { authorization: `Bearer ${await tokenOf(tare.url, login)}`, accept: 'application/json' },
        })),
      );
      const figures = [];
      for (const [what, path] of Object.entries(asked)) {
        const took: [number[], number[]] = [[], []];
        for (let round = 0; round < rounds; round += 1)
          for (const [at, headers] of headersOf.entries()) {
            const began = performance.now();
            const { status, text } = await ask({
              url: tare.url + path,
              headers: path.startsWith('/team') ? headers.call : headers.page,
            });
            took[at]?.push(performance.now() - began);
            if (status !== 200) throw new Error(`${path} was answered ${status}: ${text.slice(0, 200)}`);
          }
        const [few, many] = [median(took[0]), median(took[1])];
        say(`${what}: ${milliseconds(many)} beside ${milliseconds(few)}`);
        figures.push({
          what: `${what}, ${large.toLocaleString('en-US')} people`,
          ours: milliseconds(many),
          floor: milliseconds(few),
          ratio: many / few,
          bar: `≤ ${most} × ${small.toLocaleString('en-US')}`,
          met: many / few <= most,
        });
      }
      return figures;
    }),
};

async function tokenOf(url: string, email: string): Promise<string> {
  const { status, text } = await ask({
    url: `${url}/identity/resources/auth/v1/user`,
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  });
  if (status !== 200) throw new Error(`the sign-in was answered ${status}: ${text.slice(0, 200)}`);
  return (JSON.parse(text) as { accessToken: string }).accessToken;
}
