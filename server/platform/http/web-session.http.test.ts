import express from 'express';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../tests/support/test-app';
import { webSession } from './web-session';

const { resources, redis } = await testApp();

function server(store: 'PostgreSQL' | 'Redis') {
  let inside = () => {};
  let release = () => {};
  const isInside = new Promise<void>((done) => (inside = done));
  const released = new Promise<void>((done) => (release = done));
  const app = express();
  app.use(
    webSession({
      config: resources.config,
      secret: 'a secret of the tests',
      pool: resources.database.pool,
      redis: store === 'Redis' ? redis : undefined,
    }),
  );
  app.post('/begin', (asked, answer) => {
    asked.session.sessionId = 'first';
    answer.end();
  });
  app.post('/change', async (asked, answer) => {
    asked.session.sessionId = 'second';
    inside();
    await released;
    answer.end();
  });
  app.post('/end', (asked, answer) => asked.session.destroy(() => answer.end()));
  app.get('/', (asked, answer) => void answer.send(asked.session.sessionId ?? 'none'));
  return { agent: request.agent(app), isInside, release: () => release() };
}

// Attack: session fixation, puzzling
describe.each(['PostgreSQL', 'Redis'] as const)('a browser’s session in %s', (store) => {
  it('is changed by a request that found it', async () => {
    const { agent, release } = server(store);
    await agent.post('/begin');
    release();
    await agent.post('/change');
    expect((await agent.get('/')).text).toBe('second');
  });

  it('stays ended where a request was under way meanwhile that changes it', async () => {
    const { agent, isInside, release } = server(store);
    const began = await agent.post('/begin');
    const cookie = String(began.headers['set-cookie']).split(';')[0] ?? '';
    const changing = agent.post('/change').then(({ status }) => status);
    await isInside;
    await agent.post('/end');
    release();
    expect(await changing).toBe(200);
    expect((await agent.get('/').set('Cookie', cookie)).text).toBe('none');
  });
});
