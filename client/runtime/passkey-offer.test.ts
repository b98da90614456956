import { expect, it } from 'vitest';
import { keepDeclined, keepPreferred, offersPasskeys } from './passkey-offer';

function storage(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      kept.set(key, value);
    },
  };
}

it.each([
  ['that can make one', true, {}, true],
  ['that cannot', false, {}, false],
  ['in which somebody signs in by one', true, { 'preferred-login-method': 'passkeys' }, false],
  ['in which a front end has kept it with a capital letter', true, { 'preferred-login-method': 'Passkeys' }, false],
  ['in which somebody signs in by a password', true, { 'preferred-login-method': 'password' }, true],
  ['in which nobody wants to be asked', true, { 'dont-show-again-prompt-passkeys': 'true' }, false],
  ['in which that was taken back', true, { 'dont-show-again-prompt-passkeys': 'false' }, true],
])('a browser %s', (_case, able, entries, offers) => {
  expect(offersPasskeys(able, storage(entries as Record<string, string>))).toBe(offers);
});

it.each([[keepDeclined], [keepPreferred]])('offers none after %o', (keep) => {
  const kept = storage();
  keep(kept);
  expect(offersPasskeys(true, kept)).toBe(false);
});
