import { expect, it } from 'vitest';
import { readiness } from './readiness';

const running = () => new AbortController();
const never = () => new Promise<never>(() => undefined);

it('is ready when every service answers', async () => {
  const { signal } = running();
  expect(await readiness({ signal, services: [async () => [], async () => true] })()).toBe(true);
  expect(await readiness({ signal, services: [] })()).toBe(true);
});

it.each([
  ['fails', () => Promise.reject(new Error('away'))],
  ['says no', async () => false],
  ['is silent', never],
])('is not ready when one %s, and says so instead of waiting for it', async (_what, service) => {
  expect(await readiness({ signal: running().signal, services: [async () => true, service] })()).toBe(false);
});

it('is not ready from the moment of a stop on, also for whoever asked just before', async () => {
  const stopping = running();
  let answer: (value: boolean) => void = () => undefined;
  const isReady = readiness({
    signal: stopping.signal,
    services: [
      () =>
        new Promise((done) => {
          answer = done;
        }),
    ],
  });
  const asked = isReady();
  stopping.abort();
  answer(true);
  expect(await asked).toBe(false);
  expect(await isReady()).toBe(false);
});

it('asks each service once, however many want to know', async () => {
  let asked = 0;
  const isReady = readiness({
    signal: running().signal,
    services: [
      async () => {
        asked += 1;
        return true;
      },
    ],
  });
  expect(await Promise.all([isReady(), isReady(), isReady()])).toEqual([true, true, true]);
  expect(asked).toBe(1);
});
