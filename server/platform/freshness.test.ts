// @databases both
import { beforeAll, expect, it } from 'vitest';
import { joinOrganisation, newOrganisation, newPerson, signedInAs } from '../../tests/support/people';
import { testApp, type TestApp } from '../../tests/support/test-app';
import { touch, touchPerson } from './freshness';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

const versionOf = async (id: number) =>
  (await app.db.selectFrom('organisation').select('data_version').where('id', '=', id).executeTakeFirstOrThrow())
    .data_version;

/** By how much the versions of the organisations grew. */
async function raisedBy(organisationIds: number[], work: () => Promise<unknown>): Promise<number[]> {
  const before = await Promise.all(organisationIds.map(versionOf));
  await work();
  const after = await Promise.all(organisationIds.map(versionOf));
  return after.map((version, at) => version - before[at]!);
}

it('a change raises the version of its organisation alone', async () => {
  const [changed, other] = [await newOrganisation(app), await newOrganisation(app)];
  expect(await raisedBy([changed, other], () => app.db.transaction().execute((trx) => touch(trx, changed)))).toEqual([
    1, 0,
  ]);
});

it('one of a person raises that of every organisation of theirs, and of that in which it is made', async () => {
  const [first, second, visited, stranger] = [
    await newOrganisation(app),
    await newOrganisation(app),
    await newOrganisation(app),
    await newOrganisation(app),
  ];
  const person = await newPerson(app, { organisationId: second });
  await joinOrganisation(app, person, { organisationId: first });
  expect(
    await raisedBy([first, second, visited, stranger], () =>
      app.db.transaction().execute((trx) => touchPerson(trx, person.userId)),
    ),
  ).toEqual([1, 1, 0, 0]);
  expect(
    await raisedBy([first, second, visited, stranger], () =>
      app.db.transaction().execute((trx) => touchPerson(trx, person.userId, visited)),
    ),
  ).toEqual([1, 1, 1, 0]);
});

it('a change that is given up raises nothing', async () => {
  const organisationId = await newOrganisation(app);
  const givenUp = () =>
    app.db.transaction().execute(async (trx) => {
      await touch(trx, organisationId);
      throw new Error('given up');
    });
  expect(await raisedBy([organisationId], () => expect(givenUp()).rejects.toThrow('given up'))).toEqual([0]);
});

it('a sign-in leaves the pages as they are', async () => {
  const organisationId = await newOrganisation(app);
  expect(await raisedBy([organisationId], () => signedInAs(app, { organisationId }))).toEqual([0]);
});
