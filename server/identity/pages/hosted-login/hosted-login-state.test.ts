import { describe, expect, it } from 'vitest';
import { installationSecrets } from '../../core/secrets/installation-secrets';
import { asksAnew, begunOf, grantOf, proofsOf, textOf } from './hosted-login-state';

const state = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ';
const now = new Date('2026-03-02T10:00:00Z');

describe('what a browser keeps', () => {
  it.each([
    { state, wanted: undefined },
    { state, wanted: '/home?a=b' },
    { state, wanted: 'https://other.test/a' },
  ])('is read as it was written: %j', (begun) => {
    expect(begunOf(textOf(begun))).toEqual(begun);
  });

  it.each([null, '', 'abc', '/home', `${state}x`])('is nothing where it says %j', (text) => {
    expect(begunOf(text)).toBeNull();
  });
});

it('each sign-in has a verifier and a nonce of its own, which another installation cannot make', () => {
  const [own, other] = [
    installationSecrets('a secret of this installation'),
    installationSecrets('a secret of another'),
  ];
  const made = [proofsOf(own, state), proofsOf(own, `${state.slice(1)}R`), proofsOf(other, state)].flatMap(
    ({ nonce, verifier }) => [nonce, verifier],
  );
  expect(new Set(made).size).toBe(6);
  expect(proofsOf(own, state)).toEqual(proofsOf(own, state));
  expect(made.every((text) => /^[\w-]{43}$/.test(text))).toBe(true);
});

it.each([
  ['as long as the answer says', 900, 900],
  ['300 s where it does not say', undefined, 300],
])('tokens are good %s', (_name, said, seconds) => {
  expect(grantOf({ sessionId: 'a session', id: 'a grant', seconds: said }, now)).toEqual({
    sessionId: 'a session',
    id: 'a grant',
    until: now.getTime() + seconds * 1000,
  });
});

it.each([
  [{}, false],
  [{ login_hint: 'a@b.test' }, false],
  [{ prompt: 'login' as const }, true],
  [{ max_age: '0' }, true],
  [{ acr_values: 'x' }, true],
])('somebody who is signed in proves themselves again for %j: %s', (asked, anew) => {
  expect(asksAnew(asked)).toBe(anew);
});
