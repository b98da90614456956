import { expect, it } from 'vitest';
import { readConfig } from '../../../config';
import type { FactorStrategy } from '../../../platform/factor-strategies.rules';
import { offeredStrategies } from './strategies';

const all: FactorStrategy[] = ['AuthenticatorApp', 'SMS', 'EmailCode', 'WebAuthnPlatform', 'WebAuthnCrossPlatform'];
const settings = (on: readonly FactorStrategy[], production: boolean) => {
  const { identity, sms } = readConfig({ NODE_ENV: 'test' });
  return { production, sms, identity: { ...identity, factorStrategies: on } };
};

it.each<[readonly FactorStrategy[], string, boolean, readonly FactorStrategy[]]>([
  [all, 'password', false, all],
  // Nobody sends texts.
  [all, 'password', true, ['AuthenticatorApp', 'EmailCode', 'WebAuthnPlatform', 'WebAuthnCrossPlatform']],
  [['SMS', 'EmailCode'], 'magicLink', false, ['SMS']],
  // The only kind there is proves nothing more; an app is there for everybody.
  [['EmailCode'], 'magicLink', false, ['AuthenticatorApp']],
  [['SMS'], 'smsCode', false, ['AuthenticatorApp']],
  [['SMS'], 'password', true, ['AuthenticatorApp']],
  [['WebAuthnPlatform'], 'smsCode', false, ['WebAuthnPlatform']],
])('with %j on, whoever came by %s (in production: %s) is offered %j', (on, way, production, offered) => {
  expect(offeredStrategies(settings(on, production), way)).toEqual(offered);
});
