import supertest from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { otherApp } from '../support/other-app';
import { testApp, type TestApp } from '../support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const asked = async (ready: boolean, path: string) => {
  const answer = await supertest(otherApp(app, { isReady: async () => ready }).app).get(path);
  return [answer.status, answer.body, answer.headers['cache-control'], answer.headers['set-cookie']];
};

describe('what a proxy asks', () => {
  it('/readyz says whether work may be sent here', async () => {
    expect(await asked(true, '/readyz')).toEqual([200, { status: 'ready' }, 'no-store', undefined]);
    expect(await asked(false, '/readyz')).toEqual([503, { status: 'not ready' }, 'no-store', undefined]);
  });

  it('/healthz says that the process answers, ready or not', async () => {
    for (const ready of [true, false])
      expect(await asked(ready, '/healthz')).toEqual([200, { status: 'ok' }, 'no-store', undefined]);
  });
});
