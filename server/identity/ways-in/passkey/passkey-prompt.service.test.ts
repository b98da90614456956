import { expect, it } from 'vitest';
import { promptsForPasskey, type Asked } from './passkey-prompt.service';

const usual: Asked = {
  flags: ['show-passkeys-new'],
  taken: true,
  offered: true,
  declined: false,
  passkeys: 0,
  ssoUser: false,
};

it('asks somebody without a passkey in a browser that can make one', () => {
  expect(promptsForPasskey(usual)).toBe(true);
});

it.each<[string, Partial<Asked>]>([
  ['where the flag is off', { flags: ['security-center-show-login-flows'] }],
  ['where nobody signs in by one', { taken: false }],
  ['whose browser cannot, or was told not to ask', { offered: false }],
  ['who does not want to be asked again', { declined: true }],
  ['who has a passkey', { passkeys: 1 }],
  ['who signs in by their organization', { ssoUser: true }],
])('asks nobody %s', (_case, other) => {
  expect(promptsForPasskey({ ...usual, ...other })).toBe(false);
});
