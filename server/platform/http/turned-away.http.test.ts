import { beforeAll, expect, it } from 'vitest';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const kitchenHand = async () =>
  signedInAs(app, { organisationId: await newOrganisation(app), permissions: [], locale: 'en_US' });
const noticeOf = (html: string) =>
  /The page you requested does not exist\.|You do not have access to the page you requested\./.exec(html)?.[0];

it.each([
  ['refused', '/parked-jobs', ['/home'], 'You do not have access to the page you requested.'],
  ['unknown', '/nowhere', ['/login', '/home'], 'The page you requested does not exist.'],
])('somebody led away from a page that is %s is told so once', async (_, address, way, sentence) => {
  const person = await kitchenHand();
  const kept = String((await person.get('/home')).headers.etag);
  let next = address;
  for (const step of way) {
    next = String((await person.get(next)).headers.location);
    expect(next).toBe(step);
  }
  const told = await person.get('/home').set('If-None-Match', kept);
  expect([told.status, noticeOf(told.text), told.headers['cache-control'], told.headers.etag]).toEqual([
    200,
    sentence,
    'no-store',
    undefined,
  ]);
  expect((await person.get('/home').set('If-None-Match', kept)).status).toBe(304);
  expect(noticeOf((await person.get('/home')).text)).toBeUndefined();
});

it('what a browser asks for by itself is nothing to tell anybody', async () => {
  const person = await kitchenHand();
  await person.get('/.well-known/change-password').set('Sec-Fetch-Dest', 'empty');
  expect(noticeOf((await person.get('/home')).text)).toBeUndefined();
});

it('believes no cookie that is not its own', async () => {
  const person = await kitchenHand();
  const answer = await person.get('/home').set('Cookie', 'tare-turned-away=s%3Aunknown.forged');
  expect([answer.status, noticeOf(answer.text)]).toEqual([200, undefined]);
});
