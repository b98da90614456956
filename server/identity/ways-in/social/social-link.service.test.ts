import { expect, it } from 'vitest';
import { isLastWay } from './social-link.service';

const none = { otherIdentities: 0, passkeys: false, phone: false };

it.each([
  ['EmailAndPassword', {}, false],
  ['MagicLink', {}, false],
  ['Code', {}, false],
  ['NoLocalAuthentication', {}, true],
  ['NoLocalAuthentication', { passkeys: true, phone: true }, true],
  ['NoLocalAuthentication', { otherIdentities: 1 }, false],
  ['SmsCode', {}, true],
  ['SmsCode', { phone: true }, false],
  ['SmsCode', { passkeys: true }, false],
] as const)('with %s and %j a service is the last way in: %s', (strategy, held, last) => {
  expect(isLastWay({ strategy, ...none, ...held })).toBe(last);
});
